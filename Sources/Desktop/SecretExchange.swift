import Linux

/// What is asked of the keeper of the player's secrets.
public enum SecretTask: Sendable {
    case lookUp
    /// The label is what the player sees in the keeper's own window. What is there under the attributes is replaced.
    case store(label: String, [UInt8])
    case delete
}

public enum SecretAnswer: Sendable, Equatable {
    case found([UInt8])
    /// It was stored, or deleted.
    case done
    /// There is no such secret, no keeper, or it is locked: the player is never asked to open it.
    case notThere
}

/// One exchange with org.freedesktop.secrets, from opening a session to closing it. Belongs to the desktop's thread.
final class SecretExchange {
    private static let service: StaticString = "org.freedesktop.secrets"
    private static let rootPath: StaticString = "/org/freedesktop/secrets"
    private static let root: StaticString = "org.freedesktop.Secret.Service"
    private static let collection: StaticString = "org.freedesktop.Secret.Collection"
    private static let item: StaticString = "org.freedesktop.Secret.Item"
    private static let session: StaticString = "org.freedesktop.Secret.Session"
    private static let nothing = "/"
    private static let textKind: StaticString = "application/octet-stream"

    private let bus: Bus
    private let task: SecretTask
    private let attributes: BusValue
    private let deadline: Int64
    private let answer: (SecretAnswer) -> Void
    private var openSession: String?

    init(
        _ bus: Bus, _ task: SecretTask, _ attributes: [(name: String, value: String)], untilNanoseconds deadline: Int64,
        _ answer: @escaping (SecretAnswer) -> Void
    ) {
        self.bus = bus
        self.task = task
        self.attributes = .array(attributes.map { .entry(.string($0.name), .string($0.value)) }, of: "{ss}")
        self.deadline = deadline
        self.answer = answer
    }

    func begin() {
        call(Self.rootPath.description, Self.root, "OpenSession", [.string("plain"), .variant(.string(""))]) { [self] values in
            guard values.count >= 2, let path = values[1].pathValue, path != Self.nothing else { return end(.notThere) }
            openSession = path
            call(Self.rootPath.description, Self.root, "ReadAlias", [.string("default")]) { [self] values in
                guard let path = values.first?.pathValue, path != Self.nothing else { return end(.notThere) }
                ifUnlocked(path, Self.collection) { [self] in inCollection(path) }
            }
        }
    }

    private func inCollection(_ path: String) {
        if case .store(let label, let bytes) = task { return store(path, label, bytes) }
        call(path, Self.collection, "SearchItems", [attributes]) { [self] values in
            guard let item = values.first?.arrayValue?.first?.pathValue else { return end(.notThere) }
            ifUnlocked(item, Self.item) { [self] in
                if case .delete = task { delete(item) } else { read(item) }
            }
        }
    }

    private func store(_ path: String, _ label: String, _ bytes: [UInt8]) {
        let properties: [BusValue] = [
            BusValue.row("org.freedesktop.Secret.Item.Label", .string(label)),
            BusValue.row("org.freedesktop.Secret.Item.Attributes", attributes),
        ]
        let secret = BusValue.structure([
            .path(openSession ?? Self.nothing), .bytes([]), .bytes(bytes), .string(Self.textKind.description),
        ])
        call(path, Self.collection, "CreateItem", [.array(properties, of: BusValue.dictionary), secret, .bool(true)]) { [self] values in
            // With a prompt it would be stored only when the player was asked.
            let isStored = values.count >= 2 && values[0].pathValue != Self.nothing && values[1].pathValue == Self.nothing
            end(isStored ? .done : .notThere)
        }
    }

    private func read(_ path: String) {
        call(path, Self.item, "GetSecret", [.path(openSession ?? Self.nothing)]) { [self] values in
            guard case .structure(let parts)? = values.first, parts.count == 4, case .bytes(let bytes) = parts[2],
                bytes.count <= DesktopLimit.secretBytesMax
            else { return end(.notThere) }
            end(.found(bytes))
        }
    }

    private func delete(_ path: String) {
        call(path, Self.item, "Delete", []) { [self] values in end(values.first?.pathValue == Self.nothing ? .done : .notThere) }
    }

    private func ifUnlocked(_ path: String, _ interface: StaticString, _ then: @escaping () -> Void) {
        let question: [BusValue] = [.string(interface.description), .string("Locked")]
        call(path, "org.freedesktop.DBus.Properties", "Get", question) { [self] values in
            values.first?.plain.boolValue == false ? then() : end(.notThere)
        }
    }

    private func call(
        _ path: String, _ interface: StaticString, _ member: StaticString, _ arguments: [BusValue], _ then: @escaping ([BusValue]) -> Void
    ) {
        let call = BusCall(destination: Self.service.description, path: path, interface: interface, member: member, arguments: arguments)
        bus.call(call, untilNanoseconds: deadline) { [self] reply in
            if case .values(let values) = reply { then(values) } else { end(.notThere) }
        }
    }

    private func end(_ result: SecretAnswer) {
        if let openSession {
            bus.tell(BusCall(destination: Self.service.description, path: openSession, interface: Self.session, member: "Close"))
        }
        answer(result)
    }
}
