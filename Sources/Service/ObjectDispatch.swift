import Codecs
import Linux
import Messages

/// Objects of the classes with rules of their own go to who keeps those.
extension Dispatch {
    private func className(_ request: Request) -> String? { request.parameters["className"]?.stringValue }

    func found(_ request: Request) throws(Failure) -> Reply {
        switch try objects.search(request) {
        case .rows(let rows): .found(rows)
        case .work(let work): try core.begin(work)
        }
    }

    func got(_ request: Request) throws(Failure) -> Reply {
        #if hasFeature(Embedded)
        try objects.get(request)
        #else
        if let work = try objects.getting(request) { try core.begin(work) } else { try objects.get(request) }
        #endif
    }

    func create(_ request: Request) throws(Failure) -> Reply {
        switch className(request) {
        case ObjectClass.user: try core.begin(users.signUp(request))
        case ObjectClass.file: throw Failure.refused(.operationProhibited)
        case ObjectClass.push: try notifications.create(request)
        default: try objects.create(request)
        }
    }

    func update(_ request: Request) throws(Failure) -> Reply {
        switch className(request) {
        case ObjectClass.user: try core.begin(users.update(request))
        case ObjectClass.file: throw Failure.refused(.operationProhibited)
        case ObjectClass.push: try notifications.update(request)
        default: try objects.update(request)
        }
    }

    /// {className, objectId} -> {}: by the operator, whoever's it is, damaged or whole.
    func remove(_ request: Request) throws(Failure) -> Reply {
        guard className(request) == ObjectClass.file else { return try delete(request) }
        return try core.begin(storedFiles.remove(request))
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
