import Codecs
import Linux
import Messages
import Synchronization

public enum LogLevel: Int32, Sendable {
    case debug = 0, info = 1, warn = 2, error = 3, none = 5
}

/// What the host does for us on its screen. Every member may be nil; each is called inside the run loop.
public struct HostDelegate {
    public var openURL: ((String) -> Bool)?
    public var showAlert: ((Alert) -> Void)?
    public var showToast: ((String, Int32) -> Void)?
    public var showNotification: ((_ title: String, _ body: String, _ extras: String) -> Void)?
    public var showWebView: ((WebViewRequest) -> Void)?
    public var controlWebView: ((WebViewRequest, WebViewCommand, String?) -> Void)?

    @export(interface) public init(
        openURL: ((String) -> Bool)? = nil, showAlert: ((Alert) -> Void)? = nil, showToast: ((String, Int32) -> Void)? = nil,
        showNotification: ((String, String, String) -> Void)? = nil
    ) {
        self.openURL = openURL
        self.showAlert = showAlert
        self.showToast = showToast
        self.showNotification = showNotification
    }
}

/// A pop-up that the host was asked to show; finished once, by the host or by shutdown.
public final class Alert: @unchecked Sendable {
    public let title: String
    public let message: String
    public let buttons: [String]
    private let lock = Lock()
    private var onFinish: ((Int32) -> Void)?

    init(title: String, message: String, buttons: [String], onFinish: @escaping (Int32) -> Void) {
        self.title = title
        self.message = message
        self.buttons = buttons
        self.onFinish = onFinish
    }

    /// The player chose a button (from 0), or closed the pop-up (-1). Later calls do nothing.
    @export(interface) public func finish(_ button: Int32) {
        let finish = lock.locked {
            defer { onFinish = nil }
            return onFinish
        }
        finish?(button)
    }
}

/// What belongs to the host rather than to one start; forgotten by shutdown, so that nothing of the host is touched after it.
struct HostState {
    var storage: StorageChoice?
    var delegate: HostDelegate?
    var adapters: [String: SignInAdapter] = [:]
    var iap = IAPHost()
    var pushSandbox = false
    var usesSecretService = false
    var notifications = ClientNotifications.HostPart()
    var mail: ((DataMail) -> Void)?
    var sink: ((LogLevel, String) -> Void)?
    var sinkMinimum = LogLevel.none
    var localizedStrings = LocalizedStrings()
    var alerts: [UInt64: Alert] = [:]
    var alertsShown: UInt64 = 0
    var screens = ScreensState()
    var mobileBackend = MobileBackendHost()
    var network = HostNetwork()
    /// The thread that shuts down; 0 also when it has ended meanwhile.
    var stoppingThread: UInt = 0
    /// How far that shutdown is; nil while threads are joined.
    var leaving: Client.Leaving?
    let stopped = ConditionVariable()
}

extension Client {
    static let storagePathBytesMax = 4_000
    /// A storage directory with this name keeps everything in memory.
    public static let memoryStorageName = ":memory:"

    /// Names the directory for this instance's files, before initialize. ":memory:" keeps everything in memory.
    /// - Returns: false from initialize to shutdown, unless initialize failed, and for an empty, relative or overlong path.
    @export(interface) public func setStorageDirectory(_ path: String) -> Bool {
        let choice: StorageChoice
        if path == Client.memoryStorageName {
            choice = .memory
        } else {
            guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= Client.storagePathBytesMax else { return false }
            choice = .directory(path)
        }
        return lock.locked {
            guard state.phase == .stopped || (state.phase == .started && state.home == nil) else { return false }
            host.storage = choice
            return true
        }
    }

    /// The directory in use, or the one that was set; nil when neither, or in memory.
    @export(interface) public var storageDirectory: String? {
        lock.locked { state.home?.directory ?? host.storage?.path }
    }

    @export(interface) public var hostDelegate: HostDelegate? {
        get { lock.locked { host.delegate } }
        set { lock.locked { host.delegate = newValue } }
    }

    @export(interface) public func setLogSink(minimum: LogLevel, sink: ((LogLevel, String) -> Void)?) {
        lock.locked {
            host.sink = sink
            host.sinkMinimum = sink == nil ? .none : minimum
        }
    }

