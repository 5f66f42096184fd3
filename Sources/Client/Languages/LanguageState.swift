import Codecs
import Linux

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
