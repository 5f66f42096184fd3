import Codecs
import Documents
import Linux
import Messages

/// Objects in place of the pointers to them (`include`, section 2.2 of the reference): only what the caller may read; the rest stays a
/// pointer.
extension Objects {
    func including(_ path: FieldPath, in document: JSONObject, _ caller: Caller) throws(Failure) -> JSONObject {
        try including(path.segments[...], in: document, caller)
    }

    #if !hasFeature(Embedded)
    /// An object with what it points to: one include a turn, because each may be as long as an object may be.
    /// - Returns: nil when nothing is included.
    func getting(_ request: Request) throws(Failure) -> SlicedWork? {
        let parameters = Parameters(request.parameters)
        let paths = try includes(parameters)
        guard !paths.isEmpty else { return nil }
        let caller = try users.caller(request)
        let id = try objectId(parameters)
        let className = try className(parameters)
        let work = SlicedWork((document: JSONObject?.none, place: 0)) { (state) throws(Failure) in
            guard let document = state.document else {
                state.document = try shown(try readable(className, id, caller), to: caller, parameters)
                return nil
            }
            guard state.place < paths.count else { return .success(["answer": .object(document)]) }
            state.document = try including(paths[state.place], in: document, caller)
            state.place += 1
            return nil
        }
        work.leavesNothing()
        return work
    }
    #endif

    private func including(_ segments: ArraySlice<String>, in document: JSONObject, _ caller: Caller) throws(Failure) -> JSONObject {
        guard let name = segments.first, let value = document[name]?.objectValue, var inner = try included(value, caller) else {
            return document
        }
        if segments.count > 1 { inner = try including(segments.dropFirst(), in: inner, caller) }
        var document = document
        document[name] = .object(inner)
        return document
    }

    /// Nil for what is no pointer, and no object of an earlier include.
    private func included(_ value: JSONObject, _ caller: Caller) throws(Failure) -> JSONObject? {
        switch value["__type"]?.stringValue {
        case "Object": return value
        case "Pointer":
            guard let className = value["className"]?.stringValue, let objectId = value["objectId"]?.stringValue,
                let object = try wholeObject(className, objectId), try users.mayRead(object.acl, caller)
            else { return nil }
            var document = object.document(for: caller)
            document["__type"] = "Object"
            document["className"] = .string(className)
            return document
        default: return nil
        }
    }
}
