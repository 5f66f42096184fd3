import Wire

/// How long a withdrawal waits that the player asked for with requestTemporaryWithdrawal.
struct TemporaryWithdrawalSettings: Equatable {
    var gracePeriodDays: Int64 = 7

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["gracePeriodDays"])
        gracePeriodDays = try object.integer("gracePeriodDays", in: 1...30) ?? 7
    }

    var json: JSON { ["gracePeriodDays": .integer(gracePeriodDays)] }
}
