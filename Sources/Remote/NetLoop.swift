import CLinux
import Libcurl
import Linux
import Messages

/// Everything that the net thread owns, made on it and gone with it: the requests on their way, the streams, and who moves their bytes.
final class NetLoop {
    private let facts: RemoteFacts
    private let clock: any Clock
    /// Of calls: an answer may lie in the socket when the thread could not run.
    private let turns: TurnClock
    let random: any RandomSource
    private let desk: RemoteDesk
    private var app: String
    private var carrier: (any Carrier)?
    /// In the order in which they were asked.
    private var waiting: [RemoteCall] = []
    private var exchanges: [ServiceExchange] = []
    private var streams: [EventStream] = []
    private var budget = RetryBudget()
    private var isEnding = false

    init(_ facts: RemoteFacts, _ clock: any Clock, _ random: any RandomSource, _ desk: RemoteDesk) {
        self.facts = facts
        self.clock = clock
        turns = TurnClock(clock, turnMilliseconds: RemoteLimit.turnMilliseconds)
        self.random = random
        self.desk = desk
        app = facts.place.app
    }

    private var address: String { facts.place.address.text }
    var eventsAddress: String { address + HTTPForm.eventsPath(app: app) }

    func take(_ order: NetOrder) {
        switch order {
        case .call(let call):
            call.deadline = after(facts.pace.requestMilliseconds + Int64(call.sent.body.count) / facts.pace.bytesPerMillisecond)
            waiting.append(call)
        case .subscribe(let id): streams.append(EventStream(id, clock, desk, facts.pace))
        case .listen(let id, let token): for stream in streams where stream.subscription == id { stream.listen(as: token, self) }
        case .unsubscribe(let id):
            for stream in streams where stream.subscription == id { stream.end(self) }
            streams.removeAll { $0.subscription == id }
        case .app(let app):
            self.app = app
            for stream in streams { stream.forget(self) }
        }
    }

    private var time: Int64 { turns.monotonicNanoseconds() }
    private func after(_ milliseconds: Int64) -> Int64 { deadlineNanoseconds(turns, afterMilliseconds: milliseconds) }

    // MARK: Turns

