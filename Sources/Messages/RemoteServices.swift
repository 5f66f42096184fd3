import Linux

/// The way to a service on another machine.
public protocol RemoteService: OwnedService {
    /// The app that requests are for from now on. Before, it was another: the mobile backend began without knowing it.
    func setApp(_ app: String)
}

/// Who makes the ways to services on other machines.
public protocol RemoteServices: AnyObject, Sendable {
    func make(_ place: RemotePlace, clock: any Clock, random: any RandomSource) -> any RemoteService
}

/// Where a service is, and what its client brings.
public struct RemotePlace: Sendable {
    public var address: ServiceAddress
    public var app: String
    /// Where the client keeps its own files; it is made, and locked. nil: in memory.
    public var directory: String?
    /// The engine's; nil: libcurl's.
    public var http: HostHTTP?

    @export(interface) public init(address: ServiceAddress, app: String, directory: String?, http: HostHTTP? = nil) {
        self.address = address
        self.app = app
        self.directory = directory
        self.http = http
    }
}

/// HTTP as the program around the library does it. Both functions are called on one thread, and neither waits.
public struct HostHTTP: Sendable {
    public var start: @Sendable (HostExchange) -> Void
    /// The exchange is of no interest any more.
    public var cancel: @Sendable (UInt64) -> Void

    @export(interface) public init(start: @escaping @Sendable (HostExchange) -> Void, cancel: @escaping @Sendable (UInt64) -> Void) {
        self.start = start
        self.cancel = cancel
    }
}

/// One request over HTTP that the host is asked to make.
public struct HostExchange: Sendable {
    /// By which the host says what came of it. Never given a second time.
    public let number: UInt64
    public let method: StaticString
    public let url: String
    /// "Name: value" each.
    public let headers: [String]
    public let body: [UInt8]
    /// Its answer comes bit by bit, and may never end.
    public let isStream: Bool
    public let timeoutMilliseconds: Int64

    @export(interface) public init(
        number: UInt64, method: StaticString, url: String, headers: [String], body: [UInt8], isStream: Bool, timeoutMilliseconds: Int64
    ) {
        self.number = number
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.isStream = isStream
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}

/// What a host says of a request over HTTP.
public enum HostAnswer: Sendable {
    /// The headers, a line each.
    case head(status: Int32, headers: String)
    case bytes([UInt8])
    /// The answer is whole.
    case ended
    case failed(String)
}
