import Codecs
import Linux

/// The parts of the launching information that come from the settings, with the SDK's keys.
extension Launching {
    func launchingApp(for client: LaunchingClient) -> JSON {
        [
            "typeCode": .string(settings.app.typeCode),
            "storeCode": .string(client.storeCode),
            "accessInfo": ["serverAddress": ""],
            "relatedUrls": settings.relatedUrls.json,
            "install": ["url": .string(settings.app.installUrl), "detailUrl": .string(settings.app.installDetailUrl)],
            "language": ["deviceLanguage": .string(client.deviceLanguage), "defaultLanguage": .string(settings.app.defaultLanguage)],
            "idP": launchingIdPs,
            "loginUrls": ["gamebaseUrl": ""],
            "customerService": [
                "type": .string(settings.customerService.type), "url": .string(settings.customerService.url),
                "accessInfo": .string(settings.customerService.accessInfo),
            ],
            "gameNotice": settings.screens.gameNotice.json,
            "termsService": [
                "showTermsFlag": .bool(!settings.screens.terms.isEmpty), "termsUrl": .string(settings.relatedUrls.termsUrl),
            ],
        ]
    }

    private var launchingIdPs: JSON {
        var list = IdPSettings.launchingJSON(settings.idPs).objectValue ?? JSONObject()
        if settings.permitsGuests, list[IdPSettings.guest] == nil { list[IdPSettings.guest] = [:] }
        return .object(list)
    }

    var launchingStores: JSON {
        if settings.stores.isEmpty { return [["id": "1", "name": "SANDBOX", "storeCode": "SANDBOX", "storeAppId": ""]] }
        var stores: [JSON] = []
        for (index, store) in settings.stores.enumerated() {
            stores.append([
                "id": .string("\(index + 1)"), "name": .string(store.storeCode), "storeCode": .string(store.storeCode),
                "storeAppId": .string(store.storeAppId),
            ])
        }
        return .array(stores)
    }

    static let tcProduct: JSON = [
        "gamebase": ["appKey": ""], "tcLaunching": ["appKey": ""], "iap": ["appKey": ""], "push": ["appKey": ""],
    ]

    /// No introspection and no remote log settings: there is nothing here that they would ask.
    static let tcgbClient: JSON = [
        "introspection": ["intervalSeconds": 0],
        "stability": [
            "useFlag": false, "useFlagSpecificUser": false, "logLevel": "", "appKey": "", "appKeyVersion": 0, "initFailCount": 0,
            "securityBlacklist": [],
        ],
        "forceRemoteSettings": ["log": ["policy": "", "indicator": "", "reason": "", "appKeyIndicator": "", "appKeyLog": ""]],
    ]
}
