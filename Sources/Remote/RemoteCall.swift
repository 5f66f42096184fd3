import Codecs
import Linux
import Messages

/// A request on its way, however often it is sent. The net thread's own, but for its making.
final class RemoteCall: @unchecked Sendable {
    let sent: SentRequest
    private let answer: @Sendable (Reply) -> Void
    var attempts = 0
    /// When it may be sent.
    var due: Int64 = 0
    var deadline: Int64 = 0
    /// What became of the last try.
    var last: Reply?
    /// No try has come as far as sending.
    var sentNothing = true

    /// - Parameter answer: called once.
    init(_ sent: SentRequest, answer: @escaping @Sendable (Reply) -> Void) {
        self.sent = sent
        self.answer = answer
    }

    func end(_ reply: Reply) { answer(reply) }

    func exchange(deadline: Int64) -> ServiceExchange {
        ServiceExchange(
            .call(self), "POST", sent.url, sent.headers, sending: sent.body, bytesMax: HTTPForm.answerBytesMax, deadline: deadline)
    }

    enum Outcome {
        case over(Reply)
        /// To be sent again, not before so long if it says so.
        case again(Reply, afterMilliseconds: Int64?)
    }

    /// What an answer means. Any request may be sent again: what changes something has its change's name with it, and the rest has the same
    /// effect however often it comes.
    static func outcome(_ exchange: ServiceExchange, _ address: String) -> Outcome {
        let head = exchange.head
        let reply = Self.reply(exchange.bytes)
        switch head.status {
        case 200:
            if let reply { return .over(reply) }
            return .again(foreign(address, "the server there is not a gamebased"), afterMilliseconds: nil)
        case 300..<400: return .over(foreign(address, "it leads elsewhere, which is not followed; use the address that it names"))
        case 408, 429, 500..<600:
            return .again(
                reply ?? foreign(address, "it answers with status \(head.status)"), afterMilliseconds: head.retryAfterMilliseconds)
        default: return .over(reply ?? foreign(address, "it answers with status \(head.status)"))
        }
    }

    private static func reply(_ bytes: [UInt8]) -> Reply? {
        guard let form = try? JSON.parse(bytes: bytes, limits: HTTPForm.answerLimits) else { return nil }
        return Reply(form: form)
    }

    private static func foreign(_ address: String, _ why: String) -> Reply { ExchangeFailure.broken(why).reply(address) }
}
