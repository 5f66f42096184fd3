#if !hasFeature(Embedded)
import Codecs
import Documents
import Messages

/// Secrets that everybody can guess. A real app is not run with them where strangers are: its game servers may do everything.
enum WeakSecrets {
    static let bytesMin = 16
    static let lettersMin = 6
    /// Of the examples, which everybody can read.
    static let known: Set<String> = ["quickstart-secret", "quickstart-application-key", "quickstart-client-key", "quickstart-iap-key"]

    /// - Returns: what is wrong with a secret; nil: nothing.
    static func fault(_ secret: String) -> String? {
        if known.contains(secret) { return "is that of the examples, which is public" }
        if secret.utf8.count < bytesMin { return "has fewer than \(bytesMin) characters, and can be guessed" }
        return Set(secret.utf8).count < lettersMin ? "has fewer than \(lettersMin) different characters, and can be guessed" : nil
    }

    /// - Parameter kept: also a digest, of which only the examples' are known.
    private static func fault(_ kept: String, _ place: String) -> String? {
        guard GuardedField.isDigest(kept) else { return SettingsSecrets.isSealed(kept) || SettingsSecrets.isMark(kept) ? nil : fault(kept) }
        return known.first { GuardedField.digest($0, of: place) == kept }.flatMap { fault($0) }
    }

    private static let places = [("app", "secretKey"), ("app", "iapAppKey"), ("ncmb", "applicationKey"), ("ncmb", "clientKey")]

    /// Those of a real app, as the settings have them: each place with what is wrong there. No secret at all is none that could be guessed.
    static func of(_ settings: JSON) -> [String] {
        guard let type = settings["app"]?["typeCode"]?.stringValue, type != AppSettings.sandbox else { return [] }
        var weak: [String] = []
        for (part, name) in places {
            guard let secret = settings[part]?[name]?.stringValue, let fault = fault(secret, "\(part).\(name)") else { continue }
            weak.append("$.\(part).\(name): \(fault)")
        }
        return weak
    }

    /// What strangers reach does not begin to run with such secrets. Settings that are there already are warned of.
    /// - Parameter settings: as they were given.
    static func refuse(_ settings: JSON) throws(Failure) {
        guard let weak = of(settings).first else { return }
        throw Failure.refused(
            ResultCode.parameterInvalid, "\(weak); a REAL app needs another one, such as openssl rand -hex 32 makes")
    }
}

extension Operations {
    /// {} -> {settings, revision, date, weakSecrets?, closedSecrets?}. `date`: by the service's clock, which decides what of the settings
    /// holds. Of the secrets that cannot be opened any more a server adds those that it has sealed itself.
    func saveSettings(_ request: Request) -> Reply {
        var answer: JSONObject = ["settings": shownSettings, "revision": .string(revision), "date": .integer(now)]
        let weak = core.weakSecrets
        if !weak.isEmpty { answer["weakSecrets"] = .array(weak.map { .string($0) }) }
        if let kept = settings.ncmb.clientKey, SettingsSecrets.isSealed(kept), core.keeper?.open(kept, for: GuardedField.clientKey) == nil {
            answer["closedSecrets"] = [.string("$.\(GuardedField.clientKey)")]
        }
        return .success(.object(answer))
    }

    /// Since when this app has the keys by which callers of published interfaces name it: of two apps with one key the earlier has it.
    func noteKeyDates(_ changed: ConsoleSettings) throws(Failure) {
        var dates = try core.keyDates()
        if changed.ncmb.applicationKey != settings.ncmb.applicationKey { dates["ncmb"] = .integer(now) }
        if changed.app.iapAppKey != settings.app.iapAppKey { dates["iap"] = .integer(now) }
        if !dates.isEmpty { try persist(PersistedState.Name.keyDates, JSON.object(dates).text()) }
    }
}

extension ServiceCore {
    /// Of the settings in force.
    var weakSecrets: [String] {
        var opened = settings.json
        if let kept = settings.ncmb.clientKey, let key = keeper?.open(kept, for: GuardedField.clientKey),
            var all = opened.objectValue, var part = all["ncmb"]?.objectValue
        {
            part["clientKey"] = .string(key)
            all["ncmb"] = .object(part)
            opened = .object(all)
        }
        return WeakSecrets.of(opened)
    }

    /// Empty for keys of before they were dated: those were there first.
    func keyDates() throws(Failure) -> JSONObject {
        let row = try query("SELECT value FROM service_state WHERE name = ?", [.text(PersistedState.Name.keyDates)]).first
        return row.flatMap { try? JSON.parse($0.text(0)) }?.objectValue ?? [:]
    }
}
#endif
