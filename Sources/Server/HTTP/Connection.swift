import CHTTPServer
import CLinux
import Linux
import Messages

/// One connection: reads request after request, and writes each answer before the next is read.
final class Connection {
    private enum Phase {
        case head
        case body(Admitted)
        /// The body goes on as it comes; so many bytes of it are still to come, nil where only its end says how many they were.
        case taking(Admitted, any BodyTaker, Int?)
        /// The body of a refused request is read to its end.
        case passingOver(Int, HTTPAnswer)
        /// A refusal is given after a while.
        case holding(HTTPAnswer)
        case answering
        /// A body goes out in parts.
        case sending
        case streaming
        /// What is written is the last.
        case closing
        /// The answer is out; what still comes is thrown away, so that it can be read.
        case lingering
    }

    let peer: Peer
    let isAdmin: Bool
    private unowned let server: HTTPServer
    private var transport: OpaquePointer?
    private var reader = HTTPReader()
    private var phase = Phase.head
    private var exchange: Exchange?
    private var isProcessing = false
    private var hasEnded = false
    private var closesAfterAnswer = false
    private var wasRefused = false
    /// Of the request under way.
    private var path = ""
    private var isOfHead = false
    /// Of a body in chunks, what has come.
    private var gathered: [UInt8] = []
    private var chunkBytes = 0
    /// On the monotonic clock: since when the taker has as much as it can hold.
    private var fullSince = Int64.max
    private var lingered = 0
    private var isRestDeadline = false
    /// On the monotonic clock; Int64.max: none.
    private(set) var deadline = Int64.max
    /// When a stream that says nothing says so.
    private(set) var beatAt = Int64.max
    /// Bytes of a body that count among those under way.
    private var bodyBytes = 0
    private var bodyLength = BodyBudgets.Length.short
    /// A body must be whole by then, however it comes.
    private var bodyDeadline = Int64.max
    /// Bytes of answers that count among those that nobody has taken.
    private var outputBytes = 0
    /// What waited to be taken at the last look, and what has been added since.
    private var untaken = 0
    private var giveUpAt = Int64.max
    /// Whose they are; nil: this machine's, which are not counted by themselves.
    private var counted: UInt64?

    /// A stream whose reader has so much waiting gets no more before that is gone.
    static let streamBytesMax = 64 << 10
    private var isFull = false

    init(_ transport: OpaquePointer, _ peer: Peer, isAdmin: Bool, _ server: HTTPServer) {
        self.transport = transport
        self.peer = peer
        self.isAdmin = isAdmin
        self.server = server
        setDeadline(HTTPLimit.headMilliseconds)
    }

    var isOpen: Bool { transport != nil }
    var isResting: Bool { if case .head = phase { reader.isEmpty } else { false } }
    var isStreaming: Bool { if case .streaming = phase { true } else { false } }

    var isWritten: Bool { transport.map { evbuffer_get_length(bufferevent_get_output($0)) == 0 } ?? true }

    // MARK: What the loop tells

    func readable() {
        guard transport != nil else { return }
        switch phase {
        case .head, .body, .taking, .passingOver: process()
        // What comes behind a request stays in the socket until it was answered.
        case .answering, .sending, .closing, .holding: break
        case .streaming: throwAway()
        case .lingering:
            lingered += throwAway()
            if lingered > HTTPLimit.lingerBytesMax { close() }
        }
    }

    func written() {
        guard let transport, evbuffer_get_length(bufferevent_get_output(transport)) == 0 else { return }
        countOutput()
        wroteAll()
    }

    /// The other side has ended its half, or the connection is broken.
    func ended(isBroken: Bool) {
        hasEnded = true
        if isBroken { return close() }
        switch phase {
        // Who only ended its own half still reads the answer; but most who do are gone, so nothing long is done for it.
        case .answering: exchange?.leave()
        case .sending, .closing: break
        case .head, .body, .taking, .passingOver: processRest()
        case .holding(let answer): give(answer)
        case .streaming, .lingering: close()
        }
    }

    /// Nothing more comes from the other side.
    private func processRest() {
        process()
        switch phase {
        // What it takes later is there already, or the rest never comes: it looks again then.
        case .taking(_, let taker, _) where taker.isFull: break
        case .head, .body, .taking, .passingOver: close()
        default: exchange?.leave()
        }
    }

    /// The server ends: a refusal that waits is given now, or it would never be.
    func giveHeld() {
        if case .holding(let answer) = phase { give(answer) }
    }

