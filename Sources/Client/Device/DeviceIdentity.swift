import Codecs
import Linux

/// Why there is no device identity.
public enum DeviceError: Error, Equatable {
    /// The store could not be read or written. Nothing was changed.
    case file(FileError)
    /// What was stored is not an identity. It was kept aside; the message says where. The next load begins with a new identity.
    case damaged(String)
    /// What was stored was written by a newer library. It was left where it is.
    case newer(String)
    /// What was to be stored could not be read again: too long, or with NUL in a text. What was stored before is still there.
    case refused(String)

    public var message: String {
        switch self {
        case .file(let error): error.message
        case .damaged(let message), .newer(let message), .refused(let message): message
        }
    }
}

/// What this installation is called, the secret that is its guest account, and the last sign-in. Whoever has the secret is the
/// guest, and whoever loses it has lost the account: it is random, made once, and durable before it is first used.
public struct DeviceIdentity: Equatable, Sendable {
    /// UUID version 4 (RFC 9562) in lower case.
    public let uuid: String
    /// 256 random bits, base64url.
    public let guestSecret: String
    public var lastProvider: String?
    public var lastAccessToken: String?
    /// The token of the last login is with the player's keeper of secrets, and not here.
    var isTokenKept = false
    public var lastUserId: String?
    /// Who logged in last, also when nobody is remembered any more: the storage must know that player.
    public var knownUserId: String?
    /// What was shown on this device, and what of it is not to be shown again.
    var screens = JSONObject()
    /// Who is logged in at the mobile backend, with the session; empty: nobody.
    var mobileBackendUser = JSONObject()
    /// This installation as the mobile backend knows it; empty: not at all.
    var mobileBackendInstallation = JSONObject()
    /// Members that this version does not know; kept.
    private var rest = JSONObject()

    private static let version: Int64 = 1
    private static let tokenKept = "lastAccessTokenIsKept"

    public init(random: any RandomSource) {
        uuid = Self.uuidText(random.bytes(16))
        guestSecret = Base64URL.encode(random.bytes(32))
    }

