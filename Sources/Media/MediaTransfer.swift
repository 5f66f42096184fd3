import CCurl
import CLinux
import Libcurl
import Linux
import PushRules

/// One fetch under way: what libcurl is told, and what becomes of what it brings. The redirects are followed here, each judged anew.
final class MediaTransfer {
    let request: MediaRequest
    let easy: OpaquePointer
    let curl: Curl
    private let cache: MediaCache
    private let facts: MediaFacts
    /// The push's own. Its name in the cache, and what it promises, hold wherever it leads.
    private let address: MediaAddress
    private(set) var hop: MediaAddress
    private var redirects = 0
    /// Where the push's own address was; nil before it leads elsewhere.
    private var first: MediaHost?
    private var hosts: [MediaHost] = []
    private var reply: MediaReply
    private var head: [UInt8] = []
    private var received = 0
    private var roomUntil = 0
    private var type: MediaType?
    private var part: PartFile?
    /// Why it was given up; libcurl only knows that it was.
    var failure: MediaFailure?

    init(
        _ request: MediaRequest, _ address: MediaAddress, bytesMax: Int, _ curl: Curl, _ easy: OpaquePointer, _ cache: MediaCache,
        _ facts: MediaFacts
    ) {
        self.request = request
        self.address = address
        self.easy = easy
        self.curl = curl
        self.cache = cache
        self.facts = facts
        hop = address
        reply = MediaReply(bytesMax: bytesMax)
    }

    deinit { curl.table.pointee.easy_cleanup(easy) }

    // MARK: What libcurl brings

    /// Each address that a name stands for comes by here, before anything is sent to it.
    func openSocket(_ address: UnsafeMutablePointer<gb_curl_address>) -> Int32 {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = gb_curl_address_bytes(address, &bytes)
        let host = facts.host(Array(bytes[..<Int(count)]))
        guard host.isAllowed(after: first, allowsLocal: request.rules.allowsLocal) else {
            failure = .hostNotAllowed
            return Int32(GB_CURL_NO_SOCKET)
        }
        hosts.append(host)
        return gb_above_standard(gb_curl_socket(address))
    }

    func takeHeader(_ line: UnsafeRawBufferPointer) throws(MediaFailure) { try reply.take(line) }

    func takeBody(_ bytes: UnsafeRawBufferPointer) throws(MediaFailure) {
        received += bytes.count
        if reply.leadsElsewhere {
            if received > MediaLimit.redirectBodyBytesMax { throw .tooLarge }
            return
        }
        guard received <= reply.bytesMax else { throw .tooLarge }
        if let part {
            try reserve(part)
            guard part.append(bytes) else { throw .cache }
            return
        }
        head += bytes
        if head.count >= MediaType.headBytes { try open() }
    }

    /// The first bytes are there: what it is decides whether there is a file at all.
    private func open() throws(MediaFailure) {
        let promised = address.kind == nil ? hop : address
        switch MediaVerdict.of(promised, head: Array(head.prefix(MediaType.headBytes)), bytes: max(reply.length ?? 0, head.count)) {
        case .shown(let type): self.type = type
        case .unknownType: throw .unknownType
        case .wrongKind: throw .wrongKind
        case .tooLarge: throw .tooLarge
        }
        guard let part = cache.part(address) else { throw .cache }
        self.part = part
        try reserve(part)
        guard head.withUnsafeBytes({ part.append($0) }) else { throw .cache }
        head = []
    }

    /// For what came just now.
    private func reserve(_ part: PartFile) throws(MediaFailure) {
        if received > (type?.kind.bytesMax ?? 0) { throw .tooLarge }
        guard received > roomUntil else { return }
        guard cache.makeRoom() else { throw .cache }
        roomUntil = part.bytes + MediaLimit.cacheStepBytes
    }

    // MARK: Its end

    enum Next {
        case over(MediaAnswer)
        /// It leads elsewhere, and has been told so.
        case again
    }

    /// - Parameter code: libcurl's.
    func ended(_ code: Int32, _ pace: MediaPace, remainingMilliseconds: Int64) -> Next {
        do throws(MediaFailure) {
            // Of several addresses one may be refused, and another answer.
            if code != GB_CURLE_OK { throw failure ?? MediaFailure(curl: code) }
            if reply.leadsElsewhere {
                try follow()
                guard aim(pace, remainingMilliseconds: remainingMilliseconds) else { throw .noLibrary }
                return .again
            }
            if part == nil { try open() }
            guard let part, let type, let file = cache.keep(part, address, type) else { throw .cache }
            return .over(.success(file))
        } catch {
            part?.discard()
            return .over(.failure(error))
        }
    }

    private func follow() throws(MediaFailure) {
        guard let found = gb_curl_redirect(curl.table, easy) else { throw .status(reply.status) }
        redirects += 1
        if redirects > MediaLimit.redirectsMax { throw .tooManyRedirects }
        let (next, bytesMax) = try Self.judge(String(cString: found), after: hop, request.rules)
        if first == nil { first = hosts.allSatisfy { $0 == .own } && !hosts.isEmpty ? .own : .open }
        hop = next
        reply = MediaReply(bytesMax: bytesMax)
        received = 0
        failure = nil
    }

    /// What is left of an address, the push's own or one that it led to.
    static func judge(_ text: String, after: MediaAddress?, _ rules: MediaRules) throws(MediaFailure) -> (MediaAddress, bytesMax: Int) {
        // What was asked for in secret is not asked for in the open.
        let wasSecure = after.map { WebScheme.isSecure($0.text) } ?? false
        let address: MediaAddress
        do throws(MediaAddress.Refusal) {
            address = try MediaAddress.read(text, allowsHTTP: rules.allowsHTTP && !wasSecure)
        } catch { throw .address(error) }
        switch MediaPlan.of(address, isMetered: rules.isMetered) {
        case .fetch(let bytesMax): return (address, bytesMax)
        case .skip: throw .metered
        }
    }
}

private enum WebScheme {
    static func isSecure(_ address: String) -> Bool { address.utf8.prefix(6).map { $0 | 0x20 } == Array("https:".utf8).map { $0 | 0x20 } }
}
