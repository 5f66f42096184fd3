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