    func turn(_ wake: EventDescriptor) {
        turns.look()
        let now = time
        giveUpLate(now)
        beginWaiting(now)
        for stream in streams { stream.look(clock.monotonicNanoseconds(), self) }
        let milliseconds = rest(now)
        guard let carrier else {
            var entry = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, milliseconds)
            return
        }
        carrier.turn(wake, milliseconds: milliseconds)
        for (exchange, failure) in carrier.takeEnded() { ended(exchange, exchange.failure ?? failure) }
    }

    /// How long nothing is due.
    private func rest(_ now: Int64) -> Int32 {
        var due = Int64.max
        // Streams go by the clock that never stands still.
        let ahead = clock.monotonicNanoseconds() - now
        for exchange in exchanges { due = min(due, end(of: exchange)) }
        for stream in streams { due = min(due, stream.wakesAt - ahead) }
        // One that is due already waits for another to end, which wakes the loop.
        for call in waiting { due = min(due, call.due > now ? min(call.due, call.deadline) : call.deadline) }
        if due == Int64.max, carrier == nil { return -1 }
        let milliseconds = due <= now ? 0 : (due - now) / 1_000_000 + 1
        return Int32(clamping: min(milliseconds, due == Int64.max ? Int64(Int32.max) : RemoteLimit.turnMilliseconds))
    }

    private func giveUpLate(_ now: Int64) {
        for exchange in exchanges {
            guard case .call(let call) = exchange.owner else { continue }
            guard now >= end(of: exchange) else { continue }
            cancel(exchange)
            call.sentNothing = false
            failed(call, .again(ExchangeFailure.timedOut.reply(address), afterMilliseconds: nil), now)
        }
        let late = waiting.filter { now >= $0.deadline }
        waiting.removeAll { now >= $0.deadline }
        for call in late { call.end(call.last ?? ExchangeFailure.timedOut.reply(address)) }
    }

    /// What comes bit by bit gets longer, and not for ever.
    private func end(of exchange: ServiceExchange) -> Int64 {
        guard case .call(let call) = exchange.owner else { return exchange.deadline }
        return min(exchange.deadline, call.deadline) + exchange.received / facts.pace.bytesPerMillisecond * 1_000_000
    }

    private func beginWaiting(_ now: Int64) {
        var running = 0, ofConsole = 0
        for exchange in exchanges {
            guard case .call(let call) = exchange.owner else { continue }
            running += 1
            if call.sent.isConsole { ofConsole += 1 }
        }
        var place = 0
        while place < waiting.count, running < RemoteLimit.requestsMax {
            let call = waiting[place]
            let mayGo = !call.sent.isConsole || ofConsole < RemoteLimit.consoleRequestsMax
            // The operator's are made in order: one that waits to be sent again holds the next.
            if call.sent.isConsole { ofConsole += 1 }
            guard mayGo, call.due <= now else {
                place += 1
                continue
            }
            waiting.remove(at: place)
            running += 1
            send(call, now)
        }
    }

    private func send(_ call: RemoteCall, _ now: Int64) {
        call.attempts += 1
        let milliseconds = facts.pace.attemptMilliseconds + Int64(call.sent.body.count) / facts.pace.bytesPerMillisecond
        if !begin(call.exchange(deadline: now + milliseconds * 1_000_000)) {
            call.end(ExchangeFailure.noLibrary.reply(address))
        }
    }

    // MARK: Exchanges

    /// - Returns: false when nobody moves bytes here; it is looked for anew each time, because it may be installed while the game runs.
    func begin(_ exchange: ServiceExchange) -> Bool {
        if isEnding { return false }
        if carrier == nil { carrier = makeCarrier() }
        guard let carrier, carrier.begin(exchange) else { return false }
        exchanges.append(exchange)
        return true
    }

    private func makeCarrier() -> (any Carrier)? {
        if let http = facts.place.http { return HostCarrier(http) }
        return CurlCarrier.open(facts)
    }

    func cancel(_ exchange: ServiceExchange) {
        carrier?.cancel(exchange)
        exchanges.removeAll { $0 === exchange }
    }

    private func ended(_ exchange: ServiceExchange, _ failure: ExchangeFailure?) {
        exchanges.removeAll { $0 === exchange }
        let now = time
        switch exchange.owner {
        case .stream(let stream): stream.ended(exchange, failure, clock.monotonicNanoseconds(), self)
        case .call(let call):
            call.sentNothing = call.sentNothing && failure?.sentNothing == true
            if let failure {
                return failed(call, .again(failure.reply(address, sentNothing: call.sentNothing), afterMilliseconds: nil), now)
            }
            failed(call, RemoteCall.outcome(exchange, address), now)
        }
    }

    private func failed(_ call: RemoteCall, _ outcome: RemoteCall.Outcome, _ now: Int64) {
        switch outcome {
        case .over(let reply):
            budget.succeeded()
            call.end(reply)
        case .again(var reply, let milliseconds):
            if let milliseconds { reply.retryAfterSeconds = (milliseconds + 999) / 1_000 }
            guard call.attempts < RemoteLimit.attemptsMax, budget.take(now: now) else { return call.end(reply) }
            let delay = RetryBudget.delay(
                facts.pace.retryMilliseconds, max: facts.pace.retryMillisecondsMax, tries: call.attempts, random)
            call.due = now + max(delay, milliseconds ?? 0) * 1_000_000
            // What would come too late is said at once.
            guard call.due < call.deadline else { return call.end(reply) }
            call.last = reply
            waiting.insert(call, at: 0)
        }
    }

    /// What is under way is given up, wherever it is, and answered.
    func end() {
        isEnding = true
        for stream in streams { stream.end(self) }
        streams = []
        for exchange in exchanges {
            carrier?.cancel(exchange)
            if case .call(let call) = exchange.owner { call.end(NetThread.stopped) }
        }
        exchanges = []
        for call in waiting { call.end(NetThread.stopped) }
        waiting = []
        carrier?.end()
        carrier = nil
    }
}
