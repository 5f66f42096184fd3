import Codecs
import Linux

/// What one user of the mobile backend, and one address network, may store of an app that is served over a network. In the process of the
/// game there is no such limit.
struct ShareSettings: Equatable, SettingsTable {
    var user = UserShareSettings()
    var network = NetworkShareSettings()

    mutating func fields(_ fields: inout SettingsFields) {
        fields.part("user", &user)
        fields.part("network", &network)
    }
}

struct UserShareSettings: Equatable, SettingsTable {
    static let most: Int64 = 1 << 50

    var objects: Int64 = 10_000
    var objectBytes: Int64 = 128 << 20
    var installations: Int64 = 100
    var roles: Int64 = 100
    var files: Int64 = 1_000
    var fileBytes: Int64 = 128 << 20

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("objects", &objects, in: 0...Self.most)
        fields.integer("objectBytes", &objectBytes, in: 0...Self.most)
        fields.integer("installations", &installations, in: 0...Self.most)
        fields.integer("roles", &roles, in: 0...Self.most)
        fields.integer("files", &files, in: 0...Self.most)
        fields.integer("fileBytes", &fileBytes, in: 0...Self.most)
    }

    var limits: [ShareKind: Int64] {
        [
            .objects: objects, .objectBytes: objectBytes, .installations: installations, .roles: roles, .files: files,
            .fileBytes: fileBytes,
        ]
    }
}

/// A network may have many players behind one address.
struct NetworkShareSettings: Equatable, SettingsTable {
    var objects: Int64 = 200_000
    var objectBytes: Int64 = 1 << 30
    var installations: Int64 = 20_000
    var roles: Int64 = 1_000
    var files: Int64 = 20_000
    var fileBytes: Int64 = 1 << 30
    /// Of a day: users of the mobile backend, members, devices that answer terms before anybody logs in there, and metrics.
    var accounts: Int64 = 10_000
    var guests: Int64 = 10_000
    var devices: Int64 = 10_000
    var metricBytes: Int64 = 256 << 20

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("objects", &objects, in: 0...UserShareSettings.most)
        fields.integer("objectBytes", &objectBytes, in: 0...UserShareSettings.most)
        fields.integer("installations", &installations, in: 0...UserShareSettings.most)
        fields.integer("roles", &roles, in: 0...UserShareSettings.most)
        fields.integer("files", &files, in: 0...UserShareSettings.most)
        fields.integer("fileBytes", &fileBytes, in: 0...UserShareSettings.most)
        fields.integer("accounts", &accounts, in: 0...UserShareSettings.most)
        fields.integer("guests", &guests, in: 0...UserShareSettings.most)
        fields.integer("devices", &devices, in: 0...UserShareSettings.most)
        fields.integer("metricBytes", &metricBytes, in: 0...UserShareSettings.most)
    }

    var limits: [ShareKind: Int64] {
        [
            .objects: objects, .objectBytes: objectBytes, .installations: installations, .roles: roles, .files: files,
            .fileBytes: fileBytes, .accounts: accounts, .guests: guests, .devices: devices,
            .metricBytes: metricBytes,
        ]
    }
}
