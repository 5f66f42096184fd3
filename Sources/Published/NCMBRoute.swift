import Codecs
import Linux
import Messages

/// Which request of the service a path and a method ask for. Scripts and batches are not served here.
enum NCMBRoute: Sendable {
    /// Of a class, as the service names it.
    case rows(String)
    case row(String, String)
    case logIn, logOut, passwordReset, mailEntry
    case opened(String)
    case files
    /// By its name.
    case file(String)

    /// The paths of the classes that are built in, and their names.
    private static func builtIn(_ path: String) -> String? {
        switch path {
        case "users": "user"
        case "roles": "role"
        case "installations": "installation"
        case "push": "push"
        default: nil
        }
    }

    static func isReserved(_ className: String) -> Bool {
        switch className {
        case "user", "role", "file", "installation", "push": true
        default: false
        }
    }

    init?(_ path: [String]) {
        guard let first = path.first else { return nil }
        switch (first, path.count) {
        case ("classes", 2): self = .rows(path[1])
        case ("classes", 3): self = .row(path[1], path[2])
        case ("login", 1): self = .logIn
        case ("logout", 1): self = .logOut
        case ("requestPasswordReset", 1): self = .passwordReset
        case ("requestMailAddressUserEntry", 1): self = .mailEntry
        case ("files", 1): self = .files
        case ("files", 2): self = .file(path[1])
        case ("push", 3) where path[2] == "openNumber": self = .opened(path[1])
        case (_, 1):
            guard let name = Self.builtIn(first) else { return nil }
            self = .rows(name)
        case (_, 2):
            guard let name = Self.builtIn(first) else { return nil }
            self = .row(name, path[1])
        default: return nil
        }
    }

    func request(_ method: String) -> RequestName? {
        switch (self, method) {
        case (.rows, "GET"): .objectsFind
        case (.rows, "POST"): .objectsCreate
        case (.row, "GET"): .objectsGet
        case (.row, "PUT"): .objectsUpdate
        case (.row, "DELETE"): .objectsDelete
        case (.logIn, "GET"), (.logIn, "POST"): .usersLogIn
        case (.logOut, "GET"): .usersLogOut
        case (.passwordReset, "POST"): .usersRequestPasswordReset
        case (.mailEntry, "POST"): .usersRequestMailEntry
        case (.opened, "POST"): .pushOpened
        case (.files, "GET"): .objectsFind
        case (.file, "GET"): .filesRead
        case (.file, "POST"): .filesBegin
        case (.file, "PUT"): .filesUpdate
        case (.file, "DELETE"): .filesDelete
        default: nil
        }
    }
}
