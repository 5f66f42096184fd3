import Codecs
import Linux

/// How long a withdrawal waits that the player asked for with requestTemporaryWithdrawal.
struct TemporaryWithdrawalSettings: Equatable, SettingsTable {
    var gracePeriodDays: Int64 = 7

    mutating func fields(_ fields: inout SettingsFields) { fields.integer("gracePeriodDays", &gracePeriodDays, in: 1...30) }
}

/// Whether and how a guest can be moved to another device with an id and a password ("Transfer Account" of the console guide).
struct TransferAccountSettings: Equatable, SettingsTable {
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

        mutating func fields(_ fields: inout SettingsFields, _ charactersKey: String, _ lengthKey: String) {
            fields.oneOf(charactersKey, &name, Self.all.map { $0.name })
            fields.integer(lengthKey, &length, in: lengthMin...Self.lengthMax, else: max(12, lengthMin))
        }
    }

    /// After so many wrong tries, for how long; nil: for ever.
    struct Block: Equatable, SettingsTable {
        var attempts: Int64 = 0
        var minutes: Int64?

        mutating func fields(_ fields: inout SettingsFields) {
            fields.integer("attempts", &attempts, in: 1...attemptsMax, isRequired: true)
            fields.integer("minutes", &minutes, in: 1...minutesMax)
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
    /// nil: never.
    var block: Block?

    mutating func fields(_ fields: inout SettingsFields) {
        fields.bool("enabled", &isEnabled)
        fields.oneOf("type", &type, [Self.idOnly, Self.idAndPassword])
        id.fields(&fields, "idCharacters", "idLength")
        password.fields(&fields, "passwordCharacters", "passwordLength")
        fields.bool("once", &isOnce)
        fields.integer("validDays", &validDays, in: 1...Self.daysMax)
        fields.part("block", &block)
    }
}

/// What a banned player is told, by the number that game servers name ("Ban > Template" of the console guide).
struct BanTemplateSettings: Equatable, SettingsTable {
    static let countMax = 100

    var code: Int64 = 0
    var name = ""
    var message = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("templateCode", &code, in: 1...Int64(Int32.max), isRequired: true)
        fields.requiredText("name", &name)
        fields.text("message", &message, max: Members.banMessageBytesMax)
    }
}
