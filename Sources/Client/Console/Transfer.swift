import Linux
import Messages
import Synchronization
import Wire

/// How far an import or an export is.
public struct TransferProgress: Sendable {
    public var files: Int64 = 0
    public var objects: Int64 = 0
    public var bytes: Int64 = 0
    /// Of an export 0: nobody has counted them.
    public var bytesInAll: Int64 = 0
}

extension Console {
    struct Part {
        var isTransferring = false
    }
}

/// What an import and an export share: the call that waits for the end, what it is told until then, and the requests. Their work is done on
/// the thread that answers requests, a bite at a time.
final class Transfer: @unchecked Sendable {
    /// From one step to the next; a disk may be slow.
    static let milliseconds: Int64 = 300_000
    /// Objects from one word of the progress to the next.
    static let objectsBetweenWords: Int64 = 1_000
    /// Of one folder.
    static let filesMax = 65_536
    static let relations = "relations"
    static let contents = "files"
    static let suffix = ".json"

    private let client: Client
    private let tell: (TransferProgress) -> Void
    private let turn: TransferTurn
    private var call: OpenCall<JSON>?
    var progress = TransferProgress()
    private var told: Int64 = 0

    private init(_ client: Client, _ turn: TransferTurn, _ tell: @escaping (TransferProgress) -> Void) {
        self.client = client
        self.turn = turn
        self.tell = tell
    }

    @inline(never) static func path(_ folder: String, _ name: String) -> String {
        var path = folder
        if !name.isEmpty {
            path += "/"
            path += name
        }
        return path
    }

    /// - Parameter work: begins where it may wait for the disk.
    static func open(
        _ console: Console, _ tell: @escaping (TransferProgress) -> Void, _ completion: @escaping (JSON?, GamebaseError?) -> Void,
        _ work: @escaping @Sendable (Transfer) throws(FileError) -> Void
    ) {
        let turn = TransferTurn(console.client)
        let transfer = Transfer(console.client, turn, tell)
        let call: OpenCall<JSON>? = console.client.open(
            Console.consoleDomain, needs: .served, timeoutMilliseconds: milliseconds
        ) { json, error in
            turn.end()
            completion(json, error)
        }
        guard let call else { return }
        transfer.call = call
        guard turn.begin() else {
            return call.fail(
                Transfer.error(GamebaseError.Code.notCallableState, "an import or an export is under way; wait for its completion"))
        }
        transfer.soon(work)
    }

    /// The next step of something that asks the service nothing, behind the requests of others.
    func later(_ work: @escaping @Sendable (Transfer) throws(FileError) -> Void) {
        if client.reactor?.schedule(afterMilliseconds: 0, { [self] in soon(work) }) == nil { soon(work) }
    }

    private func soon(_ work: @escaping @Sendable (Transfer) throws(FileError) -> Void) {
        client.mayWaitForDisk { [self] in attempt { () throws(FileError) in try work(self) } }
    }

    func attempt(_ work: () throws(FileError) -> Void) {
        do throws(FileError) {
            try work()
        } catch {
            fail("directory: \(error.message)")
        }
    }

    /// Whether anybody still waits.
    func goesOn() -> Bool {
        guard let call, call.isOpen else { return false }
        client.calls.rearm(
            call.identifier, deadlineNanoseconds: deadlineNanoseconds(client.platform.clock, afterMilliseconds: Transfer.milliseconds))
        if progress.objects - told >= Transfer.objectsBetweenWords { word() }
        return true
    }

    func word() {
        told = progress.objects
        let progress = progress
        // One that finds no room is left out.
        _ = client.runLoop.postEvent { [self] in if !turn.isOver { tell(progress) } }
    }

    /// Of a request; a refusal of what was asked is an answer, too.
    func ask(
        _ name: RequestName, _ parameters: JSON, _ onReply: @escaping (JSON, _ refusal: (code: JSON, text: JSON)?) throws(FileError) -> Void
    ) {
        client.transmit(name, parameters, nil) { [self] reply in
            guard let call, call.isOpen else { return }
            if reply.isSuccess { return attempt { () throws(FileError) in try onReply(reply.body, nil) } }
            guard reply.resultCode == ResultCode.documentRefused else {
                return call.fail(ServiceErrors.clientError(for: name, reply, domain: Console.consoleDomain))
            }
            let refusal = (reply.body["code"] ?? .null, reply.body["error"] ?? .null)
            attempt { () throws(FileError) in try onReply(.null, refusal) }
        }
    }

    func succeed(_ report: JSON) {
        word()
        call?.succeed(report)
    }

    func fail(_ message: String) { call?.fail(Transfer.error(GamebaseError.Code.invalidParameter, message)) }

    private static func error(_ code: Int64, _ message: String) -> GamebaseError {
        GamebaseError(code, message, domain: "\(Console.consoleDomain)")
    }
}

/// One at a time. Apart from the transfer, which holds the call that ends the turn.
final class TransferTurn: @unchecked Sendable {
    private let client: Client
    private let over = Atomic<Bool>(false)
    /// Guarded by the client's lock.
    private var isTaken = false

    init(_ client: Client) { self.client = client }

    var isOver: Bool { over.load(ordering: .relaxed) }

    func begin() -> Bool {
        client.lock.locked {
            guard !client.state.console.isTransferring else { return false }
            client.state.console.isTransferring = true
            isTaken = true
            return true
        }
    }

    func end() {
        over.store(true, ordering: .relaxed)
        client.lock.locked { if isTaken { client.state.console.isTransferring = false } }
    }
}