    func tick(_ now: Int64) {
        if now >= beatAt { _ = writeToStream(exchange?.onBeat?() ?? EventFrame.beat()) }
        guard now >= deadline else { return }
        switch phase {
        case .head:
            if reader.isEmpty { close() } else { refuse(HTTPRefusal(408, "the head did not come in time")) }
        case .body, .taking, .passingOver: refuse(HTTPRefusal(408, "the body did not come in time"))
        case .lingering: close()
        case .holding(let answer): give(answer)
        case .answering, .sending, .streaming, .closing:
            // Who takes some of it is slow and not gone.
            let waiting = transport.map { evbuffer_get_length(bufferevent_get_output($0)) } ?? 0
            if waiting < untaken { giveUpAt = deadlineNanoseconds(server.clock, afterMilliseconds: HTTPLimit.writeMilliseconds) }
            if now >= giveUpAt { return close() }
            untaken = waiting
            countOutput()
            lookAgain()
        }
    }

    // MARK: Requests

    private func process() {
        if isProcessing { return }
        isProcessing = true
        defer { isProcessing = false }
        while transport != nil {
            guard pull() else { return turnAway() }
            do throws(HTTPRefusal) {
                guard try step() else { return }
            } catch {
                return refuse(error)
            }
        }
    }

    /// - Returns: false when more bytes must come first, or the answer.
    private func step() throws(HTTPRefusal) -> Bool {
        switch phase {
        case .head:
            if reader.isEmpty { return false }
            guard case .head(let head) = try reader.readHead() else {
                // From its first byte on, not from its last.
                if isRestDeadline { setDeadline(HTTPLimit.headMilliseconds) }
                isRestDeadline = false
                return false
            }
            isRestDeadline = false
            took(head)
            return true
        case .body(let request): return try takeBody(request)
        case .taking(let request, let taker, let left): return try takePiece(request, taker, left)
        case .passingOver(let count, let answer):
            guard reader.body(count) != nil else { return false }
            release()
            // The first refusal of a connection goes out at once: most clients stop then.
            if answer.isHeld, wasRefused {
                phase = .holding(answer)
                setDeadline(HTTPLimit.heldMilliseconds)
                return false
            }
            wasRefused = wasRefused || answer.isHeld
            give(answer)
            return true
        case .answering, .sending, .streaming, .closing, .lingering, .holding: return false
        }
    }

    private func took(_ head: HTTPHead) {
        closesAfterAnswer = head.closes
        path = head.path
        isOfHead = head.isHead
        // Nothing of the request before is left.
        counted = peer.isLoopback ? nil : peer.limitKey
        let exchange = Exchange(peer: peer, isAdmin: isAdmin, beganNanoseconds: server.clock.monotonicNanoseconds(), connection: self)
        exchange.isOfHead = head.isHead
        let length = head.contentLength ?? 0
        switch server.front.admit(head, exchange) {
        case .refuse(var answer):
            guard length <= HTTPLimit.passedOverBytesMax, !head.isChunked, !answer.closes, !head.expectsContinue else {
                answer.closes = true
                return give(answer)
            }
            phase = .passingOver(length, answer)
        case .admit(let request):
            guard length <= request.bodyBytesMax else {
                return refuse(HTTPRefusal(413, "the body may have \(request.bodyBytesMax) bytes"))
            }
            counted = request.peer.isLoopback ? nil : request.peer.limitKey
            self.exchange = exchange
            bodyLength = BodyBudgets.Length(head.isChunked ? nil : length)
            phase = .body(request)
            guard countBody(min(length, reader.waiting)) else { return turnAway() }
            if length > HTTPLimit.wholeBytesMax || head.isChunked, let taker = server.front.taker(request, exchange) {
                // Its app may have refused it already.
                guard case .body = phase else { return }
                phase = .taking(request, taker, head.isChunked ? nil : length)
            }
            let isMissing = head.isChunked ? reader.isEmpty : reader.waiting < length
            if head.expectsContinue, isMissing { write(HTTPAnswer.goOn) }
        }
        awaitBody(length)
    }

