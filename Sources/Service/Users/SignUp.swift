import Codecs
import Documents
import Linux
import Messages
import Storage

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
        let links = fields[ObjectClass.authData]?.objectValue ?? [:]
        let authData = try AuthData.read(fields[ObjectClass.authData])
        if let authData {
            try refuseUnproven(authData, known: nil, request)
            if let known = try user(of: authData) { return loggingIn(known.objectId, by: links) }
            fields[ObjectClass.authData] = try linked(links, to: nil, request)
        }
        try refuseUnclear(fields[ObjectClass.userName], request)
        if authData == nil {
            guard password != nil, fields[ObjectClass.userName]?.stringValue?.isEmpty == false else {
                throw Failure.refused(.valueEmpty, NCMBErrorText.userNameOrPasswordEmpty)
            }
        } else if fields[ObjectClass.userName]?.stringValue?.isEmpty ?? true {
            fields[ObjectClass.userName] = .string(core.newCode(characters: Self.generatedNameLength, of: Objects.idCharacters))
        }
        // What is wrong is told before the work on the password.
        let isFree: () throws(Failure) -> Bool = { [self] () throws(Failure) in
            guard let authData else { return true }
            return try user(of: authData) == nil
        }
        let first = try new(fields)
        try core.whileFree(isFree) { () throws(Failure) in try objects.checkNames(first) }
        let asked = fields
        return deriving(password) { (made) throws(Failure) in
            let user = try new(asked)
            try core.whileFree(isFree) { () throws(Failure) in try objects.insert(user) }
            if let made { try keep(made, of: user.objectId) }
            if made != nil { try core.noteProven(Self.owner(user.objectId), from: request.network) }
            return .success(["answer": .object(try signedUp(user, by: links))])
        }
    }

    /// Of a user who has signed up so before.
    private func loggingIn(_ userId: String, by links: JSONObject) -> SlicedWork {
        SlicedWork(()) { (_) throws(Failure) in
            try lock(user: userId)
            guard let user = try objects.object(ObjectClass.user, userId) else { throw Failure.refused(.rowMissing) }
            var answer = try loggedIn(user)
            // The one who knows them said them.
            answer[ObjectClass.authData] = AuthData.merged(links, into: answer[ObjectClass.authData])
            return .success(["answer": .object(answer), "existed": true])
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
        for name in authData.names {
            if let userId = try objects.named(ObjectClass.user, name.kind, name.digest) {
                return try objects.object(ObjectClass.user, userId)
            }
        }
        return nil
    }

    /// - Parameter links: what it signed up by; it has no others.
    func signedUp(_ user: StoredObject, by links: JSONObject = [:]) throws(Failure) -> JSONObject {
        [
            FieldNames.createDate: .string(DocumentDate.text(user.createDate)), FieldNames.objectId: .string(user.objectId),
            ObjectClass.userName: user.fields[ObjectClass.userName] ?? .null,
            "sessionToken": .string(try openSession(of: user.objectId)),
            ObjectClass.authData: AuthData.merged(links, into: nil),
        ]
    }

    /// {objectId, fields} -> {answer: {updateDate}}. A new password ends no session.
    func update(_ request: Request) throws(Failure) -> SlicedWork {
        var fields = try Self.fields(request)
        let password = try Self.password(fields[ObjectClass.password])
        fields[ObjectClass.password] = nil
        let asked = fields
        return deriving(password) { (made) throws(Failure) in
            // Stays nil where a request with a known `requestId` gets its first answer: then no rights were checked.
            var changed: String?
            let reply = try objects.update(request) { (user) throws(Failure) in
                changed = user.objectId
                var fields = asked
                try refuseOthers(of: user, fields, hasPassword: password != nil, request)
                // Asked here: while a password's key is made, another request may have had another address confirmed.
                if let address = fields[ObjectClass.mailAddress], address != user.fields[ObjectClass.mailAddress] ?? .null {
                    fields[ObjectClass.mailAddressConfirm] = false
                }
                let known = user.fields[ObjectClass.authData]
                if let links = fields[ObjectClass.authData], !links.isNull {
                    guard let links = links.objectValue else { throw Failure.refused(.typeWrong) }
                    fields[ObjectClass.authData] = try linked(links, to: known, request)
                }
                if let name = fields[ObjectClass.userName], name != user.fields[ObjectClass.userName] { try refuseUnclear(name, request) }
                try objects.change(&user, fields)
            }
            if let made, let userId = changed {
                try keep(made, of: userId)
                try forgetPasswordResets(of: userId)
                try forgetPlaces(of: userId, but: ServiceCore.believes(request) ? nil : request.network)
            }
            return reply
        }
    }

    /// What lets a user in is that user's to change, whoever else may write the object.
    private func refuseOthers(of user: StoredObject, _ fields: JSONObject, hasPassword: Bool, _ request: Request) throws(Failure) {
        var isTouched = hasPassword
        // The name is seen by others and logged in by.
        for name in GuardedField.fields(of: user.className).map({ $0.name }) + [ObjectClass.userName] {
            if let value = fields[name], value != user.fields[name] ?? .null { isTouched = true }
        }
        if !isTouched || ServiceCore.believes(request) { return }
        if case .user(let userId) = try users.caller(request), userId == user.objectId { return }
        throw Failure.refused(.aclRefused)
    }

    /// {objectId} -> {}
    func delete(_ request: Request) throws(Failure) -> Reply {
        try objects.delete(request) { () throws(Failure) in
            guard let userId = request.parameters["objectId"]?.stringValue else { return }
            try closeSession(of: userId)
            try forgetPasswordResets(of: userId)
            try core.forgetProven(Self.owner(userId))
            try run("DELETE FROM users WHERE user_id = ?", [.text(userId)])
        }
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
