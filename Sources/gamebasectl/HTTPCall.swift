import CCurl
import CLinux
import Libcurl
import Linux
import Messages

/// One exchange over HTTP or HTTPS, through the system's libcurl.
final class HTTPCall {
    static let connectMilliseconds = 10_000
    /// How long a server may be silent: a check of a long ledger takes its time.
    static let silentSeconds = 600

    struct Answer {
        var status = 0
        var body: [UInt8] = []
        /// nil also where it is a date.
        var retryAfterSeconds: Int?
    }

    /// What is asked.
    struct Question {
        var url: String
        var fields: [String]
        /// nil for a GET.
        var body: [UInt8]?
        /// A file of certificates that are believed in place of the system's.
        var authorities: String?
    }

    let easy: OpaquePointer
    private let curl: Curl
    private var headers: OpaquePointer?
    private var answer = Answer()
    private var isTooLong = false

    private init(_ curl: Curl, _ easy: OpaquePointer) {
        self.curl = curl
        self.easy = easy
    }

    deinit {
        curl.table.pointee.easy_cleanup(easy)
        if let headers { curl.table.pointee.slist_free_all(headers) }
    }

    static func begin(_ curl: Curl, _ question: Question) throws(Stop) -> HTTPCall {
        guard let easy = curl.table.pointee.easy_init() else { throw Stop(Stop.unreachable, "libcurl has no memory") }
        let call = HTTPCall(curl, easy)
        guard call.prepare(question.url, question.fields, question.body, question.authorities) else {
            throw Stop(Stop.unreachable, "libcurl does not support the options that secure a request; a newer one is needed")
        }
        return call
    }

    static func library() throws(Stop) -> Curl {
        guard let curl = Curl.load(Curl.libraryNames) else {
            throw Stop(Stop.unreachable, Curl.lack)
        }
        return curl
    }

    /// It is waited for.
    static func run(_ question: Question) throws(Stop) -> Answer {
        let curl = try library()
        let call = try begin(curl, question)
        guard let multi = curl.table.pointee.multi_init() else { throw Stop(Stop.unreachable, "libcurl has no memory") }
        defer { _ = curl.table.pointee.multi_cleanup(multi) }
        guard curl.table.pointee.multi_add_handle(multi, call.easy) == 0 else { throw Stop(Stop.unreachable, "libcurl has no memory") }
        defer { _ = curl.table.pointee.multi_remove_handle(multi, call.easy) }
        return try call.end(call.wait(multi), question.url)
    }

    /// - Parameter code: libcurl's.
    func end(_ code: Int32, _ url: String) throws(Stop) -> Answer {
        if isTooLong { throw Stop(Stop.refused, "the answer of \(url) is longer than \(HTTPForm.answerBytesMax) bytes") }
        guard code == GB_CURLE_OK, answer.status > 0 else {
            let text = curl.table.pointee.easy_strerror(code).map { String(cString: $0) } ?? "error \(code)"
            throw Stop(Stop.unreachable, "cannot reach \(url): \(text)")
        }
        return answer
    }

    private func wait(_ multi: OpaquePointer) -> Int32 {
        while true {
            var running: Int32 = 0
            _ = curl.table.pointee.multi_perform(multi, &running)
            var left: Int32 = 0
            while let message = curl.table.pointee.multi_info_read(multi, &left) {
                if Int(message.pointee.kind) == GB_CURL_DONE { return message.pointee.data.result }
            }
            if curl.table.pointee.multi_wait(multi, nil, 0, 1_000, nil) != 0 { usleep(10_000) }
        }
    }

    private func prepare(_ url: String, _ fields: [String], _ body: [UInt8]?, _ authorities: String?) -> Bool {
        let own = [
            (GB_CURLOPT_CONNECTTIMEOUT_MS, Self.connectMilliseconds), (GB_CURLOPT_LOW_SPEED_LIMIT, 1),
            (GB_CURLOPT_LOW_SPEED_TIME, Self.silentSeconds),
        ]
        guard curl.keepInBounds(easy, and: own) else { return false }
        // A proxy of the environment that tunnels TLS sees nothing. What goes in the open goes nowhere but where it was sent.
        if !url.hasPrefix("https:"), !set(GB_CURLOPT_PROXY, "") { return false }
        if let authorities, !set(GB_CURLOPT_CAINFO, authorities) { return false }
        guard set(GB_CURLOPT_URL, url), set(GB_CURLOPT_USERAGENT, "gamebasectl") else { return false }
        for line in fields + ["Expect:"] {
            guard let longer = line.withCString({ curl.table.pointee.slist_append(headers, $0) }) else { return false }
            headers = longer
        }
        guard set(GB_CURLOPT_HTTPHEADER, pointer: headers.map { UnsafeMutableRawPointer($0) }), listen() else { return false }
        guard let body else { return set(GB_CURLOPT_HTTPGET, 1) }
        guard set(GB_CURLOPT_POST, 1), set(GB_CURLOPT_POSTFIELDSIZE, body.count) else { return false }
        // An empty list has no address, and without one libcurl would read standard input.
        return (body + [0]).withUnsafeBytes {
            set(GB_CURLOPT_COPYPOSTFIELDS, pointer: UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
    }

    private func set(_ option: Int, _ value: Int) -> Bool {
        gb_curl_set_number(curl.table, easy, Int32(option), value) == GB_CURLE_OK
    }

    private func set(_ option: Int, _ value: String) -> Bool {
        value.withCString { gb_curl_set_text(curl.table, easy, Int32(option), $0) } == GB_CURLE_OK
    }

    private func set(_ option: Int, pointer: UnsafeMutableRawPointer?) -> Bool {
        gb_curl_set_pointer(curl.table, easy, Int32(option), pointer) == GB_CURLE_OK
    }

    private func listen() -> Bool {
        let me = Unmanaged.passUnretained(self).toOpaque()
        let head: gb_curl_take = { bytes, size, count, me in HTTPCall.hand(bytes, size * count, me) { $0.takeHead($1) } }
        let body: gb_curl_take = { bytes, size, count, me in HTTPCall.hand(bytes, size * count, me) { $0.takeBody($1) } }
        return set(GB_CURLOPT_WRITEDATA, pointer: me) && set(GB_CURLOPT_HEADERDATA, pointer: me)
            && gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_HEADERFUNCTION), head) == GB_CURLE_OK
            && gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_WRITEFUNCTION), body) == GB_CURLE_OK
    }

    private static func hand(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ me: UnsafeMutableRawPointer?,
        _ take: (HTTPCall, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let me else { return 0 }
        let call = Unmanaged<HTTPCall>.fromOpaque(me).takeUnretainedValue()
        // Fewer bytes taken than given: libcurl gives up.
        return take(call, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : (count == 0 ? 1 : 0)
    }

    private func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: line, as: UTF8.self)
        let field = "retry-after:"
        if text.hasPrefix("HTTP/") {
            let parts = text.split(separator: " ")
            answer.status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
            answer.retryAfterSeconds = nil
        } else if text.lowercased().hasPrefix(field) {
            answer.retryAfterSeconds = Int(text.dropFirst(field.count).filter { !$0.isWhitespace })
        }
        return true
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= HTTPForm.answerBytesMax - answer.body.count else {
            isTooLong = true
            return false
        }
        answer.body += bytes
        return true
    }
}
