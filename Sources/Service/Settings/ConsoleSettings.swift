import Linux
import Wire

/// What an operator sets at the console: one JSON object, every part optional. Reading refuses what it does not know, so that a
/// typing error is not silent; writing gives the effective whole, and reading that again gives the same settings.
struct ConsoleSettings: Equatable {
    static let limits = JSONLimits(depthMax: 16, bytesMax: 16 << 20, membersMax: 1 << 20)
    static let clientsMax = 1000
    static let storesMax = 100
    static let idPsMax = 32
    static let productsMax = 10_000
    static let tcLaunchingBytesMax = 64 << 10

    var app = AppSettings()
    var idPs: [IdPSettings] = []
    var clients: [ClientSettings] = []
    var launching = LaunchingSettings()
    var maintenance: MaintenanceSettings?
    var notice: NoticeSettings?
    var relatedUrls = RelatedUrlSettings()
    var customerService = CustomerServiceSettings()
    var tcLaunching = ""
    /// Empty: the SANDBOX store alone.
    var stores: [StoreSettings] = []
    var products: [Product] = []
    var sandboxStore = SandboxStoreSettings()
    var purchases = PurchaseSettings()
    var retention = RetentionSettings()
    var temporaryWithdrawal = TemporaryWithdrawalSettings()
    var transferAccount = TransferAccountSettings()
    var testDevices = DeviceListSettings()
    var blocked = DeviceListSettings()
    var screens = ScreenSettings()

    init() {}

    init(json: JSON) throws(SettingsError) {
        let root = try SettingsObject(json, at: "$", keys: [
            "app", "idPs", "clients", "launching", "maintenance", "notice", "relatedUrls", "customerService", "tcLaunching", "stores",
            "products", "sandboxStore", "testDevices", "blocked",
            "temporaryWithdrawal", "transferAccount", "purchases", "retention",
        ] + ScreenSettings.keys)
        if let part = root.part("app") { app = try AppSettings(part.json, at: part.path) }
        if let part = root.part("idPs") { idPs = try IdPSettings.list(part.json, at: part.path) }
        clients = try root.list("clients", max: Self.clientsMax, ClientSettings.init) ?? []
        if let part = root.part("launching") { launching = try LaunchingSettings(part.json, at: part.path) }
        if let part = root.part("maintenance") { maintenance = try MaintenanceSettings(part.json, at: part.path) }
        if let part = root.part("notice") { notice = try NoticeSettings(part.json, at: part.path) }
        if let part = root.part("relatedUrls") { relatedUrls = try RelatedUrlSettings(part.json, at: part.path) }
        if let part = root.part("customerService") { customerService = try CustomerServiceSettings(part.json, at: part.path) }
        tcLaunching = try root.text("tcLaunching", max: Self.tcLaunchingBytesMax) ?? ""
        stores = try root.list("stores", max: Self.storesMax, StoreSettings.init) ?? []
        if let part = root.part("products") { products = try Product.catalogue(part.json, at: part.path) }
        if let part = root.part("sandboxStore") { sandboxStore = try SandboxStoreSettings(part.json, at: part.path) }
        if let part = root.part("purchases") { purchases = try PurchaseSettings(part.json, at: part.path) }
        if let part = root.part("retention") { retention = try RetentionSettings(part.json, at: part.path) }
        if let part = root.part("temporaryWithdrawal") { temporaryWithdrawal = try TemporaryWithdrawalSettings(part.json, at: part.path) }
        if let part = root.part("transferAccount") { transferAccount = try TransferAccountSettings(part.json, at: part.path) }
        if let part = root.part("testDevices") { testDevices = try DeviceListSettings(testDevices: part.json, at: part.path) }
        if let part = root.part("blocked") { blocked = try DeviceListSettings(blocked: part.json, at: part.path) }
        screens = try ScreenSettings(root)
        try checkTogether()
    }

    /// Rules between the parts.
    func checkTogether() throws(SettingsError) {
        for (index, client) in clients.enumerated() {
            for (earlier, other) in clients.prefix(index).enumerated()
            where other.version == client.version && other.storeCode == client.storeCode {
                throw SettingsError("$.clients[\(index)]", "repeats version and storeCode of $.clients[\(earlier)]")
            }
        }
        for (index, store) in stores.enumerated() where stores.prefix(index).contains(where: { $0.storeCode == store.storeCode }) {
            throw SettingsError("$.stores[\(index)].storeCode", "\(store.storeCode) is there already")
        }
        guard !stores.isEmpty else { return }
        for (index, product) in products.enumerated() where !stores.contains(where: { $0.storeCode == product.storeCode }) {
            throw SettingsError("$.products[\(index)].storeCode", "\(product.storeCode) is not one of $.stores")
        }
    }

    var json: JSON {
        var whole = parts
        screens.write(to: &whole)
        return .object(whole)
    }

    private var parts: JSONObject {
        [
            "app": app.json, "idPs": IdPSettings.json(idPs), "clients": .array(clients.map { $0.json }), "launching": launching.json,
            "maintenance": maintenance?.json ?? .null, "notice": notice?.json ?? .null, "relatedUrls": relatedUrls.json,
            "customerService": customerService.json, "tcLaunching": .string(tcLaunching), "stores": .array(stores.map { $0.json }),
            "products": .array(products.map { $0.json }), "sandboxStore": sandboxStore.json,
            "purchases": purchases.json, "retention": retention.json,
            "temporaryWithdrawal": temporaryWithdrawal.json, "transferAccount": transferAccount.json,
            "testDevices": testDevices.testDevicesJSON, "blocked": blocked.blockedJSON,
        ]
    }

    /// Guests may come unless the settings say no.
    var permitsGuests: Bool {
        for idP in idPs where idP.code == IdPSettings.guest { return idP.isEnabled }
        return true
    }
}
