import Linux
import Storage

/// Where people are kept: a file in the server's own folder, beside its key and its audit log.
extension PeopleStore {
    static let fileName = "console" + ".db"

    static func open(_ folder: DataFolder, _ clock: any Clock, _ random: any RandomSource) throws(StorageError) -> PeopleStore {
        let path = folder.path(fileName)
        if !Files.exists(path) {
            try SQLiteDatabase.create(path: path) { (database) throws(StorageError) in
                try Migrations.apply(PeopleSchema.migrations, to: database)
            }
        }
        let database = try SQLiteDatabase.open(path: path)
        try Migrations.apply(PeopleSchema.migrations, to: database)
        return PeopleStore(database, clock, random)
    }
}
