import CCurl
import CLinux
import Libcurl
import Linux

/// One try of a call, as libcurl has it.
class OutgoingTry {
    let easy: OpaquePointer
    let curl: Curl
    private let reach: OutgoingReach
    /// The host may be this machine, or in its networks.
    let isOwn: Bool
    private(set) var isOutOfReach = false
    /// The one that was opened last, where each is judged.
    private(set) var socket = Int32(GB_CURL_NO_SOCKET)

    init(_ curl: Curl, _ easy: OpaquePointer, _ place: OutgoingPlace, _ reach: OutgoingReach) {
        self.curl = curl
        self.easy = easy
        self.reach = reach
        isOwn = reach.isOwn(place)
    }

    deinit { curl.table.pointee.easy_cleanup(easy) }

    static func of(_ curl: Curl, _ call: OutgoingCall, _ milliseconds: Int, _ reach: OutgoingReach) -> OutgoingTry? {
        if let mail = call.mail { return MailTransfer.begin(curl, call, mail, milliseconds, reach) }
        return OutgoingTransfer.begin(curl, call, milliseconds, reach)
    }

    /// - Parameter code: libcurl's.
    func answer(_ code: Int32) -> OutgoingAnswer { OutgoingAnswer(isOutOfReach: isOutOfReach) }

    /// A proxy of the environment tunnels what goes to strangers; then it resolves their names, and judges the machines. Without one each
    /// machine is judged here when its socket is opened, behind the name's resolution. What stays near goes straight.
    /// - Parameter mayTunnel: it is HTTP.
    func guide(mayTunnel: Bool = true) -> Bool {
        let proxy = isOwn || !mayTunnel ? "" : Self.proxy
        guard set(GB_CURLOPT_PROXY, proxy), set(GB_CURLOPT_NOPROXY, "") else { return false }
        if mayTunnel, isOwn || !proxy.isEmpty { return true }
        let judge: gb_curl_open_socket = { me, _, address in
            guard let me, let address else { return Int32(GB_CURL_NO_SOCKET) }
            return Unmanaged<OutgoingTry>.fromOpaque(me).takeUnretainedValue().openSocket(address)
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
        socket = gb_above_standard(gb_curl_socket(address))
        return socket
    }

    /// Of https alone: it sees nothing of what it tunnels.
    private static let proxy: String = {
        for name: StaticString in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            if let value = Environment.value("\(name)"), !value.isEmpty { return value }
        }
        return ""
    }()

    func set(_ option: Int, _ value: String) -> Bool {
        value.withCString { gb_curl_set_text(curl.table, easy, Int32(option), $0) } == GB_CURLE_OK
    }

    func pointer(_ option: Int, _ value: UnsafeMutableRawPointer?) -> Bool {
        gb_curl_set_pointer(curl.table, easy, Int32(option), value) == GB_CURLE_OK
    }
}
