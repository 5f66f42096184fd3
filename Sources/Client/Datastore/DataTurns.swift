import Linux
import Messages

/// One request of an object at a time, in the order in which they were asked for: a second save of a new object must find the id that the
/// first one brings.
struct DataTurns {
    /// Requests of one object that wait.
    static let waitingMax = 1_024

    /// A client from its start to its end.
    struct Owner {
        let client: Client
        let life: UInt64

        func isSame(_ other: Owner) -> Bool { client === other.client && life == other.life }
    }

    struct Turn {
        let owner: Owner
        /// A set of changes is this turn's; until it was saved or put back.
        var freezes: Bool
        let work: () -> Void
    }

    /// The first one is under way.
    var line: [Turn] = []

    /// - Returns: whether the turn under way had a set of changes and is the owner's.
    mutating func endSet(of owner: Owner) -> Bool {
        guard let first = line.first, first.freezes, first.owner.isSame(owner) else { return false }
        line[0].freezes = false
        return true
    }
}

extension ClientDatastore {
    /// Runs `work` when it is its turn; it ends with `endTurn`. A shutdown ends the turns of its client.
    /// - Parameter freezing: the changes up to now are a set of their own, which this turn sends.
    /// - Returns: why it cannot wait; then nothing has happened.
    func takeTurn(_ object: DataObject, freezing: Bool, _ work: @escaping (DataTurns.Owner) -> Void) -> GamebaseError? {
        let (refusal, isFirst) = object.lock.locked { () -> (GamebaseError?, Bool) in
            guard object.state.turns.line.count <= DataTurns.waitingMax, !freezing || object.state.sets.count < DataObject.setsMax else {
                return (ClientDatastore.tooManyTurns, false)
            }
            let owner = lock.locked { () -> DataTurns.Owner? in
                guard state.phase != .stopped else { return nil }
                own.inTurn[ObjectIdentifier(object)] = object
                return DataTurns.Owner(client: client, life: state.life)
            }
            guard let owner else { return (keysMissing, false) }
            if freezing { object.freeze() }
            object.state.turns.line.append(DataTurns.Turn(owner: owner, freezes: freezing) { work(owner) })
            return (nil, object.state.turns.line.count == 1)
        }
        if isFirst { object.runTurn() }
        return refusal
    }

    func endTurn(_ object: DataObject, _ owner: DataTurns.Owner) {
        let ended = object.lock.locked { () -> DataTurns.Turn? in
            // It may have ended with its client.
            guard let first = object.state.turns.line.first, first.owner.isSame(owner) else { return nil }
            object.state.turns.line.removeFirst()
            if object.state.turns.line.contains(where: { $0.owner.isSame(owner) }) { return first }
            owner.client.lock.locked {
                if owner.client.state.life == owner.life { owner.client.state.datastore.inTurn[ObjectIdentifier(object)] = nil }
            }
            return first
        }
        if ended != nil { object.runTurn() }
    }
}

extension ClientDatastore.Part {
    /// After the client's end no answer comes any more, and nobody waits for the file.
    func end(of client: Client, life: UInt64) {
        opened.open()
        eventual.end()
        for object in inTurn.values { object.endTurns(of: DataTurns.Owner(client: client, life: life)) }
    }
}

extension DataObject {
    fileprivate func runTurn() { lock.locked { state.turns.line.first?.work }?() }

    /// What was frozen for them waits for the next save.
    fileprivate func endTurns(of owner: DataTurns.Owner) {
        let (ended, isNext) = lock.locked { () -> ([DataTurns.Turn], Bool) in
            let line = state.turns.line
            var set = 0
            for turn in line where turn.freezes {
                if turn.owner.isSame(owner) { putBack(set) } else { set += 1 }
            }
            state.turns.line = line.filter { !$0.owner.isSame(owner) }
            return (line, line.first?.owner.isSame(owner) == true)
        }
        // Their work may hold the last of an object.
        withExtendedLifetime(ended) {}
        if isNext { runTurn() }
    }
}
