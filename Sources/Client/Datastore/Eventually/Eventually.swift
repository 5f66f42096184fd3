import Codecs
import Documents
import Linux
import Messages

/// `saveEventually` and `deleteEventually`: the change is on the disk before anybody is asked, and is sent until it was answered, in this
/// life or in another. What is sent again is made once.
extension ClientDatastore {
    @export(interface) public func saveEventually(_ object: DataObject, completion: @escaping (GamebaseError?) -> Void) {
        call({ (_: Bool?, error) in completion(error) }, { perform(eventually: object, deletes: false, $0) })
    }

    @export(interface) public func deleteEventually(_ object: DataObject, completion: @escaping (GamebaseError?) -> Void) {
        call({ (_: Bool?, error) in completion(error) }, { perform(eventually: object, deletes: true, $0) })
    }

    private func perform(eventually object: DataObject, deletes: Bool, _ end: @escaping Answer<Bool>) {
        let refusal = takeTurn(object, freezing: !deletes) { [self] owner in
            let ended: Answer<Bool> = { [self] done, error in
                if let error, !deletes {
                    object.saveFailed(owner)
                    forgetIfMissing(object, error)
                }
                endTurn(object, owner)
                end(done, error)
            }
            // Whose change it is stands in the file that is read right after the start.
            whenOpen { [self] error in
                if let error { return ended(nil, error) }
                if deletes { return keep(object, owner, deletes: true, ended) }
                if object.savesTooMany { return ended(nil, ClientDatastore.tooManyUnsaved) }
                keep(object.unsavedBefore[...]) { [self] error in
                    if let error { return ended(nil, error) }
                    keep(object, owner, deletes: false, ended)
                }
            }
        }
        if let refusal { end(nil, refusal) }
    }

    /// Before the object that names them, one after the other.
    private func keep(_ line: ArraySlice<DataObject>, _ end: @escaping (GamebaseError?) -> Void) {
        let line = line.drop { !$0.eventualName.isEmpty }
        guard let next = line.first else { return end(nil) }
        perform(eventually: next, deletes: false) { [self] _, error in
            if let error { end(error) } else { keep(line.dropFirst(), end) }
        }
    }

    private func keep(_ object: DataObject, _ owner: DataTurns.Owner, deletes: Bool, _ end: @escaping Answer<Bool>) {
        let known = object.eventualName
        if deletes, known.isEmpty { return end(nil, ClientDatastore.idMissing) }
        let fields = deletes ? [:] : object.eventualFields
        if object.className == ClientDatastore.userClass, known.isEmpty || fields["password"] != nil {
            return end(nil, DataError.local(.valueNotAllowed, "A password is not stored on the disk: save the user with saveInBackground."))
        }
        let random = platform.random
        let name = known.isEmpty ? object.localId + "_" + Hex.encode(random.bytes(8)) : known
        let userId = lock.locked { own.user }?.objectId ?? ""
        var change = EventualChange(
            kind: deletes ? .delete : known.isEmpty ? .create : .update, requestId: Hex.encode(random.bytes(16)), user: userId,
            className: object.className, objectId: name, fields: fields)
        change.token = known.isEmpty ? nil : object.knownToken?.stringValue
        if deletes, isCurrent(object) { change.session = lock.locked { own.token } }
        change.measure()
        keep(
            change,
            EventualTurn(object, owner, creating: known.isEmpty ? name : nil, begun: platform.clock.monotonicNanoseconds()) {
                [self] outcome in
                switch outcome {
                case .answered(let answer):
                    if deletes {
                        forget(object)
                        return end(true, nil)
                    }
                    object.saved(answer, owner)
                    end(true, rememberAgain(object))
                case .waits:
                    if deletes { forget(object) } else { object.kept(as: known.isEmpty ? name : nil, owner) }
                    end(true, nil)
                case .refused(let error), .notKept(let error): end(nil, error)
                }
            })
    }

    func forget(_ object: DataObject) {
        let (isCurrent, id) = (isCurrent(object), object.objectId)
        object.clear()
        if isCurrent {
            dropUser(ifToken: nil)
            openGates(ofUser: id ?? "")
        }
        forgetInstallation(object)
    }

    /// What the device has of the object, if it is the current user or this installation. On a service thread.
    func rememberAgain(_ object: DataObject) -> GamebaseError? { isCurrent(object) ? rememberUser() : keepInstallation(object) }

    /// Puts the changes that an earlier life has kept, and this one sends, over the current user or this installation.
    func takeKept(_ object: DataObject) {
        let (line, ids, remembered, userId) = lock.locked { () -> ([EventualChange], [String: String], JSONObject, String) in
            let (user, installation) = (state.device?.identity.mobileBackendUser, state.device?.identity.mobileBackendInstallation)
            let remembered = object.className == ClientDatastore.userClass ? user : installation
            return (own.eventual.line, own.eventual.ids, remembered ?? [:], user?[FieldNames.objectId]?.stringValue ?? "")
        }
        let taken = (remembered[DataObject.keptName]?.arrayValue ?? []).compactMap { $0.stringValue }
        object.takeKept(line.filter { !taken.contains($0.requestId) }, ids, of: userId)
    }

