import CCurl
import CLinux
import Libcurl
import Linux

/// One try of a call, as libcurl has it.
final class OutgoingTransfer {
    let easy: OpaquePointer
    private let curl: Curl
    private var headers: OpaquePointer?
    private var status = 0
    private var bytes: [UInt8] = []

    private init(_ curl: Curl, _ easy: OpaquePointer) {
        self.curl = curl
        self.easy = easy
    }

    deinit {
        curl.table.pointee.easy_cleanup(easy)
        if let headers { curl.table.pointee.slist_free_all(headers) }
    }

    /// - Returns: nil when libcurl does not take what keeps it in bounds.
    static func begin(_ curl: Curl, _ call: OutgoingCall, _ milliseconds: Int) -> OutgoingTransfer? {
        guard let easy = curl.table.pointee.easy_init() else { return nil }
        let transfer = OutgoingTransfer(curl, easy)
        return transfer.begin(call, milliseconds) ? transfer : nil
    }

    /// - Parameter code: libcurl's; what did not come whole is no answer.
    func answer(_ code: Int32) -> OutgoingAnswer { code == GB_CURLE_OK ? OutgoingAnswer(status: status, body: bytes) : OutgoingAnswer() }

    private func begin(_ call: OutgoingCall, _ milliseconds: Int) -> Bool {
        let numbers: [(Int, Int)] = [
            (GB_CURLOPT_NOSIGNAL, 1), (GB_CURLOPT_PROTOCOLS, GB_CURL_HTTP_AND_HTTPS), (GB_CURLOPT_REDIR_PROTOCOLS, GB_CURL_HTTP_AND_HTTPS),
            (GB_CURLOPT_FOLLOWLOCATION, 0), (GB_CURLOPT_NETRC, 0), (GB_CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (GB_CURLOPT_SSL_VERIFYPEER, 1),
            (GB_CURLOPT_SSL_VERIFYHOST, GB_CURL_VERIFY_NAME), (GB_CURLOPT_HTTP_VERSION, GB_CURL_HTTP_1_1), (GB_CURLOPT_HTTP09_ALLOWED, 0),
            (GB_CURLOPT_CONNECTTIMEOUT_MS, min(OutgoingLimit.connectMilliseconds, milliseconds)), (GB_CURLOPT_TIMEOUT_MS, milliseconds),
        ]
        for (option, value) in numbers where gb_curl_set_number(curl.table, easy, Int32(option), value) != GB_CURLE_OK { return false }
        // Where the option is not known an end waits for the resolver.
        _ = gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_QUICK_EXIT), 1)
        // What goes in the open goes nowhere but where it was sent.
        if call.url.hasPrefix("http://"), !set(GB_CURLOPT_PROXY, "") { return false }
        guard set(GB_CURLOPT_USERAGENT, "gamebased"), set(GB_CURLOPT_URL, call.url), listen() else { return false }
        for line in call.fields + ["Expect:"] {
            guard let longer = line.withCString({ curl.table.pointee.slist_append(headers, $0) }) else { return false }
            headers = longer
        }
        guard pointer(GB_CURLOPT_HTTPHEADER, headers.map { UnsafeMutableRawPointer($0) }) else { return false }
        guard let form = call.form else { return gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_HTTPGET), 1) == GB_CURLE_OK }
        let body = Array(OutgoingCall.encoded(form).utf8)
        guard gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_POST), 1) == GB_CURLE_OK,
            gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_POSTFIELDSIZE), body.count) == GB_CURLE_OK
        else { return false }
        return body.withUnsafeBytes { pointer(GB_CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress)) }
    }

    private func set(_ option: Int, _ value: String) -> Bool {
        value.withCString { gb_curl_set_text(curl.table, easy, Int32(option), $0) } == GB_CURLE_OK
    }

    private func pointer(_ option: Int, _ value: UnsafeMutableRawPointer?) -> Bool {
        gb_curl_set_pointer(curl.table, easy, Int32(option), value) == GB_CURLE_OK
    }

    private func listen() -> Bool {
        let me = Unmanaged.passUnretained(self).toOpaque()
        let head: gb_curl_take = { bytes, size, count, me in OutgoingTransfer.hand(bytes, size * count, me) { $0.takeHead($1) } }
        let body: gb_curl_take = { bytes, size, count, me in OutgoingTransfer.hand(bytes, size * count, me) { $0.takeBytes($1) } }
        return pointer(GB_CURLOPT_WRITEDATA, me) && pointer(GB_CURLOPT_HEADERDATA, me)
            && gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_HEADERFUNCTION), head) == GB_CURLE_OK
            && gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_WRITEFUNCTION), body) == GB_CURLE_OK
    }

    private static func hand(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ me: UnsafeMutableRawPointer?,
        _ take: (OutgoingTransfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let me else { return 0 }
        let transfer = Unmanaged<OutgoingTransfer>.fromOpaque(me).takeUnretainedValue()
        // Fewer bytes taken than given: libcurl gives up.
        return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : (count == 0 ? 1 : 0)
    }

    /// "HTTP/1.1 200 OK"; the last one counts, behind those that say to go on.
    private func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: line.prefix(64), as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            let parts = text.split(separator: " ")
            status = parts.count > 1 ? Int(parts[1].prefix(3)) ?? 0 : 0
        }
        return true
    }

    private func takeBytes(_ given: UnsafeRawBufferPointer) -> Bool {
        guard given.count <= OutgoingLimit.answerBytesMax - bytes.count else { return false }
        bytes.append(contentsOf: given)
        return true
    }
}
