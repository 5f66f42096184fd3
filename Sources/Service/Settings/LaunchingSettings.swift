import Linux
import Wire

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

extension SettingsObject {
    func launchingStatus(_ key: String) throws(SettingsError) -> Int64? {
        guard let code = try integer(key, in: 0...999) else { return nil }
        guard LaunchingStatus.name(code) != nil else {
            throw wrong(key, "must be a launching status (\(LaunchingStatus.allowed)), is \(code)")
        }
        return code
    }
}

/// The status that every client gets unless its version or a maintenance says another.
struct LaunchingSettings: Equatable {
    var status = LaunchingStatus.inService
    var message = ""

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["status", "message"])
        status = try object.launchingStatus("status") ?? LaunchingStatus.inService
        message = try object.text("message") ?? ""
    }

    var json: JSON { ["status": .integer(status), "message": .string(message)] }
}

/// A registered client version and its status.
struct ClientSettings: Equatable {
    var version: String
    var storeCode = StoreSettings.sandbox
    var status = LaunchingStatus.inService
    var message = ""

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["version", "storeCode", "status", "message"])
        version = try object.requiredText("version", max: 64)
        storeCode = try object.identifier("storeCode", max: 32) ?? StoreSettings.sandbox
        status = try object.launchingStatus("status") ?? LaunchingStatus.inService
        message = try object.text("message") ?? ""
    }

    var json: JSON {
        ["version": .string(version), "storeCode": .string(storeCode), "status": .integer(status), "message": .string(message)]
    }
}
