import Linux
import Wire

/// Launching: what a client learns when it starts, and the status it asks for again and again ("Initialization" page of the SDK).
extension Service {
    func getLaunching(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        try checkApp(parameters)
        let client = try LaunchingClient(parameters)
        try checkRegistered(client)
        let status = launchingStatus(for: client)
        var launching: JSONObject = [
            "status": status.json,
            "app": launchingApp(for: client),
            "tcgbClient": Self.tcgbClient,
        ]
        if let maintenance = activeMaintenance { launching["maintenance"] = maintenance.launchingJSON }
        if let notice = settings.notice { launching["notice"] = notice.json }
        return .success([
            "date": .string(ISO8601.text(epochMilliseconds: now)),
            "request": client.echo,
            "launching": .object(launching),
            "tcProduct": Self.tcProduct,
            "tcIap": launchingStores,
            "tcLaunching": .string(settings.tcLaunching),
        ])
    }

    func getLaunchingStatus(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        try checkApp(parameters)
        let client = try LaunchingClient(parameters)
        try checkRegistered(client)
        var launching: JSONObject = ["status": launchingStatus(for: client).json]
        if let maintenance = activeMaintenance { launching["maintenance"] = maintenance.launchingJSON }
        return .success([
            "date": .string(ISO8601.text(epochMilliseconds: now)), "request": client.echo, "launching": .object(launching),
        ])
    }

    static let appIdBytesMax = 64

    /// Without settings that name the app, the first client's id becomes the app's.
    private func checkApp(_ parameters: Parameters) throws(Failure) {
        let given = try parameters.text("appId", bytesMax: Self.appIdBytesMax)
        if let appId {
            guard appId == given else {
                throw Failure.refused(ResultCode.appUnregistered, "appId: this service is the app \"\(appId)\", not \"\(given)\"")
            }
            return
        }
        try persist(PersistedState.Name.adoptedAppId, given)
        persisted.adoptedAppId = given
    }

    private func checkRegistered(_ client: LaunchingClient) throws(Failure) {
        guard !settings.clients.isEmpty, registration(of: client) == nil else { return }
        throw Failure.refused(
            ResultCode.clientVersionUnregistered,
            "clientVersion: \"\(client.clientVersion)\" for store \(client.storeCode) is not registered",
            body: ["updateInfo": [
                "installUrl": .string(settings.app.installUrl), "message": "This version is not registered. Please install the current one.",
                "detailUrl": .string(settings.app.installDetailUrl),
            ]])
    }

    private func registration(of client: LaunchingClient) -> ClientSettings? {
        settings.clients.first { $0.version == client.clientVersion && $0.storeCode == client.storeCode }
    }

    private var activeMaintenance: MaintenanceSettings? {
        guard let maintenance = settings.maintenance, maintenance.isActive(at: now) else { return nil }
        return maintenance
    }

    /// A required update outranks a maintenance ("Operation" page), a maintenance outranks the console's status, and that the version's.
    private func launchingStatus(for client: LaunchingClient) -> (code: Int64, json: JSON) {
        let version = registration(of: client)
        let launching = settings.launching
        let code: Int64
        var message = ""
        if let version, version.status == LaunchingStatus.updateRequired {
            (code, message) = (version.status, version.message)
        } else if let maintenance = activeMaintenance {
            code = maintenance.status
        } else if launching.status != LaunchingStatus.inService {
            (code, message) = (launching.status, launching.message)
        } else {
            (code, message) = (version?.status ?? launching.status, version.map { $0.message } ?? "")
            if message.isEmpty { message = launching.message }
        }
        if message.isEmpty { message = LaunchingStatus.name(code) ?? "" }
        return (code, ["code": .integer(code), "message": .string(message)])
    }
}
