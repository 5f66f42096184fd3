import Codecs
import Documents
import Linux
import Messages

/// How users come and go: sign-up is a save, log-in by name or mail address, anonymous users, log-out.
extension ClientDatastore {
    /// How a provider is named among a user's sign-ins.
    static let anonymous = "anonymous"

    public enum LogInName: String, Sendable {
        case userName, mailAddress
    }

    // MARK: Log-in

    @export(interface) public func logIn(
        _ kind: LogInName, _ name: String, password: String, completion: @escaping Answer<DataObject>
    ) {
        call(completion) { perform(logIn: kind, name, password, $0) }
    }

    @export(interface) public func logInBlocking(_ kind: LogInName, _ name: String, password: String) -> (DataObject?, GamebaseError?) {
        wait { perform(logIn: kind, name, password, $0) }
    }

    private func perform(logIn kind: LogInName, _ name: String, _ password: String, _ end: @escaping Answer<DataObject>) {
        let end = duringLogIn(end)
        send(.usersLogIn, .object([kind.rawValue: .string(name), "password": .string(password)])) { [self] result in
            switch result {
            case .failure(let error): end(nil, error)
            case .success(let body):
                guard let answer = body["answer"]?.objectValue else { return end(nil, ClientDatastore.notAnAnswer) }
                logIn(answer: answer, isNew: false, end)
            }
        }
    }

    /// As whom the service has logged in.
    func logIn(answer: JSONObject, isNew: Bool, _ end: Answer<DataObject>) {
        guard let token = answer["sessionToken"]?.stringValue else { return end(nil, ClientDatastore.notAnAnswer) }
        let user = DataObject(className: ClientDatastore.userClass)
        user.adopt(answer)
        user.setSessionToken(token)
        user.lock.locked { user.state.isNew = isNew }
        let error = logIn(user)
        end(error == nil ? user : nil, error)
    }

    // MARK: Log-out

    /// The user is logged out here in any case; the completion tells whether the service heard of it.
    @export(interface) public func logOut(completion: @escaping (GamebaseError?) -> Void) {
        call({ (_: Bool?, error) in completion(error) }, { perform(logOut: $0) })
    }

    /// Waits for nothing.
    @export(interface) public func logOutNow() {
        guard lock.locked({ state.hasDatastore }) else { return }
        perform(logOut: { _, _ in })
    }

    private func perform(logOut end: @escaping Answer<Bool>) {
        let (isOpen, token) = lock.locked { () -> (Bool, String?) in
            if own.opening != .done { own.isLeft = true }
            return (own.opening == .done, own.token)
        }
        if isOpen {
            dropUser(ifToken: nil)
            return tell(logOut: token, end)
        }
        whenOpen { [self] error in
            if let error { return end(nil, error) }
            let token = lock.locked { () -> String? in
                defer { own.leftToken = nil }
                return own.leftToken
            }
            tell(logOut: token, end)
        }
    }

    private func tell(logOut token: String?, _ end: @escaping Answer<Bool>) {
        guard let token else { return end(true, nil) }
        send(.usersLogOut, [:], token: token) { result in
            if case .failure(let error) = result { end(nil, error) } else { end(true, nil) }
        }
    }

    // MARK: Anonymous users

    @export(interface) public func logInAnonymously(completion: @escaping Answer<DataObject>) {
        call(completion) { perform(anonymous: $0) }
    }

    @export(interface) public func logInAnonymouslyBlocking() -> (DataObject?, GamebaseError?) { wait { perform(anonymous: $0) } }

    private func perform(anonymous end: @escaping Answer<DataObject>) {
        perform(logIn: ClientDatastore.anonymous, ["id": .string(Hex.encode(platform.random.bytes(16)))], end)
    }

    /// From now on `automaticUser` makes users.
    @export(interface) public func enableAutomaticUser() { lock.locked { own.makesUsers = true } }

    /// The current user; an anonymous one if there is none and that was enabled.
    @export(interface) public func automaticUser(completion: @escaping Answer<DataObject>) {
        call(completion) { end in
            afterOpening { [self] in
                let (user, isFirst) = lock.locked { () -> (DataObject?, Bool?) in
                    if own.user != nil || !own.makesUsers { return (own.user, nil) }
                    own.awaitUser.append(end)
                    return (nil, own.awaitUser.count == 1)
                }
                guard let isFirst else { return end(user, nil) }
                if isFirst { makeUser() }
            }
        }
    }

    /// One for all who ask while it is made.
    private func makeUser() {
        perform(anonymous: { [self] user, error in
            let waiting = lock.locked { () -> [Answer<DataObject>] in
                defer { own.awaitUser = [] }
                return own.awaitUser
            }
            for end in waiting { end(user, error) }
        })
    }

