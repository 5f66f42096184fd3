import BackendTransfer
import Codecs
import Linux
import Messages
import Synchronization

extension ClientConsole {
    struct Part {
        var isTransferring = false
    }
}

extension ClientConsole {
    /// Takes in what an export of the mobile backend left in a directory.
    /// - Parameter completion: with {taken, alreadyThere, refused, problems: [{file, line, code, message}]}.
    @export(interface) public func importBackend(
        _ directory: String, progress: @escaping (TransferProgress) -> Void, completion: @escaping (JSON?, GamebaseError?) -> Void
    ) {
        CallTransfer.open(self, progress, completion) { (transfer) throws(FileError) in try Import(transfer, directory).begin() }
    }

    /// Writes everything of the mobile backend into a directory, in the form that an import takes.
    /// - Parameter completion: with {files, objects, bytes}.
    @export(interface) public func exportBackend(
        _ directory: String, progress: @escaping (TransferProgress) -> Void, completion: @escaping (JSON?, GamebaseError?) -> Void
    ) {
        CallTransfer.open(self, progress, completion) { (transfer) throws(FileError) in try Export(transfer, directory).begin() }
    }
}

/// An import or an export under a call of the game: the call waits for the end and is told how far it is. The work is done on the thread
/// that answers requests, a bite at a time.
final class CallTransfer: Transfer, @unchecked Sendable {
    /// From one step to the next; a disk may be slow.
    static let milliseconds: Int64 = 300_000

    private let client: Client
    private let tell: (TransferProgress) -> Void
    private let turn: TransferTurn
    private var call: OpenCall<JSON>?
    private var told: Int64 = 0

    private init(_ client: Client, _ turn: TransferTurn, _ tell: @escaping (TransferProgress) -> Void) {
        self.client = client
        self.turn = turn
        self.tell = tell
        super.init()
    }

    /// - Parameter work: begins where it may wait for the disk.
    static func open(
        _ console: ClientConsole, _ tell: @escaping (TransferProgress) -> Void, _ completion: @escaping (JSON?, GamebaseError?) -> Void,
        _ work: @escaping @Sendable (Transfer) throws(FileError) -> Void
    ) {
        let turn = TransferTurn(console.client)
        let transfer = CallTransfer(console.client, turn, tell)
        let call: OpenCall<JSON>? = console.client.open(
            ClientConsole.consoleDomain, needs: .served, timeoutMilliseconds: milliseconds
        ) { json, error in
            turn.end()
            completion(json, error)
        }
        guard let call else { return }
        transfer.call = call
        guard turn.begin() else {
            return call.fail(
                CallTransfer.error(GamebaseError.Code.notCallableState, "an import or an export is under way; wait for its completion"))
        }
        transfer.soon(work)
    }

    override func later(_ work: @escaping @Sendable (Transfer) throws(FileError) -> Void) {
        if client.reactor?.schedule(afterMilliseconds: 0, { [self] in soon(work) }) == nil { soon(work) }
    }

    private func soon(_ work: @escaping @Sendable (Transfer) throws(FileError) -> Void) {
        client.mayWaitForDisk { [self] in attempt { () throws(FileError) in try work(self) } }
    }

    private func attempt(_ work: () throws(FileError) -> Void) {
        do throws(FileError) {
            try work()
        } catch {
            fail("directory: \(error.message)")
        }
    }

    override func goesOn() -> Bool {
        guard let call, call.isOpen else { return false }
        client.calls.rearm(
            call.identifier, deadlineNanoseconds: deadlineNanoseconds(client.runLoop.waits, afterMilliseconds: CallTransfer.milliseconds))
        if progress.objects - told >= Transfer.objectsBetweenWords { word() }
        return true
    }

    override func word() {
        told = progress.objects
        let progress = progress
        // One that finds no room is left out.
        _ = client.runLoop.postEvent { [self] in if !turn.isOver { tell(progress) } }
    }

    override func ask(_ name: RequestName, _ parameters: JSON, _ onReply: @escaping OnReply) {
        client.transmit(name, parameters, nil) { [self] reply in
            guard let call, call.isOpen else { return }
            if reply.isSuccess { return attempt { () throws(FileError) in try onReply(reply.body, nil) } }
            guard reply.resultCode == ResultCode.documentRefused else {
                return call.fail(ServiceErrors.clientError(for: name, reply, domain: ClientConsole.consoleDomain))
            }
            let refusal = (reply.body["code"] ?? .null, reply.body["error"] ?? .null)
            attempt { () throws(FileError) in try onReply(.null, refusal) }
        }
    }

    override func succeed(_ report: JSON) {
        word()
        call?.succeed(report)
    }

    override func fail(_ message: String) { call?.fail(CallTransfer.error(GamebaseError.Code.invalidParameter, message)) }

    private static func error(_ code: Int64, _ message: String) -> GamebaseError {
        GamebaseError(code, message, domain: "\(ClientConsole.consoleDomain)")
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
