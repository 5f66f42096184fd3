import Documents
import Linux
import Messages
import Wire

/// What a provider says of a user, by provider (section 1.8 of the reference). In the process of the game, and in a SANDBOX app, it is
/// believed. Whoever asks over a network would be anybody by it, so there nobody is let in by it until somebody asks the provider.
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

    /// - Returns: the first that is not in `known`, which was proven before, and is no secret of the device's own.
    func unproven(_ known: AuthData?) -> String? {
        let own = ObjectClass.authKind(Self.anonymous)
        let found = names.first { name in
            name.kind != own && !(known?.names.contains { $0.kind == name.kind && $0.id == name.id } ?? false)
        }
        return found?.kind
    }

    /// What a user has after links were added, and those that are null were taken away. Providers that are not named stay.
    static func merged(_ links: JSONObject, into known: JSON?) -> JSON {
        var all = known?.objectValue ?? JSONObject()
        for (provider, value) in links.members { all.put(value.isNull ? Optional.none : value, at: provider) }
        return all.isEmpty ? .null : .object(all)
    }
}

extension Users {
    func refuseUnproven(_ given: AuthData?, known: JSON?) throws(Failure) {
        if core.believesAsker || settings.app.isSandbox { return }
        guard let kind = try given?.unproven(AuthData.read(known)) else { return }
        throw Failure.refused(.providerFailed, NCMBErrorText.providerFailed(ObjectClass.provider(ofKind: kind)))
    }
}
