import Codecs
import Linux

/// Web pages that the game asks for.
extension Screens {
    static let webViewDomain: StaticString = "TCGB.Gamebase.TCGBWebView"
    static let schemesMax = 64

    @export(interface) public var defaultWebConfiguration: WebViewConfiguration {
        get { lock.locked { own.defaultWebConfiguration } }
        nonmutating set { lock.locked { own.defaultWebConfiguration = newValue } }
    }

    /// - Parameter schemes: beginnings of addresses that `onScheme` hears and the web view does not load.
    @export(interface) public func showWebView(
        _ url: String, window: UInt, configuration: WebViewConfiguration?, schemes: [String],
        onScheme: @escaping (String) -> Void, onClose: @escaping (GamebaseError?) -> Void
    ) {
        guard isInitialized else { return client.refuse(client.notInitialized(Screens.webViewDomain)) { onClose($0) } }
        guard WebAddress.scheme(of: url) != nil else {
            return client.refuse(
                GamebaseError(
                    GamebaseError.Code.webViewInvalidURL, "url: is no address such as https://example.com/",
                    domain: "\(Screens.webViewDomain)")
            ) { onClose($0) }
        }
        let page = WebPage(kind: .web, url: url, configuration: configuration ?? defaultWebConfiguration, window: window)
        show(page, Screens.webViewDomain, schemes: schemes, onScheme: onScheme, onClose)
    }

    @export(interface) public func closeWebView() {
        closeScreens(of: .web)
        closeScreens(of: .contact)
        closeScreens(of: .gameNotice)
    }

    /// Shows a page that is nothing but an address, in the host's web view or else outside the game.
    func show(
        _ page: WebPage, _ domain: StaticString, schemes: [String] = [], onScheme: @escaping (String) -> Void = { _ in },
        _ onClose: @escaping (GamebaseError?) -> Void
    ) {
        guard showsWebViews else { return openOutside(page.url ?? "", domain, onClose) }
        let runLoop = runLoop
        present(
            page,
            onNavigate: { [self] request, url in
                if takeBuiltIn(request, url) { return true }
                guard schemes.contains(where: { WebAddress.begins(url, with: $0) }) else { return false }
                _ = runLoop.postEvent { onScheme(url) }
                return true
            }
        ) { result in
            switch result {
            case .closed: runLoop.post { onClose(nil) }
            case .failed(let error): runLoop.post { onClose(error) }
            }
        }
    }
}
