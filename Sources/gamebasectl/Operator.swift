import CLinux
import Codecs
import Linux
import Messages

/// The operator, at one server.
final class Operator {
    static let addressVariable = "GAMEBASE_SERVICE_URL"
    static let keyVariable = "GAMEBASED_OPERATOR_KEY"
    private static let usualAddress = "http://127.0.0.1:7878"
    /// Where nobody answers, or a store does not.
    static let tries = 5
    /// How long a server is asked again that has too much to do, and from one time to the next at most.
    static let busySeconds = 20
    static let waitMilliseconds = 2_000
    static let keyBytesMax = 4_096

    let invocation: Invocation
    let address: ServiceAddress
    private let key: String?
    var chosen: String?
    private let random = SystemRandom()

    private init(_ invocation: Invocation, _ address: ServiceAddress, _ key: String?) {
        self.invocation = invocation
        self.address = address
        self.key = key
    }

    /// Whoever the options and the environment name.
    /// - Parameter isLocal: the command works on files and asks no server, so the environment's address is not read.
    static func named(_ invocation: Invocation, isLocal: Bool = false) throws(Stop) -> Operator {
        let text = invocation["--url"] ?? (isLocal ? nil : Environment.value(addressVariable)) ?? usualAddress
        let address: ServiceAddress
        do throws(ServiceAddress.Refusal) { address = try ServiceAddress.read(text) } catch {
            throw Stop(Stop.usage, "--url: \(text) \(error.reason)")
        }
        // libcurl would say so behind five tries, as if nobody answered.
        if let path = invocation["--cacert"], !Files.exists(path) { throw Stop(Stop.usage, "--cacert: there is no file \(path)") }
        guard let path = invocation["--key-file"] else { return Operator(invocation, address, Environment.value(keyVariable)) }
        let line = try readFile(path, "--key-file", bytesMax: keyBytesMax).prefix { $0 > 0x20 }
        return Operator(invocation, address, String(decoding: line, as: UTF8.self))
    }

    // MARK: The app

    /// The app that was named, or the only one.
    func app() throws(Stop) -> String {
        if let chosen { return chosen }
        if let named = invocation["--app"] {
            chosen = named
            return named
        }
        let apps = try apps()
        guard apps.count == 1 else {
            let list = apps.isEmpty ? "the server has none" : "there are \(apps.joined(separator: ", "))"
            throw Stop(Stop.usage, "--app ID is missing; \(list)")
        }
        chosen = apps[0]
        return apps[0]
    }

    /// Of the server, also those that it cannot serve now. Without them a command that names no app would find one that it does not mean.
    func apps() throws(Stop) -> [String] { try apps(by: "gamebased_app_served") }
    func appsServed() throws(Stop) -> [String] { try apps(by: "gamebased_listeners") }

    /// - Parameter figure: of the metrics, that has a line for each.
    private func apps(by figure: String) throws(Stop) -> [String] {
        let start = figure + "{app=\""
        var apps: [String] = []
        for line in try metrics().split(separator: "\n") where line.hasPrefix(start) {
            guard let end = line.range(ofLast: "\"}") else { continue }
            apps.append(unescaped(line[line.index(line.startIndex, offsetBy: start.count)..<end]))
        }
        return apps
    }

