import Messages

/// How a request, or a slice of a long one, ended: what the owner of the transaction has to do.
public enum Outcome: Sendable {
    /// What it wrote is part of the transaction; the reply may go out when that is durable.
    case commit(Reply)
    /// By a rule. What it wrote is undone, but for what it means to keep; that is part of the transaction.
    case refused(Reply)
    /// Another writer changed what it had read. The transaction is undone and begun anew; the text is for developers.
    case tryAgain(String)

    /// What it says to whoever asked; nil: nothing yet.
    @export(interface) public var reply: Reply? {
        switch self {
        case .commit(let reply), .refused(let reply): reply
        case .tryAgain: nil
        }
    }
}
