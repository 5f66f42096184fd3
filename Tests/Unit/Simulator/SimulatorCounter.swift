@testable import Messages
import Codecs

@testable import Service

/// A game's server that counts in objects of the mobile backend, and takes whatever of its requests was not answered up again. Nothing in
/// a change itself says that it was made before.
final class SimulatorCounter {
    private static let openMax = 3

    let name: String
    private let world: SimulatorWorld
    private let server: SimulatorServer
    private let objects: [String]
    private(set) var open = 0
    /// What it has added, by object.
    private(set) var added: [String: Int64] = [:]
    private var changes = 0

    init(_ world: SimulatorWorld, _ server: SimulatorServer, _ objects: [String], name: String) {
        self.world = world
        self.server = server
        self.objects = objects
        self.name = name
    }

    static func makeObjects(_ server: SimulatorServer, _ count: Int) -> [String] {
        (0..<count).map { _ in
            let parameters: JSON = ["className": "Tally", "fields": ["sum": 0]]
            let reply = server.handle(Request(.objectsCreate, origin: .client, transactionId: "t", parameters: parameters))
            return reply?.body["answer"]?["objectId"]?.stringValue ?? ""
        }
    }

    func act() {
        guard open < Self.openMax else { return }
        open += 1
        changes += 1
        let object = world.pick(objects), amount = Int64(1 + world.below(9))
        added[object, default: 0] += amount
        let parameters: JSON = [
            "className": "Tally", "objectId": .string(object), "fields": ["sum": ["__op": "Increment", "amount": .integer(amount)]],
        ]
        var request = Request(.objectsUpdate, origin: .client, transactionId: "t", parameters: parameters)
        request.changeId = "\(name)-change-\(changes)-of-the-world"
        send(request)
    }

    private func send(_ request: Request) {
        world.carryToServers(request, to: server, from: nil) { [self] reply in
            if reply.resultCode == ResultCode.timeout { return world.after(Int64(100 + world.below(2_000))) { self.send(request) } }
            world.require(reply.isSuccess, "\(name): a change was refused: \(reply.message)")
            world.count(.changes)
            open -= 1
        }
    }

    /// When all has come to rest.
    static func checkEnd(_ counters: [SimulatorCounter], _ objects: [String], _ server: SimulatorServer, _ world: SimulatorWorld) {
        for counter in counters { world.require(counter.open == 0, "\(counter.name): \(counter.open) changes have no answer") }
        for object in objects {
            let sum = counters.reduce(0) { $0 + $1.added[object, default: 0] }
            let fields = server.rows("SELECT fields FROM objects WHERE object_id = ?", [.text(object)]).first.flatMap {
                try? JSON.parse($0.text(0))
            }
            world.require(fields?["sum"] == .integer(sum), "\(sum) were added and acknowledged, and the sum is \(fields?.text() ?? "gone")")
        }
    }
}
