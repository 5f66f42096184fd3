// The Languages room: which language the device speaks and which one the game's texts appear in. It decides on codes; the texts
// themselves, and whoever shows them, are elsewhere. It reads the environment once and keeps nothing.
import Linux

/// Language and country of the machine's user, as the environment states them.
public struct DeviceLocale: Equatable, Sendable {
    /// ISO 639 in lower case ("ja"); Chinese with its script's usual country ("zh-CN", "zh-TW"). "en" when nothing is stated.
    public let language: String
    /// ISO 3166 in upper case ("JP"); "ZZ" when not stated.
    public let country: String

    public static let countryUnknown = "ZZ"

    public init(language: String, country: String) {
        self.language = language
        self.country = country
    }

    /// Of this process, now.
    public static func current() -> DeviceLocale { read { Environment.value($0) } }

    /// The order is that of gettext in the C library: LC_ALL, LC_MESSAGES, LANG, the first that is not empty, names the locale;
    /// unless that is "C" or "POSIX", the list in LANGUAGE goes before it for the language. The country is the locale's.
    public static func read(_ variable: (String) -> String?) -> DeviceLocale {
        var name = ""
        for key in ["LC_ALL", "LC_MESSAGES", "LANG"] where name.isEmpty { name = variable(key) ?? "" }
        guard let locale = LocaleName(name) else {
            return DeviceLocale(language: DisplayLanguage.fallback, country: countryUnknown)
        }
        let preferred = (variable("LANGUAGE") ?? "").utf8.split(separator: UInt8(ascii: ":"))
        for entry in preferred {
            guard let wanted = LocaleName(String(decoding: Array(entry), as: UTF8.self)) else { continue }
            return DeviceLocale(language: wanted.languageCode, country: locale.country ?? wanted.country ?? countryUnknown)
        }
        return DeviceLocale(language: locale.languageCode, country: locale.country ?? countryUnknown)
    }
}

/// A locale's name taken apart: language[_COUNTRY][.charset][@modifier].
struct LocaleName {
    let language: String
    let country: String?
    private let isTraditional: Bool

    /// nil for "C", "POSIX", either with a charset, and what is not a locale's name.
    init?(_ name: String) {
        let bytes = [UInt8](name.utf8)
        let plain = bytes.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
        let parts = plain.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(Self.isLetter) else { return nil }
        language = Self.text(first.map { $0 | 0x20 })
        var country: String?
        var isTraditional = false
        for part in parts.dropFirst() {
            if part.count == 2, part.allSatisfy(Self.isLetter), country == nil { country = Self.text(part.map { $0 & ~0x20 }) }
            if part.count == 4, Self.text(part.map { $0 | 0x20 }) == "hant" { isTraditional = true }
        }
        self.country = country
        self.isTraditional = isTraditional || country == "TW" || country == "HK" || country == "MO"
    }

    var languageCode: String {
        language == "zh" ? (isTraditional ? "zh-TW" : "zh-CN") : language
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
