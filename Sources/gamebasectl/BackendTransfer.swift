import BackendTransfer
import CCurl
import CLinux
import Codecs
import Libcurl
import Linux
import Messages

/// An import or an export at a running server. Requests run beside each other, on connections that are kept; what the server does not take
/// now, or not any more, is asked again until nobody has answered for a minute.
final class BackendTransfer: Transfer, @unchecked Sendable {
    static let atOnce = 32
    static let patienceNanoseconds: Int64 = 60_000_000_000
    static let retryNanoseconds: Int64 = 250_000_000
    static let turnMilliseconds: Int32 = 250

    private final class Work {
        let question: HTTPCall.Question
        let onReply: OnReply
        var due: Int64 = 0

        init(_ question: HTTPCall.Question, _ onReply: @escaping OnReply) {
            self.question = question
            self.onReply = onReply
        }
    }

    private let operate: Operator
    private let app: String
    private let clock = SystemClock()
    private let curl: Curl
    private let multi: OpaquePointer
    private let line: ProgressLine
    private var waiting: [Work] = []
    private var running: [(call: HTTPCall, work: Work)] = []
    private var soon: [@Sendable (Transfer) throws(FileError) -> Void] = []
    private var lastAnswer: Int64
    private var told: Int64 = 0
    private var ended: Result<JSON, Stop>?

    private init(_ operate: Operator, _ app: String, _ curl: Curl, _ multi: OpaquePointer, _ line: ProgressLine) {
        self.operate = operate
        self.app = app
        self.curl = curl
        self.multi = multi
        self.line = line
        lastAnswer = clock.monotonicNanoseconds()
        super.init()
    }

    deinit { _ = curl.table.pointee.multi_cleanup(multi) }

    /// - Parameter begin: the first step.
    /// - Returns: the report.
    static func run(
        _ operate: Operator, _ line: ProgressLine, _ begin: @Sendable @escaping (Transfer) throws(FileError) -> Void
    ) throws(Stop) -> JSON {
        let curl = try HTTPCall.library()
        let app = try operate.app()
        guard let multi = curl.table.pointee.multi_init() else { throw Stop(Stop.unreachable, "libcurl has no memory") }
        let transfer = BackendTransfer(operate, app, curl, multi, line)
        transfer.soon.append(begin)
        let result = transfer.run()
        line.end()
        return try result.get()
    }

    // MARK: What the work asks

    override func ask(_ name: RequestName, _ parameters: JSON, _ onReply: @escaping OnReply) {
        let isPlayer = name.facts.asker == .client
        let request = Request(name, origin: isPlayer ? .client : .console, transactionId: "gamebasectl", parameters: parameters)
        guard let path = HTTPForm.path(app: app, request.origin) else { return stop(Stop(Stop.usage, "--app: is no app's id")) }
        do throws(Stop) {
            let isMadeOnce = name.facts.isMadeOnce && !name.facts.isRepeatable
            let question = try operate.question(path, request.body.bytes(), asPlayer: isPlayer, isMadeOnce: isMadeOnce)
            waiting.append(Work(question, onReply))
        } catch {
            stop(error)
        }
    }

    override func later(_ work: @escaping @Sendable (Transfer) throws(FileError) -> Void) { soon.append(work) }

    override func goesOn() -> Bool {
        if progress.objects - told >= Transfer.objectsBetweenWords { word() }
        return ended == nil
    }

    override func word() {
        told = progress.objects
        line.show(progress, clock.monotonicNanoseconds())
    }

    override func succeed(_ report: JSON) {
        line.show(progress, nil)
        if ended == nil { ended = .success(report) }
    }

    override func fail(_ message: String) { stop(Stop(Stop.refused, message)) }

    private func stop(_ stop: Stop) { if ended == nil { ended = .failure(stop) } }

    // MARK: The loop

    private func run() -> Result<JSON, Stop> {
        while true {
            let steps = soon
            soon = []
            for step in steps { attempt { () throws(FileError) in try step(self) } }
            if let ended { return give(ended) }
            begin()
            var count: Int32 = 0
            _ = curl.table.pointee.multi_perform(multi, &count)
            if look() || !soon.isEmpty { continue }
            if curl.table.pointee.multi_wait(multi, nil, 0, Self.turnMilliseconds, nil) != 0 || running.isEmpty { usleep(10_000) }
        }
    }

    private func give(_ result: Result<JSON, Stop>) -> Result<JSON, Stop> {
        for (call, _) in running { _ = curl.table.pointee.multi_remove_handle(multi, call.easy) }
        running = []
        return result
    }

    private func attempt(_ work: () throws(FileError) -> Void) {
        do throws(FileError) { try work() } catch { stop(Stop(Stop.refused, "DIR: \(error.message)")) }
    }

    private func begin() {
        let now = clock.monotonicNanoseconds()
        while running.count < Self.atOnce, let place = waiting.firstIndex(where: { $0.due <= now }) {
            let work = waiting.remove(at: place)
            do throws(Stop) {
                let call = try HTTPCall.begin(curl, work.question)
                guard curl.table.pointee.multi_add_handle(multi, call.easy) == 0 else {
                    throw Stop(Stop.unreachable, "libcurl has no memory")
                }
                running.append((call, work))
            } catch {
                return stop(error)
            }
        }
    }

    /// - Returns: whether something came.
    private func look() -> Bool {
        var left: Int32 = 0
        var isAny = false
        while let message = curl.table.pointee.multi_info_read(multi, &left) {
            let (kind, easy, code) = (message.pointee.kind, message.pointee.easy, message.pointee.data.result)
            guard Int(kind) == GB_CURL_DONE, let easy, let place = running.firstIndex(where: { $0.call.easy == easy }) else { continue }
            let (call, work) = running.remove(at: place)
            _ = curl.table.pointee.multi_remove_handle(multi, easy)
            isAny = true
            take(call, work, code)
        }
        return isAny
    }

    private func take(_ call: HTTPCall, _ work: Work, _ code: Int32) {
        do throws(Stop) {
            let answer = try call.end(code, work.question.url)
            if Operator.isNotNow(answer) {
                return again(work, Stop(Stop.unreachable, "the server does not take it now (\(answer.status))"))
            }
            lastAnswer = clock.monotonicNanoseconds()
            let reply = try operate.reply(answer)
            if ResultCode.meansNoAnswer(reply.resultCode) { return again(work, Stop(Stop.refused, reply.message)) }
            hand(reply, work)
        } catch {
            if error.status == Stop.unreachable { again(work, error) } else { stop(error) }
        }
    }

    private func hand(_ reply: Reply, _ work: Work) {
        if reply.isSuccess { return attempt { () throws(FileError) in try work.onReply(reply.body, nil) } }
        guard reply.resultCode == ResultCode.documentRefused else {
            return stop(Stop(Stop.refused, "refused (\(reply.resultCode)): \(reply.message)"))
        }
        let refusal = (reply.body["code"] ?? .null, reply.body["error"] ?? .null)
        attempt { () throws(FileError) in try work.onReply(.null, refusal) }
    }

    private func again(_ work: Work, _ reason: Stop) {
        let now = clock.monotonicNanoseconds()
        guard now - lastAnswer < Self.patienceNanoseconds else {
            return stop(Stop(reason.status, "\(reason.message); repeat the command to continue"))
        }
        work.due = now + Self.retryNanoseconds
        waiting.append(work)
    }
}
