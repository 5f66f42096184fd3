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

/// Whether and how a guest can be moved to another device with an id and a password ("Transfer Account" of the console guide).
struct TransferAccountSettings: Equatable {
    /// What ids and passwords are made of, and how long they are at least.
    struct Characters: Equatable {
        static let lengthMax: Int64 = 32

        private static let all: [(name: String, characters: String, lengthMin: Int64)] = [
            ("NUMBER", digits, 12), ("NUMBER_LOWER", digits + lower, 10), ("NUMBER_UPPER", digits + upper, 10),
            ("NUMBER_LOWER_UPPER", digits + lower + upper, 9), ("LOWER_UPPER", lower + upper, 9),
        ]
        private static let digits = "0123456789"
        private static let lower = "abcdefghijklmnopqrstuvwxyz"
        private static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

        var name = "NUMBER_LOWER_UPPER"
        var length: Int64 = 12

        private static func row(_ name: String) -> (characters: String, lengthMin: Int64) {
            for row in all where row.name == name { return (row.characters, row.lengthMin) }
            return (digits, 12)
        }

        var characters: [UInt8] { Array(Self.row(name).characters.utf8) }
        var lengthMin: Int64 { Self.row(name).lengthMin }

        init() {}

        init(_ object: SettingsObject, _ charactersKey: String, _ lengthKey: String) throws(SettingsError) {
            name = try object.oneOf(charactersKey, Self.all.map { $0.name }) ?? name
            length = try object.integer(lengthKey, in: lengthMin...Self.lengthMax) ?? max(12, lengthMin)
        }
    }

    static let idOnly = "ID"
    static let idAndPassword = "ID_PASSWORD"
    static let daysMax: Int64 = 3650
    static let attemptsMax: Int64 = 1000
    static let minutesMax: Int64 = 3650 * 1440

    var isEnabled = false
    var type = idAndPassword
    var id = Characters()
    var password = Characters()
    /// A transfer uses the account up.
    var isOnce = false
    /// nil: for ever.
    var validDays: Int64?
    /// After so many wrong tries there is a block; nil: never.
    var blockAttempts: Int64?
    /// How long; nil: for ever.
    var blockMinutes: Int64?

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: [
            "enabled", "type", "idCharacters", "idLength", "passwordCharacters", "passwordLength", "once", "validDays", "block",
        ])
        isEnabled = try object.bool("enabled") ?? false
        type = try object.oneOf("type", [Self.idOnly, Self.idAndPassword]) ?? Self.idAndPassword
        id = try Characters(object, "idCharacters", "idLength")
        password = try Characters(object, "passwordCharacters", "passwordLength")
        isOnce = try object.bool("once") ?? false
        validDays = try object.integer("validDays", in: 1...Self.daysMax)
        guard let part = object.part("block") else { return }
        let block = try SettingsObject(part.json, at: part.path, keys: ["attempts", "minutes"])
        guard let attempts = try block.integer("attempts", in: 1...Self.attemptsMax) else { throw block.wrong("attempts", "is missing") }
        blockAttempts = attempts
        blockMinutes = try block.integer("minutes", in: 1...Self.minutesMax)
    }

    var json: JSON {
        var object: JSONObject = [
            "enabled": .bool(isEnabled), "type": .string(type), "idCharacters": .string(id.name), "idLength": .integer(id.length),
            "passwordCharacters": .string(password.name), "passwordLength": .integer(password.length), "once": .bool(isOnce),
            "validDays": Self.optional(validDays), "block": .null,
        ]
        if let blockAttempts { object["block"] = ["attempts": .integer(blockAttempts), "minutes": Self.optional(blockMinutes)] }
        return .object(object)
    }

    private static func optional(_ integer: Int64?) -> JSON {
        if let integer { return .integer(integer) }
        return .null
    }
}
