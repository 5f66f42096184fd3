import Documents
import Linux
import Messages
import Wire

/// What queries find, for callbacks and for those who wait.
extension Datastore {
    @export(interface) public func find(_ query: DataQuery, completion: @escaping Answer<[DataObject]>) {
        ask(query, completion) { perform(find: query.parameters, $0) }
    }

    @export(interface) public func findBlocking(_ query: DataQuery) -> ([DataObject]?, GamebaseError?) {
        waitFor(query) { perform(find: query.parameters, $0) }
    }

    /// Nil without an error when there is none.
    @export(interface) public func first(_ query: DataQuery, completion: @escaping Answer<DataObject>) {
        ask(query, completion) { end in perform(find: Self.first(of: query)) { end($0?.first, $1) } }
    }

    /// At most one.
    @export(interface) public func firstBlocking(_ query: DataQuery) -> ([DataObject]?, GamebaseError?) {
        waitFor(query) { perform(find: Self.first(of: query), $0) }
    }

    private static func first(of query: DataQuery) -> JSONObject {
        var parameters = query.parameters
        parameters["limit"] = 1
        return parameters
    }

    /// - Parameter query: one that finds it alone.
    @export(interface) public func object(_ query: DataQuery, completion: @escaping Answer<DataObject>) {
        ask(query, completion) { perform(object: query, $0) }
    }

    @export(interface) public func objectBlocking(_ query: DataQuery) -> (DataObject?, GamebaseError?) {
        waitFor(query) { perform(object: query, $0) }
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

    private func perform(find parameters: JSONObject, _ end: @escaping Answer<[DataObject]>) {
        let className = parameters["className"]?.stringValue ?? ""
        send(.objectsFind, .object(parameters)) { result in
            switch result {
            case .failure(let error): end(nil, error)
            case .success(let body):
                guard let rows = body["answer"]?["results"]?.arrayValue else { return end(nil, Datastore.notAnAnswer) }
                var objects: [DataObject] = []
                objects.reserveCapacity(rows.count)
                for row in rows {
                    let object = DataObject(className: className)
                    object.adopt(row.objectValue ?? [:])
                    objects.append(object)
                }
                end(objects, nil)
            }
        }
    }

    private func perform(object query: DataQuery, _ end: @escaping Answer<DataObject>) {
        perform(find: Self.first(of: query)) { objects, error in
            if let object = objects?.first { return end(object, nil) }
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
