import Messages
import Storage

/// Why a call of the console is refused: the status, the code and the message that the page shows.
struct PeopleRefusal: Error {
    let status: Int
    let code: Int32
    let message: String

    init(_ status: Int, _ code: Int32, _ message: String) { (self.status, self.code, self.message) = (status, code, message) }

    init(_ error: StorageError) { self.init(503, ResultCode.storageFailed, "the console's storage: \(error.message)") }

    static let notSignedIn = PeopleRefusal(401, ResultCode.notAuthenticated, "sign in first")
    /// The same for a name that there is not and for a wrong password: nobody learns who is known here.
    static let wrongLogIn = PeopleRefusal(401, ResultCode.personWrong, "the name or the password is wrong")

    static func invalid(_ message: String) -> PeopleRefusal { PeopleRefusal(400, ResultCode.parameterInvalid, message) }

    static func needed(_ role: ConsoleRole, _ app: String) -> PeopleRefusal {
        PeopleRefusal(
            403, ResultCode.roleTooLow, "this needs the role \(role.rawValue) of \(app == ConsoleRole.everyApp ? "every app" : app)")
    }

    var answer: HTTPAnswer {
        var answer = HTTPAnswer(status: status, code, message)
        if status == 503 { answer.retryAfter = 1 }
        return answer
    }
}
