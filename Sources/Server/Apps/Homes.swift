import Linux

/// Which homes the options ask for.
public enum Homes {
    /// The release that the server belongs to; `make` has the same.
    public static let version = "1.0.0"

    public static func make(
        _ options: Options, _ data: DataFolder?, _ clock: any Clock, _ random: any RandomSource
    ) throws(HomeFailure) -> any AppHomes {
        switch options.store {
        case .folder:
            guard let data else { throw HomeFailure("--data DIR is missing") }
            let secrets = try Secrets.own(data, given: Secrets.read(file: options.secretsKeyFile), random)
            return SQLiteHomes(data, clock: clock, random: random, secrets: secrets)
        case .database(let address):
            // Servers of one database need one key, which none of them can make.
            let secrets = try Secrets.read(file: options.secretsKeyFile)
            return PostgreSQLHomes(
                address, workers: options.workers ?? Options.workers(processors: ThisProcess.processors), clock: clock, random: random,
                secrets: secrets, accepted: options.unsafeDatabase)
        }
    }
}
