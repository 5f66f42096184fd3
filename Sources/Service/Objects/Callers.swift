import Documents
import Linux
import Messages
import Storage
import Wire

/// Who asks, with all roles; what every reading and writing is measured by.
extension Objects {
    /// Of one user, nested ones included.
    static let rolesMax = 1_000

    func caller(_ request: Request) throws(Failure) -> Caller {
        if request.origin != .client { return .console }
        return .nobody
    }
}
