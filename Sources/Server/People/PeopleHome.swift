import Linux
import PostgreSQL
import Storage

/// Where people are kept: beside the apps. In files, one in the server's own folder; in a database, a schema that the servers of it share.
extension PeopleStore {
    static let fileName = "console" + ".db"

    static func open(_ homes: any AppHomes, _ secrets: Secrets?, _ random: any RandomSource) throws(StorageError) -> PeopleStore {
        let database = try homes.openPeople()
        do throws(StorageError) {
            try Migrations.apply(PeopleSchema.migrations, to: database)
        } catch {
            database.close()
            throw error
        }
        let store = PeopleStore(database, homes.clock, random, secrets)
        // A full disk is no reason to keep people out: the older key opens them, and the next start tries again.
        try? store.sealCodesAnew()
        return store
    }

    static func database(in folder: DataFolder) throws(StorageError) -> any Database {
        let path = folder.path(fileName)
        if !Files.exists(path) {
            try SQLiteDatabase.create(path: path) { (database) throws(StorageError) in
                try Migrations.apply(PeopleSchema.migrations, to: database)
            }
        }
        return try SQLiteDatabase.open(path: path)
    }

    /// - Parameter isServed: people's tables were there since this server began.
    static func database(
        at address: String, accepted: Set<String>, isServed: Bool, found: PostgreSQLFound, _ clock: any Clock
    ) throws(StorageError) -> any Database {
        var home = PostgreSQLHome(ofServersAt: address)
        home.isServed = isServed
        home.found = found
        home.accepted = accepted
        return try PostgreSQLDatabase.open(home, clock: clock, takesNumber: false, keepsMarks: true)
    }
}
