import Codecs
import Documents
import Linux
import Messages

/// Objects one by one (section 2.2 of the reference).
extension Objects {
    /// {className, fields, requestId?} -> {answer: {objectId, createDate}}
    func create(_ request: Request) throws(Failure) -> Reply {
        try create(request) { (object) throws(Failure) in try change(&object, try fields(Parameters(request.parameters))) }
    }

    func create(_ request: Request, _ fill: (inout StoredObject) throws(Failure) -> Void) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        return try once(request, parameters) { () throws(Failure) in try create(request, parameters, fill) }
    }

    private func create(
        _ request: Request, _ parameters: Parameters, _ fill: (inout StoredObject) throws(Failure) -> Void
    ) throws(Failure) -> Reply {
        let className = try className(parameters)
        _ = try users.caller(request)
        try refuseStranger(creating: className)
        var object = StoredObject(className: className, objectId: newId(), date: now, acl: .publicReadWrite)
        try fill(&object)
        try insert(object)
        return .success([
            "answer": ["objectId": .string(object.objectId), "createDate": .string(DocumentDate.text(object.createDate))]
        ])
    }

    /// {className, objectId, include?} -> {answer: the object}
    func get(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let caller = try users.caller(request)
        let object = try readable(try className(parameters), try objectId(parameters), caller)
        var document = try shown(object, to: caller, parameters)
        for path in try includes(parameters) { document = try including(path, in: document, caller) }
        return .success(["answer": .object(document)])
    }

    /// With {deviceToken?}: who says the secret of an installation sees it.
    func shown(_ object: StoredObject, to caller: Caller, _ parameters: Parameters) throws(Failure) -> JSONObject {
        var document = object.document(for: caller)
        if object.className == ObjectClass.installation, let token = try parameters.optionalText(ObjectClass.deviceToken),
            object.fields[ObjectClass.deviceToken]?.stringValue == GuardedField.digest(token, of: ObjectClass.deviceToken)
        {
            document[ObjectClass.deviceToken] = .string(token)
        }
        return document
    }

    /// {className, objectId, fields, ifUpdateDate?, requestId?} -> {answer: {updateDate}}
    func update(_ request: Request) throws(Failure) -> Reply {
        try update(request) { (object) throws(Failure) in try change(&object, try fields(Parameters(request.parameters))) }
    }

    func update(_ request: Request, _ change: (inout StoredObject) throws(Failure) -> Void) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        return try once(request, parameters) { () throws(Failure) in try update(request, parameters, change) }
    }

    private func update(
        _ request: Request, _ parameters: Parameters, _ change: (inout StoredObject) throws(Failure) -> Void
    ) throws(Failure) -> Reply {
        let old = try writable(request, parameters)
        if let date = try parameters.optionalText("ifUpdateDate", bytesMax: 64), date != DocumentDate.text(old.updateDate) {
            throw Failure.refused(.duplicated, "The object was changed at \(DocumentDate.text(old.updateDate)).")
        }
        var object = old
        try change(&object)
        // Of two changes in a millisecond each has a date of its own, so that a condition on the date sees both.
        object.updateDate = max(now, old.updateDate &+ 1)
        try update(object, insteadOf: old)
        return .success(["answer": ["updateDate": .string(DocumentDate.text(object.updateDate))]])
    }

    /// {className, objectId, requestId?} -> {}. One that is damaged can be deleted as well.
    func delete(_ request: Request) throws(Failure) -> Reply { try delete(request) { () throws(Failure) in } }

    /// - Parameter alsoDelete: what belongs to the object. It runs only where the caller's rights were checked and the object was deleted,
    ///   and not for a request that is sent again.
    func delete(_ request: Request, _ alsoDelete: () throws(Failure) -> Void) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        return try once(request, parameters) { () throws(Failure) in
            switch try writableRow(request, parameters) {
            case .whole(let object): try delete(object)
            case .damaged(let damaged): try delete(damaged)
            }
            try alsoDelete()
            return .success()
        }
    }

    // MARK: Rights

    /// One choke point: who may not read an object does not learn that there is one.
    func readable(_ className: String, _ objectId: String, _ caller: Caller) throws(Failure) -> StoredObject {
        guard let row = try row(className, objectId), try users.mayRead(row.acl, caller) else { throw Failure.refused(.rowMissing) }
        switch row {
        case .whole(let object): return object
        case .damaged(let damaged): throw damaged.failure
        }
    }

    private func writable(_ request: Request, _ parameters: Parameters) throws(Failure) -> StoredObject {
        switch try writableRow(request, parameters) {
        case .whole(let object): return object
        case .damaged(let damaged): throw damaged.failure
        }
    }

    private func writableRow(_ request: Request, _ parameters: Parameters) throws(Failure) -> StoredRow {
        let caller = try users.caller(request)
        guard let row = try row(try className(parameters), try objectId(parameters)) else { throw Failure.refused(.rowMissing) }
        guard try users.mayWrite(row.acl, caller) else {
            throw Failure.refused(try users.mayRead(row.acl, caller) ? .aclRefused : .rowMissing)
        }
        try refuseStranger(changing: row, parameters, caller)
        return row
    }

    // MARK: Parameters

    func className(_ parameters: Parameters) throws(Failure) -> String {
        let name = try parameters.optionalText("className") ?? ""
        guard FieldNames.isValid(name) else { throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid("className")) }
        return name
    }

    func objectId(_ parameters: Parameters) throws(Failure) -> String {
        guard let objectId = try parameters.optionalText("objectId"), !objectId.isEmpty else {
            throw Failure.refused(.valueEmpty, NCMBErrorText.empty("objectId"))
        }
        return objectId
    }

    private func fields(_ parameters: Parameters) throws(Failure) -> JSONObject {
        guard let fields = parameters.value("fields") else { return [:] }
        guard let object = fields.objectValue else { throw Failure.refused(.typeWrong) }
        return object
    }
}
