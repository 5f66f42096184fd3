import Codecs
import Linux

/// In which language the library speaks to the player.
public struct ClientLanguages: ClientCapability {
    let client: Client

    /// Guarded by `lock`.
    @inline(__always) var own: LanguageState {
        _read { yield client.state.languages }
        nonmutating _modify { yield &client.state.languages }
    }
}

/// What a running client knows about languages. The device's is read once, at initialize, and stays although the player changes it.
struct LanguageState: Sendable {
    var requested: String?
    let device: String
    let country: String
    var consoleDefault: String?
    var defined: Set<String>

    init(requested: String? = nil, defined: Set<String> = DisplayLanguage.builtIn, locale: DeviceLocale = .current()) {
        self.requested = requested
        self.defined = defined
        device = locale.language
        country = locale.country
    }

    var effective: String {
        DisplayLanguage.effective(requested: requested, device: device, consoleDefault: consoleDefault, defined: defined)
    }
}

/// For those who hold the lock.
extension ClientLanguages {
    var inUse: LanguageState { own }

    func begin(requested: String?) { own = LanguageState(requested: requested, defined: host.localizedStrings.defined) }

    func request(_ code: String) { own.requested = code }

    func adopt(consoleDefault: String?) { own.consoleDefault = consoleDefault }
}

extension ClientLanguages {
    /// The device's language: as it was at initialize, else as the environment says now.
    @export(interface) public var deviceLanguageCode: String {
        lock.locked { state.phase == .stopped ? nil : own.device } ?? DeviceLocale.current().language
    }

    /// The device's region in upper case; "ZZ" when the environment names none.
    @export(interface) public var deviceCountryCode: String {
        lock.locked { state.phase == .stopped ? nil : own.country } ?? DeviceLocale.current().country
    }

    /// The language in which texts of ours appear; nil before initialize.
    @export(interface) public var displayLanguageCode: String? {
        isInitialized ? lock.locked { own.effective } : nil
    }

    /// What the game asked for, defined or not.
    @export(interface) public var requestedDisplayLanguageCode: String? { lock.locked { own.requested } }

    /// Asks for a display language, exactly as spelled in the table of codes. What is not defined falls back.
    @export(interface) public func setDisplayLanguageCode(_ code: String) {
        let effective = lock.locked { () -> String in
            own.requested = code
            return own.effective
        }
        if effective != code {
            client.log(.warn, "TCGBGamebase_setDisplayLanguageCode: \(code) is not defined here, texts appear in \(effective)")
        }
    }
}

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