    /// The stored identity; a new one, stored before it is given, when there is none.
    /// - Throws: `damaged` when what is stored cannot be understood. It is never overwritten: it is set aside, and the caller tells of it.
    public static func loadOrCreate(
        _ store: any DeviceStore, random: any RandomSource, clock: any Clock
    ) throws(DeviceError) -> DeviceIdentity {
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try store.load()
        } catch {
            if error.isTooLarge { throw setAside(store, clock, because: error.message) }
            throw .file(error)
        }
        guard let bytes else {
            let identity = DeviceIdentity(random: random)
            try identity.save(store)
            return identity
        }
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(bytes: bytes)
        } catch {
            throw setAside(store, clock, because: error.message)
        }
        if let version = json["version"]?.int64Value, version > Self.version {
            throw .newer("the device identity was written by a newer version of this library (format \(version)); use that version")
        }
        guard let identity = DeviceIdentity(json: json) else {
            throw setAside(store, clock, because: "it is not a device identity, or its checksum differs")
        }
        return identity
    }

    /// Durable on return.
    public func save(_ store: any DeviceStore) throws(DeviceError) {
        let bytes = Array(json.prettyText().utf8)
        guard bytes.count <= FileDeviceStore.bytesMax, let written = try? JSON.parse(bytes: bytes), DeviceIdentity(json: written) == self
        else {
            throw .refused("the last sign-in cannot be stored: it is longer than \(FileDeviceStore.bytesMax) bytes or contains NUL")
        }
        do throws(FileError) {
            try store.save(bytes)
        } catch {
            throw .file(error)
        }
    }

    private static func setAside(_ store: any DeviceStore, _ clock: any Clock, because reason: String) -> DeviceError {
        do throws(FileError) {
            let place = try store.setAside(epochSeconds: clock.epochMilliseconds() / 1000)
            return .damaged(
                "the device identity is damaged: \(reason). It was kept as \(place): restore it to keep the guest account, or "
                    + "initialize again to begin with a new one")
        } catch {
            return .file(error)
        }
    }

    /// By which a service elsewhere knows that this device may report of players who have left it: it was said when they logged in. Nobody
    /// finds the guest's secret by it.
    var metricsKey: String {
        Base64URL.encode(HMACSHA256.authenticate(Array("libgamebase metrics".utf8), key: Array(guestSecret.utf8)))
    }

    // MARK: JSON

    /// nil when a member is missing or of the wrong kind, or the checksum differs.
    init?(json: JSON) {
        guard var rest = json.objectValue,
            let uuid = json["uuid"]?.stringValue, Self.isUUID(uuid),
            let guestSecret = json["guestSecret"]?.stringValue, Base64URL.decode(guestSecret)?.count == 32
        else { return nil }
        // A file mended by hand may go without.
        if let checksum = json["checksum"], checksum.stringValue != Self.checksum(uuid, guestSecret) { return nil }
        self.uuid = uuid
        self.guestSecret = guestSecret
        guard Self.take("lastProvider", json, &lastProvider), Self.take("lastAccessToken", json, &lastAccessToken),
            Self.take("lastUserId", json, &lastUserId), Self.take("knownUserId", json, &knownUserId)
        else { return nil }
        isTokenKept = json[Self.tokenKept]?.boolValue ?? false
        screens = json["screens"]?.objectValue ?? JSONObject()
        mobileBackendUser = json["mobileBackendUser"]?.objectValue ?? JSONObject()
        mobileBackendInstallation = json["mobileBackendInstallation"]?.objectValue ?? JSONObject()
        for key in [
            "version", "uuid", "guestSecret", "checksum", "lastProvider", "lastAccessToken", "lastUserId", "knownUserId", "screens",
            "mobileBackendUser", "mobileBackendInstallation", Self.tokenKept,
        ] { rest[key] = nil }
        self.rest = rest
    }

    var json: JSON {
        var object: JSONObject = [
            "version": .integer(Self.version),
            "uuid": .string(uuid),
            "guestSecret": .string(guestSecret),
            "checksum": .string(Self.checksum(uuid, guestSecret)),
        ]
        object["lastProvider"] = lastProvider.map { .string($0) }
        object["lastAccessToken"] = lastAccessToken.map { .string($0) }
        object["lastUserId"] = lastUserId.map { .string($0) }
        object["knownUserId"] = knownUserId.map { .string($0) }
        if isTokenKept { object[Self.tokenKept] = true }
        if !screens.isEmpty { object["screens"] = .object(screens) }
        if !mobileBackendUser.isEmpty { object["mobileBackendUser"] = .object(mobileBackendUser) }
        if !mobileBackendInstallation.isEmpty { object["mobileBackendInstallation"] = .object(mobileBackendInstallation) }
        for (key, value) in rest.members { object[key] = value }
        return .object(object)
    }

    /// - Returns: false when the member is there and neither a text nor null.
    private static func take(_ key: String, _ json: JSON, _ text: inout String?) -> Bool {
        guard let value = json[key], !value.isNull else { return true }
        text = value.stringValue
        return text != nil
    }

    /// So that one flipped bit in the secret is damage to be told of, and not another, empty guest account.
    private static func checksum(_ uuid: String, _ guestSecret: String) -> String {
        let sum = Array((uuid + guestSecret).utf8).withUnsafeBytes { CRC32C.shared.checksum($0) }
        return Hex.encode([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) })
    }

    private static func uuidText(_ random: [UInt8]) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        for index in 0..<min(16, random.count) { bytes[index] = random[index] }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        var start = 0
        for end in [4, 6, 8, 10, 16] {
            if start > 0 { text += "-" }
            text += Hex.encode(Array(bytes[start..<end]))
            start = end
        }
        return text
    }

    private static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        for (index, byte) in text.utf8.enumerated() {
            switch index {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
            default:
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): break
                default: return false
                }
            }
        }
        return true
    }
}
