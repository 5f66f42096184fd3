import Codecs
import Documents
import Linux
import Messages
import Synchronization

/// How changes come to the disk, and from there to the service.
extension ClientDatastore {
    // MARK: To the disk

    /// Reads what an earlier life left. On a service thread.
    func openEventual(_ life: UInt64) {
        guard let directory = lock.locked({ client.isRunning(life) ? .some(client.filesDirectory) : nil }) else { return }
        let file = EventualFile(directory: directory)
        var content = EventualFile.Content()
        var obstacle: GamebaseError?
        do throws(DeviceError) {
            if let loaded = try file.load(epochSeconds: platform.clock.epochMilliseconds() / 1000) {
                content = loaded.content
                if let warning = loaded.warning { client.log(.error, "saveEventually: \(warning)") }
            }
        } catch {
            client.log(.error, "saveEventually: \(error.message)")
            // What is damaged was set aside; what cannot be read, or not by this version, is not written over.
            if case .damaged = error {} else { obstacle = ClientDatastore.notKept(error) }
        }
        lock.locked {
            guard client.isRunning(life), own.eventual.file == nil else { return }
            own.eventual.obstacle = obstacle
            own.eventual.file = file
            for change in content.changes { own.eventual.append(change) }
            own.eventual.kept = own.eventual.given
            own.eventual.ids = content.ids
        }
    }

    /// Tells the turn what becomes of the change, at least once.
    func keep(_ change: EventualChange, _ turn: EventualTurn) {
        whenOpen { [self] error in
            let refusal = error ?? lock.locked { refusalToKeep(change, turn) }
            if let refusal { return turn.tell(.notKept(refusal)) }
            writeEventual()
            watchCalls()
        }
    }

    /// Called with the lock held.
    private func refusalToKeep(_ change: EventualChange, _ turn: EventualTurn) -> GamebaseError? {
        if let obstacle = own.eventual.obstacle { return obstacle }
        guard own.eventual.file != nil else { return keysMissing }
        guard own.eventual.hasRoom(for: change) else {
            return DataError.local(
                GamebaseError.Code.notCallableState,
                "\(EventualFile.changesMax) changes or \(EventualFile.bytesMax) bytes of this user wait for the service, or as many as "
                    + "other users leave room for; save again later")
        }
        own.eventual.append(change)
        own.eventual.turns[own.eventual.given] = turn
        return nil
    }

    /// What comes while the disk is busy is written together.
    private func writeEventual() {
        let life = lock.locked { () -> UInt64? in
            own.eventual.isDirty = true
            defer { own.eventual.isWriting = true }
            return own.eventual.isWriting ? nil : state.life
        }
        if let life { client.mayWaitForDisk { [self] in writeEventualNow(life) } }
    }

    /// - Parameter life: whose work it is: after a shutdown that did not wait for it, the file is the next one's.
    private func writeEventualNow(_ life: UInt64) {
        while true {
            let snapshot = lock.locked { () -> Eventual? in
                guard state.life == life else { return nil }
                own.eventual.isDirty = false
                return own.eventual
            }
            guard let snapshot, let file = snapshot.file else { return }
            var failure: GamebaseError?
            do throws(DeviceError) {
                try file.save(EventualFile.Content(changes: snapshot.line, ids: snapshot.line.isEmpty ? [:] : snapshot.ids))
            } catch {
                failure = ClientDatastore.notKept(error)
            }
            let (isOver, refused, rest, answered) = lock.locked {
                () -> (Bool, [EventualTurn], EventualFile.Content, [Eventual.Answered]) in
                guard state.life == life else { return (true, [], EventualFile.Content(), []) }
                let answered = Array(own.eventual.answered.prefix(snapshot.answered.count))
                own.eventual.answered.removeFirst(answered.count)
                let (isOver, refused) = own.eventual.written(upTo: snapshot.given, failure == nil)
                return (isOver, refused, EventualFile.Content(changes: own.eventual.line, ids: own.eventual.ids), answered)
            }
            if let failure, !answered.isEmpty {
                client.log(.warn, "saveEventually: answered changes are still in the file, and are sent again: \(failure.message)")
            }
            for each in answered { tell(each) }
            lock.locked { if own.eventual.isEmpty { own.eventual.ids = [:] } }
            if let failure, !refused.isEmpty {
                // It may be the file in spite of the failure: the next life must not find what is refused, for it goes with the next save.
                try? file.save(rest)
                for turn in refused { turn.tell(.notKept(failure)) }
                openGates()
            }
            sendEventual()
            if isOver { return }
        }
    }

