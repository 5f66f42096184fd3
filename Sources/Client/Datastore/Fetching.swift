import Codecs
import Documents
import Linux
import Messages

/// Reading an object again, and deleting it.
extension ClientDatastore {
    /// - Parameter dropsChanges: what was not saved is forgotten. For users always: what the game set may be a password.
    @export(interface) public func fetch(_ object: DataObject, dropsChanges: Bool, completion: @escaping (GamebaseError?) -> Void) {
        call({ (_: Bool?, error) in completion(error) }, { perform(fetch: object, dropsChanges, $0) })
    }

    @export(interface) public func fetchBlocking(_ object: DataObject, dropsChanges: Bool) -> GamebaseError? {
        wait { (end: @escaping Answer<Bool>) in perform(fetch: object, dropsChanges, end) }.1
    }

    @export(interface) public func delete(_ object: DataObject, completion: @escaping (GamebaseError?) -> Void) {
        call({ (_: Bool?, error) in completion(error) }, { perform(delete: object, $0) })
    }

    @export(interface) public func deleteBlocking(_ object: DataObject) -> GamebaseError? {
        wait { (end: @escaping Answer<Bool>) in perform(delete: object, end) }.1
    }

    @inline(never)
    func perform(fetch object: DataObject, _ dropsChanges: Bool, _ end: @escaping Answer<Bool>) {
        ask(object, .objectsGet, end) { [self] body in
            guard let answer = body["answer"]?.objectValue else { return ClientDatastore.notAnAnswer }
            if dropsChanges || object.className == ClientDatastore.userClass { object.dropChanges() }
            object.adopt(answer)
            return isCurrent(object) ? rememberUser() : keepInstallation(object)
        }
    }

    @inline(never)
    func perform(delete object: DataObject, token: String? = nil, _ end: @escaping Answer<Bool>) {
        ask(object, object.className == ClientDatastore.fileClass ? .filesDelete : .objectsDelete, token: token, end) { [self] _ in
            let isCurrent = isCurrent(object)
            object.clear()
            if isCurrent { dropUser(ifToken: nil) }
            forgetInstallation(object)
            return nil
        }
    }

    /// A request about one object, when it is its turn.
    func ask(
        _ object: DataObject, _ name: RequestName, token: String? = nil, _ end: @escaping Answer<Bool>,
        _ onSuccess: @escaping (JSON) -> GamebaseError?
    ) {
        let refusal = takeTurn(object, freezing: false) { [self] owner in
            let ended: Answer<Bool> = { [self] done, error in
                endTurn(object, owner)
                end(done, error)
            }
            afterEventual(object) { [self] error in
                if let error { return ended(nil, error) }
                // Files have a name, and no id for clients.
                let field = name == .filesDelete ? DataObject.fileName : FieldNames.objectId
                guard let id = object.value(field)?.stringValue, !id.isEmpty else {
                    return ended(nil, DataError.local(.valueEmpty, NCMBErrorText.empty(field)))
                }
                var parameters: JSONObject = ["className": .string(object.className), field: .string(id)]
                if name == .objectsDelete { parameters[InstallationFields.token] = object.provingToken }
                if name == .objectsGet { parameters.set(InstallationFields.token, ownToken(of: object, id)) }
                send(name, .object(parameters), token: token) { result in
                    switch result {
                    case .failure(let error): ended(nil, error)
                    case .success(let body):
                        let error = onSuccess(body)
                        ended(error == nil ? true : nil, error)
                    }
                }
            }
        }
        if let refusal { end(nil, refusal) }
    }

    static var idMissing: GamebaseError { DataError.local(.valueEmpty, NCMBErrorText.empty(FieldNames.objectId)) }
}
