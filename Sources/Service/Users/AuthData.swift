import Codecs
import Documents
import Linux
import Messages

/// What a provider says of a user, by provider (section 1.8 of the reference). In the process of the game, and in a SANDBOX app, it is
/// believed. Whoever asks over a network would be anybody by it: there gamebased asks the provider, and who is not proven is not let in.
///
/// An id opens the account, so a user is found by its digest (`object_names`). In the process of the game the rest is kept as it was given:
/// the file is the player's own. Where players are elsewhere, tokens are not kept at all, and of the id its digest alone.
struct AuthData {
    static let providers = ["facebook", "twitter", "google", "apple", anonymous]
    /// Its id is a secret of the device.
    static let anonymous = "anonymous"
    /// Of a new anonymous id in a REAL app. The SDKs make a UUID, which has 36.
    static let anonymousIdBytesMin = 16
    private static let id = "id"
    /// What opens nothing at the provider, and is kept as it was given everywhere.
    private static let harmless = ["screen_name", "expiration_date", "client_id"]

    struct Name {
        let kind: String
        let id: String
        /// Unique among all users.
        let digest: String
    }

    let names: [Name]

    /// Nil where nothing is given, and where every provider is null, which unlinks.
    /// - Parameter isKept: it comes from a row, or from an export, where an id may be its digest.
    static func read(_ json: JSON?, isKept: Bool = false) throws(Failure) -> AuthData? {
        guard let json, !json.isNull else { return nil }
        guard let object = json.objectValue else { throw Failure.refused(.typeWrong) }
        var names: [Name] = []
        for (provider, value) in object.members {
            guard providers.contains(provider) else { throw Failure.refused(.fieldNotSettable, NCMBErrorText.notSettable(provider)) }
            if value.isNull { continue }
            guard let id = value[Self.id]?.stringValue, !id.isEmpty else {
                throw Failure.refused(.providerFailed, NCMBErrorText.providerFailed(provider))
            }
            guard id.utf8.count <= ObjectClass.nameBytesMax else { throw Failure.refused(.lengthOutOfRange) }
            let kind = ObjectClass.authKind(provider)
            names.append(
                Name(kind: kind, id: id, digest: isKept && GuardedField.isDigest(id) ? id : GuardedField.digest(id, of: kind)))
        }
        return names.isEmpty ? nil : AuthData(names: names)
    }

    func has(_ name: Name) -> Bool { names.contains { $0.kind == name.kind && $0.digest == name.digest } }

    /// The console's code of a provider.
    static func idPCode(_ provider: String) -> String { provider == "apple" ? "appleid" : provider }

    // MARK: As it is kept

    /// - Parameters:
    ///   - asGiven: the file is the player's own.
    ///   - isKept: as of `read`.
    static func kept(_ links: JSONObject, asGiven: Bool, isKept: Bool = false) -> JSONObject {
        var all = JSONObject()
        for (provider, value) in links.members {
            guard let id = value[Self.id]?.stringValue, !(isKept && GuardedField.isDigest(id)), !asGiven || GuardedField.isDigest(id) else {
                all.put(value, at: provider)
                continue
            }
            var kept = JSONObject()
            kept[Self.id] = .string(GuardedField.digest(id, of: ObjectClass.authKind(provider)))
            for name in harmless { if let known = value[name] { kept[name] = known } }
            all.put(.object(kept), at: provider)
        }
        return all
    }

    /// As its owner sees it: a digest is nothing to see.
    static func shown(_ links: JSON) -> JSON {
        guard let object = links.objectValue else { return links }
        var all = JSONObject()
        for (provider, value) in object.members {
            guard var shown = value.objectValue, let id = shown[Self.id]?.stringValue, GuardedField.isDigest(id) else {
                all.put(value, at: provider)
                continue
            }
            shown[Self.id] = nil
            all.put(.object(shown), at: provider)
        }
        return .object(all)
    }

    /// What a user has after links were added, and those that are null were taken away. Providers that are not named stay.
    static func merged(_ links: JSONObject, into known: JSON?) -> JSON {
        var all = known?.objectValue ?? JSONObject()
        for (provider, value) in links.members { all.put(value.isNull ? Optional.none : value, at: provider) }
        return all.isEmpty ? .null : .object(all)
    }

    /// Without those that are as the owner sees them: clients send whole users back.
    static func changes(_ links: JSONObject, of known: JSON?) -> JSONObject {
        guard let seen = known.map({ shown($0) })?.objectValue else { return links }
        var changes = links
        for (provider, value) in links.members where value[Self.id] == nil && seen[provider] == value { changes[provider] = nil }
        return changes
    }
}

extension Users {
    /// What a user is linked with after a change, as it is kept.
    func linked(_ links: JSONObject, to known: JSON?, _ request: Request) throws(Failure) -> JSON {
        let changes = AuthData.changes(links, of: known)
        if let given = try AuthData.read(.object(changes)) {
            let before = try AuthData.read(known, isKept: true)
            try refuseUnproven(given, known: before, request)
            try refuseShort(given, known: before, request)
        }
        return AuthData.merged(AuthData.kept(changes, asGiven: core.keepsAsGiven(request)), into: known)
    }

    /// Those that are not in `known`, which was proven before, and are no secret of the device's own.
    func refuseUnproven(_ given: AuthData, known: AuthData?, _ request: Request) throws(Failure) {
        if ServiceCore.believes(request) { return }
        for name in given.names where known?.has(name) != true {
            let provider = ObjectClass.provider(ofKind: name.kind)
            if provider == AuthData.anonymous { continue }
            let code = AuthData.idPCode(provider)
            if request.proven[code]?.stringValue == name.id { continue }
            let isAsked = settings.idPs.contains { $0.code == code && $0.isEnabled && $0.isAsked }
            if settings.app.isSandbox, !isAsked { continue }
            throw Failure.refused(.providerFailed, NCMBErrorText.providerFailed(provider))
        }
    }

    /// A new anonymous id that can be guessed opens its user to everybody.
    func refuseShort(_ given: AuthData, known: AuthData?, _ request: Request) throws(Failure) {
        if ServiceCore.believes(request) || settings.app.isSandbox { return }
        for name in given.names where known?.has(name) != true && name.kind == ObjectClass.authKind(AuthData.anonymous) {
            guard name.id.utf8.count >= AuthData.anonymousIdBytesMin else {
                throw Failure.refused(
                    .lengthOutOfRange,
                    "authData.anonymous.id: has \(name.id.utf8.count) bytes; it is the user's secret and needs "
                        + "\(AuthData.anonymousIdBytesMin) or more, such as a random UUID.")
            }
        }
    }
}
