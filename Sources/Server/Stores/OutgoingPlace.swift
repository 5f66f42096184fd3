import CHTTPServer
import PushRules

/// The machine that an address names, read strictly: an address that two readers may understand in two ways names none.
struct OutgoingPlace: Equatable {
    let isSecure: Bool
    /// In small letters; a bracketed address without its brackets.
    let host: String
    /// nil: the scheme's own.
    let port: Int?

    private static let hostBytesMax = 253
    private static let portMax = 65_535

    init?(_ url: String) {
        let bytes = Array(url.utf8)
        let scheme = bytes.starts(with: Array("https://".utf8)) ? 8 : bytes.starts(with: Array("http://".utf8)) ? 7 : 0
        guard scheme > 0, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        isSecure = scheme == 8
        let place = bytes[scheme...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var name = place
        var digits: ArraySlice<UInt8>?
        if place.first == UInt8(ascii: "[") {
            guard let end = place.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = place[(place.startIndex + 1)..<end]
            let rest = place[(end + 1)...]
            if !rest.isEmpty {
                guard rest.first == UInt8(ascii: ":") else { return nil }
                digits = rest.dropFirst()
            }
            guard Self.address(String(decoding: name, as: UTF8.self))?.count == 16 else { return nil }
        } else if let colon = place.firstIndex(of: UInt8(ascii: ":")) {
            (name, digits) = (place[..<colon], place[(colon + 1)...])
        }
        host = String(decoding: name.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        guard !name.isEmpty, name.count <= Self.hostBytesMax, place.first == UInt8(ascii: "[") || name.allSatisfy(Self.isOfName) else {
            return nil
        }
        if let digits {
            guard let number = Int(String(decoding: digits, as: UTF8.self)), digits.count <= 5, (1...Self.portMax).contains(number) else {
                return nil
            }
            port = number
        } else {
            port = nil
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The four or sixteen bytes of an address that is written in digits; nil for a name.
    static func address(_ host: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return inet_pton(AF_INET6, host, &bytes) == 1 ? bytes : nil
    }

    /// Whether the address says in so many words that it is of this machine.
    var isThisMachine: Bool {
        host == "localhost" || Self.address(host).map { MediaHost.of(address: $0) == .loopback } ?? false
    }
}

/// Which machines this server asks. Addresses come from settings of apps and from documents of providers; neither may lead a question,
/// which may carry a secret, to this machine or into the networks around it. The settings may name this machine in so many words; the
/// server's operator may name hosts of the own network (`--reach`).
struct OutgoingReach: Sendable {
    static let hostsMax = 64

    /// Hosts of the server's own network that may be asked.
    let hosts: Set<String>

    init(_ hosts: [String] = []) { self.hosts = Set(hosts.map { $0.lowercased() }) }

    /// Whether the host may be at any address: it is named by whoever runs the server, or is this machine in so many words.
    func isOwn(_ place: OutgoingPlace) -> Bool { place.isThisMachine || hosts.contains(place.host) }

    /// An address that the settings of an app give: secrets go over a network in TLS alone.
    /// - Returns: what is wrong with it; nil when it may be asked.
    func refusal(ofSettings url: String) -> String? {
        guard let place = OutgoingPlace(url) else { return "is no address of a web server" }
        guard place.isSecure || place.isThisMachine else { return "must be https, or http on this machine" }
        return refusal(ofLiteral: place)
    }

    /// An address that a provider's document gives.
    /// - Parameter origin: where the document came from, as the settings name it.
    func refusal(_ url: String, in origin: String) -> String? {
        guard let place = OutgoingPlace(url), let origin = OutgoingPlace(origin) else { return "is no address of a web server" }
        if place.isThisMachine {
            return origin.isThisMachine ? nil : "is of this machine, and the provider is not"
        }
        guard place.isSecure else { return "must be https" }
        if isOwn(place), !isOwn(origin) { return "is of the server's own network, and the provider is not" }
        return refusal(ofLiteral: place)
    }

    private func refusal(ofLiteral place: OutgoingPlace) -> String? {
        guard !isOwn(place), let address = OutgoingPlace.address(place.host), MediaHost.of(address: address) != .open else { return nil }
        return "is of a network of one's own; start gamebased with --reach \(place.host) when it is meant"
    }

    /// - Parameter address: as the host's name was resolved, when a socket is opened to it.
    func allows(_ address: [UInt8], own: Bool) -> Bool {
        switch MediaHost.of(address: address) {
        case .open: true
        case .own, .loopback, .linkLocal: own
        case .unusable: false
        }
    }
}
