import Codecs
import Linux
import Messages

/// A mail as the host is asked to send it.
public struct DataMail: Sendable {
    public let isPasswordReset: Bool
    public let address: String
    /// Nil: nobody has the address.
    public let userName: String?
    public let key: String

    init?(_ json: JSON) {
        guard let address = json["mailAddress"]?.stringValue, let key = json["key"]?.stringValue else { return nil }
        isPasswordReset = json["kind"] == "passwordReset"
        self.address = address
        self.key = key
        userName = json["userName"]?.stringValue
    }

    @export(interface) public var subject: String { isPasswordReset ? "Set a new password" : "Confirm your mail address" }

    @export(interface) public var text: String {
        let reason =
            isPasswordReset
            ? "Somebody, perhaps you, asked for a new password." : "Somebody, perhaps you, gave this address as theirs."
        return reason + " This key is for it:\n\n" + key + "\n\nIt works once, for 24 hours. If it was not you, do nothing.\n"
    }
}

/// Mails, which the host sends: the service tells one client of its process, and that one its host.
extension ClientDatastore {
    /// - Parameter send: called inside the run loop; nil: nobody sends mails.
    @export(interface) public func setMail(_ send: ((DataMail) -> Void)?) {
        lock.locked { host.mail = send }
        carryMails()
    }

    /// Tells the service whether mails arrive here; once the keys are set.
    func carryMails() {
        guard lock.locked({ state.hasDatastore && state.phase == .started }) else { return }
        if lock.locked({ host.mail != nil }) { _ = client.subscribeToService() }
        lock.locked {
            guard let subscription = state.subscription else { return }
            state.home?.local?.setTakesMails(subscription, host.mail != nil)
        }
    }

    func receiveMail(_ body: JSON) {
        guard let mail = DataMail(body) else { return }
        let isQueued = runLoop.postEvent { [self] in lock.locked({ host.mail })?(mail) }
        if !isQueued { client.log(.error, "a mail was not sent: \(RunLoop.eventsMax) events wait; drain more often") }
    }

    // MARK: What the player answers

    @export(interface) public func finishPasswordReset(key: String, password: String, completion: @escaping (GamebaseError?) -> Void) {
        call({ (_: Bool?, error) in completion(error) }) { end in
            send(.usersFinishPasswordReset, ["key": .string(key), "password": .string(password)]) { result in
                if case .failure(let error) = result { end(nil, error) } else { end(true, nil) }
            }
        }
    }

    /// - Parameter password: of a new user.
    @export(interface) public func finishMailEntry(key: String, password: String?, completion: @escaping Answer<DataObject>) {
        call(completion) { end in
            send(.usersFinishMailEntry, ["key": .string(key), "password": password.map { .string($0) } ?? .null]) { [self] result in
                switch result {
                case .failure(let error): end(nil, error)
                case .success(let body):
                    if let user = body["answer"]?.objectValue { logIn(answer: user, isNew: true, end) } else { end(nil, nil) }
                }
            }
        }
    }
}
