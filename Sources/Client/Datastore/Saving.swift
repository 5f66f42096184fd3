import Codecs
import Documents
import Linux
import Messages

/// Saving: the changes up to the call, after those of the object that were asked for before, and after the objects that it names.
extension ClientDatastore {
    @export(interface) public func save(_ object: DataObject, completion: @escaping (GamebaseError?) -> Void) {
        if object.className == ClientDatastore.fileClass { return saveFile(object, progress: nil, completion: completion) }
        call({ (_: Bool?, error) in completion(error) }, { perform(save: object, $0) })
    }

    /// Waits.
    @export(interface) public func saveBlocking(_ object: DataObject) -> GamebaseError? {
        if object.className == ClientDatastore.fileClass { return saveFileBlocking(object) }
        return wait { (end: @escaping Answer<Bool>) in perform(save: object, end) }.1
    }

    /// - Parameter extra: fields that are sent with the changes and are none themselves: when the save fails, nothing of them is left.
    @inline(never)
    func perform(save object: DataObject, with extra: JSONObject = JSONObject(), _ end: @escaping Answer<Bool>) {
        let refusal = takeTurn(object, freezing: true) { [self] owner in
            let ended: Answer<Bool> = { [self] done, error in
                if let error {
                    object.saveFailed(owner)
                    forgetIfMissing(object, error)
                }
                endTurn(object, owner)
                end(done, error)
            }
            if object.savesTooMany { return ended(nil, ClientDatastore.tooManyUnsaved) }
            afterEventual(object) { [self] error in
                if let error { return ended(nil, error) }
                save(object.unsavedBefore[...]) { [self] error in
                    if let error { return ended(nil, error) }
                    // Who has the rights to it may stand in the file that is read right after the start.
                    whenOpen { [self] error in
                        if let error { ended(nil, error) } else { send(object, extra, owner, ended) }
                    }
                }
            }
        }
        if let refusal { end(nil, refusal) }
    }

    /// One after the other; the first that fails ends it.
    private func save(_ line: ArraySlice<DataObject>, _ end: @escaping (GamebaseError?) -> Void) {
        let line = line.drop { $0.objectId != nil }
        guard let next = line.first else { return end(nil) }
        perform(save: next) { [self] _, error in
            if let error { end(error) } else { save(line.dropFirst(), end) }
        }
    }

    private func send(_ object: DataObject, _ extra: JSONObject, _ owner: DataTurns.Owner, _ end: @escaping Answer<Bool>) {
        var fields = object.frozenFields
        for (name, value) in extra.members { fields[name] = value }
        var parameters: JSONObject = ["className": .string(object.className), "fields": .object(fields)]
        let objectId = object.objectId
        parameters["objectId"] = objectId.map { .string($0) }
        parameters[InstallationFields.token] = object.provingToken
        if objectId != nil, object.requiresUnchanged, let date = object.updateDate {
            parameters["ifUpdateDate"] = .string(DocumentDate.text(date))
        }
        send(objectId == nil ? .objectsCreate : .objectsUpdate, .object(parameters)) { [self] result in
            switch result {
            case .failure(let error): end(nil, error)
            case .success(let body):
                guard let answer = body["answer"]?.objectValue else { return end(nil, ClientDatastore.notAnAnswer) }
                object.saved(answer, owner)
                if let error = keepUser(object, isNew: objectId == nil, answer, existed: body["existed"] == true) { return end(nil, error) }
                if let error = keepInstallation(object) { return end(nil, error) }
                end(true, nil)
            }
        }
    }

    static var tooManyUnsaved: GamebaseError {
        DataError.local(.valueNotAllowed, "more than \(DataObject.unsavedMax) objects are to be saved first; save some of them before")
    }

    static var tooManyTurns: GamebaseError {
        DataError.local(
            GamebaseError.Code.notCallableState,
            "\(DataTurns.waitingMax) requests of the object wait, or \(DataObject.setsMax) saves; wait for their completions")
    }

    static var notAnAnswer: GamebaseError {
        DataError.local(GamebaseError.Code.serverInvalidResponse, "the service's answer is not one to this call")
    }
}