    /// A label's value in Prometheus' text format.
    private func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscaped = false
        for sign in text {
            if isEscaped {
                result.append(sign == "n" ? "\n" : sign)
                isEscaped = false
            } else if sign == "\\" {
                isEscaped = true
            } else {
                result.append(sign)
            }
        }
        return result
    }

    // MARK: Requests

    func metrics() throws(Stop) -> String {
        let answer = try answered(try reading("/metrics"))
        guard answer.status == 200 else { throw refusal(answer) }
        return String(decoding: answer.body, as: UTF8.self)
    }

    /// - Returns: whatever the status, of one try.
    func get(_ path: String) throws(Stop) -> HTTPCall.Answer { try HTTPCall.run(try reading(path)) }

    private func reading(_ path: String) throws(Stop) -> HTTPCall.Question {
        if key != nil { try refuseOpenWay() }
        let fields = key.map { ["\(HTTPForm.authorization): \(HTTPForm.bearer)\($0)"] } ?? []
        return HTTPCall.Question(url: address.text + path, fields: fields, body: nil, authorities: invocation["--cacert"])
    }

    /// The key opens everything: it goes over TLS, or does not leave this machine.
    private func refuseOpenWay() throws(Stop) {
        if address.isSecure || address.isLoopback { return }
        throw Stop(
            Stop.usage, "--url: \(address.text) would get the operator's key over a network without TLS; it must begin with https://")
    }

    var hasKey: Bool { key != nil }

    /// The body of the answer to a console request of the app. A change has one key for all tries, so that it is made once.
    func ask(_ name: RequestName, _ parameters: JSON = [:]) throws(Stop) -> JSON {
        let body = Request(name, origin: .console, transactionId: "gamebasectl", parameters: parameters).body
        guard let path = HTTPForm.path(app: try app(), .console) else { throw Stop(Stop.usage, "--app: is no app's id") }
        return try post(path, body.bytes())
    }

    /// What the server itself does for the app, by the last part of its path.
    func work(_ name: String, _ body: JSON = [:]) throws(Stop) -> JSON {
        try post("/\(HTTPForm.version)/apps/\(PercentEncoding.encode(try app()))/\(name)", body.bytes())
    }

    /// - Parameters:
    ///   - asPlayer: without the key.
    ///   - isMadeOnce: what is sent again has the same name, so that it is done once.
    func question(_ path: String, _ body: [UInt8], asPlayer: Bool = false, isMadeOnce: Bool = true) throws(Stop) -> HTTPCall.Question {
        var fields = ["Content-Type: \(HTTPForm.mediaType)"]
        if isMadeOnce { fields.append("\(HTTPForm.changeId): \(Hex.encode(random.bytes(16)))") }
        if !asPlayer {
            guard let key else {
                let file = "--key-file FILE (operator.key of the data directory)"
                throw Stop(Stop.usage, "the operator's key is missing: \(file), or \(Self.keyVariable)", isOfKey: true)
            }
            try refuseOpenWay()
            fields.append("\(HTTPForm.authorization): \(HTTPForm.bearer)\(key)")
        }
        return HTTPCall.Question(url: address.text + path, fields: fields, body: body, authorities: invocation["--cacert"])
    }

    func post(_ path: String, _ body: [UInt8], asPlayer: Bool = false) throws(Stop) -> JSON {
        try read(try answered(try question(path, body, asPlayer: asPlayer)))
    }

    /// Asks again while nobody answers, or the server has too much to do.
    private func answered(_ question: HTTPCall.Question) throws(Stop) -> HTTPCall.Answer {
        let began = SystemClock().monotonicNanoseconds()
        var (attempt, silences) = (1, 0)
        while true {
            var wait = 200 * attempt
            do throws(Stop) {
                let answer = try HTTPCall.run(question)
                guard Self.isNotNow(answer) else { return answer }
                if Self.isBusy(answer) {
                    wait = max(min(wait, Self.waitMilliseconds), min(answer.retryAfterSeconds ?? 0, Self.busySeconds) * 1_000)
                    let end = SystemClock().monotonicNanoseconds() + Int64(wait) * 1_000_000
                    if end - began > Int64(Self.busySeconds) * 1_000_000_000 { return answer }
                    if attempt == Self.tries, isatty(STDERR_FILENO) == 1 { remark("the server is overloaded; retrying") }
                } else if attempt >= Self.tries {
                    return answer
                }
            } catch {
                silences += 1
                if error.status != Stop.unreachable || silences == Self.tries { throw error }
            }
            usleep(UInt32(wait) * 1_000)
            attempt += 1
        }
    }

    /// Too much is asked of it, or it ends to be started again, or a proxy speaks for it. A database or a store that cannot be asked seldom
    /// comes back so soon, and its answer says what is kept meanwhile.
    private static func isBusy(_ answer: HTTPCall.Answer) -> Bool {
        let form = try? JSON.parse(bytes: answer.body, limits: HTTPForm.answerLimits)
        guard let code = form?["resultCode"]?.int64Value else { return true }
        return code == Int64(ResultCode.tooManyRequests) || code == Int64(ResultCode.serviceStopped)
    }

    /// It may go better the next time. 502: a proxy's server is not there, as when it is started again.
    static func isNotNow(_ answer: HTTPCall.Answer) -> Bool { [408, 429, 502, 503].contains(answer.status) }

    private func read(_ answer: HTTPCall.Answer) throws(Stop) -> JSON {
        let reply = try reply(answer)
        guard reply.isSuccess else { throw Stop(Stop.refused, "refused (\(reply.resultCode)): \(reply.message)") }
        return reply.body
    }

    /// - Returns: also a refusal of what was asked.
    func reply(_ answer: HTTPCall.Answer) throws(Stop) -> Reply {
        guard answer.status == 200 else { throw refusal(answer) }
        let form: JSON
        do throws(JSONError) { form = try JSON.parse(bytes: answer.body, limits: HTTPForm.answerLimits) } catch {
            if Self.isPage(answer.body) { throw refusal(answer) }
            throw Stop(Stop.refused, "\(address.text) does not answer as a gamebased does: \(error.message)")
        }
        guard let reply = Reply(form: form) else { throw Stop(Stop.refused, "\(address.text) does not answer as a gamebased does") }
        return reply
    }

    /// HTML, or nothing at all: gamebased answers with neither.
    private static func isPage(_ body: [UInt8]) -> Bool {
        let start = body.drop { $0 <= 0x20 }
        return start.isEmpty || start.first == UInt8(ascii: "<")
    }

    private func refusal(_ answer: HTTPCall.Answer) -> Stop {
        let form = try? JSON.parse(bytes: answer.body, limits: HTTPForm.answerLimits)
        if form?["message"]?.stringValue == nil, answer.status >= 500 {
            return Stop(
                Stop.unreachable,
                "\(address.text) answers with status \(answer.status), as a proxy does without its server: it is unknown whether "
                    + "the request was executed")
        }
        if form?["message"]?.stringValue == nil, Self.isPage(answer.body) {
            return Stop(
                Stop.refused,
                "\(address.text) answers with a page (status \(answer.status)), as a proxy does: it does not forward the "
                    + "operator's requests. --url must name gamebased itself: its --listen or --admin-listen")
        }
        let message = form?["message"]?.stringValue ?? String(decoding: answer.body.prefix(200), as: UTF8.self)
        switch answer.status {
        case 401:
            return Stop(
                Stop.refused, "\(message): name its file with --key-file FILE: operator.key of the server's data directory",
                isOfKey: true)
        // What is missing is a part of the settings, which the message names.
        case 404 where form?["resultCode"]?.int64Value == Int64(ResultCode.parameterInvalid): return Stop(Stop.refused, message)
        case 404:
            return Stop(
                Stop.refused,
                "\(message): gamebasectl apps lists the apps; with --admin-listen the server accepts the operator only at that address")
        default: return Stop(Stop.refused, "the server answers with status \(answer.status): \(message)")
        }
    }
}

/// - Parameter name: what named the file.
func readFile(_ path: String, _ name: String, bytesMax: Int) throws(Stop) -> [UInt8] {
    do throws(FileError) {
        if let bytes = try Files.read(path, bytesMax: bytesMax) { return bytes }
    } catch {
        throw Stop(Stop.usage, "\(name): \(error.message)")
    }
    throw Stop(Stop.usage, "\(name): there is no file \(path)")
}

extension Substring {
    func range(ofLast text: String) -> Index? {
        var end = endIndex
        while end > startIndex {
            end = index(before: end)
            if self[end...].hasPrefix(text) { return end }
        }
        return nil
    }
}
