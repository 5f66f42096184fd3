import Codecs
import Documents
import Linux
import Messages

/// Who is logged in, and what the device remembers of it: the same user after a restart, until a log-out or the end of the session.
extension ClientDatastore {
    /// What is remembered of a user besides the name, in bytes of JSON; more is read again by a fetch.
    private static let rememberedBytesMax = 16 << 10

    /// Right after the start it waits for the file that remembers the user, at most `openingMilliseconds`.
    @export(interface) public var currentUser: DataObject? {
        awaitOpening()
        return lock.locked { own.user }
    }

    func awaitOpening() {
        let (opening, opened) = lock.locked { (own.opening, own.opened) }
        guard opening == .underWay else { return }
        _ = opened.wait(untilNanoseconds: deadlineNanoseconds(platform.clock, afterMilliseconds: ClientDatastore.openingMilliseconds))
    }

    /// The boundary's name of the current user stays as long as this is kept.
    @export(interface) public func hold(_ holder: DataHolder?) {
        let old = lock.locked { () -> DataHolder? in
            defer { own.userHolder = holder }
            return own.userHolder
        }
        withExtendedLifetime(old) {}
    }

    func isCurrent(_ object: DataObject) -> Bool {
        guard object.className == ClientDatastore.userClass, let id = object.objectId else { return false }
        return lock.locked { own.user }?.objectId == id
    }

    /// After a save: who signed up is logged in, and who is logged in is remembered as it is now.
    func keepUser(_ object: DataObject, isNew: Bool, _ answer: JSONObject, existed: Bool) -> GamebaseError? {
        guard object.className == ClientDatastore.userClass else { return nil }
        guard isNew else { return isCurrent(object) ? rememberUser() : nil }
        if existed { object.adopt(answer) }
        object.lock.locked { object.state.isNew = !existed }
        // A user that is made for somebody else comes without.
        guard answer["authData"] != nil else { return nil }
        return logIn(object)
    }

    /// It is remembered on disk before it is told. Runs on a service thread, which may wait for the disk.
    func logIn(_ user: DataObject) -> GamebaseError? {
        let token = user.sessionToken
        let alive = life
        if let error = remember(user) { return error }
        // The disk may have taken long: after a shutdown nobody is logged in.
        guard alive() else { return nil }
        let isSame = isCurrent(user)
        lock.locked {
            noteReplaced(own.token, bySameUser: isSame)
            own.user = user
            own.token = token
        }
        sendEventual()
        return nil
    }

    func rememberUser() -> GamebaseError? { lock.locked { own.user }.flatMap { remember($0) } }

    private static let alwaysRemembered = [
        FieldNames.objectId, FieldNames.createDate, FieldNames.updateDate, "sessionToken", "userName", "authData", InstallationFields.token,
    ]

    /// The user, or this installation.
    func remember(_ object: DataObject) -> GamebaseError? {
        guard let device = lock.locked({ state.device }) else { return nil }
        var form = object.remembered
        form[DataObject.keptName] = keptIn(object)
        var short = JSONObject()
        for name in ClientDatastore.alwaysRemembered { short[name] = form[name] }
        let isUser = object.className == ClientDatastore.userClass
        let keep = { (form: JSONObject) throws(DeviceError) in
            try device.update { if isUser { $0.mobileBackendUser = form } else { $0.mobileBackendInstallation = form } }
        }
        do throws(DeviceError) {
            if JSON.object(form).text().utf8.count <= ClientDatastore.rememberedBytesMax {
                do throws(DeviceError) {
                    try keep(form)
                    return nil
                } catch {
                    // Among the rest of the identity it takes more room than alone: whether it can be read again is the identity's to say.
                    guard case .refused = error else { throw error }
                }
            }
            try keep(short)
            return nil
        } catch {
            return DataError.local(
                GamebaseError.Code.invalidInternalState,
                "the \(object.className) could not be remembered on this device: \(error.message)")
        }
    }

    /// - Parameter token: only while the session is this one; nil: in any case.
    func dropUser(ifToken token: String?) {
        let (user, device) = lock.locked { () -> (DataObject?, Device?) in
            guard let user = own.user, token == nil || own.token == token else { return (nil, nil) }
            own.user = nil
            own.token = nil
            noteReplaced(nil, bySameUser: false)
            return (user, state.device)
        }
        guard let user else { return }
        user.setSessionToken(nil)
        openGates(ofUser: user.objectId ?? "")
        guard let device else { return }
        forget(on: device) { $0.mobileBackendUser = JSONObject() }
    }

    func forget(on device: Device, _ change: (inout DeviceIdentity) -> Void) {
        device.mark(change)
        client.mayWaitForDisk { [client] in
            do throws(DeviceError) {
                try device.save()
            } catch {
                client.log(.error, "the ended session of the mobile backend could not be removed from this device: \(error.message)")
            }
        }
    }
}
