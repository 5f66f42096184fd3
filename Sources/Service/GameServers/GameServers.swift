import Linux
import Messages
import Wire

/// What a game's own server may ask, behind the published server APIs.
struct GameServers: Capability {
    let core: ServiceCore

    /// For a call that the front knows nothing to do with.
    func answerAccess(_ request: Request) throws(Failure) -> Reply {
        _ = try core.admitted(request)
        return .success()
    }

    /// {} -> {applicationKey?, iapAppKeys, dates, weakSecrets}: what callers of published interfaces say to name this app, for a carrier of
    /// several apps, of the second the digests, since when, and what of its secrets everybody can guess.
    func answerKeys() throws(Failure) -> Reply {
        var answer = JSONObject()
        answer.set("applicationKey", settings.ncmb.applicationKey)
        answer["iapAppKeys"] = .array([settings.app.iapAppKey].compactMap { $0.map { .string($0) } })
        #if !hasFeature(Embedded)
        answer["dates"] = .object(try core.keyDates())
        answer["weakSecrets"] = .array(core.weakSecrets.map { .string($0) })
        #endif
        return .success(.object(answer))
    }
}
