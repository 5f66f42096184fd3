import Documents
import Linux
import Messages
import Wire

/// Users and the providers that know them: sign-up, log-in and links by what a provider gave the player. How the player signs in there is
/// the game's.
extension Datastore {
    // MARK: Sign-up and log-in

    /// Who signed up so before is logged in. A user that is saved is linked.
    @export(interface) public func signUp(
        _ user: DataObject, with provider: String, _ data: JSONObject, completion: @escaping (GamebaseError?) -> Void
    ) {
        call({ (_: Bool?, error) in completion(error) }, { perform(signUp: user, provider, data, $0) })
    }

    @export(interface) public func logIn(with provider: String, _ data: JSONObject, completion: @escaping Answer<DataObject>) {
        call(completion) { perform(logIn: provider, data, $0) }
    }

    func perform(logIn provider: String, _ data: JSONObject, _ end: @escaping Answer<DataObject>) {
        let user = DataObject(className: Datastore.userClass)
        let end = duringLogIn(end)
        perform(signUp: user, provider, data) { _, error in end(error == nil ? user : nil, error) }
    }

    private func perform(signUp user: DataObject, _ provider: String, _ data: JSONObject, _ end: @escaping Answer<Bool>) {
        if user.objectId != nil { return perform(link: user, provider, data, end) }
        guard let links = links(provider, data, end) else { return }
        perform(save: user, with: ["authData": links], end)
    }

    // MARK: Links

    /// - Parameter data: nil takes the link away.
    @export(interface) public func link(
        _ user: DataObject, with provider: String, _ data: JSONObject?, completion: @escaping (GamebaseError?) -> Void
    ) {
        call({ (_: Bool?, error) in completion(error) }, { perform(link: user, provider, data, $0) })
    }

    @export(interface) public func unlinkBlocking(_ user: DataObject, from provider: String) -> GamebaseError? {
        wait { (end: @escaping Answer<Bool>) in perform(link: user, provider, nil, end) }.1
    }

    private func perform(link user: DataObject, _ provider: String, _ data: JSONObject?, _ end: @escaping Answer<Bool>) {
        if data == nil, !user.isLinked(with: provider) {
            return end(nil, DataError.local(.fieldMissing, "The user is not linked with " + provider + "."))
        }
        guard let objectId = user.objectId else {
            return end(nil, DataError.local(.valueEmpty, "The user has no objectId; sign up or log in first."))
        }
        guard let links = links(provider, data, end) else { return }
        let parameters: JSON = ["className": .string(Datastore.userClass), "objectId": .string(objectId), "fields": ["authData": links]]
        send(.objectsUpdate, parameters) { [self] result in
            switch result {
            case .failure(let error): end(nil, error)
            case .success(let body):
                user.linked(provider, data == nil ? nil : links[provider], body["answer"]?.objectValue ?? [:])
                let error = isCurrent(user) ? rememberUser() : nil
                end(error == nil ? true : nil, error)
            }
        }
    }

    /// As the service keeps it; nil after an error.
    private func links(_ provider: String, _ data: JSONObject?, _ end: Answer<Bool>) -> JSON? {
        do throws(GamebaseError) {
            let value = try data.map { (data) throws(GamebaseError) in JSON.object(try whole(provider, data)) } ?? .null
            return [provider: try DataError.documents { () throws(DocumentError) in try FieldCheck.kept(value, field: provider) }]
        } catch {
            end(nil, error)
            return nil
        }
    }

    /// Each player's data at Twitter say which game it is.
    private func whole(_ provider: String, _ data: JSONObject) throws(GamebaseError) -> JSONObject {
        guard provider == "twitter" else { return data }
        var whole = data
        for (name, value) in lock.locked({ own.twitterConsumer })?.members ?? [] where whole[name] == nil { whole[name] = value }
        if whole["oauth_consumer_key"] != nil { return whole }
        throw DataError.local(
            .valueMissing, "oauth_consumer_key is missing; call NCMBTwitterUtils_initializeWithConsumerKey_consumerSecret first")
    }

    // MARK: What the library has not

    /// A call that would open a provider's window.
    /// - Parameter instead: the call for a game that has signed the player in.
    @export(interface) public func refuseWindow(
        of provider: StaticString, instead: StaticString, completion: @escaping Answer<DataObject>
    ) {
        let text = "there is no sign-in window of \(provider) here; sign the player in with the game's own means, and call \(instead)"
        call(completion) { $0(nil, DataError.local(.serviceMissing, text)) }
    }

    // MARK: Twitter

    /// The names of the game at Twitter, which go with each of its players.
    @export(interface) public func setTwitterConsumer(key: String, secret: String) {
        lock.locked { own.twitterConsumer = ["oauth_consumer_key": .string(key), "consumer_secret": .string(secret)] }
    }
}
