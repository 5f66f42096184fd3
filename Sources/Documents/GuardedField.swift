import Codecs
import Linux

/// What opens something, or is nobody else's business: where it stands, who sees it, and how it is kept. Whatever answers, finds, sorts,
/// counts, indexes, includes, exports or tells of an event asks this table and has no list of its own. To a caller who does not see a
/// field, the field is not there: not in an answer, and not for a condition, an order or a key that a query selects, so that no answer and
/// no time of one depends on it.
public struct GuardedField: Sendable {
    public enum Viewers: Sendable {
        /// An operator gets what is kept in its place, for an export.
        case nobody
        /// The user whose object it is in; the operator too.
        case owner
    }

    public enum Form: Sendable {
        case asGiven
        /// Found again by who says it. It cannot be turned back.
        case digest
        /// Encrypted, with a key that is not in the database.
        case sealed
    }

    public let name: String
    public let viewers: Viewers
    public let form: Form

    init(_ name: String, _ viewers: Viewers, _ form: Form) {
        self.name = name
        self.viewers = viewers
        self.form = form
    }

    // MARK: Fields of objects, by class

    private static let ofUser = [
        GuardedField("authData", .owner, .digest), GuardedField("mailAddress", .owner, .asGiven),
        // Never among the fields; a row that came from elsewhere may have them.
        GuardedField("password", .nobody, .digest), GuardedField("sessionToken", .nobody, .digest),
    ]
    private static let ofInstallation = [GuardedField("deviceToken", .nobody, .digest)]

    @export(interface) public static func fields(of className: String) -> [GuardedField] {
        switch className {
        case "user": ofUser
        case "installation": ofInstallation
        default: []
        }
    }

    @export(interface) public static func field(_ name: String, of className: String) -> GuardedField? {
        fields(of: className).first { $0.name == name }
    }

    /// Also of what is inside the field. No index is kept of it.
    @export(interface) public static func isGuarded(_ path: FieldPath, of className: String) -> Bool {
        field(path.segments[0], of: className) != nil
    }

    @export(interface) public func isSeen(by caller: Caller, objectId: String) -> Bool {
        switch (caller, viewers) {
        case (.console, _): true
        #if !hasFeature(Embedded)
        case (.searcher, .owner): form == .asGiven
        #endif
        case (.user(let user), .owner): user == objectId
        default: false
        }
    }

    // MARK: Digests

    /// What stands in place of a secret.
    @export(interface) public static func digest(_ secret: String, of kind: String) -> String {
        digestPrefix + Hex.encode(SHA256.hash(Array("\(kind)\n\(secret)".utf8)))
    }

    @export(interface) public static func isDigest(_ text: String) -> Bool {
        text.utf8.count == digestPrefix.utf8.count + digestHexDigits && text.utf8.starts(with: digestPrefix.utf8)
    }

    private static let digestPrefix = "digest1."
    private static let digestHexDigits = 64

    // MARK: Settings

    /// Settings that open something, by their paths; `*` is each entry of a list, or each key of an object.
    public struct Setting: Sendable {
        public let path: [String]
        public let form: Form
        /// Of what a caller gives.
        public let bytesMax: Int

        init(_ path: [String], _ form: Form, bytesMax: Int = keyBytesMax) {
            self.path = path
            self.form = form
            self.bytesMax = bytesMax
        }

        @export(interface) public var name: String { path.joined(separator: ".") }
    }

    private static let keyBytesMax = 255
    private static let deviceKeyBytesMax = 72
    public static let clientKey = "ncmb.clientKey"
    public static let iapAppKey = "app.iapAppKey"
    public static let testDeviceKey = "testDevices.deviceKeys.*"

    @inline(never) @export(interface) public static func ofAllSettings() -> [Setting] {
        [
            Setting(["app", "secretKey"], .digest), Setting(["app", "iapAppKey"], .digest),
            Setting(["testDevices", "deviceKeys", "*"], .digest, bytesMax: deviceKeyBytesMax), Setting(["ncmb", "clientKey"], .sealed),
            Setting(["stores", "*", "apiKey"], .sealed), Setting(["stores", "*", "webhookSecret"], .sealed),
            Setting(["idPs", "*", "clientSecret"], .sealed), Setting(["idPs", "*", "privateKey"], .sealed),
            Setting(["mail", "password"], .sealed), Setting(["mail", "webhookSecret"], .sealed),
            Setting(["alarms", "webhookSecret"], .sealed),
        ]
    }

    /// What a sealed text begins with, whoever sealed it.
    public static let sealedPrefix = "sealed1."
}
