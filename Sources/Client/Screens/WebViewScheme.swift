import Codecs

/// The addresses of the library's own that a page may use ("Predefined Custom Scheme" of the SDK's UI page), in any case of letters.
enum WebViewScheme {
    static let prefix = "gamebase://"

    case dismiss, goBack, getUserId
    case showWebView(String)
    case openBrowser(String)
    /// One of ours by its scheme, but none that is known.
    case unknown

    /// nil for every other address.
    static func read(_ url: String) -> WebViewScheme? {
        guard WebAddress.begins(url, with: prefix) else { return nil }
        let rest = Array(url.utf8.dropFirst(prefix.utf8.count))
        let end = rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "#") } ?? rest.count
        let name = String(decoding: rest[..<end], as: UTF8.self)
        if isSame(name, "dismiss") { return .dismiss }
        if isSame(name, "goback") { return .goBack }
        if isSame(name, "getuserid") { return .getUserId }
        guard let link = link(rest[end...]) else { return .unknown }
        if isSame(name, "showwebview") { return .showWebView(link) }
        if isSame(name, "openbrowser") { return .openBrowser(link) }
        return .unknown
    }

    private static func isSame(_ name: String, _ known: String) -> Bool {
        name.utf8.count == known.utf8.count && WebAddress.begins(name, with: known)
    }

    /// The query's `link`, decoded; nil when there is none that an address could be.
    private static func link(_ rest: ArraySlice<UInt8>) -> String? {
        guard let query = rest.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        var start = query + 1
        while start < rest.endIndex {
            let end = rest[start...].firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let item = String(decoding: rest[start..<end], as: UTF8.self)
            start = end + 1
            guard WebAddress.begins(item, with: "link="),
                let link = PercentEncoding.decode(String(decoding: item.utf8.dropFirst(5), as: UTF8.self)),
                WebAddress.scheme(of: link) != nil
            else { continue }
            return link
        }
        return nil
    }
}
