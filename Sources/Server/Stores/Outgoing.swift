import CCurl
import CLinux
import Codecs
import Libcurl
import Linux

/// What is asked of somebody else's server. Its address and fields may hold secrets: none of it is ever logged.
struct OutgoingCall: Sendable {
    var url: String
    /// nil: GET; else POST of a form.
    var form: [(name: String, value: String)]?
    var fields: [String] = []
    /// In place of a form.
    var json: [UInt8]?
    /// In place of HTTP: what is said to a mail server; `url` names it.
    var mail: OutgoingMail?
    /// Of one try; nil: as of every call.
    var tryMilliseconds: Int?
    /// Twice has the effect of once.
    var isRepeatable = true

    /// With the port, as it stands in the address: what hangs does so together.
    var host: Substring {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return url[...] }
        let behind = url[colon...].drop { $0 == ":" || $0 == "/" }
        return behind.prefix { $0 != "/" && $0 != "?" }
    }

    static func encoded(_ form: [(name: String, value: String)]) -> String {
        form.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}

/// How it ended. Without a status nobody knows whether it was heard.
struct OutgoingAnswer: Sendable {
    /// 0: none came, or not whole.
    var status = 0
    var body: [UInt8] = []
    /// When the answer was made, by the clock of the machine that made it.
    var date: Timestamp<StoreClock>?
    /// The host's name leads into a network that is not asked. It was asked nothing.
    var isOutOfReach = false
    /// How it went at a mail server.
    var mail: MailVerdict?

    var json: JSON? { try? JSON.parse(bytes: body, limits: OutgoingLimit.answerLimits) }
    /// It may go better the next time.
    var isTemporary: Bool { status == 0 || status == 409 || status == 429 || status >= 500 }
    /// How it went, for a log.
    var told: String {
        if isOutOfReach { return "was not asked: its machine is in a network of one's own, which --reach does not name" }
        return status == 0 ? "did not answer" : "answered with status \(status)"
    }
}

enum OutgoingLimit {
    static let callsMax = 2_048
    static let atOnce = 256
    /// Of one host: one that does not answer keeps the others' calls neither from being taken nor from being made.
    static let callsOfHostMax = 256
    static let atOnceOfHost = 8
    /// Many hosts that do not answer take no more than what is above this: the rest is for hosts of which little is asked yet.
    static let callsForFew = 512
    static let fewCalls = 8
    static let atOnceForFirst = 128
    static let answerBytesMax = 4 << 20
    /// A long report has many small values; they are at least two bytes.
    static let answerLimits = JSONLimits(bytesMax: answerBytesMax, membersMax: answerBytesMax / 2)
    static let triesMax = 3
    static let connectMilliseconds = 4_000
    static let mailConnectMilliseconds = 15_000
    static let retryMilliseconds: Int64 = 200
    static let retryMillisecondsMax: Int64 = 2_000
    static let turnMilliseconds: Int32 = 1_000
    /// So long a call waits until it is begun.
    static let waitMilliseconds: Int64 = 30_000
}

/// Asks other servers over HTTP, on a thread of its own: libcurl moves the bytes. Nobody waits for it.
final class Outgoing: @unchecked Sendable {
    private let clock: any Clock
    private let random: any RandomSource
    private let tryMilliseconds: Int
    let reach: OutgoingReach
    private let lock = Lock()
    private let wake: EventDescriptor
    private var thread: Thread?
    // Guarded by the lock.
    private var asked: [Work] = []
    private var count = 0
    private var ofHost: [Substring: Int] = [:]
    private var isEnding = false

    private final class Work {
        let call: OutgoingCall
        let host: Substring
        let answer: @Sendable (OutgoingAnswer) -> Void
        var tries = 0
        var due: Int64 = 0
        /// Nobody waits for it any more then.
        let deadline: Int64

        init(_ call: OutgoingCall, _ deadline: Int64, _ answer: @escaping @Sendable (OutgoingAnswer) -> Void) {
            self.call = call
            host = call.host
            self.deadline = deadline
            self.answer = answer
        }
    }

