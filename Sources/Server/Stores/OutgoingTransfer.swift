import CCurl
import CLinux
import Codecs
import Libcurl
import Linux

/// One try of a call over HTTP.
final class OutgoingTransfer: OutgoingTry {
    private var headers: OpaquePointer?
    private var status = 0
    private var bytes: [UInt8] = []
    private var date: Timestamp<StoreClock>?

    deinit { if let headers { curl.table.pointee.slist_free_all(headers) } }

    /// - Returns: nil when libcurl does not take what keeps it in bounds.
    static func begin(
        _ curl: Curl, _ call: OutgoingCall, _ milliseconds: Int, _ reach: OutgoingReach
    ) -> OutgoingTransfer? {
        guard let place = OutgoingPlace(call.url), reach.refusal(ofSettings: call.url) == nil,
            let easy = curl.table.pointee.easy_init()
        else { return nil }
        let transfer = OutgoingTransfer(curl, easy, place, reach)
        return transfer.begin(call, milliseconds) ? transfer : nil
    }

    /// - Parameter code: libcurl's; what did not come whole is no answer.
    override func answer(_ code: Int32) -> OutgoingAnswer {
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
        guard let body = call.json ?? call.form.map({ Array(OutgoingCall.encoded($0).utf8) }) else {
            return gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_HTTPGET), 1) == GB_CURLE_OK
        }
        guard gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_POST), 1) == GB_CURLE_OK,
            gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_POSTFIELDSIZE), body.count) == GB_CURLE_OK
        else { return false }
        return body.withUnsafeBytes { pointer(GB_CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress)) }
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
            date = InternetDate.parse(text.dropFirst(name.utf8.count)).map { Timestamp(epochMilliseconds: $0) }
        }
        return true
    }

    private func takeBytes(_ given: UnsafeRawBufferPointer) -> Bool {
        guard given.count <= OutgoingLimit.answerBytesMax - bytes.count else { return false }
        bytes.append(contentsOf: given)
        return true
    }
}
