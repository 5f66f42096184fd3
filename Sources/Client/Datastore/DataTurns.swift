import Documents
import Linux
import Wire

/// One request of an object at a time, in the order in which they were asked for: a second save of a new object must find the id that the
/// first one brings.
struct DataTurns {
    /// Requests of one object that wait.
    static let waitingMax = 1_024

    var isBusy = false
    var waiting: [() -> Void] = []
    /// Whether the client that the request under way belongs to runs still; after a shutdown no answer comes.
    var isAlive: () -> Bool = { true }
}

extension DataObject {
    /// Runs `work` when it is its turn; it ends with `endTurn`.
    /// - Parameter freezing: the changes up to now are a set of their own, which this turn sends.
    /// - Returns: false when too many wait; then nothing has happened.
    func takeTurn(freezing: Bool, isAlive: @escaping () -> Bool, _ work: @escaping () -> Void) -> Bool {
        let isNow: Bool? = lock.locked {
            if state.turns.isBusy, !state.turns.isAlive() { forgetTurns() }
            guard state.turns.waiting.count < DataTurns.waitingMax, !freezing || state.sets.count < Self.setsMax else { return nil }
            if freezing { freeze() }
            if state.turns.isBusy {
                state.turns.waiting.append(work)
                return false
            }
            state.turns.isBusy = true
            state.turns.isAlive = isAlive
            return true
        }
        guard let isNow else { return false }
        if isNow { work() }
        return true
    }

    func endTurn() {
        let next = lock.locked { () -> (() -> Void)? in
            guard !state.turns.waiting.isEmpty else {
                state.turns.isBusy = false
                return nil
            }
            return state.turns.waiting.removeFirst()
        }
        next?()
    }

    /// What was under way ended with its client. Called with the lock held.
    private func forgetTurns() {
        state.turns = DataTurns()
        while state.sets.count > 1 { mergeBack() }
    }

    // MARK: The set of a save

    /// Called with the lock held.
    private func freeze() {
        settle()
        if let access = state.access, state.accessSaved != access.version {
            state.sets[state.sets.count - 1].put(.set(access.current.json), FieldNames.acl)
            state.accessSaved = access.version
        }
        state.sets.append(OperationSet())
    }

    /// Called with the lock held.
    private func mergeBack() {
        guard state.sets.count > 1 else { return }
        let failed = state.sets.removeFirst()
        state.sets[0] = state.sets[0].merged(after: failed)
    }

    /// What the first set sends.
    var frozenFields: JSONObject {
        lock.locked {
            settle()
            return state.sets.first?.fields ?? [:]
        }
    }

    func saveFailed() { lock.locked { mergeBack() } }

    /// What was sent is known from now on, with what the answer says.
    func saved(_ answer: JSONObject) {
        lock.locked {
            guard state.sets.count > 1 else { return }
            settle()
            let sent = state.sets.removeFirst()
            for name in sent.names where name != FieldNames.acl {
                guard let operation = sent[name] else { continue }
                if case .delete = operation {
                    state.known[name] = nil
                } else if let value = try? operation.applied(to: state.known[name] ?? .null, field: name) {
                    state.known[name] = value
                }
            }
            take(answer)
            showAgain()
        }
    }

    /// The members of an answer to a save. Called with the lock held.
    private func take(_ answer: JSONObject) {
        if let id = answer[FieldNames.objectId]?.stringValue { setObjectId(id) }
        if let date = answer[FieldNames.createDate].flatMap({ DocumentDate.milliseconds($0) }) {
            state.createDate = date
            // A new object was changed when it was made.
            state.updateDate = date
        }
        if let date = answer[FieldNames.updateDate].flatMap({ DocumentDate.milliseconds($0) }) { state.updateDate = date }
        guard className == Datastore.userClass else { return }
        if let token = answer["sessionToken"]?.stringValue { state.sessionToken = token }
        for name in ["userName", "mailAddress", "authData", "mailAddressConfirm"] {
            if let value = answer[name] { state.known[name] = value }
        }
        // It is never kept.
        state.known["password"] = nil
    }

    /// The changes that wait for no save are dropped: a refresh wants what the service has.
    func dropChanges() {
        lock.locked {
            guard state.sets.count == 1 else { return }
            state.sets = [OperationSet()]
            state.accessSaved = state.access?.version
        }
    }
}
