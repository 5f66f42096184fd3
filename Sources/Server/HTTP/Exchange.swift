import Messages

/// One request and who waits for its answer. Belongs to the loop; answering one whose asker has gone does nothing.
final class Exchange {
    let peer: Peer
    /// Of the listener for operators, where there is one.
    let isAdmin: Bool
    let beganNanoseconds: Int64
    /// The head of the answer is all that is sent.
    var isOfHead = false
    /// By which logs tell the operator's keys apart, when one has let it in.
    var operatorName: String?
    /// The person that has signed in, when one asks.
    var personName: String?
    /// The token that is to be looked at, and its name once it was.
    var token: String?
    var tokenName: String?
    /// Fields that hold secrets or name players are emptied in the answer.
    var isWithoutSecrets = false
    /// Error texts, also those about the shared database and about keys, name no other app.
    var isOfOneApp = false
    /// nil when the connection was closed, or the answer was given.
    weak var connection: Connection?
    /// What was asked of a service for it.
    var asking: Asking? {
        didSet { if hasLeft { asking?.end() } }
    }
    private var hasLeft = false
    /// Runs when the asker goes before the answer, or before the end of the stream.
    var onVanish: (() -> Void)?
    /// Runs when a stream that was full has room again, and when a part of a body is out.
    var onRoom: (() -> Void)?
    /// The line of a stream that has said nothing for a while; nil: only that somebody is there.
    var onBeat: (() -> [UInt8])?
    /// Runs once when it is over, however it ends.
    var onOver: (() -> Void)?

    init(peer: Peer, isAdmin: Bool, beganNanoseconds: Int64, connection: Connection?) {
        self.peer = peer
        self.isAdmin = isAdmin
        self.beganNanoseconds = beganNanoseconds
        self.connection = connection
    }

    func answer(_ answer: HTTPAnswer) {
        let waiting = connection
        connection = nil
        onVanish = nil
        waiting?.answer(answer)
        over()
    }

    private func over() {
        let over = onOver
        onOver = nil
        over?()
    }

    /// Begins an answer whose body comes in parts, `answer.length` bytes together; the next one may come when `onRoom` runs.
    func begin(_ answer: HTTPAnswer) { connection?.beginParts(answer) }

    /// The next part. Behind the last one the exchange is over.
    func send(_ part: [UInt8], isLast: Bool) {
        let waiting = connection
        if isLast {
            connection = nil
            onVanish = nil
            onRoom = nil
        }
        waiting?.send(part, isLast: isLast)
    }

    /// Whoever takes a body piece by piece has room again.
    func readOn() { connection?.readOn() }

    /// Ends a body in the middle: whoever reads it must not take it for whole.
    func cut() { connection?.close() }

    /// Makes the answer a stream that stays open.
    func beginStream() { connection?.beginStream() }

    func write(_ bytes: [UInt8]) -> EventListener.Taken { connection?.writeToStream(bytes) ?? .gone }

    /// Ends a stream.
    func end() {
        let streaming = connection
        connection = nil
        onVanish = nil
        onRoom = nil
        onBeat = nil
        streaming?.endStream()
        over()
    }

    /// Ends a stream whose reader may hear nothing more: what it has not taken yet is not sent.
    func endAtOnce(_ last: [UInt8]) {
        connection?.endStream(withLast: last)
        end()
    }

    /// Nobody is expected to read an answer any more.
    func leave() {
        hasLeft = true
        asking?.end()
    }

    func vanish() {
        leave()
        connection = nil
        let gone = onVanish
        onVanish = nil
        onRoom = nil
        onBeat = nil
        gone?()
        over()
    }
}

/// Says of a head whether the request may go on.
enum Verdict {
    /// With the most bytes that its body may have.
    case admit(Admitted)
    case refuse(HTTPAnswer)
}

/// A request whose head was let in.
struct Admitted {
    let head: HTTPHead
    let route: Route
    /// The address that counts: behind a proxy the one that the proxy names.
    let peer: Peer
    let bodyBytesMax: Int

    var place: Door.Place { Door.Place(head, peer) }
}

/// Takes a long body as it comes, so that it is never in memory whole.
protocol BodyTaker: AnyObject {
    /// Nothing more may be given before `Exchange.readOn`.
    var isFull: Bool { get }
    func take(_ piece: [UInt8], isLast: Bool)
}

/// What stands behind the connections.
protocol HTTPFront: AnyObject {
    func admit(_ head: HTTPHead, _ exchange: Exchange) -> Verdict
    /// Of a body that is longer than most may be, when its first bytes are there.
    func admitLong(_ start: [UInt8], _ request: Admitted) -> Bool
    /// Whoever takes the body of this request piece by piece; nil: it is to be there whole.
    func taker(_ request: Admitted, _ exchange: Exchange) -> (any BodyTaker)?
    /// Answers through the exchange, at once or later.
    func take(_ request: Admitted, body: [UInt8], _ exchange: Exchange)
    /// A request that could not be read.
    func noteRefused(_ answer: HTTPAnswer, _ peer: Peer)
    /// Called once for each answer, when its head is written.
    func noteAnswered(status: Int)
    /// A refusal in the words of the interface that was asked for.
    func shaped(_ refusal: HTTPAnswer, path: String) -> HTTPAnswer
    var isStopping: Bool { get }
}