    /// True when a line of this level would reach a sink.
    @export(interface) public func isLogging(_ level: LogLevel) -> Bool {
        lock.locked { host.sink != nil && (level.rawValue >= host.sinkMinimum.rawValue || debug.load(ordering: .relaxed)) }
    }

    /// Hands a line to the host's sink inside the run loop. Without a sink it costs a lock and nothing is kept.
    @export(interface) public func log(_ level: LogLevel, _ message: String) {
        guard isLogging(level) else { return }
        // One that finds no room is lost: to say so would take a line.
        _ = runLoop.postLogLine { [self] in
            let sink = lock.locked { host.sink }
            sink?(level, message)
        }
    }

    /// Opens an address through the host's delegate, inside the run loop.
    /// - Returns: false when no delegate takes it.
    @export(interface) public func openURL(_ url: String) -> Bool {
        guard lock.locked({ host.delegate?.openURL != nil }) else { return false }
        // Asked for again when its turn comes: a delegate that was taken away meanwhile is not called.
        return runLoop.postEvent { [self] in _ = lock.locked({ host.delegate?.openURL })?(url) }
    }

    /// Asks the host for a pop-up. Without a delegate the completion comes at once with -1, and a line is logged.
    @export(interface) public func showAlert(title: String, message: String, buttons: [String], completion: @escaping (Int32) -> Void) {
        let runLoop = runLoop
        guard lock.locked({ host.delegate?.showAlert != nil }) else {
            log(.info, "a pop-up was not shown, the host has no delegate for it: \(title)")
            runLoop.post { completion(-1) }
            return
        }
        let number = lock.locked { () -> UInt64 in
            host.alertsShown &+= 1
            return host.alertsShown
        }
        runLoop.owe()
        let alert = Alert(title: title, message: message, buttons: buttons) { [self] button in
            lock.locked { host.alerts[number] = nil }
            runLoop.complete { completion(button) }
        }
        lock.locked { host.alerts[number] = alert }
        runLoop.ask { [self] in
            if let show = lock.locked({ host.delegate?.showAlert }) { show(alert) } else { alert.finish(-1) }
        }
    }

    /// A pop-up that is open at shutdown counts as closed: its completion is owed, and that of a web view too.
    func finishAlerts() {
        let open = lock.locked { Array(host.alerts) }
        for place in ascending(open.map { Int64(bitPattern: $0.key) }) { open[place].value.finish(-1) }
        screens.closeScreens()
    }

    @export(interface) public func showToast(_ message: String, durationMilliseconds: Int32) {
        guard lock.locked({ host.delegate?.showToast != nil }) else {
            log(.info, "a toast was not shown, the host has no delegate for it: \(message)")
            return
        }
        _ = runLoop.postEvent { [self] in lock.locked({ host.delegate?.showToast })?(message, durationMilliseconds) }
    }

    func forgetHost() {
        hub.removeAll()
        lock.locked {
            host.delegate = nil
            host.adapters = [:]
            host.iap = IAPHost()
            host.pushSandbox = false
            notifications.forgetHost()
            host.mail = nil
            host.sink = nil
            host.sinkMinimum = .none
            host.localizedStrings = LocalizedStrings()
            host.mobileBackend = MobileBackendHost()
            host.network = HostNetwork()
            screens.forget()
        }
    }
}

/// The form in which the host holds a value: the boundary makes it, and the client keeps it as long as the value.
open class HostForm {
    public init() {}
}

/// What the host says of the way to a service elsewhere; forgotten by shutdown.
struct HostNetwork {
    var http: HostHTTP?
    var operatorKey: String?
    var allowsPlainHTTP = false
}

extension Client {
    /// Counts from the next start on.
    /// - Returns: false while the client runs.
    @export(interface) public func setHTTP(_ http: HostHTTP?) -> Bool {
        lock.locked {
            guard state.phase == .stopped || (state.phase == .started && state.home == nil) else { return false }
            host.network.http = http
            return true
        }
    }

    @export(interface) public func setAllowsPlainHTTP(_ allows: Bool) { lock.locked { host.network.allowsPlainHTTP = allows } }

    /// - Parameter key: nil: that of the environment again.
    /// - Returns: false for a key that cannot be one; nothing changes then.
    @export(interface) public func setOperatorKey(_ key: String?) -> Bool {
        if let key {
            guard !key.isEmpty, key.utf8.count <= HTTPForm.tokenBytesMax, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                return false
            }
        }
        lock.locked { host.network.operatorKey = key }
        return true
    }
}
