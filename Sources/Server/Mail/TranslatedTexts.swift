/// Words that this server writes to people, in each language that it writes.
protocol TranslatedTexts {
    static var english: Self { get }
    static var japanese: Self { get }
    static var korean: Self { get }
}

extension TranslatedTexts {
    static var languages: [String] { ["en", "ja", "ko"] }

    static func of(_ language: String) -> Self {
        switch language {
        case "ja": japanese
        case "ko": korean
        default: english
        }
    }
}
