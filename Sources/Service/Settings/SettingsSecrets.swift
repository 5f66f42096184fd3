import Codecs
import Documents
import Linux

/// Keeps secrets of settings away from whoever reads the database, a backup of it, or what a console saves. What is shown in place of a
/// secret may be loaded again, at its own place: the secret stays as it was.
enum SettingsSecrets {
    /// In place of a secret that is kept as it was given, because nobody here has a key to seal it with.
    static let mark = "kept1."
    static let bytesMax = 2_048

    /// What a caller gives, as it is kept.
    /// - Parameter current: the settings that are in force.
    static func kept(_ given: JSON, insteadOf current: JSON = [:], _ keeper: (any SecretKeeper)? = nil) -> JSON {
        var known: [String: String] = [:]
        _ = changed(current) { setting, text in
            known[Self.shown(text, setting)] = text
            return text
        }
        return changed(given) { setting, text in
            switch setting.form {
            case .digest: isKey(text, setting) && !GuardedField.isDigest(text) ? GuardedField.digest(text, of: setting.name) : text
            case .sealed: sealed(known[text].flatMap { Self.shown($0, setting) == text ? $0 : nil } ?? text, setting, keeper)
            case .asGiven: text
            }
        }
    }

    static func shown(_ settings: JSON) -> JSON { changed(settings) { shown($1, $0) } }

    private static func sealed(_ text: String, _ setting: GuardedField.Setting, _ keeper: (any SecretKeeper)?) -> String {
        // gamebased seals the keys of stores and providers itself, for the place that they have there.
        guard setting.name == GuardedField.clientKey, !isSealed(text), isKey(text, setting), let keeper else { return text }
        return keeper.seal(text, for: setting.name) ?? text
    }

    private static func shown(_ text: String, _ setting: GuardedField.Setting) -> String {
        if text.isEmpty || isSealed(text) || GuardedField.isDigest(text) { return text }
        return mark + GuardedField.digest(text, of: setting.name)
    }

    static func isSealed(_ text: String) -> Bool { text.utf8.starts(with: GuardedField.sealedPrefix.utf8) }

    /// What is no key is left for who reads the settings to refuse.
    private static func isKey(_ text: String, _ setting: GuardedField.Setting) -> Bool {
        guard !text.isEmpty, text.utf8.count <= setting.bytesMax else { return false }
        return setting.name == GuardedField.testDeviceKey || text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// The places at which a mark stands for no secret that is kept.
    static func isMark(_ text: String?) -> Bool { text?.utf8.starts(with: mark.utf8) ?? false }

    // MARK: Every place of a secret

    private static func changed(_ settings: JSON, _ change: (GuardedField.Setting, String) -> String) -> JSON {
        var all = settings
        for setting in GuardedField.ofAllSettings() { all = changed(all, setting.path[...]) { change(setting, $0) } }
        return all
    }

    private static func changed(_ json: JSON, _ path: ArraySlice<String>, _ change: (String) -> String) -> JSON {
        guard let name = path.first else { return json.stringValue.map { .string(change($0)) } ?? json }
        let rest = path.dropFirst()
        if name == "*", let list = json.arrayValue { return .array(list.map { changed($0, rest, change) }) }
        guard var object = json.objectValue else { return json }
        for (key, value) in object.members where name == "*" || key == name { object[key] = changed(value, rest, change) }
        return .object(object)
    }

    // MARK: Who says a secret

    /// Takes as long for every text.
    static func isSecret(_ kept: String, _ said: String, _ name: String) -> Bool {
        ServiceCore.sameSecret(kept, GuardedField.isDigest(kept) ? GuardedField.digest(said, of: name) : said)
    }
}

extension ConsoleSettings {
    /// Of settings that somebody gives. What earlier settings have is passed over.
    func checkSecrets(insteadOf old: ConsoleSettings, isServer: Bool) throws(SettingsError) {
        for (place, text) in ncmb.indexes.enumerated() {
            guard let index = NCMBSettings.index(text), GuardedField.isGuarded(index.path, of: index.className) else { continue }
            throw SettingsError("$.ncmb.indexes[\(place)]", "\(text) is not for everybody to see, so no query finds or sorts by it")
        }
        if SettingsSecrets.isMark(ncmb.clientKey) { throw Self.markOfNothing("ncmb.clientKey") }
        for (place, store) in stores.enumerated() {
            guard SettingsSecrets.isMark(store.apiKey) || SettingsSecrets.isMark(store.webhookSecret) else { continue }
            throw Self.markOfNothing("stores[\(place)]")
        }
        for idP in idPs where idP.texts.contains(where: { SettingsSecrets.isMark($0) }) { throw Self.markOfNothing("idPs.\(idP.code)") }
        #if !hasFeature(Embedded)
        if let mail {
            if SettingsSecrets.isMark(mail.password) || SettingsSecrets.isMark(mail.webhookSecret) { throw Self.markOfNothing("mail") }
            if isServer { try mail.check() }
        }
        if isServer { try checkAlarms() }
        guard isServer, !app.isSandbox, let key = ncmb.clientKey, !SettingsSecrets.isSealed(key), key != old.ncmb.clientKey else { return }
        throw SettingsError("$.ncmb.clientKey", "nothing here to encrypt it with; give GAMEBASED_SECRETS_KEY or --secrets-key-file")
        #endif
    }

    private static func markOfNothing(_ place: String) -> SettingsError {
        SettingsError("$.\(place)", "has \(SettingsSecrets.mark)… in place of a key that is not stored here; give the key itself")
    }
}

/// Encrypts what must be read again, with a key that is not in the database. Whoever runs services for others has one.
public protocol SecretKeeper: AnyObject, Sendable {
    /// - Returns: nil when there is no key.
    func seal(_ text: String, for place: String) -> String?
    /// - Returns: nil for what was sealed with another key, or for another place.
    func open(_ text: String, for place: String) -> String?
}