    private static func notKept(_ error: DeviceError) -> GamebaseError {
        DataError.local(GamebaseError.Code.invalidInternalState, "the change could not be stored on this device: \(error.message)")
    }

    // MARK: To the service

    /// Sends the first change that is on the disk and whose user is there, if none is on its way.
    func sendEventual() {
        let user = lock.locked { own.user }
        let userId = user?.objectId ?? ""
        let (next, ids, token, isLost, waiting) = lock.locked {
            () -> (EventualChange?, [String: String], String?, Bool, [EventualTurn]) in
            let part = own.eventual
            // The changes of a user that is to be deleted go before the deletion.
            let parting = part.line.first { $0.number <= part.kept && $0.session != nil }
            let mayGo = { (change: EventualChange) in change.user.isEmpty || change.user == userId || change.user == parting?.user }
            var waiting: [EventualTurn] = []
            for change in part.line where change.number <= part.kept && (part.isAway || !mayGo(change)) {
                if let turn = part.turns[change.number] { waiting.append(turn) }
            }
            let refused = part.line.filter { $0.waitsForRoom }
            guard state.phase == .started, own.user === user, !part.isSending, !part.isAway,
                let next = part.line.first(where: { change in
                    change.number <= part.kept && mayGo(change) && !part.isAside(change, refused)
                        && part.missing(change).map { part.creates($0) } != true
                })
            else { return (nil, [:], nil, false, waiting) }
            own.eventual.isSending = true
            let token = next.user.isEmpty ? nil : next.user == userId ? own.token : parting?.session
            return (next, part.ids, token, part.missing(next) != nil, waiting)
        }
        for turn in waiting { turn.tell(.waits) }
        guard let next else { return }
        if next.session != nil { endAside(ofUser: next.user) }
        if isLost { return answered(next, .refused(DataError.local(.valueMissing, "an object that it names was not created"))) }
        let name: RequestName =
            switch next.kind {
            case .create: .objectsCreate
            case .update: .objectsUpdate
            case .delete: .objectsDelete
            }
        client.transmit(name, next.parameters(ids), token) { [self] reply in heard(reply, name, next, token) }
    }

    private func heard(_ reply: Reply, _ name: RequestName, _ change: EventualChange, _ token: String?) {
        if reply.isSuccess { return answered(change, .answered(reply.body["answer"]?.objectValue ?? [:])) }
        let error = DataError.of(name, reply)
        if DataError.isSessionWrong(error), let token {
            // It waits for the user's next log-in.
            dropUser(ifToken: token)
            lock.locked { own.eventual.endSession(token) }
        } else if DataError.isQuotaPassed(error), lock.locked({ own.eventual.setAside(change) }) {
            askForRoomLater()
            openGates()
        } else if !ResultCode.meansNoAnswer(reply.resultCode), !ResultCode.meansOtherServer(reply.resultCode) {
            return answered(change, .refused(error))
        } else {
            retryLater()
        }
        lock.locked { own.eventual.isSending = false }
        sendEventual()
    }

    /// Takes the change out of the file, and completes its call when that is written. In the other order a crash between the two sends the
    /// change again at the next start, over what the game has saved since. The next change is sent while the file is written, and all that
    /// the service answers during one write leave the file together.
    private func answered(_ change: EventualChange, _ outcome: EventualTurn.Outcome) {
        lock.locked {
            own.eventual.isSending = false
            if case .answered(let answer) = outcome, change.kind == .create {
                own.eventual.ids[change.objectId] = answer[FieldNames.objectId]?.stringValue
            }
            if change.kind == .delete { own.eventual.roomMayBe() }
            let turn = own.eventual.remove(change)
            own.eventual.answered.append(Eventual.Answered(change: change, turn: turn, outcome: outcome))
            own.eventual.forgetIds()
        }
        sendEventual()
        writeEventual()
    }

    private func tell(_ answered: Eventual.Answered) {
        if let turn = answered.turn {
            tell(turn, answered.change, answered.outcome)
        } else {
            if case .refused(let error) = answered.outcome { logRefusal(of: answered.change, error) }
            for object in lock.locked({ [own.user, own.installation] }) {
                if let object, object.className == answered.change.className { tell(object, answered.change, answered.outcome) }
            }
        }
        openGates()
    }

