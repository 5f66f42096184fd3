@testable import Engine
import Linux
@testable import Messages
import Codecs

@testable import Client
@testable import Service

/// One of the devices that change the same objects: the real client of the library on a disk of its own, which dies and starts again.
final class SimulatorDevice: @unchecked Sendable {
    let name: String
    let world: SimulatorWorld
    let changes: SimulatorChanges
    let disk = SimulatorDisk()
    let fault: SimulatorObjectFault?
    private let server: SimulatorServer
    private let clock: SimulatorClock
    private(set) var client: Client?
    private var link: SimulatorObjectLink?
    private(set) var life = 0
    /// Of this life.
    var boards = [SimulatorBoard](repeating: SimulatorBoard(), count: SimulatorChanges.boards)
    var rows: [(name: String, object: DataObject)] = []
    var isAsking = false
    /// Counts what it makes, over all its lives.
    var number = 0

    init(_ world: SimulatorWorld, _ server: SimulatorServer, _ changes: SimulatorChanges, _ fault: SimulatorObjectFault?, name: String) {
        self.world = world
        self.server = server
        self.changes = changes
        self.fault = fault
        self.name = name
        clock = SimulatorClock(world)
    }

    // MARK: Life and death

    func start() {
        life += 1
        boards = boards.map { _ in SimulatorBoard() }
        rows = []
        isAsking = false
        let link = SimulatorObjectLink(world, server, fault, name)
        var platform = Platform(clock: clock, random: ServiceTestRandom(seed: world.dice()), services: EngineServices())
        platform.service = link
        let client = Client(identifier: 1, platform: platform)
        guard client.setStorageDirectory(disk.folder), let device = try? Device.open(directory: disk.folder, platform: platform) else {
            return world.note("\(name) did not start")
        }
        self.link = link
        self.client = client
        setKeys()
        // The service knows one device; the others are beside it.
        client.lock.locked { client.state.device = device }
    }

    func setKeys() { client?.datastore.setKeys(application: "a", client: "c") }

    var isOpen: Bool { client.map { client in client.lock.locked { client.state.datastore.opening == .done } } ?? false }
    var isOpening: Bool { client.map { client in client.lock.locked { client.state.datastore.opening == .underWay } } ?? false }
    /// Nothing waits on the disk.
    var isSettled: Bool {
        isOpen && client.map { client in client.lock.locked { client.state.datastore.eventual.line.isEmpty } } ?? false
    }

    /// The process is gone in this moment, and what it does from here on reaches nothing.
    func die() {
        world.note("\(name) died")
        changes.count("deaths")
        leave()
        falsifyKept()
    }

    func leave() {
        life += 1
        link?.isOpen = false
        disk.move()
        _ = client?.shutdown(timeoutMilliseconds: 0)
        client = nil
        link = nil
    }

    private func falsifyKept() {
        let path = disk.folder + "/" + EventualFile.fileName
        let file = EventualFile(directory: disk.folder)
        guard fault == .losesKept || fault == .reordersKept, Files.exists(path),
            var content = (try? file.load(epochSeconds: 0))?.content
        else { return }
        if fault == .losesKept { content.changes = [] } else { content.changes.reverse() }
        try? file.save(content)
    }

    /// What the client's own thread and the game's frame do.
    func turn() {
        guard let client else { return }
        client.reactor?.turn()
        _ = client.runLoop.drain()
    }

    /// Runs `body` with a completion that counts only in this life, and only once.
    func begin(_ what: String, _ body: (Client, @escaping (GamebaseError?) -> Void) -> Void, then: @escaping (GamebaseError?) -> Void) {
        guard let client else { return }
        let mine = life
        var times = 0
        world.note("\(name): \(what) begins")
        body(client) { [self] error in
            guard life == mine else { return }
            times += 1
            world.require(times == 1, "\(name): \(what) was completed \(times) times")
            world.note("\(name): \(what): \(error.map { "\($0.code) \($0.message)" } ?? "done")")
            world.mark(Int(error?.code ?? 0))
            then(error)
        }
    }
}

/// A board as one life of a device has it.
struct SimulatorBoard {
    var object: DataObject?
    /// One change at a time: what a failed one leaves goes with the next.
    var isBusy = false
    /// The object has a change that could not be kept; what follows is of one kind with it.
    var isPlain = false
}

/// A device's way to the service: through the world's network. A change without a name of its own comes there once or not at all.
final class SimulatorObjectLink: ServiceConnection, @unchecked Sendable {
    private let world: SimulatorWorld
    private let server: SimulatorServer
    private let fault: SimulatorObjectFault?
    private let name: String
    private var seen: [String: Reply] = [:]
    private var points: [String: Int64] = [:]
    /// The process at this end lives.
    var isOpen = true

    init(_ world: SimulatorWorld, _ server: SimulatorServer, _ fault: SimulatorObjectFault?, _ name: String) {
        self.world = world
        self.server = server
        self.fault = fault
        self.name = name
    }

    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        let asked = falsified(fault?.falsified(request) ?? request)
        world.carry(asked, to: server, mayRepeat: request.name.facts.isRepeatable || request.parameters["requestId"] != nil) {
            [self] reply in
            if isOpen { completion(falsified(reply, of: request)) }
        }
    }

    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 { 1 }
    func listen(_ id: Int64, as accessToken: String?) {}
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool { true }

    private func falsified(_ request: Request) -> Request {
        guard fault == .incrementsOld, let id = request.parameters["objectId"]?.stringValue,
            let amount = request.parameters["fields"]?["points"]?["amount"]?.int64Value
        else { return request }
        points[id, default: 0] += amount
        var asked = request
        var parameters = request.parameters.objectValue ?? JSONObject()
        var fields = parameters["fields"]?.objectValue ?? JSONObject()
        fields["points"] = .integer(points[id, default: 0])
        parameters["fields"] = .object(fields)
        asked.parameters = .object(parameters)
        return asked
    }

    private func falsified(_ reply: Reply, of request: Request) -> Reply {
        if fault == .deletesTwice, request.name == .objectsDelete, reply.body["code"] == "E404001" { return .success() }
        guard fault == .readsOld, request.name == .objectsGet, reply.isSuccess else { return reply }
        let id = request.parameters["objectId"]?.stringValue ?? ""
        if seen[id] == nil { seen[id] = reply }
        return seen[id] ?? reply
    }
}
