import CCurl
import CLinux
import Libcurl
import Linux
import Messages

/// Moves the bytes through libcurl. Connections are kept.
final class CurlCarrier: Carrier {
    private let facts: RemoteFacts
    private let curl: Curl
    private let multi: OpaquePointer
    private var transfers: [CurlTransfer] = []

    private init(_ facts: RemoteFacts, _ curl: Curl, _ multi: OpaquePointer) {
        self.facts = facts
        self.curl = curl
        self.multi = multi
    }

    static func open(_ facts: RemoteFacts) -> CurlCarrier? {
        guard let curl = Curl.load(facts.libraryNames), let multi = curl.table.pointee.multi_init() else { return nil }
        return CurlCarrier(facts, curl, multi)
    }

    func begin(_ exchange: ServiceExchange) -> Bool {
        guard let easy = curl.table.pointee.easy_init() else { return false }
        let transfer = CurlTransfer(exchange, curl, easy)
        guard transfer.begin(facts), curl.table.pointee.multi_add_handle(multi, easy) == 0 else { return false }
        transfers.append(transfer)
        return true
    }

    func cancel(_ exchange: ServiceExchange) {
        guard let place = transfers.firstIndex(where: { $0.exchange === exchange }) else { return }
        _ = curl.table.pointee.multi_remove_handle(multi, transfers[place].easy)
        transfers.remove(at: place)
    }

    func turn(_ wake: EventDescriptor, milliseconds: Int32) {
        var running: Int32 = 0
        _ = curl.table.pointee.multi_perform(multi, &running)
        // What ended makes room for what waits.
        if Int(running) < transfers.count { return }
        if transfers.isEmpty {
            var entry = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, milliseconds)
            return
        }
        var entry = gb_curl_wait(descriptor: wake.descriptor, events: Int16(GB_CURL_READABLE), found: 0)
        if curl.table.pointee.multi_wait(multi, &entry, 1, milliseconds, nil) != 0 {
            // Out of memory, most likely. The next turn may have some.
            usleep(10_000)
        }
    }

    func takeEnded() -> [(exchange: ServiceExchange, failure: ExchangeFailure?)] {
        var ended: [(exchange: ServiceExchange, failure: ExchangeFailure?)] = []
        var left: Int32 = 0
        while let message = curl.table.pointee.multi_info_read(multi, &left) {
            // The message goes with the handle's removal.
            let (kind, easy, code) = (message.pointee.kind, message.pointee.easy, message.pointee.data.result)
            guard Int(kind) == GB_CURL_DONE, let easy, let place = transfers.firstIndex(where: { $0.easy == easy }) else { continue }
            let transfer = transfers.remove(at: place)
            _ = curl.table.pointee.multi_remove_handle(multi, easy)
            ended.append((transfer.exchange, failure(code)))
        }
        return ended
    }

    private func failure(_ code: Int32) -> ExchangeFailure? {
        if code == GB_CURLE_OK { return nil }
        let text = curl.table.pointee.easy_strerror(code).map { String(cString: $0) }
        let why = text ?? "libcurl's error \(code)"
        switch Int(code) {
        case Int(GB_CURLE_COULDNT_RESOLVE_HOST), Int(GB_CURLE_COULDNT_CONNECT), Int(GB_CURLE_SSL_CONNECT_ERROR),
            Int(GB_CURLE_PEER_FAILED_VERIFICATION), Int(GB_CURLE_SSL_CACERT_BADFILE):
            return .notSent(why)
        default: return .broken(why)
        }
    }

    func end() {
        for transfer in transfers { _ = curl.table.pointee.multi_remove_handle(multi, transfer.easy) }
        transfers = []
        _ = curl.table.pointee.multi_cleanup(multi)
    }
}

/// One exchange as libcurl has it.
final class CurlTransfer {
    let exchange: ServiceExchange
    let easy: OpaquePointer
    private let curl: Curl
    private var headers: OpaquePointer?

