import Codecs
import Documents
import Linux
import Messages

extension SettingsFields {
    static let identifierBytesMax = 64

    /// A list of identifiers such as device keys, versions and user ids.
    @inline(never)
    mutating func identifiers(_ key: String, _ value: inout [String], countMax: Int, bytesMax: Int = identifierBytesMax) {
        texts(key, &value, max: countMax) { text in
            if !text.isEmpty, text.utf8.count <= bytesMax { return nil }
            return "must be 1 to \(bytesMax) bytes of UTF-8, is \(text.utf8.count)"
        }
    }
}

/// Devices and users, by key and id: who may test while a maintenance keeps everybody else out.
struct DeviceListSettings: Equatable, SettingsTable {
    static let countMax = 1000
    /// Of a key, or of its digest.
    static let deviceKeyBytesMax = 72

    var deviceKeys: [String] = []
    var userIds: [String] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.identifiers("deviceKeys", &deviceKeys, countMax: Self.countMax, bytesMax: Self.deviceKeyBytesMax)
        fields.identifiers("userIds", &userIds, countMax: Self.countMax)
    }

    /// Those that open something are kept as digests, which are no keys themselves.
    private func has(_ deviceKey: String) -> Bool {
        if deviceKeys.isEmpty || GuardedField.isDigest(deviceKey) { return false }
        return deviceKeys.contains(deviceKey) || deviceKeys.contains(GuardedField.digest(deviceKey, of: GuardedField.testDeviceKey))
    }

    /// By what a client is in the list; empty when it is not.
    func matches(_ client: LaunchingClient) -> [JSON] {
        var types: [JSON] = []
        if has(client.deviceKey) { types.append("DEVICE_KEY") }
        if userIds.contains(client.userId) { types.append("USER_ID") }
        return types
    }
}

/// Who is kept out, and why.
struct BlockedSettings: Equatable, SettingsTable {
    var devices = DeviceListSettings()
    var message = ""

    mutating func fields(_ fields: inout SettingsFields) {
        devices.fields(&fields)
        fields.text("message", &message)
    }
}

/// Whom a maintenance concerns: a store's clients, all or some versions of them.
struct MaintenanceTarget: Equatable, SettingsTable {
    static let countMax = 100

    /// nil: every store.
    var storeCode: String?
    /// Empty: every version.
    var versions: [String] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.identifier("storeCode", &storeCode, max: Limit.storeCodeBytes)
        fields.identifiers("versions", &versions, countMax: Self.countMax)
    }

    func concerns(_ client: LaunchingClient) -> Bool {
        (storeCode == nil || storeCode == client.storeCode) && (versions.isEmpty || versions.contains(client.clientVersion))
    }
}
