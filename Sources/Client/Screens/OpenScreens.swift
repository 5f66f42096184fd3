import Codecs
import Linux
import Synchronization

/// What is shown, and what the host said about this machine. Forgotten by shutdown.
struct ScreensState {
    static let openMax = 64

    var open: [UInt64: WebViewRequest] = [:]
    var opened: UInt64 = 0
    var defaultWebConfiguration = WebViewConfiguration()
    /// Whom the last login refused with 7: the customer service is open to them.
    var bannedUserId: String?
    /// Of a login by a token that was refused so: it proves to a service elsewhere who asks.
    var bannedToken: String?
    var termsRunning = false
    var termsShowing = false
    var advertisingIdentifier: String?
    var vendorIdentifier: String?
}

extension ClientScreens {
    /// The zero UUID: the SDKs' answer to a player who forbids tracking, and to a system without such identifiers.
    static let noIdentifier = "00000000-0000-0000-0000-000000000000"
    static let identifierBytesMax = 128

    @export(interface) public var advertisingIdentifier: String { lock.locked { own.advertisingIdentifier } ?? ClientScreens.noIdentifier }
    @export(interface) public var vendorIdentifier: String { lock.locked { own.vendorIdentifier } ?? ClientScreens.noIdentifier }

    /// - Returns: false for a text that is empty or longer than `identifierBytesMax`.
    @export(interface) public func setAdvertisingIdentifier(_ identifier: String?) -> Bool {
        guard ClientScreens.isIdentifier(identifier) else { return false }
        lock.locked { own.advertisingIdentifier = identifier }
        return true
    }

    @export(interface) public func setVendorIdentifier(_ identifier: String?) -> Bool {
        guard ClientScreens.isIdentifier(identifier) else { return false }
        lock.locked { own.vendorIdentifier = identifier }
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
            guard own.open.count < ScreensState.openMax else { return nil }
            own.opened &+= 1
            return own.opened
        }
        guard let number else {
            end(
                .failed(
                    GamebaseError(
                        GamebaseError.Code.notCallableState, "\(ScreensState.openMax) web views are open; finish some",
                        domain: WebViewRequest.domain)))
            return nil
        }
        let runLoop = runLoop
        runLoop.owe()
        let request = WebViewRequest(page, onNavigate: onNavigate) { [self] result in
            lock.locked { own.open[number] = nil }
            end(result)
            runLoop.owesNoLonger()
        }
        let replaced = lock.locked { () -> [WebViewRequest] in
            var replaced: [WebViewRequest] = []
            if page.isPlain {
                for (_, other) in own.open where other.kind == .web || other.kind == .contact || other.kind == .gameNotice {
                    replaced.append(other)
                }
            }
            own.open[number] = request
            return replaced
        }
        for other in replaced {
            close(
                other,
                .failed(
                    GamebaseError(
                        GamebaseError.Code.webViewOpenedNewBrowserBeforeClose, nil, domain: WebViewRequest.domain)))
        }
        runLoop.ask { [self] in
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
        let open = lock.locked { Array(own.open) }
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
            client.showAlert(
                title: languages.localizedText("ban_user_id_label"), message: userID ?? "",
                buttons: [languages.localizedText("common_ok_button")]
            ) { _ in }
        case .unknown: client.log(.warn, "a web page used an address of ours that means nothing, or has no valid link: \(url)")
        }
        return true
    }
}