    private func openGates() {
        let gates = lock.locked { own.eventual.takeOpenGates() }
        for gate in gates { gate.open() }
    }

    /// That user's changes wait for a log-in that may never come.
    func openGates(ofUser userId: String) {
        let gates = lock.locked { own.eventual.takeGates(ofUser: userId) }
        for gate in gates { gate.open() }
    }

    /// A service that hangs, and a line that is long, are as good as no service: a change on the disk is made, sooner or later, so its call
    /// succeeds before its time is over. One timer looks after all calls that wait.
    private func watchCalls() {
        let patience = min(Eventual.answerMilliseconds, client.callTimeoutMilliseconds.load(ordering: .relaxed) / 2)
        let life = lock.locked { () -> UInt64? in
            if own.eventual.isWatched || !own.eventual.turns.values.contains(where: { $0.isWaiting }) { return nil }
            own.eventual.isWatched = true
            return state.life
        }
        guard let life else { return }
        let isScheduled = reactor?.schedule(afterMilliseconds: patience / 2) { [self] in
            let since = platform.clock.monotonicNanoseconds() - patience * 1_000_000
            let waiting = lock.locked { () -> [EventualTurn] in
                guard state.life == life else { return [] }
                own.eventual.isWatched = false
                let part = own.eventual
                return part.line.compactMap { $0.number <= part.kept ? part.turns[$0.number] : nil }.filter { $0.begun <= since }
            }
            for turn in waiting { turn.tell(.waits) }
            if lock.locked({ state.life == life }) { watchCalls() }
        }
        if isScheduled == nil { lock.locked { own.eventual.isWatched = false } }
    }

    private func tell(_ turn: EventualTurn, _ change: EventualChange, _ outcome: EventualTurn.Outcome) {
        turn.tell(outcome) { [self] in
            if case .refused(let error) = outcome { logRefusal(of: change, error) }
            // It is empty since it was told that its deletion waits.
            if change.kind != .delete { tell(turn.object, change, outcome) }
        }
    }

    /// An object that went on without waiting for the answer; of those of an earlier life the current user and this installation.
    private func tell(_ object: DataObject, _ change: EventualChange, _ outcome: EventualTurn.Outcome) {
        guard isStill(object, change) else { return }
        switch (outcome, change.kind) {
        case (.answered, .delete): forget(object)
        case (.answered(let answer), _):
            object.answered(answer)
            if let error = rememberAgain(object) { client.log(.error, "saveEventually: \(error.message)") }
        case (.refused, .create): object.becomeNew()
        case (.refused(let error), .update): forgetIfMissing(object, error)
        default: break
        }
    }

    /// It may be another by now: deleted, and perhaps made anew behind this change.
    private func isStill(_ object: DataObject, _ change: EventualChange) -> Bool {
        let name = object.eventualName
        return name == change.objectId || name == lock.locked { own.eventual.ids[change.objectId] }
    }

    private func logRefusal(of change: EventualChange, _ error: GamebaseError) {
        client.log(.error, "saveEventually: the service refused a change of \(change.className) \(change.objectId): \(error.message)")
    }

    /// The service can be asked again, before the timer says so.
    func serviceReturned() {
        lock.locked {
            own.eventual.isAway = false
            own.eventual.retryDelay = 0
            own.eventual.roomMayBe()
        }
        sendEventual()
    }

    /// One timer for all; a deletion of the same device that is answered asks sooner.
    private func askForRoomLater() {
        let isFirst = lock.locked { () -> Bool in
            defer { own.eventual.isRoomAwaited = true }
            return !own.eventual.isRoomAwaited
        }
        guard isFirst else { return }
        let again = { [self] in
            lock.locked {
                own.eventual.isRoomAwaited = false
                own.eventual.roomMayBe()
            }
            sendEventual()
        }
        if reactor?.schedule(afterMilliseconds: Eventual.retryMillisecondsMax, again) == nil {
            lock.locked { own.eventual.isRoomAwaited = false }
        }
    }

