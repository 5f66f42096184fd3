import Codecs
import Linux
import Messages

/// Launching: what a client learns when it starts, and the status it asks for again and again ("Initialization" page of the SDK).
struct Launching: Capability {
    let core: ServiceCore

    func getLaunching(_ request: Request) throws(Failure) -> Reply {
        let client = try launchingClient(request)
        var launching = launchingStatusParts(for: client)
        launching["app"] = launchingApp(for: client)
        launching["tcgbClient"] = Self.tcgbClient
        if let notice = settings.notice { launching["notice"] = notice.json }
        return .success([
            "date": .string(ISO8601.text(epochMilliseconds: now)),
            "header": [
                "isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS", "transactionId": .string(request.transactionId),
            ],
            "request": client.echo,
            "launching": .object(launching),
            "tcProduct": Self.tcProduct,
            "tcIap": launchingStores,
            "tcLaunching": .string(settings.tcLaunching),
        ])
    }

    func getLaunchingStatus(_ request: Request) throws(Failure) -> Reply {
        let client = try launchingClient(request)
        return .success([
            "date": .string(ISO8601.text(epochMilliseconds: now)), "request": client.echo,
            "launching": .object(launchingStatusParts(for: client)),
        ])
    }

    private func launchingClient(_ request: Request) throws(Failure) -> LaunchingClient {
        let parameters = Parameters(request.parameters)
        try checkApp(parameters)
        let client = try LaunchingClient(parameters)
        try checkRegistered(client)
        return client
    }

    /// What a poll asks for: the status, and what belongs to it.
    private func launchingStatusParts(for client: LaunchingClient) -> JSONObject {
        let testing = settings.testDevices.matches(client)
        let status = launchingStatus(for: client, isTestDevice: !testing.isEmpty)
        var launching: JSONObject = ["status": status.json]
        if let maintenance = activeMaintenance(for: client) { launching["maintenance"] = maintenance.launchingJSON }
        // Those who are kept out are not told who may test.
        if (200..<300).contains(status.code) {
            launching["user"] = ["testDevice": ["matchingFlag": .bool(!testing.isEmpty), "matchingTypes": .array(testing)]]
        }
        return launching
    }

    static let appIdBytesMax = 64

    /// Without settings that name the app, the first client's id becomes the app's.
    private func checkApp(_ parameters: Parameters) throws(Failure) {
        let given = try parameters.text("appId", bytesMax: Self.appIdBytesMax)
        if let known = core.gamebaseAppId {
            guard known == given else {
                throw Failure.refused(ResultCode.appUnregistered, "appId: this service is the app \"\(known)\", not \"\(given)\"")
            }
            return
        }
        // A stranger's word names no app.
        guard core.believesAsker else {
            throw Failure.refused(ResultCode.appUnregistered, "appId: this server has no settings of an app yet; its operator loads them")
        }
        try persist(PersistedState.Name.adoptedAppId, given)
        persisted.adoptedAppId = given
    }

    func checkRegistered(_ client: LaunchingClient) throws(Failure) {
        guard !settings.clients.isEmpty, registration(of: client) == nil else { return }
        throw Failure.refused(
            ResultCode.clientVersionUnregistered,
            "clientVersion: \"\(client.clientVersion)\" for store \(client.storeCode) is not registered",
            body: [
                "updateInfo": [
                    "installUrl": .string(settings.app.installUrl),
                    "message": "This version is not registered. Please install the current one.",
                    "detailUrl": .string(settings.app.installDetailUrl),
                ]
            ])
    }

    private func registration(of client: LaunchingClient) -> ClientSettings? {
        settings.clients.first { $0.version == client.clientVersion && $0.storeCode == client.storeCode }
    }

    func activeMaintenance(for client: LaunchingClient) -> MaintenanceSettings? {
        guard let maintenance = settings.maintenance, maintenance.isActive(at: now, for: client) else { return nil }
        return maintenance
    }

    /// A required update outranks a block and a maintenance ("Operation" page), these outrank the console's status, and that the version's.
    /// A maintenance lets test devices in.
    func launchingStatus(for client: LaunchingClient, isTestDevice: Bool) -> (code: Int64, json: JSON) {
        let version = registration(of: client)
        let launching = settings.launching
        var code: Int64
        var message = ""
        if let version, version.status == LaunchingStatus.updateRequired {
            (code, message) = (version.status, version.message)
        } else if !settings.blocked.devices.matches(client).isEmpty {
            (code, message) = (LaunchingStatus.blockedUser, settings.blocked.message)
        } else if let maintenance = activeMaintenance(for: client) {
            code = maintenance.status
        } else if launching.status != LaunchingStatus.inService {
            (code, message) = (launching.status, launching.message)
        } else {
            (code, message) = (version?.status ?? launching.status, version.map { $0.message } ?? "")
            if message.isEmpty { message = launching.message }
        }
        if isTestDevice, code == LaunchingStatus.inspectingService || code == LaunchingStatus.inspectingAllServices {
            (code, message) = (LaunchingStatus.inServiceByQAWhiteList, "")
        }
        if message.isEmpty { message = LaunchingStatus.name(code) ?? "" }
        return (code, ["code": .integer(code), "message": .string(message)])
    }
}

extension Launching {
    static func requests(_ table: inout RequestTable) {
        table.row(.getServerTime, "", Launching.getServerTime)
        table.row(.getLaunching, "@client appId userId", Launching.getLaunching)
        table.row(.getLaunchingStatus, "@client appId userId", Launching.getLaunchingStatus)
    }

    private func getServerTime(_ request: Request) -> Reply { .success(["date": .integer(now)]) }
}

/// What a client says about itself when it asks for the launching information.
struct LaunchingClient {
    static let fieldBytesMax = 512
    private static let echoed = [
        "displayLanguage", "deviceLanguage", "userId", "osCode", "clientVersion", "sdkVersion", "uuid", "deviceKey", "deviceModel",
        "osVersion", "deviceCountryCode", "usimCountryCode",
    ]

    let clientVersion: String
    let storeCode: String
    let deviceLanguage: String
    let deviceKey: String
    let userId: String
    /// Its own words, returned to it as `request`.
    let echo: JSON

    init(_ parameters: Parameters) throws(Failure) {
        var echo = JSONObject()
        for name in Self.echoed {
            let missing = name == "userId" ? "0" : name == "usimCountryCode" ? "ZZ" : ""
            echo[name] = .string(try parameters.optionalText(name, bytesMax: Self.fieldBytesMax) ?? missing)
        }
        clientVersion = echo["clientVersion"]?.stringValue ?? ""
        deviceLanguage = echo["deviceLanguage"]?.stringValue ?? ""
        deviceKey = echo["deviceKey"]?.stringValue ?? ""
        userId = echo["userId"]?.stringValue ?? ""
        storeCode = try parameters.optionalText("storeCode", bytesMax: 32) ?? StoreSettings.sandbox
        self.echo = .object(echo)
    }
}
