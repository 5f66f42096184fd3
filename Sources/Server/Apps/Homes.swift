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
            return SQLiteHomes(data, clock: clock, random: random)
        case .database(let address): return PostgreSQLHomes(address, workers: options.workers, clock: clock, random: random)
        }
    }
}
