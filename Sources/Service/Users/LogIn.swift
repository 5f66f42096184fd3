import Codecs
import Documents
import Linux
import Messages
import Storage

extension Users {
    /// {userName | mailAddress, password} -> {answer: the user with sessionToken}
    func logIn(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = Parameters(request.parameters)
        let userName = try parameters.optionalText(ObjectClass.userName) ?? ""
        let mailAddress = try parameters.optionalText(ObjectClass.mailAddress) ?? ""
        guard let password = try Self.password(parameters.value(ObjectClass.password)), !(userName.isEmpty && mailAddress.isEmpty) else {
            throw Failure.refused(.valueEmpty, NCMBErrorText.userNameOrPasswordEmpty)
        }
        let (kind, name) = userName.isEmpty ? (ObjectClass.mailAddress, mailAddress) : (ObjectClass.userName, userName)
        let tries = tries(at: "\(kind) \(name)", request)
        let userId = try objects.named(ObjectClass.user, kind, name)
        try refuseTries(tries, of: userId)
        let known = try userId.flatMap { (id) throws(Failure) in try secret(of: id) }
        // For a name that nobody has the same work is done, so that its time tells nothing.
        let salt = known?.salt ?? freshSalt
        return deriving(password, salt: salt) { (made) throws(Failure) in
            if let userId { try lock(user: userId) }
            // Others have tried meanwhile: of many at once no more are looked at than one by one.
            try refuseTries(tries, of: userId)
            guard let userId, let known, let now = try secret(of: userId), now == known,
                let user = try objects.object(ObjectClass.user, userId)
            else { throw try wrongTry(tries) }
            if made.salt == salt {
                guard ServiceCore.sameSecret(now.key, made.key) else { throw try wrongTry(tries) }
                // It was made at a lower price than the operator asks now, or by the older method.
                if PasswordMethod.cost(of: salt) ?? 0 < passwordCost { return .again(salt: freshSalt) }
            } else {
                try keep(made, of: userId)
            }
            try tries.right(Self.owner(userId))
            return .reply(.success(["answer": .object(try loggedIn(user))]))
        }
    }

    /// {} -> {}. A token that means nothing is no error: whoever logs out is logged out.
    func logOut(_ request: Request) throws(Failure) -> Reply {
        if let token = request.accessToken { try closeSession(ofToken: token) }
        return .success()
    }

    /// The user as its owner sees it, with a session.
    func loggedIn(_ user: StoredObject) throws(Failure) -> JSONObject {
        var answer = user.document(for: .user(user.objectId))
        for name in [ObjectClass.mailAddress, ObjectClass.authData] where answer[name] == nil { answer[name] = .null }
        if answer[ObjectClass.mailAddressConfirm] == nil { answer[ObjectClass.mailAddressConfirm] = false }
        answer["sessionToken"] = .string(try openSession(of: user.objectId))
        return answer
    }

    private func secret(of userId: String) throws(Failure) -> (salt: String, key: String)? {
        try query("SELECT password_salt, password_key FROM users WHERE user_id = ?", [.text(userId)]).first.map { ($0.text(0), $0.text(1)) }
    }
}

/// Wrong tries to log in count for the name, whether somebody has it or not: the answers say nothing of that.
extension Users {
    func tries(at subject: String, _ request: Request) -> ProofTries { ProofTries(core, subject, from: request.network) }

    /// Whose places are known, whichever of its names is tried.
    static func owner(_ userId: String) -> String { "user \(userId)" }

    /// The password is another now. Who proved the one before from elsewhere need not be the owner.
    /// - Parameter network: from where the owner has set it; nil: somebody else has.
    func forgetPlaces(of userId: String, but network: String?) throws(Failure) {
        try core.forgetProven(Self.owner(userId))
        if let network { try core.noteProven(Self.owner(userId), from: network) }
    }

    static func tooMany(_ milliseconds: Int64) -> Failure { Failure.refused(.tooManyRequests).after(milliseconds: milliseconds) }

    func refuseTries(_ tries: ProofTries, of userId: String?) throws(Failure) { try tries.admit(userId.map(Self.owner), Self.tooMany) }

    func wrongTry(_ tries: ProofTries) throws(Failure) -> Failure {
        try tries.wrong(.logInTry, Failure.refused(.passwordWrong), Self.tooMany)
    }
}
