import Linux
import Messages
import Wire

/// Objects of the classes with rules of their own go to who keeps those.
extension Dispatch {
    private func className(_ request: Request) -> String? { request.parameters["className"]?.stringValue }

    /// A function of its own: in the one that knows all requests, which is very large, a search takes longer and more code.
    @inline(never) func found(_ request: Request) throws(Failure) -> Reply {
        switch try objects.search(request) {
        case .rows(let rows): .found(rows)
        case .work(let work): try begin(work)
        }
    }

    @inline(never) func got(_ request: Request) throws(Failure) -> Reply {
        #if hasFeature(Embedded)
        try objects.get(request)
        #else
        if let work = try objects.getting(request) { try begin(work) } else { try objects.get(request) }
        #endif
    }

    @inline(never) func sent(_ request: Request) throws(Failure) -> Reply {
        #if hasFeature(Embedded)
        try analytics.sendEvents(request)
        #else
        try begin(analytics.sending(request))
        #endif
    }

    func create(_ request: Request) throws(Failure) -> Reply {
        switch className(request) {
        case ObjectClass.user: try begin(users.signUp(request))
        case ObjectClass.file: throw Failure.refused(.operationProhibited)
        case ObjectClass.push: try notifications.create(request)
        default: try objects.create(request)
        }
    }

    func update(_ request: Request) throws(Failure) -> Reply {
        switch className(request) {
        case ObjectClass.user: try begin(users.update(request))
        case ObjectClass.file: throw Failure.refused(.operationProhibited)
        case ObjectClass.push: try notifications.update(request)
        default: try objects.update(request)
        }
    }

    /// {className, objectId} -> {}: by the operator, whoever's it is, damaged or whole.
    func remove(_ request: Request) throws(Failure) -> Reply {
        guard className(request) == ObjectClass.file else { return try delete(request) }
        return try begin(storedFiles.remove(request))
    }

    func delete(_ request: Request) throws(Failure) -> Reply {
        switch className(request) {
        case ObjectClass.user: try users.delete(request)
        case ObjectClass.file: throw Failure.refused(.operationProhibited)
        case ObjectClass.push, ObjectClass.installation: try notifications.delete(request)
        default: try objects.delete(request)
        }
    }
}