    /// The same user with a name and a password: another one takes over the fields, and the anonymous one is deleted.
    @export(interface) public func signUpFromAnonymous(
        _ user: DataObject, userName: String, password: String, completion: @escaping (GamebaseError?) -> Void
    ) {
        call({ (_: Bool?, error) in completion(error) }, { perform(signUp: userName, password, from: user, $0) })
    }

    @export(interface) public func signUpFromAnonymousBlocking(
        _ user: DataObject, userName: String, password: String
    ) -> GamebaseError? {
        wait { (end: @escaping Answer<Bool>) in perform(signUp: userName, password, from: user, end) }.1
    }

    private func perform(signUp userName: String, _ password: String, from user: DataObject, _ end: @escaping Answer<Bool>) {
        guard user.isLinked(with: ClientDatastore.anonymous), let userId = user.objectId, let token = user.sessionToken else {
            return end(nil, DataError.local(.valueNotAllowed, "The user is not anonymous, or not logged in."))
        }
        // The device may have remembered no more than the name, and what is not taken over goes with the anonymous one. What it has saved
        // eventually goes first: nobody logs in as that user again.
        let ended: Answer<Bool> = { [self] _, error in
            if let error { return end(nil, error) }
            perform(signUp: userName, password, from: user, token, end)
        }
        afterEventual(ofUser: userId) { [self] in
            ask(user, .objectsGet, token: token, ended) { body in
                guard let answer = body["answer"]?.objectValue else { return ClientDatastore.notAnAnswer }
                user.adopt(answer)
                return nil
            }
        }
    }

    private func perform(
        signUp userName: String, _ password: String, from user: DataObject, _ token: String, _ end: @escaping Answer<Bool>
    ) {
        let fresh = DataObject(className: ClientDatastore.userClass)
        do throws(GamebaseError) {
            for name in user.keys() where !ClientDatastore.notTakenOver.contains(name) {
                if let child = user.child(name) {
                    try fresh.change(name, .set(.object(child)))
                } else if let value = user.value(name), value["__type"]?.stringValue != "Relation" {
                    try fresh.change(name, .set(.value(value)))
                }
            }
            try fresh.change("userName", .set(.value(.string(userName))))
            try fresh.change("password", .set(.value(.string(password))))
        } catch {
            return end(nil, error)
        }
        let address = user.value("mailAddress") ?? .null
        perform(save: fresh) { [self] _, error in
            if let error { return end(nil, error) }
            perform(delete: user, token: token) { [self] done, error in
                if error != nil || address.isNull { return end(done, error) }
                // Until now it was the other's, and no two users have one.
                try? fresh.change("mailAddress", .set(.value(address)))
                perform(save: fresh, end)
            }
        }
    }

    private static let notTakenOver = ["authData", "userName", "password", "mailAddress", "mailAddressConfirm", "sessionToken"]

    // MARK: Mails

    @export(interface) public func requestMail(
        isPasswordReset: Bool, to address: String, completion: @escaping (GamebaseError?) -> Void
    ) {
        call({ (_: Bool?, error) in completion(error) }, { perform(mail: isPasswordReset, address, $0) })
    }

    @export(interface) public func requestMailBlocking(isPasswordReset: Bool, to address: String) -> GamebaseError? {
        wait { (end: @escaping Answer<Bool>) in perform(mail: isPasswordReset, address, end) }.1
    }

    private func perform(mail isPasswordReset: Bool, _ address: String, _ end: @escaping Answer<Bool>) {
        let name: RequestName = isPasswordReset ? .usersRequestPasswordReset : .usersRequestMailEntry
        var parameters: JSONObject = ["mailAddress": .string(address)]
        // A service elsewhere sends the mail, in the player's language. A game may have asked for a display language of any length.
        if !client.isLocal {
            let known = lock.locked { client.notifications.gameLanguages }.filter { $0.utf8.count <= Limit.languageBytes }
            parameters["languages"] = .string(known.joined(separator: ","))
        }
        send(name, .object(parameters)) { result in
            if case .failure(let error) = result { end(nil, error) } else { end(true, nil) }
        }
    }
}

extension DataObject {
    /// Whether a provider knows the user, as far as it was saved.
    @export(interface) public func isLinked(with provider: String) -> Bool {
        guard className == ClientDatastore.userClass, let data = value("authData")?[provider] else { return false }
        return !data.isNull
    }

    @export(interface) public static func isObjectId(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= FieldNames.bytesMax
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            } && TextParts.rest(of: text, behind: localPrefix) == nil
    }
}
