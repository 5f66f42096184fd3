import Codecs
import Documents
import Linux

/// The changes that a save sends, from the call to the answer.
extension DataObject {
    /// Called with the lock held.
    func freeze() {
        settle()
        if let access = state.access, state.accessSaved != access.version {
            let last = state.sets.count - 1
            state.sets[last].awaiting = access.isAwaiting ? access : nil
            state.sets[last].put(.set(access.current.json), FieldNames.acl)
            state.accessSaved = access.version
        }
        state.sets.append(OperationSet())
    }

    /// Called with the lock held.
    func putBack(_ place: Int) {
        guard place < state.sets.count - 1 else { return }
        let set = state.sets.remove(at: place)
        state.sets[place] = state.sets[place].merged(after: set)
        // A list that was not saved is still the game's: a fetch leaves it.
        if set[FieldNames.acl] != nil { state.accessSaved = nil }
    }

    /// What the first set sends.
    var frozenFields: JSONObject {
        lock.locked {
            settle()
            if let access = state.sets.first?.awaiting { state.sets[0].put(.set(access.current.json), FieldNames.acl) }
            return state.sets.first?.fields ?? [:]
        }
    }

    func saveFailed(_ owner: DataTurns.Owner) {
        lock.locked { if state.turns.endSet(of: owner) { putBack(0) } }
    }

    /// What was sent is known from now on, with what the answer says.
    func saved(_ answer: JSONObject, _ owner: DataTurns.Owner) {
        lock.locked {
            guard state.turns.endSet(of: owner), state.sets.count > 1 else { return }
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

    /// After a provider was linked, or unlinked with nil.
    func linked(_ provider: String, _ data: JSON?, _ answer: JSONObject) {
        lock.locked {
            var links = state.known["authData"]?.objectValue ?? JSONObject()
            links[provider] = data
            state.known["authData"] = links.isEmpty ? .null : .object(links)
            take(answer)
            showAgain()
        }
    }

    /// The members of an answer to a save. Called with the lock held.
    func take(_ answer: JSONObject) {
        if let id = answer[FieldNames.objectId]?.stringValue {
            setObjectId(id)
            state.keptName = nil
        }
        if let date = answer[FieldNames.createDate].flatMap({ DocumentDate.milliseconds($0) }) {
            state.createDate = date
            // A new object was changed when it was made.
            state.updateDate = date
        }
        if let date = answer[FieldNames.updateDate].flatMap({ DocumentDate.milliseconds($0) }) { state.updateDate = date }
        guard className == ClientDatastore.userClass else { return }
        if let token = answer["sessionToken"]?.stringValue { state.sessionToken = token }
        for name in ["userName", "mailAddress", "authData", "mailAddressConfirm"] {
            if let value = answer[name] { state.known[name] = value }
        }
        // It is never kept.
        state.known["password"] = nil
    }

    /// What the service had and has no more, or would not create, is sent again, as a new object, with the next save.
    func becomeNew() {
        setObjectId(nil)
        lock.locked {
            var whole = OperationSet()
            for (name, value) in state.known.members { whole.put(.set(value), name) }
            state.sets[0] = state.sets[0].merged(after: whole)
            state.known = JSONObject()
            state.keptName = nil
            state.createDate = nil
            state.updateDate = nil
            state.accessSaved = nil
            showAgain()
        }
    }

    /// The changes that wait for no save are dropped: a refresh wants what the service has.
    func dropChanges() {
        lock.locked {
            guard state.sets.count == 1 else { return }
            state.sets = OperationSet.one
            state.accessSaved = state.access?.version
        }
    }
}