    private func takeBody(_ request: Admitted) throws(HTTPRefusal) -> Bool {
        if request.head.isChunked { return try gather(request) }
        let length = request.head.contentLength ?? 0
        guard let exchange, let body = reader.body(length) else {
            if length > HTTPForm.bodyBytesMax, reader.waiting > Self.startBytes,
                !server.front.admitLong(reader.bodyStart(Self.startBytes), request)
            {
                throw HTTPRefusal(413, "a body of this request may have \(HTTPForm.bodyBytesMax) bytes")
            }
            return false
        }
        if length > HTTPForm.bodyBytesMax, !server.front.admitLong(Array(body.prefix(Self.startBytes)), request) {
            throw HTTPRefusal(413, "a body of this request may have \(HTTPForm.bodyBytesMax) bytes")
        }
        phase = .answering
        deadline = Int64.max
        server.front.take(request, body: body, exchange)
        return true
    }

    /// A body in chunks that nobody takes piece by piece.
    private func gather(_ request: Admitted) throws(HTTPRefusal) -> Bool {
        let isWhole = try readChunks(of: request, into: &gathered, most: request.bodyBytesMax + 1)
        guard isWhole, let exchange else { return false }
        let body = gathered
        gathered = []
        phase = .answering
        deadline = Int64.max
        server.front.take(request, body: body, exchange)
        return true
    }

    /// What its head did not say is counted as it comes.
    private func readChunks(of request: Admitted, into piece: inout [UInt8], most: Int) throws(HTTPRefusal) -> Bool {
        let before = piece.count
        let isWhole = try reader.readChunks(into: &piece, most: most)
        chunkBytes += piece.count - before
        guard chunkBytes <= request.bodyBytesMax else { throw HTTPRefusal(413, "the body may have \(request.bodyBytesMax) bytes") }
        return isWhole
    }

    private func takePiece(_ request: Admitted, _ taker: any BodyTaker, _ left: Int?) throws(HTTPRefusal) -> Bool {
        if taker.isFull { return false }
        var piece: [UInt8] = []
        let isLast: Bool
        if let left {
            piece = reader.piece(min(left, HTTPLimit.pieceBytes)) { $0 == left }
            isLast = piece.count == left
        } else {
            isLast = try readChunks(of: request, into: &piece, most: HTTPLimit.pieceBytes)
        }
        if piece.isEmpty, !isLast { return false }
        phase = isLast ? .answering : .taking(request, taker, left.map { $0 - piece.count })
        deadline = isLast ? Int64.max : bodyDeadline
        taker.take(piece, isLast: isLast)
        // While the taker has its hands full nobody waits for the sender.
        if taker.isFull, case .taking = phase { (fullSince, deadline) = (server.clock.monotonicNanoseconds(), Int64.max) }
        return true
    }

    func readOn() {
        guard case .taking(_, let taker, _) = phase, !isProcessing else { return }
        // How long the service took is not the sender's time; how long the sender took is.
        if fullSince != Int64.max { bodyDeadline += max(0, server.clock.monotonicNanoseconds() - fullSince) }
        fullSince = Int64.max
        awaitMore()
        process()
        if case .taking = phase, hasEnded, !taker.isFull { close() }
    }

    /// - Parameter length: as far as its head says it.
    private func awaitBody(_ length: Int) {
        let milliseconds = HTTPLimit.bodyMilliseconds + Int64(length / HTTPLimit.bodyBytesASecond) * 1000
        bodyDeadline = deadlineNanoseconds(server.clock, afterMilliseconds: milliseconds)
        awaitMore()
    }

    private var isOfChunks: Bool {
        switch phase {
        case .body(let request), .taking(let request, _, _): request.head.isChunked
        default: false
        }
    }

    private func awaitMore() {
        deadline = min(bodyDeadline, deadlineNanoseconds(server.clock, afterMilliseconds: HTTPLimit.bodySilenceMilliseconds))
        server.wakeBy(deadline)
    }

    /// What has come of a body takes room, and not what its head promises: who sends nothing keeps nobody out.
    /// - Returns: false when there is none.
    private func countBody(_ came: Int) -> Bool {
        var more = came
        switch phase {
        case .body: break
        // The taker has the rest.
        case .taking: more = min(came, HTTPLimit.wholeBytesMax - bodyBytes)
        default: return true
        }
        guard server.bodies.hasRoom(more, counted, bodyLength) else { return false }
        server.bodies.add(more, counted, bodyLength)
        bodyBytes += more
        return true
    }

    private func turnAway() {
        let waiting = exchange
        exchange = nil
        var answer = Self.noRoom("too many bodies are under way; try again")
        answer.closes = true
        give(server.front.shaped(answer, path: path))
        waiting?.vanish()
    }

