import Storage

/// What the server answered instead of a result, or that it could not be heard.
struct PostgreSQLFault: Error {
    /// nil: the connection is gone, and whether the last commit was made is not known.
    let state: String?
    let message: String
    /// Which command of the exchange it was.
    var command = 0
    /// Nothing was heard for as long as somebody listened.
    var isSilence = false

    static func lost(_ message: String) -> PostgreSQLFault { PostgreSQLFault(state: nil, message: message) }
    static func silent(_ message: String) -> PostgreSQLFault { PostgreSQLFault(state: nil, message: message, isSilence: true) }

    /// SQLSTATE by SQLSTATE ("PostgreSQL Error Codes").
    var error: StorageError {
        guard let state else { return .conflict("the connection to the database is lost: \(message)") }
        let text = "\(message) (SQLSTATE \(state))"
        switch state {
        case Self.unmet: return .ioError(message)
        case "40001", "40P01": return .conflict(text)
        // What `claim` makes of a count of zero.
        case Self.nothingClaimed: return .conflict("another request changed what this one had read")
        // Waited too long for a lock, or for room among the locks, or the server goes down: once more.
        case "55P03", "53200", "57P01", "57P02", "57P03": return .conflict(text)
        // A statement that was prepared is gone: the connection is another behind a pooler, or the schema changed.
        case "26000", "0A000": return .conflict(text)
        // The server does not write any more: it is a standby now.
        case "25006": return .conflict(text)
        // To open the store again tells what became of it.
        case _ where Self.gone.contains(state): return .ioError(text)
        // The name of a statement that another connection has prepared in this session.
        case "42P05": return .ioError("\(text): \(PostgreSQLSession.isShared)")
        case "22P02" where message.contains(PostgreSQLSession.isShared): return .ioError(PostgreSQLSession.isShared)
        case "53100": return .full(text)
        case "53300": return .inUse(text)
        case "XX001", "XX002": return .corrupt(text)
        default: break
        }
        switch state.prefix(2) {
        case "23": return .constraint(text)
        case "40": return .conflict(text)
        case "08", "53", "57", "58", "F0", "XX", "3D", "28": return .ioError(text)
        default: return .misuse(text)
        }
    }

    /// Somebody else held a lock for too long.
    var isOfLock: Bool { state == "55P03" }

    static let nothingClaimed = "22012"
    /// No table, or no schema, of that name is there any more.
    static let gone: Set<String> = ["42P01", "3F000"]
    /// The class of what a server has too little of.
    static let resources = "53"
    static let stateBytes = 5
    /// Ours: the server lacks what correctness needs.
    static let unmet = "GB001"

    /// After these another connection may do better.
    var endsConnection: Bool {
        switch state {
        case nil, "25006", "57P01", "57P02", "57P03", "26000": true
        default: false
        }
    }
}
