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
