import Codecs

/// Which language texts are shown in. Codes are compared exactly: "EN" and "zh-cn" name no language.
public enum DisplayLanguage {
    public static let fallback = "en"

    /// The languages whose texts come with the library.
    public static let builtIn: Set<String> = ["en", "ko", "ja", "zh-CN", "zh-TW", "th"]

    /// What the game asked for or else the device's language at initialize, the first that is defined; else the console's default, defined or
    /// not, because the operator chose it: a text that it lacks appears in English. Without one, English.
    /// The order is the one of the Gamebase guide, "Display Language".
    public static func effective(requested: String?, device: String, consoleDefault: String?, defined: Set<String>) -> String {
        if let requested, defined.contains(requested) { return requested }
        if defined.contains(device) { return device }
        if let consoleDefault, !consoleDefault.isEmpty { return consoleDefault }
        return fallback
    }

    /// The languages of a `localizedstring.json`: an object of texts for each code. One without any text is not defined, because
    /// every text would appear in English although the game was told otherwise.
    public static func defined(in localizedStrings: JSON) -> Set<String> {
        var defined: Set<String> = []
        for (code, texts) in localizedStrings.objectValue?.members ?? [] {
            if let texts = texts.objectValue, texts.count > 0 { defined.insert(code) }
        }
        return defined
    }
}
