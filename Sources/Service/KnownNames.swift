import Linux
import Messages
import Wire

/// The names that an object may have. What is not known is refused: a slip of the pen must not mean all, at once or granted.
///
/// Written as `name other(inner …) *(inner …)`: names, each with those of the objects in it, also of a list of objects; `*` is any name,
/// `@group` those of a group below. What stands in no parentheses is not looked into.
struct KnownNames {
    /// Names that several requests have.
    private static let groups: [(name: StaticString, names: StaticString)] = [
        (
            "@client",
            """
            displayLanguage deviceLanguage osCode clientVersion sdkVersion uuid deviceKey deviceModel osVersion deviceCountryCode \
            usimCountryCode storeCode
            """
        ),
        ("@credential", "idPCode accessToken accessTokenSecret authorizationCode subCode"),
        (
            "@transaction",
            """
            storeTransactionId receipt marketItemId price currency originalTransactionId purchaseTime expiryTime detailCode storeErrorCode
            """
        ),
        (
            "@push",
            """
            title body messages(*(title body)) extras userIds countries languages sendDate localTime advertisement timeToLiveSeconds \
            category buttons(name identifier buttonType link hint) groupId media link
            """
        ),
    ]

    static let refusal = "is not known here"

    private let text: UnsafeBufferPointer<UInt8>

    init(_ text: StaticString) { self.text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) }

    private init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) { self.text = UnsafeBufferPointer(rebasing: text[range]) }

    /// - Returns: the first name that is not known, by its way from here, with those that are known there.
    func slip(in json: JSON) -> (place: String, known: String)? {
        if let list = json.arrayValue {
            for (index, element) in list.enumerated() {
                if let slip = slip(in: element) { return ("[\(index)].\(slip.place)", slip.known) }
            }
        }
        for member in json.objectValue?.members ?? [] {
            guard let (_, inner) = first(where: { Self.isName($0, member.key) }) else {
                return (member.key, names.joined(separator: ", "))
            }
            guard let inner, let slip = inner.slip(in: member.value) else { continue }
            return (member.key + (member.value.arrayValue == nil ? "." : "") + slip.place, slip.known)
        }
        return nil
    }

    private static func isName(_ written: UnsafeBufferPointer<UInt8>, _ key: String) -> Bool {
        if written.count == 1, written[0] == UInt8(ascii: "*") { return true }
        return key.utf8.count == written.count && key.utf8.elementsEqual(written)
    }

    var names: [String] {
        var names: [String] = []
        _ = first { name in
            names.append(String(decoding: name, as: UTF8.self))
            return false
        }
        return names
    }

    /// What stands in the parentheses behind a name.
    func inner(_ name: String) -> KnownNames? { first { Self.isName($0, name) }?.inner }

    /// Nothing is copied: every request is looked through.
    private func first(
        where isWanted: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> (name: UnsafeBufferPointer<UInt8>, inner: KnownNames?)? {
        var place = 0
        while place < text.count {
            let begin = place
            while place < text.count, text[place] != UInt8(ascii: " "), text[place] != UInt8(ascii: "(") { place += 1 }
            let name = UnsafeBufferPointer(rebasing: text[begin..<place])
            var inner: KnownNames?
            if place < text.count, text[place] == UInt8(ascii: "(") {
                let end = endOfParentheses(place)
                inner = KnownNames(text, place + 1..<end)
                place = end + 1
            }
            place += 1
            if name.first == UInt8(ascii: "@") {
                let group = Self.groups.first { KnownNames($0.name).text.elementsEqual(name) }
                if let group, let found = KnownNames(group.names).first(where: isWanted) { return found }
            } else if isWanted(name) {
                return (name, inner)
            }
        }
        return nil
    }

    private func endOfParentheses(_ begin: Int) -> Int {
        var depth = 0, place = begin
        while place < text.count {
            if text[place] == UInt8(ascii: "(") { depth += 1 }
            if text[place] == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { break }
            place += 1
        }
        return place
    }
}

extension Parameters {
    /// Refuses what the request does not know.
    func refuseUnknown(_ known: StaticString) throws(Failure) {
        if let slip = KnownNames(known).slip(in: json) { throw unknown(slip) }
    }

    func unknown(_ slip: (place: String, known: String)) -> Failure {
        wrong(slip.place, "\(KnownNames.refusal); \(slip.known.isEmpty ? "nothing is" : "known are \(slip.known)")")
    }
}
