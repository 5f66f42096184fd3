// A small honest server for the tests of the client over the network: the service of this package behind docs/protocol.md, a thread for
// each connection, and nothing of what a server on the internet needs. Prints "ready PORT".
//
// usage: StandIn OPERATOR_KEY SETTINGS_FILE [DIRECTORY [PORT]]
import Embedded
import Glibc
import Linux
import Messages
import Wire

signal(SIGPIPE, SIG_IGN)
let arguments = CommandLine.arguments
let operatorKey = arguments.count > 1 ? arguments[1] : "operator"
let service = EmbeddedService(
    directory: arguments.count > 3 && !arguments[3].isEmpty ? arguments[3] : nil, keepsEvents: true, clock: SystemClock(),
    random: SystemRandom())
guard service.start() else { fatalError("no thread") }

/// Waits for the answer.
@Sendable func ask(_ request: Request) -> Reply {
    final class Heard: @unchecked Sendable { var reply = Reply.success() }
    let heard = Heard(), latch = Latch()
    service.send(request) {
        heard.reply = $0
        latch.open()
    }
    _ = latch.wait(untilNanoseconds: Int64.max / 2)
    return heard.reply
}

struct Call {
    var method = ""
    var target = ""
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var token: String? {
        headers["authorization"].flatMap { $0.utf8.starts(with: "Bearer ".utf8) ? String($0.dropFirst(7)) : nil }
    }
    var path: String { String(target.split(separator: "?", maxSplits: 1).first ?? "") }
    func query(_ name: String) -> Int64? {
        guard let text = target.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
        for item in text.split(separator: "&") where item.utf8.starts(with: (name + "=").utf8) {
            return Int64(item.dropFirst(name.count + 1))
        }
        return nil
    }
}

final class Peer: @unchecked Sendable {
    private let socket: Int32
    private var buffer: [UInt8] = []

    init(_ socket: Int32) { self.socket = socket }
    deinit { close(socket) }

