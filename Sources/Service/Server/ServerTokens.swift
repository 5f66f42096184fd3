import Wire

/// Token verification ("Token Authentication" of the server API guide).
extension Service {
    func serverVerifyToken(_ call: ServerCall, _ target: ServerCall.Target, userId: String, token: String) throws(Failure) -> String {
        guard let session = try session(token: token), session.userId == userId, session.expiresDate > now, session.successorHash == nil
        else {
            throw Failure.refused(ResultCode.accessTokenInvalid, "the token is not a valid one of this member")
        }
        try refuseClosed(userId, session.valid, bannedCode: ResultCode.memberBanned, deletedCode: ResultCode.memberDeleted)
        guard let member = try member(userId) else { throw Failure.refused(ResultCode.memberMissing, "there is no such member") }
        var answer: JSONObject = ["member": member.json(appId: appId) { .string(ISO8601.text(epochMilliseconds: $0)) }]
        if target.query("linkedIdP") == "true" {
            for mapping in member.mappings where mapping.idPCode == session.idPCode {
                answer["linkedIdP"] = ["idPCode": .string(mapping.idPCode), "idPId": .string(mapping.authKey)]
            }
        }
        return call.success(answer)
    }
}
