import Linux
import Wire

extension SettingsObject {
    static let identifierBytesMax = 64

    /// A list of identifiers such as device keys, versions and user ids.
    func identifiers(_ key: String, countMax: Int) throws(SettingsError) -> [String] {
        try list(key, max: countMax) { (json: JSON, path: String) throws(SettingsError) -> String in
            guard let text = json.stringValue else { throw SettingsError(path, "must be text, is \(json.kindName)") }
            guard !text.isEmpty, text.utf8.count <= Self.identifierBytesMax else {
                throw SettingsError(path, "must be 1 to \(Self.identifierBytesMax) bytes of UTF-8, is \(text.utf8.count)")
            }
            return text
        } ?? []
    }
}

extension JSON {
    static func texts(_ list: [String]) -> JSON { .array(list.map { .string($0) }) }
}

/// Devices and users, by key and id.
struct DeviceListSettings: Equatable {
    static let countMax = 1000

    var deviceKeys: [String] = []
    var userIds: [String] = []
    /// For those who are blocked: why.
    var message = ""

    init() {}

    /// Who may test while a maintenance keeps everybody else out.
    init(testDevices json: JSON, at path: String) throws(SettingsError) {
        try self.init(SettingsObject(json, at: path, keys: ["deviceKeys", "userIds"]))
    }

    /// Who is kept out.
    init(blocked json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["deviceKeys", "userIds", "message"])
        try self.init(object)
        message = try object.text("message") ?? ""
    }

    private init(_ object: SettingsObject) throws(SettingsError) {
        deviceKeys = try object.identifiers("deviceKeys", countMax: Self.countMax)
        userIds = try object.identifiers("userIds", countMax: Self.countMax)
    }

    /// By what a client is in the list; empty when it is not.
    func matches(_ client: LaunchingClient) -> [JSON] {
        var types: [JSON] = []
        if deviceKeys.contains(client.deviceKey) { types.append("DEVICE_KEY") }
        if userIds.contains(client.userId) { types.append("USER_ID") }
        return types
    }

    var testDevicesJSON: JSON { ["deviceKeys": .texts(deviceKeys), "userIds": .texts(userIds)] }
    var blockedJSON: JSON { ["deviceKeys": .texts(deviceKeys), "userIds": .texts(userIds), "message": .string(message)] }
}

/// Whom a maintenance concerns: a store's clients, all or some versions of them.
struct MaintenanceTarget: Equatable {
    static let countMax = 100

    /// nil: every store.
    var storeCode: String?
    /// Empty: every version.
    var versions: [String]

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["storeCode", "versions"])
        storeCode = try object.identifier("storeCode", max: 32)
        versions = try object.identifiers("versions", countMax: Self.countMax)
    }

    func concerns(_ client: LaunchingClient) -> Bool {
        (storeCode == nil || storeCode == client.storeCode) && (versions.isEmpty || versions.contains(client.clientVersion))
    }

    var json: JSON { ["storeCode": .optional(storeCode), "versions": .texts(versions)] }
}
