// The Libcurl room: libcurl, opened at the first use and begun once in a process, for whoever moves bytes with it. Neither an address nor a
// rule about one may come in.
import CCurl
import CLinux
import Linux
import Synchronization

/// libcurl, as far as it is used. One table in the process, which stays as the library does: a host may use the same one.
public struct Curl: @unchecked Sendable {
    /// The second one is Debian's other build, with the same calls.
    @export(interface) public static var libraryNames: [String] { ["libcurl.so.4", "libcurl-gnutls.so.4"] }

    public let table: UnsafePointer<gb_curl>

    private static let address = Atomic<UInt>(0)
    private static let obstacle = FirstObstacle()
    private static let beginning = Atomic<Int>(0)
    private static let underWay = 1
    private static let begun = 2
    private static let failed = 3

    /// The first of the libraries that is there. May wait for the disk.
    @export(interface) public static func load(_ names: [String]) -> Curl? {
        // A child that was forked while such a thread ran may find libcurl locked for ever, or half begun.
        if ThreadsAtFork.mayHaveLeftLocks { return nil }
        for name in names {
            guard let opened = obstacle.opened(name, { gb_open_curl($0, $1) }) else { continue }
            guard let table = keep(opened) else { continue }
            return begin(table) ? Curl(table: table) : nil
        }
        return nil
    }

    /// Why `load` found none, in words that go before an advice.
    @export(interface) public static var lack: String {
        obstacle.text ?? "libcurl is missing; install the package libcurl4"
    }

    /// Where the table in use now is, for whoever wants to know that there is one only.
    @export(interface) public static var tableAddress: UInt { address.load(ordering: .acquiring) }

    /// Makes the table of it. When there is one already, the new one goes, and the library is given back.
    private static func keep(_ opened: UnsafeMutableRawPointer) -> UnsafePointer<gb_curl>? {
        guard let found = gb_curl_find(opened) else {
            gb_curl_close(opened)
            return nil
        }
        // Before anybody can begin libcurl by the table.
        gb_curl_keep_tls(opened)
        let (exchanged, there) = address.compareExchange(
            expected: 0, desired: UInt(bitPattern: found), ordering: .acquiringAndReleasing)
        if exchanged { return UnsafePointer(found) }
        free(found)
        gb_curl_close(opened)
        return UnsafePointer(bitPattern: there)
    }

    /// libcurl asks for one call before all others, and counts them: a host's own call does not disturb ours, nor ours its. Since 7.84 it
    /// may come from any thread. Before, two at one moment are an error: ours are kept apart here, and one that the host makes in the very
    /// moment of our first fetch cannot be. There is no call of its opposite, which would end libcurl under a host that did not call.
    private static func begin(_ table: UnsafePointer<gb_curl>) -> Bool {
        if beginning.compareExchange(expected: 0, desired: underWay, ordering: .acquiringAndReleasing).exchanged {
            let code = table.pointee.global_init(Int(GB_CURL_GLOBAL))
            beginning.store(code == GB_CURLE_OK ? begun : failed, ordering: .releasing)
        }
        while beginning.load(ordering: .acquiring) == underWay { usleep(1000) }
        return beginning.load(ordering: .acquiring) == begun
    }
}

extension Curl {
    /// What everything that is fetched keeps to: https and http alone, no redirect that nobody judged, no file of passwords, no password
    /// in an address, the certificate of the name that was asked for, HTTP/1.1 as it is read here.
    private static var bounds: [(Int, Int)] {
        [
            (GB_CURLOPT_NOSIGNAL, 1),
            (GB_CURLOPT_PROTOCOLS, GB_CURL_HTTP_AND_HTTPS),
            (GB_CURLOPT_REDIR_PROTOCOLS, GB_CURL_HTTP_AND_HTTPS),
            (GB_CURLOPT_FOLLOWLOCATION, 0),
            (GB_CURLOPT_NETRC, 0),
            (GB_CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (GB_CURLOPT_SSL_VERIFYPEER, 1),
            (GB_CURLOPT_SSL_VERIFYHOST, GB_CURL_VERIFY_NAME),
            (GB_CURLOPT_HTTP_VERSION, GB_CURL_HTTP_1_1),
            (GB_CURLOPT_HTTP09_ALLOWED, 0),
        ]
    }

    /// Keeps a transfer in these bounds, and in some of its own.
    /// - Returns: false when libcurl does not take one of them.
    @export(interface) public func keepInBounds(_ easy: OpaquePointer, and own: [(Int, Int)]) -> Bool {
        for (option, value) in Self.bounds + own where gb_curl_set_number(table, easy, Int32(option), value) != GB_CURLE_OK { return false }
        // An end would wait for the resolver otherwise. Where the option is not known it does, and shutdown goes without the thread.
        _ = gb_curl_set_number(table, easy, Int32(GB_CURLOPT_QUICK_EXIT), 1)
        return true
    }
}