    /// In which the name of a long request stands.
    private static let startBytes = 256

    private static func noRoom(_ message: String) -> HTTPAnswer {
        var answer = HTTPAnswer(status: 503, ResultCode.tooManyRequests, message)
        answer.retryAfter = 1
        return answer
    }

    private func hasRoom(for answer: HTTPAnswer) -> Bool {
        // Of a body that goes out in parts no more than a part lies here.
        let bytes = answer.length == nil ? answer.body.count : FileDownload.partBytes
        return bytes <= HTTPLimit.smallAnswerBytes || server.output.hasRoom(bytes, counted)
    }

    private func refuse(_ refusal: HTTPRefusal) {
        var answer = HTTPAnswer(refusal)
        server.front.noteRefused(answer, peer)
        if path.isEmpty { (path, isOfHead) = (reader.targetStart, reader.isOfHead) }
        answer = server.front.shaped(answer, path: path)
        exchange?.vanish()
        exchange = nil
        give(answer)
    }

    func answer(_ answer: HTTPAnswer) {
        exchange = nil
        release()
        var answer = answer
        // What still comes of its body is no request.
        if case .taking = phase { answer.closes = true }
        if case .body = phase { answer.closes = true }
        give(answer)
        if !isProcessing { process() }
    }

    /// Writes it; the next request is read when it is out.
    private func give(_ answer: HTTPAnswer) {
        let answer =
            hasRoom(for: answer) ? answer : server.front.shaped(Self.noRoom("too many answers wait to be taken; try again"), path: path)
        let closes = answer.closes || closesAfterAnswer || hasEnded || server.front.isStopping
        if transport != nil { server.front.noteAnswered(status: answer.status) }
        if answer.body.count > HTTPLimit.wholeBytesMax { server.onLong() }
        phase = closes ? .closing : .answering
        if closes { reader.drop() }
        release()
        awaitTaker()
        write(answer.bytes(closing: closes, withBody: !isOfHead))
    }

    private func wroteAll() {
        switch phase {
        case .sending:
            deadline = Int64.max
            exchange?.onRoom?()
        case .answering where exchange == nil:
            phase = .head
            path = ""
            isOfHead = false
            isRestDeadline = true
            setDeadline(HTTPLimit.restMilliseconds)
            // It may have ended while the answer went out.
            if hasEnded { processRest() } else { process() }
        case .closing: linger()
        case .streaming:
            deadline = Int64.max
            if isFull { hasRoom() }
        default: break
        }
    }

    // MARK: Bodies in parts

    func beginParts(_ answer: HTTPAnswer) {
        guard transport != nil else { return }
        guard hasRoom(for: answer) else {
            let waiting = exchange
            exchange = nil
            give(answer)
            waiting?.vanish()
            return
        }
        closesAfterAnswer = answer.closes || closesAfterAnswer || server.front.isStopping
        server.front.noteAnswered(status: answer.status)
        release()
        phase = .sending
        awaitTaker()
        write(answer.bytes(closing: closesAfterAnswer || hasEnded))
    }

    func send(_ part: [UInt8], isLast: Bool) {
        guard transport != nil, case .sending = phase else { return }
        awaitTaker()
        if isLast {
            exchange = nil
            phase = closesAfterAnswer || hasEnded ? .closing : .answering
            if case .closing = phase { reader.drop() }
        }
        write(part)
        if isLast, !isProcessing { process() }
    }

    // MARK: Streams

    private func hasRoom() {
        isFull = false
        exchange?.onRoom?()
    }

    func beginStream() {
        phase = .streaming
        release()
        deadline = Int64.max
        reader.drop()
        throwAway()
        server.streams += 1
        server.front.noteAnswered(status: HTTPAnswer.streamStatus)
        if let transport {
            gb_limit_unsent(bufferevent_getfd(transport), Int32(Self.streamBytesMax))
            // What is written is taken by the system, whether the reader is there or not.
            gb_limit_silence(bufferevent_getfd(transport), HTTPLimit.writeMilliseconds)
        }
        _ = writeToStream(HTTPAnswer.streamHead)
    }