    /// - Returns: nil when the system has no descriptor to give.
    static func make(_ clock: any Clock, _ random: any RandomSource, tryMilliseconds: Int, _ reach: OutgoingReach) -> Outgoing? {
        EventDescriptor.open().map { Outgoing(clock, random, tryMilliseconds, reach, $0) }
    }

    private init(
        _ clock: any Clock, _ random: any RandomSource, _ tryMilliseconds: Int, _ reach: OutgoingReach, _ wake: EventDescriptor
    ) {
        self.clock = clock
        self.random = random
        self.tryMilliseconds = tryMilliseconds
        self.reach = reach
        self.wake = wake
    }

    private func longest(_ call: OutgoingCall) -> Int64 {
        OutgoingLimit.waitMilliseconds + Int64(OutgoingLimit.triesMax * (call.tryMilliseconds ?? tryMilliseconds))
    }

    /// - Parameters:
    ///   - milliseconds: whoever asks has given up then, so it is not begun any more, and not tried again; nil: all tries have their time.
    ///   - answer: comes exactly once, on any thread.
    func ask(_ call: OutgoingCall, within milliseconds: Int64? = nil, _ answer: @escaping @Sendable (OutgoingAnswer) -> Void) {
        let work = Work(call, deadlineNanoseconds(clock, afterMilliseconds: milliseconds ?? longest(call)), answer)
        let isTaken: Bool = lock.locked {
            guard !isEnding, Self.takes(count, ofHost: ofHost[work.host, default: 0]) else { return false }
            // Whoever never asks anybody has no such thread.
            if thread == nil { thread = Thread.start(name: "gamebased-out") { [self] in run() } }
            guard thread != nil else { return false }
            count += 1
            ofHost[work.host, default: 0] += 1
            asked.append(work)
            return true
        }
        if isTaken { wake.raise() } else { answer(OutgoingAnswer()) }
    }

    /// Whether one more call of a host is taken, beside so many of all hosts.
    static func takes(_ count: Int, ofHost: Int) -> Bool {
        let left = OutgoingLimit.callsMax - count
        if ofHost >= OutgoingLimit.callsOfHostMax || left <= 0 { return false }
        return left > OutgoingLimit.callsForFew || ofHost < OutgoingLimit.fewCalls
    }

    /// Whether one more call of a host is begun, beside so many that run.
    static func begins(_ running: Int, ofHost: Int) -> Bool {
        let left = OutgoingLimit.atOnce - running
        if ofHost >= OutgoingLimit.atOnceOfHost || left <= 0 { return false }
        return left > OutgoingLimit.atOnceForFirst || ofHost == 0
    }

    /// - Parameter deadline: on the system's monotonic clock.
    func end(untilNanoseconds deadline: Int64) {
        lock.locked { isEnding = true }
        wake.raise()
        if let thread, !thread.join(untilNanoseconds: deadline) { thread.detach() }
        thread = nil
    }

    // MARK: On the thread

    private func run() {
        let curl = Curl.load(Curl.libraryNames)
        let multi = curl.flatMap { $0.table.pointee.multi_init() }
        var waiting: [Work] = []
        var running: [Running] = []
        while true {
            wake.clear()
            let (more, isOver) = lock.locked {
                defer { asked = [] }
                return (asked, isEnding)
            }
            waiting += more
            if isOver { break }
            let now = clock.monotonicNanoseconds()
            for work in waiting where work.deadline <= now { end(work, OutgoingAnswer()) }
            waiting.removeAll { $0.deadline <= now }
            begin(curl, multi, &waiting, &running, now)
            turn(curl, multi, running.count, rest(waiting, running.isEmpty, now))
            guard let curl, let multi else { continue }
            var left: Int32 = 0
            while let message = curl.table.pointee.multi_info_read(multi, &left) {
                let (kind, easy, code) = (message.pointee.kind, message.pointee.easy, message.pointee.data.result)
                guard Int(kind) == GB_CURL_DONE, let easy, let place = running.firstIndex(where: { $0.transfer.easy == easy }) else {
                    continue
                }
                let (transfer, work) = running.remove(at: place)
                _ = curl.table.pointee.multi_remove_handle(multi, easy)
                ended(work, transfer.answer(code), &waiting)
            }
        }
        if let curl, let multi {
            for (transfer, _) in running { _ = curl.table.pointee.multi_remove_handle(multi, transfer.easy) }
            _ = curl.table.pointee.multi_cleanup(multi)
        }
        for work in running.map({ $0.work }) + waiting { end(work, OutgoingAnswer()) }
    }

