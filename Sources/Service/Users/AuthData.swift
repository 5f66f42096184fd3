import Documents
import Linux
import Messages
import Wire

/// What a provider says of a user, by provider (section 1.8 of the reference). In the process of the game, and in a SANDBOX app, it is
/// believed. Whoever asks over a network would be anybody by it: there gamebased asks the provider, and who is not proven is not let in.
struct AuthData {
    static let providers = ["facebook", "twitter", "google", "apple", anonymous]
    /// Its id is a secret of the device.
    static let anonymous = "anonymous"

    /// Provider and the user's id there; unique among all users.
    let names: [(kind: String, id: String)]

    /// Nil where nothing is given, and where every provider is null, which unlinks.
    static func read(_ json: JSON?) throws(Failure) -> AuthData? {
        guard let json, !json.isNull else { return nil }
        guard let object = json.objectValue else { throw Failure.refused(.typeWrong) }
        var names: [(kind: String, id: String)] = []
        for (provider, value) in object.members {
            guard providers.contains(provider) else { throw Failure.refused(.fieldNotSettable, NCMBErrorText.notSettable(provider)) }
            if value.isNull { continue }
            guard let id = value["id"]?.stringValue, !id.isEmpty else {
                throw Failure.refused(.providerFailed, NCMBErrorText.providerFailed(provider))
            }
            names.append((ObjectClass.authKind(provider), id))
        }
        return names.isEmpty ? nil : AuthData(names: names)
    }

    /// Those that are not in `known`, which was proven before, and are no secret of the device's own.
    func added(to known: AuthData?) -> [(kind: String, id: String)] {
        let own = ObjectClass.authKind(Self.anonymous)
        return names.filter { name in
            name.kind != own && !(known?.names.contains { $0.kind == name.kind && $0.id == name.id } ?? false)
        }
    }

    /// The console's code of a provider.
    static func idPCode(_ provider: String) -> String { provider == "apple" ? "appleid" : provider }

    /// What a user has after links were added, and those that are null were taken away. Providers that are not named stay.
    static func merged(_ links: JSONObject, into known: JSON?) -> JSON {
        var all = known?.objectValue ?? JSONObject()
        for (provider, value) in links.members { all.put(value.isNull ? Optional.none : value, at: provider) }
        return all.isEmpty ? .null : .object(all)
    }
}

extension Users {
    /// - Parameter proven: `Request.proven`.
    func refuseUnproven(_ given: AuthData?, known: JSON?, proven: JSON) throws(Failure) {
        if core.believesAsker { return }
        for (kind, id) in try given?.added(to: AuthData.read(known)) ?? [] {
            let provider = ObjectClass.provider(ofKind: kind)
            let code = AuthData.idPCode(provider)
            if proven[code]?.stringValue == id { continue }
            let isAsked = settings.idPs.contains { $0.code == code && $0.isEnabled && $0.isAsked }
            if settings.app.isSandbox, !isAsked { continue }
            throw Failure.refused(.providerFailed, NCMBErrorText.providerFailed(provider))
        }
    }
}
