import Linux
import Messages
import Storage

/// Why a call of the console is refused: the status, the code and the message that the page shows.
struct PeopleRefusal: Error {
    let status: Int
    let code: Int32
    let message: String
    var retryAfter: Int64?
    /// Who was refused, where that is known: for the audit log.
    private(set) var person: String?
    /// Another server changed the same at the same time. To begin anew helps, also where it looks like a fault of a statement.
    private(set) var isOfOthers = false
    /// The disk is full: what is there can be read.
    private(set) var isForRoom = false
    /// Only another opening of the storage tells what became of it.
    private(set) var isOfStorage = false

    init(_ status: Int, _ code: Int32, _ message: String) { (self.status, self.code, self.message) = (status, code, message) }

    init(_ error: StorageError) {
        self.init(503, ResultCode.storageFailed, "the console's storage: \(error.message)")
        switch error {
        case .conflict, .constraint: isOfOthers = true
        case .full: isForRoom = true
        case .ioError, .corrupt: isOfStorage = true
        default: break
        }
    }

    static let notSignedIn = PeopleRefusal(401, ResultCode.notAuthenticated, "sign in first")
    /// The same for a name that there is not and for a wrong password: nobody learns who is known here.
    static let wrongLogIn = PeopleRefusal(401, ResultCode.personWrong, "the name or the password is wrong")
    /// The password is right, and the person has codes.
    static let codeNeeded = PeopleRefusal(401, ResultCode.personCodeNeeded, "a one-time code is needed")
    static let noToken = PeopleRefusal(401, ResultCode.notAuthenticated, "the token is wrong, or was ended")
    static let noRandomness = PeopleRefusal(503, ResultCode.internalError, SystemRandom.missing)

    static func invalid(_ message: String) -> PeopleRefusal { PeopleRefusal(400, ResultCode.parameterInvalid, message) }

    static func needed(_ role: ConsoleRole, _ app: String) -> PeopleRefusal {
        PeopleRefusal(
            403, ResultCode.roleTooLow, "this needs the role \(role.rawValue) of \(app == ConsoleRole.everyApp ? "every app" : app)")
    }

    func of(_ person: Person) -> PeopleRefusal {
        var refusal = self
        refusal.person = person.name
        return refusal
    }

    var answer: HTTPAnswer {
        var answer = HTTPAnswer(status: status, code, message)
        answer.retryAfter = retryAfter ?? (status == 503 ? 1 : nil)
        return answer
    }
}
