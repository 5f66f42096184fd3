import Codecs
import Linux
import Messages

/// The launching status codes of the SDK ("Launching status" table).
enum LaunchingStatus {
    static let inService: Int64 = 200
    static let inServiceByQAWhiteList: Int64 = 202
    static let updateRequired: Int64 = 300
    static let blockedUser: Int64 = 301
    static let inspectingService: Int64 = 303
    static let inspectingAllServices: Int64 = 304

    static func name(_ code: Int64) -> String? {
        switch code {
        case 200: "IN_SERVICE"
        case 201: "RECOMMEND_UPDATE"
        case 202: "IN_SERVICE_BY_QA_WHITE_LIST"
        case 203: "IN_TEST"
        case 204: "IN_REVIEW"
        case 205: "IN_BETA"
        case 300: "REQUIRE_UPDATE"
        case 301: "BLOCKED_USER"
        case 302: "TERMINATED_SERVICE"
        case 303: "INSPECTING_SERVICE"
        case 304: "INSPECTING_ALL_SERVICES"
        case 500: "INTERNAL_SERVER_ERROR"
        default: nil
        }
    }

    static let allowed = "200 to 205, 300 to 304, 500"
}

extension SettingsFields {
    @inline(never)
    mutating func launchingStatus(_ key: String, _ value: inout Int64) {
        integer(key, &value, in: 0...999)
        if LaunchingStatus.name(value) == nil { refuse(key, "must be a launching status (\(LaunchingStatus.allowed)), is \(value)") }
    }
}

/// The status that every client gets unless its version or a maintenance says another.
struct LaunchingSettings: Equatable, SettingsTable {
    var status = LaunchingStatus.inService
    var message = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.launchingStatus("status", &status)
        fields.text("message", &message)
    }
}

/// A registered client version and its status.
struct ClientSettings: Equatable, SettingsTable {
    var version = ""
    var storeCode = StoreSettings.sandbox
    var status = LaunchingStatus.inService
    var message = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.requiredText("version", &version, max: 64)
        fields.identifier("storeCode", &storeCode, max: Limit.storeCodeBytes)
        fields.launchingStatus("status", &status)
        fields.text("message", &message)
    }
}
