import Codecs

/// How a web view should look. The library passes it on to the host and looks at nothing of it.
public struct WebViewConfiguration: Sendable, Equatable {
    /// nil: the page's own title.
    public var navigationBarTitle: String?
    /// 0xAARRGGBB.
    public var navigationBarColor: UInt32 = 0xFF00_00FF
    public var navigationBarHeight = 50.0
    public var isNavigationBarVisible = true
    public var isBackButtonVisible = true
    /// Bits 1, 2, 4 and 8; 0 leaves it open.
    public var orientationMask: Int32 = 0
    public var contentMode: Int32 = 0
    public var goBackImagePath: String?
    public var closeImagePath: String?

    @export(interface) public init() {}
}

/// How image notices are shown.
public struct ImageNoticeConfiguration: Sendable {
    public static let timeoutMillisecondsDefault: Int64 = 5_000
    public static let timeoutMillisecondsMax: Int64 = 10 * 60_000

    /// 0xAARRGGBB; black, half transparent.
    public var backgroundColor: UInt32 = 0x8000_0000
    /// How long the host may load before the notices count as failed.
    public var timeoutMilliseconds = timeoutMillisecondsDefault
    public var enableAutoCloseByCustomScheme = true

    @export(interface) public init() {}
}

/// What a contact page sends to the customer service beside the player's id.
public struct ContactConfiguration: Sendable {
    public static let entriesMax = 64

    public var userName: String?
    /// Appended to the address; for the developer's own customer service only.
    public var additionalURL: String?
    public var additionalParameters = JSONObject()
    public var extraData = JSONObject()

    @export(interface) public init() {}
}
