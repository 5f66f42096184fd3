import Messages
import Storage
import Wire

/// Why a request ends early: refused by a rule, which is an answer, or stopped by the storage, which undoes the request.
enum Failure: Error {
    case refused(Reply)
    case storage(StorageError)

    /// Whether only this request, or this part of it, has to be undone. Every other fault stops all that share the transaction.
    var isRequestsOwn: Bool {
        switch self {
        case .refused: true
        case .storage(let fault): fault.isRequestsOwn
        }
    }

    static func refused(_ code: Int32, _ message: String, body: JSON = [:]) -> Failure {
        .refused(Reply.failure(code, message, body: body))
    }
}

extension ServiceCore {
    /// - Returns: how many rows changed.
    @discardableResult
    func run(_ sql: String, _ values: [Value]) throws(Failure) -> Int {
        if !progress.hasWritten { try beginWriting() }
        do throws(StorageError) {
            return try database.run(sql, values)
        } catch {
            throw Failure.storage(error)
        }
    }

    func query(_ sql: String, _ values: [Value]) throws(Failure) -> [Row] {
        do throws(StorageError) {
            return try database.query(sql, values)
        } catch {
            throw Failure.storage(error)
        }
    }
}
