import Codecs
import Linux
import Messages

/// Wrong tries to log in count for the name, whether somebody has it or not: the answers say nothing of that.
extension Users {
    func tries(at subject: String, _ request: Request) -> ProofTries { ProofTries(core, subject, from: request.network) }

    /// Whose places are known, whichever of its names is tried.
    static func owner(_ userId: String) -> String { "user \(userId)" }

    static func tooMany(_ milliseconds: Int64) -> Failure { Failure.refused(.tooManyRequests).after(milliseconds: milliseconds) }

    func refuseTries(_ tries: ProofTries, of userId: String?) throws(Failure) { try tries.admit(userId.map(Self.owner), Self.tooMany) }

    func wrongTry(_ tries: ProofTries) throws(Failure) -> Failure {
        try tries.wrong(.logInTry, Failure.refused(.passwordWrong), Self.tooMany)
    }
}
