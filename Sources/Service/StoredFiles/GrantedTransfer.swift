#if !hasFeature(Embedded)
import Codecs
import Documents
import Linux
import Messages
import Storage

/// What whoever carries files asks again while one is under way, when the answer may have changed.
extension StoredFiles {
    /// {access, fileName, writes?} -> {userId?}: the caller may still read, or write, the file. An access of the session is not this one.
    func mayGoOn(_ request: Request) throws(Failure) -> Reply {
        _ = try users.admit(request)
        let parameters = Parameters(request.parameters)
        let caller = try users.caller(ofToken: request.accessToken)
        let file = try file(try fileName(parameters))
        if try parameters.bool("writes", default: false) {
            if let file { try refuseWrite(file.acl, caller) }
        } else {
            guard let file else { throw Failure.refused(.rowMissing) }
            guard try users.mayRead(file.acl, caller) else { throw Failure.refused(.aclRefused) }
        }
        guard case .user(let userId) = caller else { return .success() }
        return .success(["userId": .string(userId)])
    }
}

extension Users {
    /// Whose token it is; the session lives no longer for being looked at.
    func caller(ofToken token: String?) throws(Failure) -> Caller {
        guard let token, !token.isEmpty else { return .nobody }
        let row = try query("SELECT user_id, expires_date FROM user_sessions WHERE token_hash = ?", [.text(ServiceCore.fingerprint(token))])
            .first
        guard let row, row.integer(1) > now else { throw Failure.refused(.headerWrong).ofWrongProof }
        return .user(row.text(0))
    }
}
#endif
