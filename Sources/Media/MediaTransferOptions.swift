import CCurl
import CLinux
import Libcurl
import Linux
import PushRules

/// What libcurl is told of a transfer, before it begins and before it goes on elsewhere.
extension MediaTransfer {
    /// - Returns: false when libcurl does not take what keeps it in bounds.
    func begin(_ pace: MediaPace, remainingMilliseconds: Int64) -> Bool {
        let own: [(Int, Int)] = [
            (GB_CURLOPT_HTTPGET, 1),
            // A connection that was opened under other rules was judged by other rules.
            (GB_CURLOPT_FRESH_CONNECT, 1),
            (GB_CURLOPT_FORBID_REUSE, 1),
            (GB_CURLOPT_LOW_SPEED_LIMIT, pace.slowBytesPerSecond),
            (GB_CURLOPT_LOW_SPEED_TIME, pace.slowSeconds),
        ]
        guard curl.keepInBounds(easy, and: own) else { return false }
        // Through a proxy nobody here would see which machine is asked: none, whatever the environment says.
        guard text(GB_CURLOPT_PROXY, ""), text(GB_CURLOPT_USERAGENT, "libgamebase"), listen() else { return false }
        return aim(pace, remainingMilliseconds: remainingMilliseconds)
    }

    private func text(_ option: Int, _ value: String) -> Bool {
        value.withCString { gb_curl_set_text(curl.table, easy, Int32(option), $0) } == GB_CURLE_OK
    }

    private func listen() -> Bool {
        let me = Unmanaged.passUnretained(self).toOpaque()
        for option in [GB_CURLOPT_WRITEDATA, GB_CURLOPT_HEADERDATA, GB_CURLOPT_OPENSOCKETDATA]
        where gb_curl_set_pointer(curl.table, easy, Int32(option), me) != GB_CURLE_OK { return false }
        let header: gb_curl_take = { bytes, size, count, me in
            MediaTransfer.hand(bytes, size * count, me) { (me, bytes) throws(MediaFailure) in try me.takeHeader(bytes) }
        }
        let body: gb_curl_take = { bytes, size, count, me in
            MediaTransfer.hand(bytes, size * count, me) { (me, bytes) throws(MediaFailure) in try me.takeBody(bytes) }
        }
        return gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_HEADERFUNCTION), header) == GB_CURLE_OK
            && gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_WRITEFUNCTION), body) == GB_CURLE_OK
            && gb_curl_set_open_socket(
                curl.table, easy,
                { me, _, address in
                    guard let me, let address else { return Int32(GB_CURL_NO_SOCKET) }
                    return Unmanaged<MediaTransfer>.fromOpaque(me).takeUnretainedValue().openSocket(address)
                }) == GB_CURLE_OK
    }

    func aim(_ pace: MediaPace, remainingMilliseconds: Int64) -> Bool {
        let total = max(remainingMilliseconds, 1)
        let connect = min(max(pace.connectMilliseconds, 1), total)
        return text(GB_CURLOPT_URL, hop.text)
            && gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_TIMEOUT_MS), Int(total)) == GB_CURLE_OK
            && gb_curl_set_number(curl.table, easy, Int32(GB_CURLOPT_CONNECTTIMEOUT_MS), Int(connect)) == GB_CURLE_OK
    }

    private static func hand(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ me: UnsafeMutableRawPointer?,
        _ take: (MediaTransfer, UnsafeRawBufferPointer) throws(MediaFailure) -> Void
    ) -> Int {
        guard let me else { return 0 }
        let transfer = Unmanaged<MediaTransfer>.fromOpaque(me).takeUnretainedValue()
        do throws(MediaFailure) {
            try take(transfer, UnsafeRawBufferPointer(start: bytes, count: count))
            return count
        } catch {
            // Fewer bytes taken than given: libcurl gives up.
            transfer.failure = error
            return count == 0 ? 1 : 0
        }
    }
}

extension MediaFailure {
    init(curl code: Int32) {
        switch Int(code) {
        case GB_CURLE_COULDNT_RESOLVE_HOST, GB_CURLE_COULDNT_CONNECT: self = .unreachable
        case GB_CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case GB_CURLE_PARTIAL_FILE, GB_CURLE_GOT_NOTHING, GB_CURLE_SEND_ERROR, GB_CURLE_RECV_ERROR: self = .incomplete
        case GB_CURLE_SSL_CONNECT_ERROR, GB_CURLE_PEER_FAILED_VERIFICATION, GB_CURLE_SSL_CACERT_BADFILE: self = .untrusted
        default: self = .transfer(code)
        }
    }
}
