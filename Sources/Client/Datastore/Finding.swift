import Codecs
import Documents
import Linux
import Messages

/// What queries find, for callbacks and for those who wait.
extension ClientDatastore {
    /// Who hears what a search found. A call stands here as it is: a closure around it would be made and freed with every search.
    private enum Asker {
        case call(OpenCall<ObjectRows>)
        case waiting(Answer<ObjectRows>)

        func hear(_ rows: ObjectRows?, _ error: GamebaseError?) {
            switch self {
            case .call(let call): call.finish(rows, error)
            case .waiting(let end): end(rows, error)
            }
        }

        @inline(never) func hear(_ reply: Reply, _ error: GamebaseError?) {
            let rows = error == nil ? ClientDatastore.rows(reply) : nil
            hear(rows, rows == nil ? error ?? ClientDatastore.notAnAnswer : nil)
        }
    }

    @export(interface) public func find(_ query: DataQuery, completion: @escaping Answer<[DataObject]>) {
        if let call = open(query, Self.made(query, completion)) { perform(find: query, limit: nil, .call(call)) }
    }

    @export(interface) public func findBlocking(_ query: DataQuery) -> ([DataObject]?, GamebaseError?) {
        Self.objects(query, waitFor(query) { perform(find: query, limit: nil, .waiting($0)) })
    }

    /// Nil without an error when there is none.
    @export(interface) public func first(_ query: DataQuery, completion: @escaping Answer<DataObject>) {
        if let call = open(query, Self.made(query) { completion($0?.first, $1) }) { perform(find: query, limit: 1, .call(call)) }
    }

    /// At most one.
    @export(interface) public func firstBlocking(_ query: DataQuery) -> ([DataObject]?, GamebaseError?) {
        Self.objects(query, waitFor(query) { perform(find: query, limit: 1, .waiting($0)) })
    }

    /// Among what the query finds, the object with an id.
    @export(interface) public func object(_ query: DataQuery, id: String, completion: @escaping Answer<DataObject>) {
        if let call = open(query, Self.made(query) { completion($0?.first, $1) }) { perform(object: query, id, .call(call)) }
    }

    @export(interface) public func objectBlocking(_ query: DataQuery, id: String) -> (DataObject?, GamebaseError?) {
        let (objects, error) = Self.objects(query, waitFor(query) { perform(object: query, id, .waiting($0)) })
        return (objects?.first, error)
    }

    @export(interface) public func count(_ query: DataQuery, completion: @escaping Answer<Int64>) {
        let begun = query.cancelCount
        let call = open(query) { (count: Int64?, error: GamebaseError?) in
            if query.cancelCount != begun { completion(nil, Self.cancelled) } else { completion(count, error) }
        }
        if let call { perform(count: query) { call.finish($0, $1) } }
    }

    @export(interface) public func countBlocking(_ query: DataQuery) -> (Int64?, GamebaseError?) {
        waitFor(query) { perform(count: query, $0) }
    }

    /// Ends the searches of the query that are under way, each with an error; also those whose answer is here and was not delivered yet.
    @export(interface) public func cancel(_ query: DataQuery) { query.takeOpen().end(with: Self.cancelled) }

    private static var cancelled: GamebaseError { OpenCalls.cancelled("NCMBQuery_cancel") }

    private func open<Value>(_ query: DataQuery, _ completion: @escaping Answer<Value>) -> OpenCall<Value>? {
        guard let call: OpenCall<Value> = client.open(DataError.localDomain, needs: .datastore, completion) else { return nil }
        query.began(client, call.identifier)
        return call
    }

    private func waitFor<Value>(_ query: DataQuery, _ work: (@escaping Answer<Value>) -> Void) -> (Value?, GamebaseError?) {
        let begun = query.cancelCount
        let found = wait({ query.began(client, $0) }, work)
        return query.cancelCount == begun ? found : (nil, Self.cancelled)
    }

    /// The objects are made where the rows are handed over: the service's thread goes on meanwhile.
    private static func made(_ query: DataQuery, _ completion: @escaping Answer<[DataObject]>) -> Answer<ObjectRows> {
        let begun = query.cancelCount
        return { rows, error in
            if query.cancelCount != begun { return completion(nil, cancelled) }
            let (objects, error) = objects(query, (rows, error))
            completion(objects, error)
        }
    }

    private static func objects(_ query: DataQuery, _ found: (ObjectRows?, GamebaseError?)) -> ([DataObject]?, GamebaseError?) {
        guard let rows = found.0 else { return (nil, found.1) }
        var objects: [DataObject] = []
        objects.reserveCapacity(rows.count)
        for place in 0..<rows.count { objects.append(DataObject(className: query.className, rows[place])) }
        return (objects, found.1)
    }

    /// - Parameter limit: in place of the query's own.
    private func perform(find query: DataQuery, limit: Int64?, _ asker: Asker) {
        let (isOpen, token) = lock.locked { (own.opening == .done, own.token) }
        if isOpen, client.isLocal, let prepared = query.prepared(limit: limit) {
            return client.transmit(.objectsFind, .null, query: prepared, token) { [self] reply in
                if reply.isSuccess { return asker.hear(reply, nil) }
                refused(reply, .objectsFind, .null, prepared, token, isRenewed: true) { asker.hear($0, $1) }
            }
        }
        var parameters = query.parameters
        if let limit { parameters["limit"] = .integer(limit) }
        parameters["rows"] = true
        ask(.objectsFind, .object(parameters)) { asker.hear($0, $1) }
    }

    /// As the service inside the process hands them over, or as they travel: whole documents.
    private static func rows(_ reply: Reply) -> ObjectRows? {
        if let rows = reply.rows { return rows }
        guard let documents = reply.body["answer"]?["results"]?.arrayValue else { return nil }
        var rows: [ObjectRow] = []
        rows.reserveCapacity(documents.count)
        for case .object(let document) in documents {
            guard document[FieldNames.objectId]?.stringValue != nil else { return nil }
            rows.append(.read(document))
        }
        return .each(rows)
    }

    private func perform(object query: DataQuery, _ id: String, _ asker: Asker) {
        perform(
            find: query.narrowed(toId: id), limit: 1,
            .waiting { rows, error in
                if let rows, rows.count > 0 { return asker.hear(rows, nil) }
                asker.hear(nil, error ?? DataError.local(.rowMissing))
            })
    }

    private func perform(count query: DataQuery, _ end: @escaping Answer<Int64>) {
        var parameters = query.parameters
        parameters["skip"] = nil
        parameters["include"] = nil
        parameters["limit"] = 1
        parameters["count"] = 1
        send(.objectsFind, .object(parameters)) { result in
            switch result {
            case .failure(let error): end(nil, error)
            case .success(let body):
                let count = body["answer"]?["count"]?.int64Value
                end(count, count == nil ? ClientDatastore.notAnAnswer : nil)
            }
        }
    }
}
