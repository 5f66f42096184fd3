import Messages

/// What `initialize` is told about the app.
public struct Configuration: Sendable, Equatable {
    public var appID: String
    public var appVersion: String
    /// `REAL` for players; the SDKs keep the other zones to the vendor.
    public var zoneType: String
    public var enablePopup = false
    /// Takes effect together with `enablePopup` only, as do the two below.
    public var enableLaunchingStatusPopup = true
    public var enableBanPopup = true
    public var enableKickoutPopup = true
    public var storeCode = "SANDBOX"
    /// Nil: the language of the device.
    public var displayLanguageCode: String?
    /// Nil: the one that the environment names, else the service inside the process.
    public var serviceURL: ServiceAddress?

    @export(interface) public init(appID: String, appVersion: String, zoneType: String = "REAL") {
        self.appID = appID
        self.appVersion = appVersion
        self.zoneType = zoneType
    }
}
