import Codecs
import Linux
import Messages

/// What a game server reads of launching, without being a client ("Launching" and "Maintenance" of the server API guide).
extension Launching {
    static let osCodes = ["AOS", "IOS", "WEB", "WINDOWS", "MACOS", "LINUX"]

    /// {osCode, storeCode, clientVersion} -> {launchingData}
    func simple(_ parameters: Parameters) throws(Failure) -> Reply {
        _ = try parameters.oneOf("osCode", Self.osCodes)
        _ = try parameters.text("storeCode", bytesMax: Limit.storeCodeBytes)
        _ = try parameters.text("clientVersion", bytesMax: LaunchingClient.fieldBytesMax)
        let client = try LaunchingClient(parameters)
        try checkRegistered(client)
        var data: JSONObject = [
            "status": launchingStatus(for: client, isTestDevice: false).json,
            "app": [
                "storeCode": .string(client.storeCode),
                "accessInfo": ["serverAddress": "", "csInfo": .string(settings.customerService.accessInfo)],
                "relatedUrls": [
                    "termsUrl": .string(settings.relatedUrls.termsUrl), "csUrl": .string(settings.customerService.url),
                    "punishRuleUrl": .string(settings.relatedUrls.punishRuleUrl),
                    "personalInfoCollectionUrl": .string(settings.relatedUrls.personalInfoCollectionUrl),
                ],
                "install": ["url": .string(settings.app.installUrl)],
            ],
        ]
        if let maintenance = activeMaintenance(for: client) { data["maintenance"] = .object(maintenance.serverJSON) }
        return .success(["launchingData": .object(data)])
    }

    /// {} -> {appId, underMaintenance, maintenance?}: whoever it is for.
    func underMaintenance() -> Reply {
        var answer: JSONObject = ["appId": .string(appId ?? ""), "underMaintenance": false]
        if let maintenance = settings.maintenance, maintenance.isActive(at: now) {
            var told = maintenance.serverJSON
            let stores = maintenance.targets.compactMap { $0.storeCode }
            told["targetStores"] = .array(stores.map { .string($0) })
            answer["underMaintenance"] = true
            answer["maintenance"] = .object(told)
        }
        return .success(.object(answer))
    }
}
