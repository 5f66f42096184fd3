import Documents
import Linux
import Messages
import Storage
import Wire

/// Users are objects of the class `user` with rules of their own: a password that is no field, names that are unique, a session with the
/// sign-up, and rights that begin with the user alone (sections 2.5 and 2.6 of the reference).
extension Users {
    /// Of a user that came by a provider.
    static let generatedNameLength = 10

    /// {fields: {userName, password, …} | {authData, …}} -> {answer, existed?}
    func signUp(_ request: Request) throws(Failure) -> SlicedWork {
        var fields = try Self.fields(request)
        let password = try Self.password(fields[ObjectClass.password])
        fields[ObjectClass.password] = nil
        // Only a key that came by mail confirms an address.
        fields[ObjectClass.mailAddressConfirm] = nil
        let authData = try AuthData.read(fields[ObjectClass.authData])
        try refuseUnproven(authData, known: nil, proven: request.proven)
        if let known = try authData.flatMap({ (data) throws(Failure) in try user(of: data) }) {
            return SlicedWork(()) { (_) throws(Failure) in
                try lock(user: known.objectId)
                guard let user = try objects.object(ObjectClass.user, known.objectId) else { throw Failure.refused(.rowMissing) }
                return .success(["answer": .object(try loggedIn(user)), "existed": true])
            }
        }
        if authData == nil {
            guard password != nil, fields[ObjectClass.userName]?.stringValue?.isEmpty == false else {
                throw Failure.refused(.valueEmpty, NCMBErrorText.userNameOrPasswordEmpty)
            }
        } else if fields[ObjectClass.userName]?.stringValue?.isEmpty ?? true {
            fields[ObjectClass.userName] = .string(core.newCode(characters: Self.generatedNameLength, of: Objects.idCharacters))
        }
        // What is wrong is told before the work on the password.
        try objects.checkNames(try new(fields))
        let asked = fields
        return deriving(password) { (made) throws(Failure) in
            let user = try new(asked)
            try objects.insert(user)
            if let made { try keep(made, of: user.objectId) }
            if made != nil { try core.noteProven(Self.owner(user.objectId), from: request.network) }
            return .success(["answer": .object(try signedUp(user))])
        }
    }

    func new(_ fields: JSONObject) throws(Failure) -> StoredObject {
        let objectId = objects.newId()
        var user = StoredObject(className: ObjectClass.user, objectId: objectId, date: now, acl: .only(objectId))
        try objects.change(&user, fields)
        return user
    }

    /// - Returns: the user that one of the providers knows; nil: nobody has signed up so.
    private func user(of authData: AuthData) throws(Failure) -> StoredObject? {
        for (kind, id) in authData.names {
            if let userId = try objects.named(ObjectClass.user, kind, id) { return try objects.object(ObjectClass.user, userId) }
        }
        return nil
    }

    func signedUp(_ user: StoredObject) throws(Failure) -> JSONObject {
        [
            FieldNames.createDate: .string(DocumentDate.text(user.createDate)), FieldNames.objectId: .string(user.objectId),
            ObjectClass.userName: user.fields[ObjectClass.userName] ?? .null,
            "sessionToken": .string(try openSession(of: user.objectId)),
            ObjectClass.authData: user.fields[ObjectClass.authData] ?? .null,
        ]
    }

    /// {objectId, fields} -> {answer: {updateDate}}. A new password ends no session.
    func update(_ request: Request) throws(Failure) -> SlicedWork {
        var fields = try Self.fields(request)
        let password = try Self.password(fields[ObjectClass.password])
        fields[ObjectClass.password] = nil
        let authData = try AuthData.read(fields[ObjectClass.authData])
        if let address = fields[ObjectClass.mailAddress], try isNew(address, of: request.parameters["objectId"]?.stringValue) {
            fields[ObjectClass.mailAddressConfirm] = false
        }
        let asked = fields
        return deriving(password) { (made) throws(Failure) in
            let reply = try objects.update(request) { (user) throws(Failure) in
                var fields = asked
                try refuseUnproven(authData, known: user.fields[ObjectClass.authData], proven: request.proven)
                if let links = fields[ObjectClass.authData]?.objectValue {
                    fields[ObjectClass.authData] = AuthData.merged(links, into: user.fields[ObjectClass.authData])
                }
                try objects.change(&user, fields)
            }
            if let made, let userId = request.parameters["objectId"]?.stringValue {
                try keep(made, of: userId)
                try forgetPasswordResets(of: userId)
            }
            return reply
        }
    }

    /// Another address than the one that was confirmed, perhaps.
    private func isNew(_ address: JSON, of userId: String?) throws(Failure) -> Bool {
        guard let userId, let user = try objects.object(ObjectClass.user, userId) else { return false }
        return (user.fields[ObjectClass.mailAddress] ?? .null) != address
    }

    /// {objectId} -> {}
    func delete(_ request: Request) throws(Failure) -> Reply {
        let reply = try objects.delete(request)
        guard let userId = request.parameters["objectId"]?.stringValue else { return reply }
        try closeSession(of: userId)
        try forgetPasswordResets(of: userId)
        try core.forgetProven(Self.owner(userId))
        try run("DELETE FROM users WHERE user_id = ?", [.text(userId)])
        return reply
    }

    private static func fields(_ request: Request) throws(Failure) -> JSONObject {
        guard let fields = request.parameters["fields"], !fields.isNull else { return [:] }
        guard var object = fields.objectValue else { throw Failure.refused(.typeWrong) }
        // Clients send whole users back.
        object["sessionToken"] = nil
        object[ObjectClass.mailAddressConfirm] = nil
        return object
    }
}
