import Codecs
import Linux

/// Web pages that the game asks for.
extension ClientScreens {
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
        guard isInitialized else { return client.refuse(client.notInitialized(ClientScreens.webViewDomain)) { onClose($0) } }
        guard WebAddress.scheme(of: url) != nil else {
            return client.refuse(
                GamebaseError(
                    GamebaseError.Code.webViewInvalidURL, "url: is no address such as https://example.com/",
                    domain: "\(ClientScreens.webViewDomain)")
            ) { onClose($0) }
        }
        let page = WebPage(kind: .web, url: url, configuration: configuration ?? defaultWebConfiguration, window: window)
        show(page, ClientScreens.webViewDomain, schemes: schemes, onScheme: onScheme, onClose)
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
        let hearing = PageHearing(runLoop, onScheme, onClose)
        present(
            page,
            onNavigate: { [self] request, url in
                if takeBuiltIn(request, url) { return true }
                guard schemes.contains(where: { WebAddress.begins(url, with: $0) }) else { return false }
                hearing.went(url)
                return true
            }
        ) { result in
            switch result {
            case .closed: hearing.end(nil)
            case .failed(let error): hearing.end(error)
            }
        }
    }
}

/// Delivers a page's scheme events until its close completion: the host may navigate on one thread and close on another.
final class PageHearing: @unchecked Sendable {
    private let runLoop: RunLoop
    private let onScheme: (String) -> Void
    private let onClose: (GamebaseError?) -> Void
    /// Touched inside the run loop alone.
    private var isOver = false

    init(_ runLoop: RunLoop, _ onScheme: @escaping (String) -> Void, _ onClose: @escaping (GamebaseError?) -> Void) {
        self.runLoop = runLoop
        self.onScheme = onScheme
        self.onClose = onClose
    }

    func went(_ url: String) { _ = runLoop.postEvent { [self] in if !isOver { onScheme(url) } } }
    func end(_ error: GamebaseError?) { runLoop.post { [self] in told(error) } }

    /// Inside the run loop.
    func told(_ error: GamebaseError?) {
        isOver = true
        onClose(error)
    }
}
