import Boundary
import CGamebase
import Client

@_cdecl("TCGBWebViewConfiguration_create") @implementation
public func TCGBWebViewConfiguration_create() -> OpaquePointer? { newHandle(WebViewConfiguration()) }

/// A text that may be taken away again with NULL. One that is not UTF-8 changes nothing.
func setText<Value: BoundaryValue>(
    _ object: OpaquePointer?, _ type: Value.Type, _ text: CText?, _ name: StaticString, _ className: StaticString,
    _ function: StaticString = #function, _ set: (inout Value, String?) -> Void
) {
    var arguments = Arguments(className)
    let text = arguments.text(text, name)
    if arguments.refusedIntoLog(function) { return }
    change(object, type, function) { set(&$0, text) }
}

@_cdecl("TCGBWebViewConfiguration_setNavigationBarTitle") @implementation
public func TCGBWebViewConfiguration_setNavigationBarTitle(_ configuration: OpaquePointer?, _ navigationBarTitle: UnsafePointer<CChar>?) {
    setText(configuration, WebViewConfiguration.self, navigationBarTitle, "navigationBarTitle", "TCGBWebViewConfiguration") {
        $0.navigationBarTitle = $1
    }
}

@_cdecl("TCGBWebViewConfiguration_setGoBackImagePathForFullScreenNavigation") @implementation
public func TCGBWebViewConfiguration_setGoBackImagePathForFullScreenNavigation(
    _ configuration: OpaquePointer?, _ goBackImagePathForFullScreenNavigation: UnsafePointer<CChar>?
) {
    setText(
        configuration, WebViewConfiguration.self, goBackImagePathForFullScreenNavigation, "goBackImagePathForFullScreenNavigation",
        "TCGBWebViewConfiguration"
    ) { $0.goBackImagePath = $1 }
}

@_cdecl("TCGBWebViewConfiguration_setCloseImagePathForFullScreenNavigation") @implementation
public func TCGBWebViewConfiguration_setCloseImagePathForFullScreenNavigation(
    _ configuration: OpaquePointer?, _ closeImagePathForFullScreenNavigation: UnsafePointer<CChar>?
) {
    setText(
        configuration, WebViewConfiguration.self, closeImagePathForFullScreenNavigation, "closeImagePathForFullScreenNavigation",
        "TCGBWebViewConfiguration"
    ) { $0.closeImagePath = $1 }
}

@_cdecl("TCGBWebViewConfiguration_setNavigationBarColor") @implementation
public func TCGBWebViewConfiguration_setNavigationBarColor(_ configuration: OpaquePointer?, _ navigationBarColor: UInt32) {
    change(configuration, WebViewConfiguration.self) { $0.navigationBarColor = navigationBarColor }
}

@_cdecl("TCGBWebViewConfiguration_setNavigationBarHeight") @implementation
public func TCGBWebViewConfiguration_setNavigationBarHeight(_ configuration: OpaquePointer?, _ navigationBarHeight: Double) {
    guard navigationBarHeight.isFinite, navigationBarHeight >= 0 else {
        return Clients.current.log(.warn, "TCGBWebViewConfiguration_setNavigationBarHeight: navigationBarHeight: must be 0 or more")
    }
    change(configuration, WebViewConfiguration.self) { $0.navigationBarHeight = navigationBarHeight }
}

@_cdecl("TCGBWebViewConfiguration_setIsNavigationBarVisible") @implementation
public func TCGBWebViewConfiguration_setIsNavigationBarVisible(_ configuration: OpaquePointer?, _ isNavigationBarVisible: Bool) {
    change(configuration, WebViewConfiguration.self) { $0.isNavigationBarVisible = isNavigationBarVisible }
}

@_cdecl("TCGBWebViewConfiguration_setIsBackButtonVisible") @implementation
public func TCGBWebViewConfiguration_setIsBackButtonVisible(_ configuration: OpaquePointer?, _ isBackButtonVisible: Bool) {
    change(configuration, WebViewConfiguration.self) { $0.isBackButtonVisible = isBackButtonVisible }
}

@_cdecl("TCGBWebViewConfiguration_setOrientationMask") @implementation
public func TCGBWebViewConfiguration_setOrientationMask(_ configuration: OpaquePointer?, _ orientationMask: Int32) {
    guard orientationMask & ~15 == 0 else {
        return Clients.current.log(
            .warn, "TCGBWebViewConfiguration_setOrientationMask: orientationMask: must be bits of TCGBWebViewOrientation")
    }
    change(configuration, WebViewConfiguration.self) { $0.orientationMask = orientationMask }
}

@_cdecl("TCGBWebViewConfiguration_setContentMode") @implementation
public func TCGBWebViewConfiguration_setContentMode(_ configuration: OpaquePointer?, _ contentMode: Int32) {
    guard (0...2).contains(contentMode) else {
        return Clients.current.log(.warn, "TCGBWebViewConfiguration_setContentMode: contentMode: must be a TCGBWebViewContent")
    }
    change(configuration, WebViewConfiguration.self) { $0.contentMode = contentMode }
}