    private typealias Running = (transfer: OutgoingTry, work: Work)

    private func begin(_ curl: Curl?, _ multi: OpaquePointer?, _ waiting: inout [Work], _ running: inout [Running], _ now: Int64) {
        var ofHost: [Substring: Int] = [:]
        for (_, work) in running { ofHost[work.host, default: 0] += 1 }
        while let place = waiting.firstIndex(where: { $0.due <= now && Self.begins(running.count, ofHost: ofHost[$0.host, default: 0]) }) {
            let work = waiting.remove(at: place)
            work.tries += 1
            let left = Int(clamping: (work.deadline - now) / 1_000_000 + 1)
            let most = min(work.call.tryMilliseconds ?? tryMilliseconds, left)
            guard let curl, let multi, let transfer = OutgoingTry.of(curl, work.call, most, reach),
                curl.table.pointee.multi_add_handle(multi, transfer.easy) == 0
            else {
                end(work, OutgoingAnswer())
                continue
            }
            ofHost[work.host, default: 0] += 1
            running.append((transfer, work))
        }
    }

    /// How long nothing is due; -1: until somebody asks.
    private func rest(_ waiting: [Work], _ isIdle: Bool, _ now: Int64) -> Int32 {
        // One that is due and waits for another to end is begun when that has ended.
        let due = waiting.flatMap { [$0.due, $0.deadline] }.filter { $0 > now }.min()
        let milliseconds = due.map { Int32(clamping: ($0 - now) / 1_000_000 + 1) }
        if isIdle { return milliseconds ?? -1 }
        return min(milliseconds ?? OutgoingLimit.turnMilliseconds, OutgoingLimit.turnMilliseconds)
    }

    private func turn(_ curl: Curl?, _ multi: OpaquePointer?, _ count: Int, _ milliseconds: Int32) {
        guard count > 0, let curl, let multi else {
            var entry = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, milliseconds)
            return
        }
        var running: Int32 = 0
        _ = curl.table.pointee.multi_perform(multi, &running)
        // What has ended is looked at before anything is waited for.
        if Int(running) < count { return }
        var entry = gb_curl_wait(descriptor: wake.descriptor, events: Int16(GB_CURL_READABLE), found: 0)
        if curl.table.pointee.multi_wait(multi, &entry, 1, milliseconds, nil) != 0 { usleep(10_000) }
    }

    private func ended(_ work: Work, _ answer: OutgoingAnswer, _ waiting: inout [Work]) {
        guard answer.isTemporary, !answer.isOutOfReach, work.call.isRepeatable, work.tries < OutgoingLimit.triesMax else {
            return end(work, answer)
        }
        // Full jitter: who failed together does not come back together.
        let longest = min(OutgoingLimit.retryMilliseconds << Int64(work.tries), OutgoingLimit.retryMillisecondsMax)
        var number: Int64 = 0
        for byte in random.bytes(4) { number = number << 8 | Int64(byte) }
        work.due = clock.monotonicNanoseconds() + number % (longest + 1) * 1_000_000
        if work.due >= work.deadline { return end(work, answer) }
        waiting.append(work)
    }

    private func end(_ work: Work, _ answer: OutgoingAnswer) {
        lock.locked {
            count -= 1
            let left = ofHost[work.host, default: 0] - 1
            ofHost[work.host] = left > 0 ? left : nil
        }
        work.answer(answer)
    }
}
