import Codecs
import Linux
import Messages

/// The names that an object may have. Any other is refused: a misspelt `userIds` would send to everybody.
///
/// Written as `name other(inner …) *(inner …)`: names, each with those of the objects in it, also of a list of objects; `*` is any name,
/// `@group` those of a group below. What stands in no parentheses is not looked into.
final class KnownNames {
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

    private struct Name {
        let text: String
        let inner: KnownNames?
    }

    private let all: [Name]

    convenience init(_ text: StaticString) {
        var left = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)[...]
        self.init(&left)
    }

    /// Reads until the end, or the parenthesis that closes.
    private init(_ left: inout Slice<UnsafeBufferPointer<UInt8>>) {
        var all: [Name] = []
        while let byte = left.first, byte != UInt8(ascii: ")") {
            if byte == UInt8(ascii: " ") {
                left = left.dropFirst()
                continue
            }
            let name = left.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }
            left = left.dropFirst(name.count)
            if byte == UInt8(ascii: "@") {
                let group = Self.groups.first {
                    UnsafeBufferPointer(start: $0.name.utf8Start, count: $0.name.utf8CodeUnitCount).elementsEqual(name)
                }
                if let group { all += KnownNames(group.names).all }
                continue
            }
            var inner: KnownNames?
            if left.first == UInt8(ascii: "(") {
                left = left.dropFirst()
                inner = KnownNames(&left)
                left = left.dropFirst()
            }
            all.append(Name(text: String(decoding: name, as: UTF8.self), inner: inner))
        }
        self.all = all
    }

    var names: [String] { all.map { $0.text } }

    /// What stands in the parentheses behind a name.
    func inner(_ name: String) -> KnownNames? { all.first { $0.text == name }?.inner }

    /// - Returns: the first name that is not known, by its way from here, with those that are known there.
    func slip(in json: JSON) -> (place: String, known: String)? {
        if let list = json.arrayValue {
            for (index, element) in list.enumerated() {
                if let slip = slip(in: element) { return ("[\(index)].\(slip.place)", slip.known) }
            }
        }
        for member in json.objectValue?.members ?? [] {
            guard let name = all.first(where: { Self.means($0.text, member.key) }) else {
                return (member.key, names.joined(separator: ", "))
            }
            guard let inner = name.inner, let slip = inner.slip(in: member.value) else { continue }
            return (member.key + (member.value.arrayValue == nil ? "." : "") + slip.place, slip.known)
        }
        return nil
    }

    /// Compares the lengths first: every request is checked, and most names differ in length.
    private static func means(_ known: String, _ key: String) -> Bool {
        known.utf8.count == key.utf8.count && known == key || known.utf8.count == 1 && known == "*"
    }
}

extension ServiceCore {
    /// The parameters of a request; parsed at the first of its kind.
    func known(_ name: RequestName) -> KnownNames {
        let place = Int(name.rawValue)
        if let known = knownNames[place] { return known }
        let known = KnownNames(RequestTable.all[name]?.parameters ?? "")
        knownNames[place] = known
        return known
    }
}

extension Parameters {
    /// Refuses what the request does not know.
    func refuseUnknown(_ known: KnownNames) throws(Failure) {
        guard let slip = known.slip(in: json) else { return }
        throw wrong(slip.place, "\(KnownNames.refusal); \(slip.known.isEmpty ? "nothing is" : "known are \(slip.known)")")
    }
}
