// The Screens folder: what is shown besides the game. Contact, terms, notices and web pages are requests to the host, which has the
// window and the browser; without a host that shows them, plain pages go to the desktop's browser. Nothing here draws, and nothing waits.
import Codecs
import Linux

/// What a web view is for.
public enum WebViewKind: Int32, Sendable { case web = 0, contact, terms, imageNotice, gameNotice }

/// What the library asks of a web view that is shown.
public enum WebViewCommand: Int32, Sendable { case close = 0, goBack, load }

/// How a web view ended; with what the player answered, if it was asked something.
enum WebViewEnd {
    case closed(JSON?)
    case failed(GamebaseError)
}

/// A page that the host was asked to show. It ends once: by the host, by the library, or by a shutdown.
public final class WebViewRequest: @unchecked Sendable {
    static let domain = "TCGB.Gamebase.TCGBWebView"

    public let kind: WebViewKind
    public let url: String?
    public let configuration: WebViewConfiguration
    /// JSON text: what terms and image notices consist of.
    public let data: String?
    /// The host's window, passed through.
    public let window: UInt
    private let lock = Lock()
    private var onNavigate: ((WebViewRequest, String) -> Bool)?
    private var onEnd: ((WebViewEnd) -> Void)?
    private var hostName: UInt = 0
    private var loaded = false

    init(
        _ page: WebPage, onNavigate: @escaping (WebViewRequest, String) -> Bool, onEnd: @escaping (WebViewEnd) -> Void
    ) {
        kind = page.kind
        url = page.url
        configuration = page.configuration
        data = page.data?.text()
        window = page.window
        self.onNavigate = onNavigate
        self.onEnd = onEnd
    }

    /// The name under which the host knows this request, 0 before it was told.
    public var name: UInt {
        get { lock.locked { hostName } }
        set { lock.locked { hostName = newValue } }
    }

    @export(interface) public var isOpen: Bool { lock.locked { onEnd != nil } }
    var isLoaded: Bool { lock.locked { loaded } }

    /// The page can be seen: from here on it takes as long as the player likes.
    @export(interface) public func noteLoaded() { lock.locked { loaded = true } }

    /// The page wants to go somewhere.
    /// - Returns: true when the address was one of ours, and the web view must not load it.
    @export(interface) public func navigate(_ url: String) -> Bool {
        guard let navigate = lock.locked({ onNavigate }) else { return false }
        return navigate(self, url)
    }

    /// - Returns: false when it had ended before.
    @export(interface) @discardableResult public func close(answer: JSON?) -> Bool { finish(.closed(answer)) }

    /// Codes of the SDK's web view stay as they are, others become the detail of 7999.
    @export(interface) @discardableResult public func fail(_ code: Int64) -> Bool {
        typealias Code = GamebaseError.Code
        switch code {
        case Code.webViewInvalidURL, Code.webViewTimeout, Code.webViewHttpError, Code.socketError:
            return finish(.failed(GamebaseError(code, nil, domain: WebViewRequest.domain)))
        default:
            return finish(
                .failed(
                    GamebaseError(
                        Code.webViewUnknownError, nil, domain: WebViewRequest.domain,
                        underlying: GamebaseError(code, "the host's web view failed", domain: "TCGB.Gamebase.TCGBHost"))))
        }
    }

    /// No handle could be made to tell the host with.
    @export(interface) public func failUntold() {
        _ = finish(
            .failed(
                GamebaseError(
                    GamebaseError.Code.notCallableState, "too many objects are alive to show a web view; release some with TCGBRelease",
                    domain: WebViewRequest.domain)))
    }

    func finish(_ end: WebViewEnd) -> Bool {
        guard let onEnd = take() else { return false }
        onEnd(end)
        return true
    }

    /// - Returns: what the end is told to, for the one who ends the request.
    func take() -> ((WebViewEnd) -> Void)? {
        lock.locked {
            onNavigate = nil
            defer { onEnd = nil }
            return onEnd
        }
    }
}

/// What is to be shown.
struct WebPage {
    var kind: WebViewKind
    var url: String?
    var configuration = WebViewConfiguration()
    var data: JSON?
    var window: UInt = 0

    /// One of these takes the place of another; terms and image notices lie above them.
    var isPlain: Bool { kind == .web || kind == .contact || kind == .gameNotice }
}
