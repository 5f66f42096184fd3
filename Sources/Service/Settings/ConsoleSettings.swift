import Codecs
import Linux

/// What an operator sets at the console: one JSON object, every part optional. Reading refuses what it does not know, so that a
/// typing error is not silent; writing gives the effective whole, and reading that again gives the same settings.
struct ConsoleSettings: Equatable, SettingsTable {
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
    var figures = FigureSettings()
    var temporaryWithdrawal = TemporaryWithdrawalSettings()
    var transferAccount = TransferAccountSettings()
    var testDevices = DeviceListSettings()
    var blocked = BlockedSettings()
    var banTemplates: [BanTemplateSettings] = []
    var coupons: [CouponSettings] = []
    var leaderboards: [LeaderboardSettings] = []
    var ncmb = NCMBSettings()
    /// null: no mails are sent (`mail`).
    var mailJSON = JSON.null
    /// null: nothing is watched (`alarms`).
    var alarmsJSON = JSON.null
    var shares = ShareSettings()
    var screens = ScreenSettings()

    /// What one setting opens, or closes; without it the kind of app does.
    func isOpen(_ setting: Bool?) -> Bool { setting ?? app.isSandbox }

    init() {}

    init(json: JSON) throws(SettingsError) {
        try self.init(json, at: "$")
        try checkTogether()
    }

    mutating func fields(_ fields: inout SettingsFields) {
        fields.part("app", &app)
        fields.idPs("idPs", &idPs)
        fields.list("clients", &clients, max: Self.clientsMax)
        fields.part("launching", &launching)
        fields.part("maintenance", &maintenance)
        fields.part("notice", &notice)
        fields.part("relatedUrls", &relatedUrls)
        fields.part("customerService", &customerService)
        fields.text("tcLaunching", &tcLaunching, max: Self.tcLaunchingBytesMax)
        fields.list("stores", &stores, max: Self.storesMax)
        fields.products("products", &products)
        fields.part("sandboxStore", &sandboxStore)
        fields.part("testDevices", &testDevices)
        fields.part("blocked", &blocked)
        fields.list("banTemplates", &banTemplates, max: BanTemplateSettings.countMax)
        fields.list("coupons", &coupons, max: CouponSettings.countMax)
        fields.list("leaderboards", &leaderboards, max: LeaderboardSettings.countMax)
        fields.part("temporaryWithdrawal", &temporaryWithdrawal)
        fields.part("transferAccount", &transferAccount)
        fields.part("purchases", &purchases)
        fields.part("retention", &retention)
        fields.part("figures", &figures)
        fields.part("ncmb", &ncmb)
        fields.mail("mail", &mailJSON)
        fields.ofServers(.alarms, &alarmsJSON)
        fields.part("shares", &shares)
        screens.fields(&fields)
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
        for (index, template) in banTemplates.enumerated() where banTemplates.prefix(index).contains(where: { $0.code == template.code }) {
            throw SettingsError("$.banTemplates[\(index)].templateCode", "\(template.code) is there already")
        }
        for (index, coupon) in coupons.enumerated() where coupons.prefix(index).contains(where: { $0.code == coupon.code }) {
            throw SettingsError("$.coupons[\(index)].couponCode", "\(coupon.code) is there already")
        }
        for (index, rules) in leaderboards.enumerated() where leaderboards.prefix(index).contains(where: { $0.factor == rules.factor }) {
            throw SettingsError("$.leaderboards[\(index)].factor", "\(rules.factor) is there already")
        }
        guard !stores.isEmpty else { return }
        for (index, product) in products.enumerated() where !stores.contains(where: { $0.storeCode == product.storeCode }) {
            throw SettingsError("$.products[\(index)].storeCode", "\(product.storeCode) is not one of $.stores")
        }
    }

    /// Guests may come unless the settings say no.
    var permitsGuests: Bool {
        for idP in idPs where idP.code == IdPSettings.guest { return idP.isEnabled }
        return true
    }
}
