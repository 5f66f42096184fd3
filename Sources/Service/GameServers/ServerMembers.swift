import Codecs
import Linux
import Messages
import Storage

/// What game servers ask about members ("Member" of the server API guide).
extension GameServers {
    /// As many as the guide lets ask for by ids of a provider.
    static let listMax = 300
    /// Of a list in one go; a player who comes just behind it waits for about a millisecond.
    private static let sliceEntries = 20

    /// {userId, includeMemberInfo} -> {member, temporaryWithdrawal?, memberInfo?}
    func serverMember(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request)
        let userId = try parameters.text("userId", bytesMax: ServiceCore.serverTextBytesMax)
        guard var member = try settledMember(userId)?.json(appId: appId).objectValue else {
            throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(userId)\"")
        }
        var answer = JSONObject()
        let withdrawal = member["temporaryWithdrawal"]
        member["temporaryWithdrawal"] = nil
        answer["member"] = .object(member)
        answer["temporaryWithdrawal"] = withdrawal
        if try parameters.bool("includeMemberInfo", default: true) { answer["memberInfo"] = try members.info(of: userId) }
        return .success(.object(answer))
    }

    /// {list: user ids} -> {memberList}: of those that there are.
    func serverMembers(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try core.admittedBySecretKey(request)
        return try list(parameters, "list", "memberList", .array([])) { (id, found) throws(Failure) in
            guard let member = try settledMember(id), var list = found.arrayValue else { return }
            list.append([
                "userId": .string(id), "valid": .string(member.valid), "appId": .string(appId ?? ""),
                "regDate": .integer(member.registeredDate),
            ])
            found = .array(list)
        }
    }

    /// {list: user ids} -> {result: user id -> identities}
    func serverAuthKeys(_ request: Request) throws(Failure) -> SlicedWork {
        try list(try core.admittedBySecretKey(request), "list", "result", [:]) { (id, found) throws(Failure) in
            guard try settledMember(id) != nil else { return }
            let keys = try members.mappings(of: id).map { mapping -> JSON in
                ["authKey": .string(mapping.authKey), "idPCode": .string(mapping.idPCode), "authSystem": "gbid"]
            }
            Self.put(.array(keys), at: id, &found)
        }
    }

    /// {list, idPCode | authSystem} -> {result: id -> user id}. A provider's ids, or the keys of "gbid", which are of any provider.
    func serverFindMembers(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try core.admittedBySecretKey(request)
        var codes: [String] = []
        if parameters.value("authSystem") == nil {
            codes = [try parameters.text("idPCode", bytesMax: 64)]
        } else {
            _ = try parameters.oneOf("authSystem", ["gbid"])
            codes = try members.idPCodes()
        }
        return try list(parameters, "list", "result", [:]) { (id, found) throws(Failure) in
            for code in codes {
                guard let userId = try members.owner(of: code, Credential.authKey(id)) else { continue }
                return Self.put(.string(userId), at: id, &found)
            }
        }
    }

    /// {userId, idPCode, accessToken} -> {idPProfile, idPToken}. The providers of a SANDBOX app take a player's name for a token, and that
    /// is all that they know of the player. Tokens of real ones are not kept.
    func serverIdP(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request)
        let code = try parameters.text("idPCode", bytesMax: 64)
        let (member, session) = try verified(parameters)
        if [IdPSettings.guest, "appleid", "iosgamecenter", "kakaogame"].contains(code) {
            throw parameters.wrong("idPCode", "\(code) has nothing to give for a token")
        }
        guard session == code, let mapping = member.mappings.first(where: { $0.idPCode == code }) else {
            throw Failure.refused(ResultCode.authenticationWrong, "idPCode: the session came in by \(session)")
        }
        guard settings.app.isSandbox, !mapping.authKey.utf8.starts(with: Credential.hashMark.utf8) else {
            throw Failure.refused(ResultCode.remoteSystemError, "this service does not store the tokens of \(code)")
        }
        return .success([
            "idPProfile": ["sub": .string(mapping.authKey)],
            "idPToken": ["idPCode": .string(code), "accessToken": .string(mapping.authKey)],
        ])
    }

    // MARK: Steps

    /// As time and payments have made it by now.
    private func settledMember(_ userId: String) throws(Failure) -> StoredMember? {
        guard let member = try members.member(userId) else { return nil }
        return try members.settled(userId, member.valid) == member.valid ? member : try members.member(userId)
    }

    /// Answers for each entry of the list `given`, piece by piece.
    /// - Parameter once: whether an entry that the list has again is passed over.
    func list(
        _ parameters: Parameters, _ given: String, _ name: String, _ empty: JSON, once: Bool = false,
        _ answer: @escaping (String, inout JSON) throws(Failure) -> Void
    ) throws(Failure) -> SlicedWork {
        guard var list = try parameters.texts(given, countMax: Self.listMax, bytesMax: Credential.tokenBytesMax) else {
            throw parameters.wrong(given, "is missing")
        }
        if once {
            var named = Set<String>()
            list = list.filter { named.insert($0).inserted }
        }
        let entries = list
        return SlicedWork((place: 0, found: empty)) { (state) throws(Failure) in
            for entry in entries[state.place...].prefix(Self.sliceEntries) { try answer(entry, &state.found) }
            state.place = min(state.place + Self.sliceEntries, entries.count)
            if state.place < entries.count { return nil }
            var body = JSONObject()
            body[name] = state.found
            return .success(.object(body))
        }
    }

    private static func put(_ value: JSON, at key: String, _ object: inout JSON) {
        guard var members = object.objectValue else { return }
        members[key] = value
        object = .object(members)
    }
}

/// "Withdraw" and "Validate TransferAccount" of the server API guide.
extension GameServers {
    /// {userId, regUser}. The client that the member plays on still has its token; the game logs out there.
    func serverWithdraw(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request)
        let userId = try parameters.text("userId", bytesMax: ServiceCore.serverTextBytesMax)
        let by = try parameters.text("regUser", bytesMax: 255)
        guard !by.utf8.contains(UInt8(ascii: " ")) else { throw parameters.wrong("regUser", "must have no spaces") }
        return try members.withdrawNamed(userId, WithdrawalType.gameServer, by: by)
    }

    /// {account: {id, password}} -> {member}
    func serverCheckTransfer(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try core.admittedBySecretKey(request)
        return try members.checkTransfer(try parameters.object("account"), request) { (userId) throws(Failure) in
            guard var member = try members.member(userId)?.json(appId: appId).objectValue else { throw Members.memberIsGone() }
            member["authList"] = nil
            return .success(["member": .object(member)])
        }
    }
}

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
