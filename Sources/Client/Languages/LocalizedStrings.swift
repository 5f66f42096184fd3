import Codecs
import Linux

/// A game's own texts, as its `localizedstring.json` has them: an object of texts for each language code.
struct LocalizedStrings: Sendable {
    static let languagesMax = 128
    static let textBytesMax = 4_096

    private var languages: [String: JSONObject] = [:]

    init() {}

    private init(_ languages: [String: JSONObject]) { self.languages = languages }

    /// - Returns: the texts, or what is wrong with them.
    static func read(_ json: JSON) -> Result<LocalizedStrings, Wrong> {
        guard let object = json.objectValue else { return .failure(Wrong(reason: "must be an object of languages")) }
        guard object.count <= languagesMax else { return .failure(Wrong(reason: "has more than \(languagesMax) languages")) }
        var languages: [String: JSONObject] = [:]
        for (code, texts) in object.members {
            guard let texts = texts.objectValue else { return .failure(Wrong(reason: "$.\(code): must be an object of texts")) }
            for (key, text) in texts.members {
                guard let text = text.stringValue else { return .failure(Wrong(reason: "$.\(code).\(key): must be a text")) }
                guard text.utf8.count <= textBytesMax else {
                    return .failure(Wrong(reason: "$.\(code).\(key): is longer than \(textBytesMax) bytes"))
                }
            }
            if texts.count > 0 { languages[code] = texts }
        }
        return .success(LocalizedStrings(languages))
    }

    struct Wrong: Error { let reason: String }

    func text(_ key: String, in language: String) -> String? { languages[language]?[key]?.stringValue }

    /// Those with at least one text, and those that come with the library.
    var defined: Set<String> {
        var defined = DisplayLanguage.builtIn
        for language in languages.keys { defined.insert(language) }
        return defined
    }
}

extension ClientLanguages {
    /// Takes a game's texts in place of those set before. They are forgotten by shutdown.
    /// - Returns: what is wrong when it is no object of objects of texts; nothing changes then.
    @export(interface) public func setLocalizedStrings(_ json: JSON) -> String? {
        switch LocalizedStrings.read(json) {
        case .failure(let wrong): return wrong.reason
        case .success(let strings):
            lock.locked {
                host.localizedStrings = strings
                own.defined = strings.defined
            }
            return nil
        }
    }

    /// A text for the player: in the display language, else in English, else the key itself; the game's own goes before ours.
    @export(interface) public func localizedText(_ key: String) -> String {
        let (language, strings) = lock.locked { (own.effective, host.localizedStrings) }
        for language in [language, DisplayLanguage.fallback] {
            if let text = strings.text(key, in: language) ?? BuiltInTexts.text(key, in: language) { return text }
        }
        return key
    }
}

/// Finds a text in the tables of the languages that come with the library.
enum BuiltInTexts {
    /// - Returns: nil for a language or a key that is not there.
    static func text(_ key: String, in language: String) -> String? {
        guard let table = table(language) else { return nil }
        return table.withUTF8Buffer { find(key, in: $0) }
    }

    private static func table(_ language: String) -> StaticString? {
        switch language {
        case "en": EnglishTexts.texts
        case "ko": KoreanTexts.texts
        case "ja": JapaneseTexts.texts
        case "zh-CN": SimplifiedChineseTexts.texts
        case "zh-TW": TraditionalChineseTexts.texts
        case "th": ThaiTexts.texts
        default: nil
        }
    }

    private static func find(_ key: String, in table: UnsafeBufferPointer<UInt8>) -> String? {
        for line in table.split(separator: UInt8(ascii: "\n")) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")), line[..<equals].elementsEqual(key.utf8) else { continue }
            return String(decoding: line[(equals + 1)...], as: UTF8.self)
        }
        return nil
    }
}