    /// Ends the creations of a user who is deleted next: without room they would wait in the file for a log-in that cannot come.
    func endAside(ofUser userId: String) {
        let error = DataError.local(GamebaseError.Code.notCallableState, "the service had no room for it before its user went")
        let ended = lock.locked { () -> Bool in
            let refused = own.eventual.line.filter { $0.waitsForRoom }
            let aside = own.eventual.line.filter { sameText($0.user, userId) && own.eventual.isAside($0, refused) }
            for change in aside {
                let turn = own.eventual.remove(change)
                own.eventual.answered.append(Eventual.Answered(change: change, turn: turn, outcome: .refused(error)))
            }
            return !aside.isEmpty
        }
        if !ended { return }
        sendEventual()
        writeEventual()
    }

    private func retryLater() {
        let delay = lock.locked { () -> Int64 in
            own.eventual.isAway = true
            own.eventual.retryDelay = min(max(own.eventual.retryDelay * 2, Eventual.retryMilliseconds), Eventual.retryMillisecondsMax)
            return own.eventual.retryDelay
        }
        let again = { [self] in
            lock.locked { own.eventual.isAway = false }
            sendEventual()
        }
        if reactor?.schedule(afterMilliseconds: delay, again) == nil {
            client.log(.warn, "saveEventually: no timer is left; waiting changes are sent by the next start")
        }
    }
}

extension ClientDatastore.Eventual {
    mutating func append(_ change: EventualChange) {
        var change = change
        given &+= 1
        change.number = given
        bytes += change.bytes
        line.append(change)
    }

    mutating func remove(_ change: EventualChange) -> EventualTurn? {
        line.removeAll { $0.number == change.number }
        bytes = line.isEmpty ? 0 : max(0, bytes - change.bytes)
        retryDelay = 0
        return turns.removeValue(forKey: change.number)
    }

    /// - Returns: whether the file has everything now, and whose changes did not come to the disk.
    mutating func written(upTo number: UInt64, _ isGood: Bool) -> (isOver: Bool, refused: [EventualTurn]) {
        isWriting = isDirty
        if isGood {
            kept = max(kept, number)
            return (!isDirty, [])
        }
        var refused: [EventualTurn] = []
        for change in line where change.number > kept && change.number <= number {
            if let turn = turns.removeValue(forKey: change.number) { refused.append(turn) }
            bytes -= change.bytes
        }
        let kept = kept
        line.removeAll { $0.number > kept && $0.number <= number }
        return (!isDirty, refused)
    }

    /// - Returns: false for what is dropped, because its call hears it, or because it changes what is there.
    mutating func setAside(_ change: EventualChange) -> Bool {
        guard change.kind == .create, turns[change.number]?.isWaiting != true,
            let place = line.firstIndex(where: { $0.number == change.number })
        else { return false }
        line[place].waitsForRoom = true
        return true
    }

    mutating func roomMayBe() {
        for place in line.indices { line[place].waitsForRoom = false }
    }

    /// The service does not know it any more.
    mutating func endSession(_ token: String) {
        for place in line.indices where line[place].session == token { line[place].session = nil }
    }

    mutating func takeOpenGates() -> [Gate] {
        let open = gates.filter { !isHeld($0) }
        gates = gates.filter { isHeld($0) }
        return open
    }

    mutating func takeGates(ofUser userId: String) -> [Gate] {
        let open = gates.filter { $0.isOfUser && $0.name == userId }
        gates.removeAll { $0.isOfUser && $0.name == userId }
        return open
    }

    /// Also by what was answered, and is not told yet.
    func isHeld(_ gate: Gate) -> Bool {
        if gate.isOfUser {
            let refused = line.filter { $0.waitsForRoom }
            return line.contains { $0.user == gate.name && !isAside($0, refused) && missing($0).map { creates($0) } != true }
                || answered.contains { $0.change.user == gate.name }
        }
        return changes(gate.name) || answered.contains { sameText($0.change.objectId, gate.name) }
    }

    var isEmpty: Bool { line.isEmpty && answered.isEmpty && gates.isEmpty }

    /// Lets go of the ids that no change names any more, now and then.
    mutating func forgetIds() {
        guard ids.count >= idsLooked + Self.idsBetweenLooks else { return }
        var named: Set<String> = []
        for change in line { change.addNames(to: &named) }
        for each in answered { named.insert(each.change.objectId) }
        for gate in gates { named.insert(gate.name) }
        ids = ids.filter { named.contains($0.key) }
        idsLooked = ids.count
    }
}
