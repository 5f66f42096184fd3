import Codecs
import Documents
import Linux
import Messages

extension ClientDatastore {
    /// The changes that are kept on the disk until the service has answered them, in the order in which the game made them.
    struct Eventual {
        /// Before a change is tried again that the service could not be asked for; twice as long each time, up to the most.
        static let retryMilliseconds: Int64 = 1_000
        static let retryMillisecondsMax: Int64 = 60_000
        /// Who made a change that is on the disk waits no longer than that for its answer, and less when calls have less time.
        static let answerMilliseconds: Int64 = 10_000
        /// So many more ids than the last time are kept before those that no change names are let go of.
        static let idsBetweenLooks = 256

        var file: EventualFile?
        /// Why there is no file.
        var obstacle: GamebaseError?
        var line: [EventualChange] = []
        var bytes = 0
        /// Of objects that were created, while changes may name them.
        var ids: [String: String] = [:]
        /// Those that changes named by the last look, and after it.
        var idsLooked = 0
        /// What the service has answered, until the file is without it.
        var answered: [Answered] = []
        /// The number given last, and the one up to which changes are on the disk.
        var given: UInt64 = 0
        var kept: UInt64 = 0
        var isWriting = false
        /// What is to be written changed since the file was begun last.
        var isDirty = false
        var isSending = false
        /// The service could not be asked, and a timer asks again.
        var isAway = false
        /// A timer asks again for what the service had no room for.
        var isRoomAwaited = false
        /// A timer looks after the calls that wait.
        var isWatched = false
        /// How long it waited last.
        var retryDelay: Int64 = 0
        /// Who made the changes, by number, as long as this life lasts.
        var turns: [UInt64: EventualTurn] = [:]
        /// Requests about objects whose changes wait.
        var gates: [Gate] = []

        struct Answered {
            let change: EventualChange
            let turn: EventualTurn?
            let outcome: EventualTurn.Outcome
        }

        struct Gate {
            /// An object's, as the changes name it; or the id of the user who has made them.
            let name: String
            var isOfUser = false
            let open: () -> Void
        }

        func changes(_ name: String) -> Bool { line.contains { $0.objectId == name } }
        func creates(_ name: String) -> Bool { line.contains { $0.kind == .create && $0.objectId == name } }

        /// Whether one more fits into what its user may have, and into what other users leave.
        func hasRoom(for change: EventualChange) -> Bool {
            var (own, ownBytes) = (0, 0)
            for each in line where sameText(each.user, change.user) {
                own += 1
                ownBytes += each.bytes
            }
            let factor = EventualFile.allUsersFactor
            let left = EventualFile.changesMax * factor - (line.count - own)
            let leftBytes = EventualFile.bytesMax * factor - (bytes - ownBytes)
            return own < left / factor && ownBytes + change.bytes <= leftBytes / factor
        }

        /// Whether another creation of the same user and class was refused for want of room, and this one would be too. Those whose calls
        /// wait are asked for all the same, so that their games hear why.
        func isAside(_ change: EventualChange, _ refused: [EventualChange]) -> Bool {
            if change.waitsForRoom { return true }
            guard change.kind == .create, turns[change.number]?.isWaiting != true else { return false }
            return refused.contains { sameText($0.className, change.className) && sameText($0.user, change.user) }
        }

        /// Of an object that a change names and nobody has created yet; its own, when another user's log-in is to create it.
        func missing(_ change: EventualChange) -> String? {
            let own = Pointer(className: change.className, objectId: change.objectId)
            var missing = change.kind != .create && DataObject.isLocal(own) && ids[own.objectId] == nil ? own.objectId : nil
            PointerWalk.visit(.object(change.fields)) { if DataObject.isLocal($0), ids[$0.objectId] == nil { missing = $0.objectId } }
            return missing
        }

        /// After the client's end: what is on the disk is sent by the next life, not by a save after it.
        func end() {
            for (number, turn) in turns where number <= kept { turn.keptForLater() }
            // They may be in the file still; sent again, they are made once.
            for each in answered { if case .answered = each.outcome { each.turn?.keptForLater() } }
        }
    }
}

/// Who asked for a change that is kept, until it has been answered.
final class EventualTurn: @unchecked Sendable {
    enum Outcome {
        case answered(JSONObject)
        case refused(GamebaseError)
        /// It is on the disk, and the service cannot be asked now.
        case waits
        /// It is not on the disk.
        case notKept(GamebaseError)
    }

    let object: DataObject
    let owner: DataTurns.Owner
    /// As whom changes that are kept name the object that this one creates.
    private let createdName: String?
    private let lock = Lock()
    /// Called once.
    private var end: ((Outcome) -> Void)?
    /// A thread is at the first outcome; what comes meanwhile waits for it.
    private var isTelling = false
    private var afterwards: [() -> Void] = []

    /// On the monotonic clock.
    let begun: Int64

    init(
        _ object: DataObject, _ owner: DataTurns.Owner, creating createdName: String?, begun: Int64, _ end: @escaping (Outcome) -> Void
    ) {
        self.begun = begun
        self.object = object
        self.owner = owner
        self.createdName = createdName
        self.end = end
    }

    /// - Parameter late: runs in place of the outcome when it was told another before: behind that, though two threads come at once.
    func tell(_ outcome: Outcome, late: @escaping () -> Void = {}) {
        let (first, isOver) = lock.locked { () -> (((Outcome) -> Void)?, Bool) in
            defer { end = nil }
            if let end {
                isTelling = true
                return (end, false)
            }
            if isTelling { afterwards.append(late) }
            return (nil, !isTelling)
        }
        if isOver { return late() }
        guard let first else { return }
        first(outcome)
        while let next = takeAfterwards() { next() }
    }

    /// nil: what comes now runs at once.
    private func takeAfterwards() -> (() -> Void)? {
        lock.locked {
            if afterwards.isEmpty {
                isTelling = false
                return nil
            }
            return afterwards.removeFirst()
        }
    }

    /// It was told nothing yet.
    var isWaiting: Bool { lock.locked { end != nil } }

    /// What was told before is so already.
    func keptForLater() {
        if isWaiting { object.kept(as: createdName, owner) }
    }
}
