import Linux
import Synchronization
import Wire

/// What is shown, and what the host said about this machine. Forgotten by shutdown.
struct Screens {
    static let openMax = 64

    var open: [UInt64: WebViewRequest] = [:]
    var opened: UInt64 = 0
    var defaultWebConfiguration = WebViewConfiguration()
    /// Whom the last login refused with 7: the customer service is open to them.
    var bannedUserId: String?
    var termsRunning = false
    var termsShowing = false
    var advertisingIdentifier: String?
    var vendorIdentifier: String?
}

extension Client {
    /// The zero UUID: the SDKs' answer to a player who forbids tracking, and to a system without such identifiers.
    static let noIdentifier = "00000000-0000-0000-0000-000000000000"
    static let identifierBytesMax = 128

    @export(interface) public var advertisingIdentifier: String { lock.locked { host.screens.advertisingIdentifier } ?? Client.noIdentifier }
    @export(interface) public var vendorIdentifier: String { lock.locked { host.screens.vendorIdentifier } ?? Client.noIdentifier }

    /// - Returns: false for a text that is empty or longer than `identifierBytesMax`.
    @export(interface) public func setAdvertisingIdentifier(_ identifier: String?) -> Bool {
        guard Client.isIdentifier(identifier) else { return false }
        lock.locked { host.screens.advertisingIdentifier = identifier }
        return true
    }

    @export(interface) public func setVendorIdentifier(_ identifier: String?) -> Bool {
        guard Client.isIdentifier(identifier) else { return false }
        lock.locked { host.screens.vendorIdentifier = identifier }
        return true
    }

    private static func isIdentifier(_ text: String?) -> Bool {
        guard let text else { return true }
        return !text.isEmpty && text.utf8.count <= identifierBytesMax
    }

    // MARK: Showing

    var showsWebViews: Bool { lock.locked { host.delegate?.showWebView != nil } }

    /// Asks the host to show a page. `end` is called once, on any thread: it posts what it has to tell. Until then the page is owed.
    /// - Returns: nil when the page could not be shown; `end` has heard why.
    @discardableResult
    func present(
        _ page: WebPage, onNavigate: @escaping (WebViewRequest, String) -> Bool, end: @escaping (WebViewEnd) -> Void
    ) -> WebViewRequest? {
        let number: UInt64? = lock.locked {
            guard host.screens.open.count < Screens.openMax else { return nil }
            host.screens.opened &+= 1
            return host.screens.opened
        }
        guard let number else {
            end(.failed(GamebaseError(
                GamebaseError.Code.notCallableState, "\(Screens.openMax) web views are open; finish some", domain: WebViewRequest.domain)))
            return nil
        }
        let runLoop = runLoop
        runLoop.owe()
        let request = WebViewRequest(page, onNavigate: onNavigate) { [self] result in
            lock.locked { host.screens.open[number] = nil }
            end(result)
            runLoop.owesNoLonger()
        }
        let replaced = lock.locked { () -> [WebViewRequest] in
            var replaced: [WebViewRequest] = []
            if page.isPlain {
                for (_, other) in host.screens.open where other.kind == .web || other.kind == .contact || other.kind == .gameNotice {
                    replaced.append(other)
                }
            }
            host.screens.open[number] = request
            return replaced
        }
        for other in replaced {
            close(other, .failed(GamebaseError(
                GamebaseError.Code.webViewOpenedNewBrowserBeforeClose, nil, domain: WebViewRequest.domain)))
        }
        runLoop.post { [self] in
            guard request.isOpen else { return }
            if let show = lock.locked({ host.delegate?.showWebView }) { show(request) } else { close(request, .failed(cannotShow)) }
        }
        // A shutdown may have closed the others between the check and here: then this one must not be left behind.
        if phase != .started { close(request, .failed(shutDown)) }
        return request
    }

    /// The host closes its window first, and then `end` is told.
    func close(_ request: WebViewRequest, _ end: WebViewEnd) {
        guard let tell = request.take() else { return }
        runLoop.post { [self] in control(request, .close, nil) }
        tell(end)
    }

    /// Inside the run loop. A request that the host never saw needs no command.
    func control(_ request: WebViewRequest, _ command: WebViewCommand, _ url: String?) {
        guard request.name != 0, let control = lock.locked({ host.delegate?.controlWebView }) else { return }
        control(request, command, url)
    }

    /// Web views that are open at shutdown end with 110, as every call does.
    func closeScreens() {
        for request in openScreens { close(request, .failed(shutDown)) }
    }

    func closeScreens(of kind: WebViewKind) {
        for request in openScreens where request.kind == kind { close(request, .closed(nil)) }
    }

    /// Oldest first.
    private var openScreens: [WebViewRequest] {
        let open = lock.locked { Array(host.screens.open) }
        return ascending(open.map { Int64(bitPattern: $0.key) }).map { open[$0].value }
    }

    private var shutDown: GamebaseError {
        GamebaseError(GamebaseError.Code.socketError, "shut down before the player closed the page", domain: WebViewRequest.domain)
    }

    var cannotShow: GamebaseError {
        GamebaseError(
            GamebaseError.Code.notSupported, "the host has no showWebView in its TCGBHostDelegate; set one with TCGBHost_setDelegate",
            domain: WebViewRequest.domain)
    }

    // MARK: Addresses of ours

    /// - Returns: true when the address was one of the built-in ones.
    func takeBuiltIn(_ request: WebViewRequest, _ url: String) -> Bool {
        guard let scheme = WebViewScheme.read(url) else { return false }
        switch scheme {
        case .dismiss: close(request, .closed(nil))
        case .goBack: _ = runLoop.postEvent { [self] in if request.isOpen { control(request, .goBack, nil) } }
        case .showWebView(let link): _ = runLoop.postEvent { [self] in if request.isOpen { control(request, .load, link) } }
        case .openBrowser(let link): openWebBrowser(link)
        case .getUserId:
            showAlert(
                title: localizedText("ban_user_id_label"), message: userID ?? "", buttons: [localizedText("common_ok_button")]) { _ in }
        case .unknown: log(.warn, "a web page used an address of ours that means nothing, or has no valid link: \(url)")
        }
        return true
    }
}
