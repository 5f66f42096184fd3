import Codecs
import Linux
import Messages

/// Kickout: a server push that sends players out of the game, with or without a pop-up ("Kickout" page of the console guide).
extension Operations {
    static let kickoutUsersMax = 1000
    static let kickoutVersionsMax = 100
    static let kickoutLanguagesMax = 64
    static let extrasBytesMax = 16 << 10

    /// {popup?: {defaultLanguage, messages: {language: {title, message}}}, userIds?, clientVersions?, extras?, logout?, disconnect?, stopHeartbeat?}
    func kickout(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        var push: JSONObject = ["type": "appKickout"]
        if let popup = try kickoutPopup(parameters) { push["popup"] = popup }
        if let extras = try parameters.optionalText("extras", bytesMax: Self.extrasBytesMax) { push["extras"] = .string(extras) }
        // A list that came out empty must not mean everybody.
        if let users = try parameters.texts("userIds", countMax: Self.kickoutUsersMax) {
            guard !users.isEmpty else { throw parameters.wrong("userIds", "names nobody; leave it out for all") }
            #if !hasFeature(Embedded)
            try members.refuseNobody(users, parameters)
            #endif
            push["userIds"] = .array(users.map { .string($0) })
        }
        if let versions = try parameters.texts("clientVersions", countMax: Self.kickoutVersionsMax) {
            guard !versions.isEmpty else { throw parameters.wrong("clientVersions", "names none; leave it out for all") }
            push["clientVersions"] = .array(versions.map { .string($0) })
        }
        for name in ["logout", "disconnect", "stopHeartbeat"] { push[name] = .bool(try parameters.bool(name, default: true)) }
        let stamp = try core.nextPushStamp()
        push["stamp"] = .string("\(stamp)")
        #if !hasFeature(Embedded)
        // A stamp grows from whatever a clock once said; a server compares this one with log-ins.
        push["date"] = .integer(now)
        #endif
        raise(.serverPush, .object(push))
        return .success(["stamp": .string("\(stamp)")])
    }

    private func kickoutPopup(_ parameters: Parameters) throws(Failure) -> JSON? {
        guard parameters.value("popup") != nil else { return nil }
        let popup = try parameters.object("popup")
        let language = try popup.optionalText("defaultLanguage", bytesMax: 16) ?? settings.app.defaultLanguage
        let messages = try popup.object("messages")
        guard let members = popup.value("messages")?.objectValue, members.count <= Self.kickoutLanguagesMax else {
            throw popup.wrong("messages", "must hold at most \(Self.kickoutLanguagesMax) languages")
        }
        var texts = JSONObject()
        for member in members.members {
            let text = try messages.object(member.key)
            texts[member.key] = [
                "title": .string(try text.optionalText("title", bytesMax: 4096) ?? ""),
                "message": .string(try text.optionalText("message", bytesMax: 4096) ?? ""),
            ]
        }
        return ["defaultLanguage": .string(language), "messages": .object(texts)]
    }
}
