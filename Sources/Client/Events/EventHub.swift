import Codecs
import Linux

/// A handler is the pair of its function and its context: the same pair is the same handler.
public struct EventHandlerIdentity: Equatable, Sendable {
    public let function: UInt
    public let context: UInt

    @export(interface) public init(function: UInt, context: UInt) {
        self.function = function
        self.context = context
    }
}

/// The registered event handlers, in the order in which they were added.
final class EventHub: @unchecked Sendable {
    static let handlersMax = 256

    enum Added { case added, alreadyThere, full }

    private struct Entry {
        let identity: EventHandlerIdentity
        let handler: (EventMessage) -> Void
    }

    private let lock = Lock()
    private var entries: [Entry] = []

    func add(_ identity: EventHandlerIdentity, _ handler: @escaping (EventMessage) -> Void) -> Added {
        lock.locked {
            if entries.contains(where: { $0.identity == identity }) { return .alreadyThere }
            guard entries.count < EventHub.handlersMax else { return .full }
            entries.append(Entry(identity: identity, handler: handler))
            return .added
        }
    }

    func remove(_ identity: EventHandlerIdentity) {
        lock.locked { entries.removeAll { $0.identity == identity } }
    }

    func removeAll() { lock.locked { entries = [] } }

    /// Calls every handler that is registered now and still registered when its turn comes.
    func deliver(_ message: EventMessage) {
        let snapshot = lock.locked { entries }
        for entry in snapshot {
            let registered = lock.locked { entries.contains { $0.identity == entry.identity } }
            if registered { entry.handler(message) }
        }
    }
}

extension Client {
    @export(interface) public func addEventHandler(identity: EventHandlerIdentity, _ handler: @escaping (EventMessage) -> Void) {
        switch hub.add(identity, handler) {
        case .added: break
        case .alreadyThere: log(.warn, "TCGBGamebase_addEventHandler: this handler with this context is registered already")
        case .full: log(.error, "TCGBGamebase_addEventHandler: \(EventHub.handlersMax) handlers are registered, remove one first")
        }
    }

    @export(interface) public func removeEventHandler(identity: EventHandlerIdentity) { hub.remove(identity) }
    public func removeAllEventHandlers() { hub.removeAll() }

    /// Queues an event for the handlers.
    /// - Parameter isDue: asked when its turn comes; false drops it.
    func raise(_ category: String, _ data: JSON, isDue: @escaping () -> Bool = { true }) {
        let message = EventMessage(category: category, data: data.text())
        let hub = hub
        if !runLoop.postEvent({ if isDue() { hub.deliver(message) } }) {
            log(.error, "an event \(category) was dropped: \(RunLoop.eventsMax) events wait, drain the run loop")
        }
    }
}