    func writeToStream(_ bytes: [UInt8]) -> EventListener.Taken {
        guard transport != nil, isStreaming else { return .gone }
        beatAt = server.clock.monotonicNanoseconds() + HTTPForm.beatSeconds * 1_000_000_000
        server.wakeBy(beatAt)
        write(bytes)
        guard let transport else { return .gone }
        let waiting = evbuffer_get_length(bufferevent_get_output(transport))
        // Of what waits something must go in time; how fast does not matter.
        if waiting > 0, deadline == Int64.max { awaitTaker() }
        isFull = waiting > Self.streamBytesMax
        return isFull ? .full : .more
    }

    /// The last event goes out where nothing waits before it; else the connection is cut.
    func endStream(withLast last: [UInt8]) {
        guard isStreaming, let transport else { return }
        guard evbuffer_get_length(bufferevent_get_output(transport)) == 0 else { return close() }
        write(last)
    }

    func endStream() {
        guard isStreaming else { return }
        exchange = nil
        beatAt = Int64.max
        server.streams -= 1
        phase = .closing
        setDeadline(HTTPLimit.lingerMilliseconds)
        giveUpAt = deadline
        written()
    }

    // MARK: The socket

    /// - Returns: false when there is no room for what came.
    private func pull() -> Bool {
        guard let transport else { return true }
        let input = bufferevent_get_input(transport)
        while true {
            switch phase {
            case .head, .body, .passingOver: break
            case .taking(_, let taker, _) where !taker.isFull && reader.waiting < HTTPLimit.pieceBytes: break
            default: return true
            }
            let count = evbuffer_remove(input, server.scratch.baseAddress, server.scratch.count)
            guard count > 0 else { return true }
            reader.append(UnsafeRawBufferPointer(start: server.scratch.baseAddress, count: Int(count)))
            // A head is looked at before more is taken.
            if case .head = phase { return true }
            guard countBody(Int(count)) else { return false }
            if isOfChunks { bodyDeadline += Int64(count) * 1_000_000_000 / Int64(HTTPLimit.bodyBytesASecond) }
            awaitMore()
        }
    }

    @discardableResult private func throwAway() -> Int {
        guard let transport else { return 0 }
        let input = bufferevent_get_input(transport)
        let count = evbuffer_get_length(input)
        // Fails while a reader has the buffer frozen, which none does.
        _ = evbuffer_drain(input, count)
        return count
    }

    private func write(_ bytes: [UInt8]) {
        guard let transport else { return }
        let output = bufferevent_get_output(transport)
        var sent = 0
        if evbuffer_get_length(output) == 0 {
            untaken = 0
            sent = bytes.withUnsafeBytes { gb_send_now(bufferevent_getfd(transport), $0.baseAddress, $0.count) }
            if sent < 0 { return close() }
        }
        if sent < bytes.count {
            let isKept = bytes.withUnsafeBytes { evbuffer_add(output, $0.baseAddress! + sent, $0.count - sent) } == 0
            if !isKept { return close() }
            untaken += bytes.count - sent
            countOutput()
        } else {
            wroteAll()
        }
    }

    private func countOutput() {
        let waiting = transport.map { evbuffer_get_length(bufferevent_get_output($0)) } ?? 0
        server.output.add(waiting - outputBytes, counted)
        outputBytes = waiting
    }

    private func linger() {
        guard let transport else { return }
        if hasEnded { return close() }
        // The other side may have gone; then the deadline ends it.
        _ = shutdown(bufferevent_getfd(transport), Int32(SHUT_WR))
        phase = .lingering
        setDeadline(HTTPLimit.lingerMilliseconds)
        throwAway()
    }

    /// Until somebody takes some of what was written.
    private func awaitTaker() {
        giveUpAt = deadlineNanoseconds(server.clock, afterMilliseconds: HTTPLimit.writeMilliseconds)
        lookAgain()
    }

    /// The buffer tells only when it is empty.
    private func lookAgain() { setDeadline(HTTPLimit.lookMilliseconds) }

    private func setDeadline(_ milliseconds: Int64) {
        deadline = deadlineNanoseconds(server.clock, afterMilliseconds: milliseconds)
        server.wakeBy(deadline)
    }

    private func release() {
        if bodyBytes >= HTTPLimit.wholeBytesMax { server.onLong() }
        server.bodies.add(-bodyBytes, counted, bodyLength)
        bodyBytes = 0
        gathered = []
        chunkBytes = 0
    }

    func close() {
        guard let open = transport else { return }
        transport = nil
        if isStreaming { server.streams -= 1 }
        release()
        countOutput()
        bufferevent_free(open)
        let waiting = exchange
        exchange = nil
        server.closed(self)
        waiting?.vanish()
    }
}
