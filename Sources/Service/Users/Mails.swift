import Codecs
import Documents
import Linux
import Messages
import Storage

/// What goes by mail: a lost password, and whose an address is. Every answer is the same whether somebody has the address or not.
extension Users {
    /// {mailAddress} -> {answer: {createDate}}
    func requestPasswordReset(_ request: Request) throws(Failure) -> Reply {
        let address = try mailAddress(request)
        if let user = try user(at: address) {
            try mail(
                OneTimeKey(kind: OneTimeKey.passwordReset, mailAddress: address, userId: user.objectId),
                userName: user.fields[ObjectClass.userName] ?? .null, request)
        }
        return mailed
    }

    /// {mailAddress} -> {answer: {createDate}}: a user confirms the address by it, and who is none becomes one.
    func requestMailEntry(_ request: Request) throws(Failure) -> Reply {
        let address = try mailAddress(request)
        let user = try user(at: address)
        try mail(
            OneTimeKey(kind: OneTimeKey.mailEntry, mailAddress: address, userId: user?.objectId),
            userName: user?.fields[ObjectClass.userName] ?? .null, request)
        return mailed
    }

    /// {key, password} -> {}. Whoever was logged in is not any more.
    func finishPasswordReset(_ request: Request) throws(Failure) -> SlicedWork {
        guard let password = try Self.password(request.parameters[ObjectClass.password]) else {
            throw Failure.refused(.valueEmpty, NCMBErrorText.empty(ObjectClass.password))
        }
        _ = try key(request, OneTimeKey.passwordReset)
        return deriving(password) { (made) throws(Failure) in
            // Others were answered meanwhile.
            let key = try key(request, OneTimeKey.passwordReset)
            if let userId = key.userId { try lock(user: userId) }
            guard let made, let user = try user(at: key.mailAddress), user.objectId == key.userId else {
                throw Failure.refused(.rowMissing)
            }
            try keep(made, of: user.objectId)
            try spend(key)
            try closeSession(of: user.objectId)
            for kind in ObjectClass.uniqueFields(ObjectClass.user) {
                if let name = user.fields[kind]?.stringValue { try tries(at: "\(kind) \(name)", request).forget() }
            }
            try forgetPlaces(of: user.objectId, but: request.network)
            return .success()
        }
    }

    /// {key, password?} -> {answer?}: of a user nothing; else the new user, as after a sign-up, whom only the password lets in again.
    func finishMailEntry(_ request: Request) throws(Failure) -> SlicedWork {
        let password = try Self.password(request.parameters[ObjectClass.password])
        let asked = try key(request, OneTimeKey.mailEntry)
        guard asked.userId != nil || password != nil else {
            throw Failure.refused(.valueEmpty, NCMBErrorText.empty(ObjectClass.password))
        }
        return deriving(asked.userId == nil ? password : nil) { (made) throws(Failure) in
            let key = try key(request, OneTimeKey.mailEntry)
            try spend(key)
            guard let made else { return try confirm(key) }
            let user = try new([
                ObjectClass.userName: .string(core.newCode(characters: Self.generatedNameLength, of: Objects.idCharacters)),
                ObjectClass.mailAddress: .string(key.mailAddress), ObjectClass.mailAddressConfirm: true,
            ])
            try objects.insert(user)
            try keep(made, of: user.objectId)
            return .success(["answer": .object(try signedUp(user))])
        }
    }

    private func confirm(_ key: OneTimeKey) throws(Failure) -> Reply {
        guard let old = try user(at: key.mailAddress), old.objectId == key.userId else { throw Failure.refused(.rowMissing) }
        var user = old
        user.fields[ObjectClass.mailAddressConfirm] = true
        user.updateDate = max(now, old.updateDate &+ 1)
        try objects.update(user, insteadOf: old)
        return .success()
    }

    private var mailed: Reply { .success(["answer": [FieldNames.createDate: .string(DocumentDate.text(now))]]) }

    private func user(at mailAddress: String) throws(Failure) -> StoredObject? {
        guard let id = try objects.named(ObjectClass.user, ObjectClass.mailAddress, mailAddress) else { return nil }
        return try objects.object(ObjectClass.user, id)
    }

    private func mailAddress(_ request: Request) throws(Failure) -> String {
        guard core.carriesMails else { throw Failure.refused(.serviceMissing) }
        #if !hasFeature(Embedded)
        try refuseFullQueue()
        #endif
        let parameters = Parameters(request.parameters)
        let address = try parameters.documentText(ObjectClass.mailAddress, bytesMax: ObjectClass.nameBytesMax) ?? ""
        guard !address.isEmpty else { throw Failure.refused(.valueEmpty, NCMBErrorText.empty(ObjectClass.mailAddress)) }
        guard StoredObject.isMailAddress(address) else {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(ObjectClass.mailAddress))
        }
        return address
    }
}