    private func fill() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let got = recv(socket, &bytes, bytes.count, 0)
        if got > 0 { buffer += bytes[..<got] }
        return got > 0
    }

    private func line() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let text = String(decoding: buffer[..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
                buffer.removeFirst(end + 1)
                return text
            }
            if !fill() { return nil }
        }
    }

    func next() -> Call? {
        var call = Call()
        guard let first = line() else { return nil }
        let words = first.split(separator: " ")
        guard words.count == 3 else { return nil }
        call.method = String(words[0])
        call.target = String(words[1])
        while let header = line(), !header.isEmpty {
            let parts = header.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { call.headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        let length = Int(call.headers["content-length"] ?? "0") ?? 0
        while buffer.count < length { if !fill() { return nil } }
        call.body = Array(buffer[..<length])
        buffer.removeFirst(length)
        return call
    }

    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, 0) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    func answer(_ status: Int, _ json: JSON) -> Bool {
        let body = json.text()
        return send("HTTP/1.1 \(status) So\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    func refuse(_ status: Int, _ code: Int32, _ message: String) -> Bool { answer(status, Reply.failure(code, message).form) }
}

@Sendable func serve(_ peer: Peer) {
    while let call = peer.next() {
        let parts = call.path.split(separator: "/").map { String($0) }
        guard parts.count == 4, parts[0] == "v1", parts[1] == "apps" else {
            if peer.refuse(404, ResultCode.apiUnknown, "no such path") { continue } else { return }
        }
        let app = PercentEncoding.decode(parts[2]) ?? ""
        if parts[3] == "events" {
            if !tell(peer, call) { return }
        } else if !take(peer, call, app, parts[3]) {
            return
        }
    }
}

@Sendable func take(_ peer: Peer, _ call: Call, _ app: String, _ last: String) -> Bool {
    let origins: [RequestOrigin] = [.client, .console, .gameServer]
    guard let origin = origins.first(where: { HTTPForm.path(app: app, $0)?.utf8.elementsEqual(call.path.utf8) ?? false }) else {
        return peer.refuse(404, ResultCode.apiUnknown, "no such path")
    }
    guard let form = try? JSON.parse(bytes: call.body, limits: HTTPForm.objectBodyLimits), var request = Request(body: form, origin: origin)
    else { return peer.refuse(400, ResultCode.parameterInvalid, "not a request") }
    if origin == .console, call.token != operatorKey { return peer.refuse(401, ResultCode.notAuthenticated, "the operator's key is wrong") }
    request.accessToken = origin == .client ? call.token : nil
    request.isOwnProcess = false
    request.changeId = call.headers[HTTPForm.changeId.lowercased()]
    if request.name.facts.isMadeOnce, request.changeId == nil { return peer.refuse(400, ResultCode.parameterInvalid, "no Idempotency-Key") }
    let reply = ask(request)
    switch reply.resultCode {
    case ResultCode.storageLocked, ResultCode.storageFailed, ResultCode.storageFull, ResultCode.serviceStopped, ResultCode.tooManyRequests:
        return peer.answer(503, reply.form)
    default: return peer.answer(200, reply.form)
    }
}

/// The events behind a place that are for everyone or for the user.
@Sendable func events(after place: Int64, for user: String?) -> (events: [PlacedEvent], oldest: Int64, newest: Int64) {
    var events: [PlacedEvent] = []
    var after = place
    while true {
        let reply = ask(Request(.carrierEvents, origin: .carrier, transactionId: "", parameters: ["after": .integer(after)]))
        let read = (reply.body["events"]?.arrayValue ?? []).compactMap { PlacedEvent(form: $0) }
        events += read.filter { $0.event.kind != .ncmbMail && ($0.event.userId == nil || $0.event.userId == user) }
        guard let last = read.last else {
            return (events, reply.body["oldest"]?.int64Value ?? 0, max(after, reply.body["newest"]?.int64Value ?? 0))
        }
        after = last.seq
    }
}

@Sendable func tell(_ peer: Peer, _ call: Call) -> Bool {
    var user: String?
    if let token = call.token {
        let reply = ask(Request(.carrierSession, origin: .carrier, transactionId: "", accessToken: token))
        guard reply.isSuccess else { return peer.answer(401, reply.form) }
        user = reply.body["userId"]?.stringValue
    }
    let isStream = call.headers["accept"]?.utf8.elementsEqual(HTTPForm.eventStreamType.utf8) ?? false
    let newest = events(after: 0, for: nil).newest
    var place = (isStream ? call.headers[HTTPForm.lastEventId.lowercased()].flatMap { Int64($0) } : call.query("after")) ?? newest
    guard isStream else {
        var left = (call.query("wait") ?? 0) * 20
        while true {
            let found = events(after: place, for: user)
            place = max(place, found.newest)
            if !found.events.isEmpty || left <= 0 {
                return peer.answer(
                    200, ["events": .array(found.events.map { $0.form }), "next": .integer(place), "reset": false])
            }
            left -= 1
            usleep(50_000)
        }
    }
    guard
        peer.send(
            "HTTP/1.1 200 So\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nid: \(newest)\nevent: ready\ndata: {}\n\n")
    else { return false }
    var silence = 0
    while true {
        let found = events(after: place, for: user)
        place = max(place, found.newest)
        for event in found.events {
            guard peer.send("id: \(event.seq)\nevent: \(event.event.kind.text)\ndata: \(event.form.text())\n\n") else { return false }
        }
        silence += 1
        if silence % 100 == 0, !peer.send(":\n\n") { return false }
        usleep(20_000)
    }
}

if arguments.count > 2, let bytes = try? Files.read(arguments[2], bytesMax: 1 << 20),
    let settings = try? JSON.parse(bytes: bytes)
{
    let reply = ask(Request(.consoleLoadSettings, origin: .console, transactionId: "", parameters: ["settings": settings]))
    guard reply.isSuccess else { fatalError(reply.message) }
}
let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
var yes: Int32 = 1
setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
setsockopt(listener, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
var address = sockaddr_in()
address.sin_family = sa_family_t(AF_INET)
address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
address.sin_port = (arguments.count > 4 ? UInt16(arguments[4]) ?? 0 : 0).bigEndian
var length = socklen_t(MemoryLayout<sockaddr_in>.size)
let isBound = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 && listen(listener, 128) == 0 }
}
guard isBound else { fatalError("no port") }
_ = withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) } }
print("ready \(UInt16(bigEndian: address.sin_port))")
fflush(nil)
while true {
    let accepted = accept(listener, nil, nil)
    guard accepted >= 0 else { continue }
    let peer = Peer(accepted)
    if let thread = Thread.start(name: "peer", { serve(peer) }) { thread.detach() }
}
