import Codecs
import Documents
import Linux

/// The app as clients of NCMB know it.
struct NCMBSettings: Equatable, SettingsTable {
    static let sessionHoursMax: Int64 = 168
    static let objectBytesDefault: Int64 = 4 << 20, objectBytesMin: Int64 = 64 << 10
    static let scanObjectsMax: Int64 = 100_000_000
    static let fileQuotaBytesMax: Int64 = 1 << 50
    static let indexesMax = 64

    /// nil: the keys that the first client brings.
    var applicationKey: String?
    var clientKey: String?
    /// From the last access on.
    var sessionHours: Int64 = 24
    /// Objects that one query looks at before it is refused.
    var scanObjects: Int64 = 1_000_000
    /// Of an object that comes over a network, as it is stored: it is read, checked and written in one turn, in which nobody else is
    /// answered. One that has more already may become smaller. In the process of a game it may have as many as one may be stored with.
    var objectBytes = Self.objectBytesDefault
    /// What the key of a password costs; one that was made for less is raised at the next log-in.
    var passwordCost = PasswordMethod.costDefault
    /// Of all files together, uploads that are under way included.
    var fileQuotaBytes: Int64 = 1 << 30
    /// Files that everybody may read are given to everybody who knows their names, without a key.
    var publicFiles = false
    /// What the original lets everybody do who has the keys that ship with a game: send pushes; make roles, and change those that everybody
    /// may write; change installations that everybody may write. nil: in a SANDBOX app.
    var clientPush: Bool?
    var openRoles: Bool?
    var openInstallations: Bool?
    /// Fields that queries find or sort by: the class, a dot and the path.
    var indexes: [String] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.identifier("applicationKey", &applicationKey, max: 255)
        fields.identifier("clientKey", &clientKey, max: SettingsSecrets.bytesMax)
        fields.integer("sessionHours", &sessionHours, in: 1...Self.sessionHoursMax)
        fields.integer("scanObjects", &scanObjects, in: 1_000...Self.scanObjectsMax)
        fields.integer("objectBytes", &objectBytes, in: Self.objectBytesMin...Int64(KeptJSON.bytesMax))
        fields.integer("passwordCost", &passwordCost, in: PasswordMethod.costs)
        fields.integer("fileQuotaBytes", &fileQuotaBytes, in: 0...Self.fileQuotaBytesMax)
        fields.bool("publicFiles", &publicFiles)
        fields.bool("clientPush", &clientPush)
        fields.bool("openRoles", &openRoles)
        fields.bool("openInstallations", &openInstallations)
        fields.texts("indexes", &indexes, max: Self.indexesMax) { text in
            Self.index(text) == nil ? "must be a class and a field of it, such as Horse.points" : nil
        }
    }

    /// nil when it is none.
    static func index(_ text: String) -> (className: String, path: FieldPath)? {
        let parts = TextParts.split(text, at: UInt8(ascii: "."), cuts: 1)
        guard parts.count == 2, FieldNames.isValid(parts[0]), let path = FieldPath(parts[1]) else { return nil }
        return (parts[0], path)
    }
}
