import Codecs
import Messages

/// Token verification ("Token Authentication" of the server API guide).
extension GameServers {
    /// {userId, accessToken, linkedIdP} -> {member, linkedIdP?}
    func serverVerifyToken(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admitted(request)
        let (member, idPCode) = try verified(parameters)
        var answer: JSONObject = ["member": member.json(appId: appId)]
        if try parameters.bool("linkedIdP", default: false) {
            for mapping in member.mappings where mapping.idPCode == idPCode {
                answer["linkedIdP"] = ["idPCode": .string(mapping.idPCode), "idPId": .string(mapping.authKey)]
            }
        }
        return .success(.object(answer))
    }

    /// The member whose session it is, and the provider that the session came in by.
    func verified(_ parameters: Parameters) throws(Failure) -> (member: StoredMember, idPCode: String) {
        let userId = try parameters.text("userId", bytesMax: ServiceCore.serverTextBytesMax)
        let token = try parameters.text("accessToken", bytesMax: ServiceCore.serverTextBytesMax)
        guard let session = try members.session(token: token), session.userId == userId, session.expiresDate > now,
            session.successorHash == nil
        else {
            throw Failure.refused(ResultCode.accessTokenInvalid, "the token is not a valid one of this member")
        }
        try members.refuseClosed(userId, session.valid, bannedCode: ResultCode.memberBanned, deletedCode: ResultCode.memberDeleted)
        guard let member = try members.member(userId) else { throw Failure.refused(ResultCode.memberMissing, "there is no such member") }
        return (member, session.idPCode)
    }
}
