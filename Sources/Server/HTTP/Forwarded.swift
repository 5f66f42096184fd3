/// For whom a proxy speaks, by what it wrote into the head: `X-Forwarded-For`, or `Forwarded` (RFC 7239).
enum Forwarded {
    /// The nearest address that is no believed proxy's. Each proxy adds the address that it sees itself at the end of the list, so what
    /// stands farther in front may be made up. Where the list cannot be read the believed proxy itself is the asker, and limits hold for
    /// it: all those whom it does not name share what one address may have.
    static func asker(_ head: HTTPHead, _ peer: Peer, _ proxies: Set<Peer>) -> Peer {
        guard proxies.contains(peer) else { return peer }
        let lists = [head[.forwardedFor].map(addresses(plain:)), head[.forwarded].map(addresses(structured:))].compactMap { $0 }
        guard let first = lists.first else { return head.isForwarded ? peer.named : peer }
        let asker = nearest(first, peer, proxies)
        // One of the two is the proxy's, and the other may be the asker's own: which, nobody can say.
        guard lists.allSatisfy({ nearest($0, peer, proxies) == asker }) else { return peer.named }
        return asker
    }

    private static func nearest(_ addresses: [Peer?], _ peer: Peer, _ proxies: Set<Peer>) -> Peer {
        var near = peer
        for address in addresses.reversed() {
            guard let address else { break }
            guard proxies.contains(address) else { return address.named }
            near = address
        }
        return near.named
    }

    // MARK: Lists

    private static func addresses(plain list: String) -> [Peer?] {
        parts(Array(list.utf8), at: UInt8(ascii: ",")).map { address($0) }
    }

    /// Elements of pairs; the one that is called `for` counts.
    private static func addresses(structured list: String) -> [Peer?] {
        parts(Array(list.utf8), at: UInt8(ascii: ",")).map { element in
            var found: [[UInt8]] = []
            for pair in parts(element, at: UInt8(ascii: ";")) {
                let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                if halves.count == 2, String(decoding: halves[0], as: UTF8.self).lowercased() == "for" { found.append(Array(halves[1])) }
            }
            return found.count == 1 ? address(found[0]) : nil
        }
    }

    /// What stands between separators outside of quotes, without the space around it.
    private static func parts(_ text: [UInt8], at separator: UInt8) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in text {
            if byte == separator, !isQuoted {
                parts.append([])
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
            parts[parts.count - 1].append(byte)
        }
        return parts.map { trimmed($0) }
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        return Array(Array(bytes.drop(while: isSpace)).reversed().drop(while: isSpace).reversed())
    }

    // MARK: Addresses

    /// Four numbers or IPv6, that in brackets or without; behind brackets and four numbers a port may stand. `unknown`, `_hidden`, the path
    /// of a socket and nothing at all are no addresses.
    static func address(_ text: [UInt8]) -> Peer? {
        var text = text[...]
        if text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") { text = text.dropFirst().dropLast() }
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")), isPort(text[(end + 1)...]) else { return nil }
            let inside = text[(text.startIndex + 1)..<end]
            return inside.contains(UInt8(ascii: ":")) ? peer(inside) : nil
        }
        let colons = text.indices.filter { text[$0] == UInt8(ascii: ":") }
        guard colons.count == 1 else { return peer(text) }
        return isPort(text[colons[0]...]) ? peer(text[..<colons[0]]) : nil
    }

    private static func peer(_ text: ArraySlice<UInt8>) -> Peer? {
        // The zone of an address is a name of an interface of the proxy's.
        let address = text.contains(UInt8(ascii: ":")) ? text.prefix { $0 != UInt8(ascii: "%") } : text
        return Peer(text: String(decoding: address, as: UTF8.self))
    }

    /// A colon and up to five digits, or a hidden port of RFC 7239; nothing is fine, too.
    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        if text.isEmpty { return true }
        guard text.first == UInt8(ascii: ":") else { return false }
        let port = text.dropFirst()
        if port.first == UInt8(ascii: "_") { return true }
        return (1...5).contains(port.count) && port.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
}