    /// The changes that still wait and are in the remembered form of an object: the next life must not make them twice.
    func keptIn(_ object: DataObject) -> JSON? {
        let name = object.eventualName
        let kept = lock.locked { () -> [JSON] in
            let part = own.eventual
            return part.line.filter { (part.ids[$0.objectId] ?? $0.objectId) == name && part.turns[$0.number]?.isWaiting != true }
                .map { .string($0.requestId) }
        }
        return kept.isEmpty ? nil : .array(kept)
    }

    /// When no change of the object waits any more.
    func afterEventual(_ object: DataObject, _ work: @escaping (GamebaseError?) -> Void) {
        let name = object.eventualName
        if name.isEmpty { return work(nil) }
        let go = { [self] in
            if object.objectId != nil || object.eventualName.isEmpty { return work(nil) }
            guard let id = lock.locked({ own.eventual.ids[name] }) else { return work(ClientDatastore.createdElsewhere) }
            object.setObjectId(id)
            work(nil)
        }
        let waits = lock.locked { () -> Bool in
            guard own.eventual.changes(name) else { return false }
            own.eventual.gates.append(Eventual.Gate(name: name, open: go))
            return true
        }
        if waits { return }
        go()
    }

    /// Runs `work`, which ends the user, when the service has answered its changes, but for changes that name objects of another user's
    /// log-in; creations that the service has no room for end before it. Of a user who is not logged in it runs at once: those changes wait
    /// for a log-in.
    func afterEventual(ofUser userId: String, _ work: @escaping () -> Void) {
        guard lock.locked({ own.user })?.objectId == userId else { return work() }
        let go = { [self] in
            endAside(ofUser: userId)
            work()
        }
        let waits = lock.locked { () -> Bool in
            let gate = Eventual.Gate(name: userId, isOfUser: true, open: go)
            guard own.eventual.isHeld(gate) else { return false }
            own.eventual.gates.append(gate)
            return true
        }
        if waits { serviceReturned() } else { go() }
    }

    private static var createdElsewhere: GamebaseError {
        DataError.local(
            GamebaseError.Code.notCallableState,
            "saveEventually creates the object without this handle; find it with a query, or make a new one")
    }
}

extension DataObject {
    /// As whom changes that are kept name it; empty: it is neither saved nor kept.
    var eventualName: String { objectId ?? lock.locked { state.keptName } ?? "" }

    /// Its changes are not the game's to send any more.
    /// - Parameter name: of an object that they create.
    func kept(as name: String?, _ owner: DataTurns.Owner) {
        if let name { lock.locked { state.keptName = name } }
        saved(JSONObject(), owner)
    }

    /// What the first set sends, with the names that changes that are kept have for each other.
    var eventualFields: JSONObject {
        let fields = JSON.object(frozenFields)
        let named = PointerWalk.mapped(fields) { pointer in
            guard Self.isLocal(pointer), let child = lock.locked({ state.children[Self.key(pointer)] })?.object else { return nil }
            let name = child.eventualName
            return name.isEmpty ? nil : Pointer(className: pointer.className, objectId: name).json
        }
        return named.objectValue ?? [:]
    }

    /// A kept change is as good as saved. An object that a kept change creates is not created once more.
    /// - Parameter userId: the user of this life; what another one creates waits for that one.
    func takeKept(_ line: [EventualChange], _ ids: [String: String], of userId: String) {
        let isDeleted = { (name: String) in line.contains { $0.kind == .delete && (ids[$0.objectId] ?? $0.objectId) == name } }
        let created = line.first {
            $0.kind == .create && $0.className == className && !isDeleted($0.objectId) && ($0.user.isEmpty || $0.user == userId)
        }?.objectId
        guard let name = objectId ?? created, !isDeleted(name) else { return }
        lock.locked {
            if objectId == nil { state.keptName = name }
            for change in line where (ids[change.objectId] ?? change.objectId) == name {
                for (field, value) in change.parameters(ids)["fields"]?.objectValue?.members ?? [] { take(kept: value, field) }
            }
            showAgain()
        }
    }

    /// Called with the lock held.
    private func take(kept value: JSON, _ field: String) {
        // An object that is not created yet has no name that a getter could give.
        var isPassedOver = Self.ownNames.contains(field)
        PointerWalk.visit(value) { if Self.isLocal($0) { isPassedOver = true } }
        if isPassedOver { return }
        do throws(DocumentError) {
            let operation = try FieldOperation.read(value, field: field)
            let next = try operation?.applied(to: state.known[field] ?? .null, field: field) ?? value
            state.known[field] = next == .null ? nil : next
        } catch {}
    }

    /// What the answer says, when the object went on without waiting for it.
    func answered(_ answer: JSONObject) { lock.locked { take(answer) } }
}
