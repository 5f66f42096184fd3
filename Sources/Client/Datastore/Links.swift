import Codecs
import Documents
import Linux
import Messages

/// Users and the providers that know them: sign-up, log-in and links by what a provider gave the player. How the player signs in there is
/// the game's.
extension ClientDatastore {
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

    @inline(never)
    func perform(logIn provider: String, _ data: JSONObject, _ end: @escaping Answer<DataObject>) {
        let user = DataObject(className: ClientDatastore.userClass)
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

    @inline(never)
    private func perform(link user: DataObject, _ provider: String, _ data: JSONObject?, _ end: @escaping Answer<Bool>) {
        if data == nil, !user.isLinked(with: provider) {
            return end(nil, DataError.local(.fieldMissing, "The user is not linked with " + provider + "."))
        }
        guard let objectId = user.objectId else {
            return end(nil, DataError.local(.valueEmpty, "The user has no objectId; sign up or log in first."))
        }
        guard let links = links(provider, data, end) else { return }
        let parameters: JSON = [
            "className": .string(ClientDatastore.userClass), "objectId": .string(objectId), "fields": ["authData": links],
        ]
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
        guard provider == "twitter", data["access_token"] == nil else { return data }
        var whole = data
        for (name, value) in lock.locked({ own.twitterConsumer })?.members ?? [] where whole[name] == nil { whole[name] = value }
        if whole["oauth_consumer_key"] != nil { return whole }
        throw DataError.local(
            .valueMissing, "oauth_consumer_key is missing; call NCMBTwitterUtils_initializeWithConsumerKey_consumerSecret first")
    }

    // MARK: At the provider's page

    /// The service asks the provider: the player signs in at its page in a browser.
    /// - Parameters:
    ///   - user: who is linked; nil logs in.
    ///   - instead: the call for a game that signs the player in by its own means.
    @export(interface) public func signIn(
        atPageOf provider: String, _ user: DataObject?, instead: StaticString, completion: @escaping Answer<DataObject>
    ) {
        let accounts = client.accounts
        let stop: () -> Void = { [self] in lock.locked { accounts.stopListeners() } }
        let call: OpenCall<DataObject>? = client.open(
            DataError.localDomain, needs: .datastore, timeoutMilliseconds: ClientAccounts.signInTimeoutMilliseconds, onAbort: stop,
            completion)
        guard let call else { return }
        let fail: (GamebaseError) -> Void = { error in
            call.fail(error.told(by: "\(DataError.localDomain)"))
            stop()
        }
        let missing = DataError.local(
            .serviceMissing,
            "the service does not verify \(provider): name its client and secret in the settings of gamebased, or call \(instead)")
        guard !client.isLocal else { return fail(missing) }
        if user != nil, user?.objectId == nil {
            return fail(DataError.local(.valueEmpty, "The user has no objectId; sign up or log in first."))
        }
        let waiter = SignInWaiter(provider: provider, call: call.identifier, api: .idPLogin, missing: missing, fail: fail) {
            [self] (token, subject) in
            let data: JSONObject = ["id": .string(subject), "access_token": .string(token)]
            if let user {
                perform(link: user, provider, data) { call.finish($1 == nil ? user : nil, $1) }
            } else {
                perform(logIn: provider, data) { call.finish($0, $1) }
            }
            stop()
        }
        accounts.beginSignIn(waiter, onDevice: false)
    }

    /// Of the current user, as JSON text; nil when nobody is linked with Facebook. Of who signed in at the page the service alone has seen
    /// the token.
    @export(interface) public var facebookSession: String? {
        guard let link = lock.locked({ own.user })?.value("authData")?["facebook"], link.objectValue != nil else { return nil }
        let date = link["expiration_date"].flatMap { DocumentDate.milliseconds($0) }
        let session: JSONObject = [
            "accessToken": date == nil ? .null : link["access_token"] ?? .null, "expirationDate": date.map { JSON.integer($0) } ?? .null,
            "facebookId": link["id"] ?? .null,
        ]
        return JSON.object(session).text()
    }

    // MARK: Twitter

    /// The names of the game at Twitter, which go with each of its players.
    @export(interface) public func setTwitterConsumer(key: String, secret: String) {
        lock.locked { own.twitterConsumer = ["oauth_consumer_key": .string(key), "consumer_secret": .string(secret)] }
    }
}
