import CCurl
import CLinux
import Libcurl
import Linux
import Wire

/// One try of a call, as libcurl has it.
final class OutgoingTransfer {
    let easy: OpaquePointer
    private let curl: Curl
    private let reach: OutgoingReach
    /// Whether the host that is asked may be of this machine or of the networks around it.
    private let isOwn: Bool
    private var isOutOfReach = false
    private var headers: OpaquePointer?
    private var status = 0
    private var bytes: [UInt8] = []
    private var date: Timestamp<StoreClock>?

    private init(_ curl: Curl, _ easy: OpaquePointer, _ place: OutgoingPlace, _ reach: OutgoingReach) {
        self.curl = curl
        self.easy = easy
        self.reach = reach
        isOwn = reach.isOwn(place)
    }

    deinit {
        curl.table.pointee.easy_cleanup(easy)
        if let headers { curl.table.pointee.slist_free_all(headers) }
    }

    /// - Returns: nil when libcurl does not take what keeps it in bounds.
    static func begin(_ curl: Curl, _ call: OutgoingCall, _ milliseconds: Int, _ reach: OutgoingReach) -> OutgoingTransfer? {
        guard let place = OutgoingPlace(call.url), reach.refusal(ofSettings: call.url) == nil,
            let easy = curl.table.pointee.easy_init()
        else { return nil }
        let transfer = OutgoingTransfer(curl, easy, place, reach)
        return transfer.begin(call, milliseconds) ? transfer : nil
    }

    /// - Parameter code: libcurl's; what did not come whole is no answer.
    func answer(_ code: Int32) -> OutgoingAnswer {
        code == GB_CURLE_OK ? OutgoingAnswer(status: status, body: bytes, date: date) : OutgoingAnswer(isOutOfReach: isOutOfReach)
    }

    private func begin(_ call: OutgoingCall, _ milliseconds: Int) -> Bool {
        let own = [
            (GB_CURLOPT_CONNECTTIMEOUT_MS, min(OutgoingLimit.connectMilliseconds, milliseconds)), (GB_CURLOPT_TIMEOUT_MS, milliseconds),
        ]
        guard curl.keepInBounds(easy, and: own) else { return false }
        guard guide(), set(GB_CURLOPT_USERAGENT, "gamebased"), set(GB_CURLOPT_URL, call.url), listen() else { return false }
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

    /// A proxy of the environment tunnels what goes to strangers; then it resolves their names, and judges the machines. Without one each
    /// machine is judged here when its socket is opened, behind the name's resolution. What stays near goes straight.
    private func guide() -> Bool {
        let proxy = isOwn ? "" : Self.proxy
        guard set(GB_CURLOPT_PROXY, proxy), set(GB_CURLOPT_NOPROXY, "") else { return false }
        if isOwn || !proxy.isEmpty { return true }
        let judge: gb_curl_open_socket = { me, _, address in
            guard let me, let address else { return Int32(GB_CURL_NO_SOCKET) }
            return Unmanaged<OutgoingTransfer>.fromOpaque(me).takeUnretainedValue().openSocket(address)
        }
        return pointer(GB_CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
            && gb_curl_set_open_socket(curl.table, easy, judge) == GB_CURLE_OK
    }

    private func openSocket(_ address: UnsafeMutablePointer<gb_curl_address>) -> Int32 {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = gb_curl_address_bytes(address, &bytes)
        guard reach.allows(Array(bytes[..<Int(count)]), own: isOwn) else {
            isOutOfReach = true
            return Int32(GB_CURL_NO_SOCKET)
        }
        return gb_above_standard(gb_curl_socket(address))
    }

    /// Of https alone: it sees nothing of what it tunnels.
    private static let proxy: String = {
        for name: StaticString in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            if let value = Environment.value("\(name)"), !value.isEmpty { return value }
        }
        return ""
    }()

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
            date = nil
        }
        let name = "date:"
        if text.utf8.count > name.utf8.count, text.prefix(name.utf8.count).lowercased() == name {
            date = Self.date(text.dropFirst(name.utf8.count))
        }
        return true
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// "Thu, 26 Nov 2026 13:27:35 GMT"; nil for anything else.
    static func date(_ text: Substring) -> Timestamp<StoreClock>? {
        let parts = text.split { $0 == " " || $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return ISO8601.parse("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z").map { Timestamp(epochMilliseconds: $0) }
    }

    private func takeBytes(_ given: UnsafeRawBufferPointer) -> Bool {
        guard given.count <= OutgoingLimit.answerBytesMax - bytes.count else { return false }
        bytes.append(contentsOf: given)
        return true
    }
}
