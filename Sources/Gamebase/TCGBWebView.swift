import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux
import Synchronization

extension WebViewConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBWebViewConfiguration }

    package func field(_ field: TCGBWebViewConfigurationField) -> FieldValue {
        switch field {
        case .navigationBarTitle: .text(navigationBarTitle)
        case .goBackImagePathForFullScreenNavigation: .text(goBackImagePath)
        case .closeImagePathForFullScreenNavigation: .text(closeImagePath)
        case .navigationBarColor: .number(Int64(navigationBarColor))
        case .navigationBarHeight: .real(navigationBarHeight)
        case .isNavigationBarVisible: .flag(isNavigationBarVisible)
        case .isBackButtonVisible: .flag(isBackButtonVisible)
        case .orientationMask: .number(Int64(orientationMask))
        case .contentMode: .number(Int64(contentMode))
        }
    }
}

/// The one object that the Objective-C SDK keeps the default configuration in; here it belongs to the current instance.
private struct SharedWebView: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBWebView }
    package typealias Field = NoField
    /// That of the handle which was given out last.
    var given: WebViewConfiguration?
}

// MARK: TCGBWebView

private let schemesMax = 64

@_cdecl("TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent") @implementation
public func TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(
    _ url: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?, _ configuration: OpaquePointer?,
    _ closeCompletion: TCGBErrorCompletion?, _ closeContext: UnsafeMutableRawPointer?,
    _ schemeList: UnsafePointer<UnsafePointer<CChar>?>?, _ schemeCount: Int, _ schemeEvent: TCGBWebViewSchemeEvent?,
    _ schemeContext: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBWebView")
    let address = arguments.text(url, "url") ?? ""
    let look = arguments.optional(configuration, WebViewConfiguration.self)
    var schemes: [String] = []
    if let schemeList, schemeCount >= 0, schemeCount <= schemesMax {
        for scheme in UnsafeBufferPointer(start: schemeList, count: schemeCount) {
            schemes.append(arguments.requiredText(scheme, "schemeList", "beginnings of addresses such as mygame://"))
        }
    } else if schemeList != nil || schemeCount != 0 {
        arguments.refuse("schemeCount", "must be the length of schemeList, at most \(schemesMax)")
    }
    let deliver = deliver(error: closeCompletion, closeContext)
    if let error = arguments.error { return refuse(error, closeCompletion != nil) { deliver($0) } }
    Clients.current.screens.showWebView(
        address, window: UInt(bitPattern: viewController), configuration: look, schemes: schemes,
        onScheme: { url in url.withCString { schemeEvent?($0, nil, schemeContext) } }, onClose: deliver)
}

@_cdecl("TCGBWebView_closeWebView") @implementation
public func TCGBWebView_closeWebView() { Clients.current.screens.closeWebView() }

@_cdecl("TCGBWebView_openWebBrowserWithURL") @implementation
public func TCGBWebView_openWebBrowserWithURL(_ url: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBWebView")
    let url = arguments.requiredText(url, "url", "an address such as https://example.com/")
    if arguments.error == nil, WebAddress.scheme(of: url) == nil { arguments.refuse("url", "is no address such as https://example.com/") }
    if arguments.refusedIntoLog() { return }
    Clients.current.screens.openWebBrowser(url)
}

private let sharedHandle = Atomic<UInt>(0)

@_cdecl("TCGBWebView_sharedTCGBWebView") @implementation
public func TCGBWebView_sharedTCGBWebView() -> OpaquePointer? {
    let known = sharedHandle.load(ordering: .acquiring)
    // False in a forked child too, for which the parent's handles name nothing.
    let isAlive =
        ProcessHandles.with(
            Handle(bits: UInt64(known)), class: BoundaryClass.TCGBWebView.rawValue, as: BoundaryBox<SharedWebView>.self
        ) { _ in true } ?? false
    if isAlive { return OpaquePointer(bitPattern: known) }
    guard let fresh = newHandle(SharedWebView()) else { return nil }
    let (exchanged, found) = sharedHandle.compareExchange(
        expected: known, desired: UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
    if exchanged { return fresh }
    releaseHandle(fresh)
    return OpaquePointer(bitPattern: found)
}

@_cdecl("TCGBWebView_defaultWebConfiguration") @implementation
public func TCGBWebView_defaultWebConfiguration(_ webView: OpaquePointer?) -> OpaquePointer? {
    let current = Clients.current.screens.defaultWebConfiguration
    let (handle, outdated) = read(webView, SharedWebView.self, else: (nil, nil)) { box -> (OpaquePointer?, OpaquePointer?) in
        if box.value.given == current, let made = box.madeChild(0) { return (made, nil) }
        guard let fresh = newHandle(current) else { return (nil, nil) }
        box.value.given = current
        return (fresh, box.replaceChild(0, fresh))
    }
    releaseHandle(outdated)
    return handle
}

@_cdecl("TCGBWebView_setDefaultWebConfiguration") @implementation
public func TCGBWebView_setDefaultWebConfiguration(_ webView: OpaquePointer?, _ defaultWebConfiguration: OpaquePointer?) {
    guard value(webView, SharedWebView.self) != nil else { return }
    var look: WebViewConfiguration? = WebViewConfiguration()
    if defaultWebConfiguration != nil { look = value(defaultWebConfiguration, WebViewConfiguration.self) }
    if let look { Clients.current.screens.defaultWebConfiguration = look }
}
