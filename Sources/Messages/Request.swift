// The Messages room: what a client and a service say to each other, and how one reaches the other: requests, replies, events, the codes in
// them, and the limits that both keep. Client and Service meet here and nowhere else; so nothing here decides anything.
import Documents
import Wire

/// Who asks. The service answers each origin only its own requests; who carries a request decides the origin, never its body. The carrier
/// is whoever brings requests from elsewhere, such as a server: it asks whose a session is, and what was told meanwhile.
public enum RequestOrigin: Sendable { case client, console, gameServer, carrier }

/// A question to the service.
public struct Request: Sendable {
    public var name: RequestName
    public var origin: RequestOrigin
    /// It comes from the process that the service runs in, which can change the service's file anyway. Who carries requests over a network
    /// says false: then nothing is believed that only a player's own device can know.
    public var isOwnProcess = true
    /// Made by the asker, returned with errors; for logs and support, not for deduplication.
    public var transactionId: String
    /// The asker's secret name for this change, the same however often it is sent (`RequestFacts.isMadeOnce`): the change is made once, and
    /// gets its first answer again. nil: the request is never sent a second time.
    public var changeId: String?
    public var accessToken: String?
    public var parameters: JSON
    /// The player's ids at identity providers, by the providers' codes, that whoever carries the request has proven; never of its body.
    public var proven: JSON = .null
    /// In place of parameters: a search that was read where it was asked, in the process of the service. nil for every other request.
    public var query: PreparedQuery?

    @export(interface) public init(
        _ name: RequestName, origin: RequestOrigin, transactionId: String, accessToken: String? = nil, parameters: JSON = [:]
    ) {
        self.name = name
        self.origin = origin
        self.transactionId = transactionId
        self.accessToken = accessToken
        self.parameters = parameters
    }
}
