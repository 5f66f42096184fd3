// The Messages room: what a client and a service say to each other, and how one reaches the other: requests, replies, events, the codes in
// them, and the limits that both keep. Client and Service meet here and nowhere else; so nothing here decides anything.
import Codecs
import Documents

/// Who asks. The service answers each origin only its own requests; who carries a request decides the origin, never its body. The carrier
/// is whoever brings requests from elsewhere, such as a server: it asks whose a session is, and what was told meanwhile.
public enum RequestOrigin: Sendable { case client, console, gameServer, carrier }

/// A question to the service. One object holds all of it, because it goes through many hands.
public struct Request: Sendable {
    private struct Content: Sendable {
        var name: RequestName
        var origin: RequestOrigin
        var isOwnProcess = true
        var network = ""
        var transactionId: String
        var changeId: String?
        var accessToken: String?
        var parameters: JSON
        var proven: JSON = .null
        var query: PreparedQuery?
        #if !hasFeature(Embedded)
        var asking: Asking?
        var givenUp: GivenUp?
        #endif
    }

    private final class Holder: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    private var holder: Holder

    @export(interface) public init(
        _ name: RequestName, origin: RequestOrigin, transactionId: String, accessToken: String? = nil, parameters: JSON = [:],
        query: PreparedQuery? = nil
    ) {
        holder = Holder(
            Content(
                name: name, origin: origin, transactionId: transactionId, accessToken: accessToken, parameters: parameters, query: query))
    }

    public var name: RequestName { holder.content.name }
    public var origin: RequestOrigin { holder.content.origin }
    /// Made by the asker, returned with errors; for logs and support, not for deduplication.
    public var transactionId: String { holder.content.transactionId }
    /// In place of parameters: a search that was read where it was asked, in the process of the service. nil for every other request.
    public var query: PreparedQuery? { holder.content.query }

    /// It comes from the process that the service runs in, which can change the service's file anyway. Who carries requests over a network
    /// says false: then nothing is believed that only a player's own device can know.
    public var isOwnProcess: Bool {
        get { holder.content.isOwnProcess }
        set { change { $0.isOwnProcess = newValue } }
    }

    /// The network that it came from, as whoever carries requests knows it: an address of IPv4, the first 64 bits of one of IPv6. Never of
    /// its body. Empty: from this machine.
    public var network: String { holder.content.network }

    /// Says that it was carried here over a network.
    public mutating func setCarried(from network: String) {
        change {
            $0.isOwnProcess = false
            $0.network = network
        }
    }

    #if !hasFeature(Embedded)
    /// Who asks, for whoever shares out turns. nil: the process itself, an operator, or the server.
    public var asking: Asking? {
        get { holder.content.asking }
        set { change { $0.asking = newValue } }
    }

    /// Set when the request was answered because its database hangs; it is not committed then. nil: the service has no such database.
    public var givenUp: GivenUp? {
        get { holder.content.givenUp }
        set { change { $0.givenUp = newValue } }
    }
    public var isGivenUp: Bool { holder.content.givenUp?.isSet ?? false }
    #endif

    /// The asker's secret name for this change, the same however often it is sent (`RequestFacts.isMadeOnce`): the change is made once, and
    /// gets its first answer again. nil: the request is never sent a second time.
    public var changeId: String? {
        get { holder.content.changeId }
        set { change { $0.changeId = newValue } }
    }

    public var accessToken: String? {
        get { holder.content.accessToken }
        set { change { $0.accessToken = newValue } }
    }

    public var parameters: JSON {
        get { holder.content.parameters }
        set { change { $0.parameters = newValue } }
    }

    /// The player's ids at identity providers, by the providers' codes, that whoever carries the request has proven; never of its body.
    public var proven: JSON {
        get { holder.content.proven }
        set { change { $0.proven = newValue } }
    }

    /// Before it is sent: others that are copies of it stay as they are.
    private mutating func change(_ body: (inout Content) -> Void) {
        var content = holder.content
        body(&content)
        holder = Holder(content)
    }
}
