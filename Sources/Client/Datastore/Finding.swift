import Documents
import Linux
import Messages
import Wire

/// What queries find, for callbacks and for those who wait.
extension Datastore {
    @export(interface) public func find(_ query: DataQuery, completion: @escaping Answer<[DataObject]>) {
        ask(query, Self.made(query, completion)) { perform(find: query, limit: nil, $0) }
    }

    @export(interface) public func findBlocking(_ query: DataQuery) -> ([DataObject]?, GamebaseError?) {
        Self.objects(query, waitFor(query) { perform(find: query, limit: nil, $0) })
    }

    /// Nil without an error when there is none.
    @export(interface) public func first(_ query: DataQuery, completion: @escaping Answer<DataObject>) {
        ask(query, Self.made(query) { completion($0?.first, $1) }) { perform(find: query, limit: 1, $0) }
    }

    /// At most one.
    @export(interface) public func firstBlocking(_ query: DataQuery) -> ([DataObject]?, GamebaseError?) {
        Self.objects(query, waitFor(query) { perform(find: query, limit: 1, $0) })
    }

    /// - Parameter query: one that finds it alone.
    @export(interface) public func object(_ query: DataQuery, completion: @escaping Answer<DataObject>) {
        ask(query, Self.made(query) { completion($0?.first, $1) }) { perform(object: query, $0) }
    }

    @export(interface) public func objectBlocking(_ query: DataQuery) -> (DataObject?, GamebaseError?) {
        let (objects, error) = Self.objects(query, waitFor(query) { perform(object: query, $0) })
        return (objects?.first, error)
    }

    @export(interface) public func count(_ query: DataQuery, completion: @escaping Answer<Int64>) {
        ask(query, completion) { perform(count: query, $0) }
    }

    @export(interface) public func countBlocking(_ query: DataQuery) -> (Int64?, GamebaseError?) {
        waitFor(query) { perform(count: query, $0) }
    }

    /// Ends the searches of the query that are under way, each with an error.
    @export(interface) public func cancel(_ query: DataQuery) {
        query.takeOpen().cancel("NCMBQuery_cancel")
    }

    private func ask<Value>(_ query: DataQuery, _ completion: @escaping Answer<Value>, _ work: (@escaping Answer<Value>) -> Void) {
        guard let call: OpenCall<Value> = client.open(DataError.localDomain, needs: .datastore, completion) else { return }
        query.began(client, call.identifier)
        work { call.finish($0, $1) }
    }

    private func waitFor<Value>(_ query: DataQuery, _ work: (@escaping Answer<Value>) -> Void) -> (Value?, GamebaseError?) {
        wait({ query.began(client, $0) }, work)
    }

    /// The objects are made where the rows are handed over: the service's thread goes on meanwhile.
    private static func made(_ query: DataQuery, _ completion: @escaping Answer<[DataObject]>) -> Answer<[ObjectRow]> {
        { rows, error in
            let (objects, error) = objects(query, (rows, error))
            completion(objects, error)
        }
    }

    private static func objects(_ query: DataQuery, _ found: ([ObjectRow]?, GamebaseError?)) -> ([DataObject]?, GamebaseError?) {
        guard let rows = found.0 else { return (nil, found.1) }
        var objects: [DataObject] = []
        objects.reserveCapacity(rows.count)
        for row in rows { objects.append(DataObject(className: query.className, row)) }
        return (objects, found.1)
    }

    /// - Parameter limit: in place of the query's own.
    private func perform(find query: DataQuery, limit: Int64?, _ end: @escaping Answer<[ObjectRow]>) {
        let prepared = client.isLocal ? query.prepared(limit: limit) : nil
        var parameters = JSONObject()
        if prepared == nil {
            parameters = query.parameters
            if let limit { parameters["limit"] = .integer(limit) }
            parameters["rows"] = true
        }
        ask(.objectsFind, .object(parameters), query: prepared) { result in
            switch result {
            case .failure(let error): end(nil, error)
            case .success(let reply):
                let rows = Self.rows(reply)
                end(rows, rows == nil ? Datastore.notAnAnswer : nil)
            }
        }
    }

    /// As the service inside the process hands them over, or as they travel: whole documents.
    private static func rows(_ reply: Reply) -> [ObjectRow]? {
        if let rows = reply.rows { return rows }
        guard let documents = reply.body["answer"]?["results"]?.arrayValue else { return nil }
        var rows: [ObjectRow] = []
        rows.reserveCapacity(documents.count)
        for case .object(let document) in documents {
            guard document[FieldNames.objectId]?.stringValue != nil else { return nil }
            rows.append(.read(document))
        }
        return rows
    }

    private func perform(object query: DataQuery, _ end: @escaping Answer<[ObjectRow]>) {
        perform(find: query, limit: 1) { rows, error in
            if let rows, !rows.isEmpty { return end(rows, nil) }
            end(nil, error ?? DataError.local(.rowMissing))
        }
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
                end(count, count == nil ? Datastore.notAnAnswer : nil)
            }
        }
    }
}