    init(_ exchange: ServiceExchange, _ curl: Curl, _ easy: OpaquePointer) {
        self.exchange = exchange
        self.easy = easy
        self.curl = curl
    }

    deinit {
        curl.table.pointee.easy_cleanup(easy)
        if let headers { curl.table.pointee.slist_free_all(headers) }
    }

    /// - Returns: false when libcurl does not take what keeps it in bounds.
    func begin(_ facts: RemoteFacts) -> Bool {
        let own = [(GB_CURLOPT_CONNECTTIMEOUT_MS, Int(facts.pace.connectMilliseconds))]
        guard curl.keepInBounds(easy, and: own) else { return false }
        // A proxy of the environment that tunnels TLS sees nothing. What goes in the open goes nowhere but where it was sent.
        if !facts.place.address.isSecure, !set(GB_CURLOPT_PROXY, "") { return false }
        if let authorities = facts.authorities, !set(GB_CURLOPT_CAINFO, authorities) { return false }
        return set(GB_CURLOPT_USERAGENT, "libgamebase") && set(GB_CURLOPT_URL, exchange.url) && listen() && setHeaders() && setBody()
    }

    private func set(_ option: Int, _ value: Int) -> Bool {
        gb_curl_set_number(curl.table, easy, Int32(option), value) == GB_CURLE_OK
    }

    private func set(_ option: Int, _ value: String) -> Bool {
        value.withCString { gb_curl_set_text(curl.table, easy, Int32(option), $0) } == GB_CURLE_OK
    }

    private func setHeaders() -> Bool {
        // Without asking first whether the body may come.
        for line in exchange.headers + ["Expect:"] {
            guard let longer = line.withCString({ curl.table.pointee.slist_append(headers, $0) }) else { return false }
            headers = longer
        }
        return gb_curl_set_pointer(curl.table, easy, Int32(GB_CURLOPT_HTTPHEADER), headers.map { UnsafeMutableRawPointer($0) })
            == GB_CURLE_OK
    }

    private func setBody() -> Bool {
        if exchange.sent.isEmpty { return set(GB_CURLOPT_HTTPGET, 1) }
        guard set(GB_CURLOPT_POST, 1), set(GB_CURLOPT_POSTFIELDSIZE, exchange.sent.count) else { return false }
        return exchange.sent.withUnsafeBytes { bytes in
            gb_curl_set_pointer(
                curl.table, easy, Int32(GB_CURLOPT_COPYPOSTFIELDS), UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        } == GB_CURLE_OK
    }

    private func listen() -> Bool {
        let me = Unmanaged.passUnretained(self).toOpaque()
        for option in [GB_CURLOPT_WRITEDATA, GB_CURLOPT_HEADERDATA]
        where gb_curl_set_pointer(curl.table, easy, Int32(option), me) != GB_CURLE_OK { return false }
        let head: gb_curl_take = { bytes, size, count, me in CurlTransfer.hand(bytes, size * count, me) { $0.takeHead($1) } }
        let body: gb_curl_take = { bytes, size, count, me in CurlTransfer.hand(bytes, size * count, me) { $0.takeBytes($1) } }
        return gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_HEADERFUNCTION), head) == GB_CURLE_OK
            && gb_curl_set_take(curl.table, easy, Int32(GB_CURLOPT_WRITEFUNCTION), body) == GB_CURLE_OK
            && gb_curl_set_open_socket(
                curl.table, easy,
                { _, _, address in
                    guard let address else { return Int32(GB_CURL_NO_SOCKET) }
                    return gb_above_standard(gb_curl_socket(address))
                }) == GB_CURLE_OK
    }

    private static func hand(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ me: UnsafeMutableRawPointer?,
        _ take: (ServiceExchange, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let me else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(me).takeUnretainedValue()
        // Fewer bytes taken than given: libcurl gives up.
        return take(transfer.exchange, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : (count == 0 ? 1 : 0)
    }
}
