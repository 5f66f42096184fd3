@testable import Engine
@testable import Messages
import Codecs
import Storage

@testable import Service

/// Several services over one database: what arrives waits at one of them, and what one of them does in the middle of another's transaction
/// is there for the next statement of that one.
extension SimulatorServer {
    private static let groupMax = 3
    /// How often the operator gives money back in the very moment in which the player consumes what it paid.
    private static let refundPercent = 8

    var isShared: Bool { nodes.count > 1 }

    func join(_ connection: SimulatorConnection, of node: SimulatorNode) {
        connection.siblings = { [unowned self] in nodes.compactMap(\.connection) }
        connection.hasOthers = { [unowned self] in
            node.consuming != nil || nodes.contains { $0.isFree && !$0.waiting.isEmpty }
        }
        connection.letOthersWork = { [unowned self] in letOthersWork(node) }
    }

    private func letOthersWork(_ node: SimulatorNode) {
        world.count(.overtaken)
        let free = nodes.filter { $0.isFree }
        if let payment = node.consuming, !free.isEmpty, world.chance(Self.refundPercent) {
            node.consuming = nil
            _ = console("refund", ["paymentSeq": .string(payment), "kind": "REFUND"])
        }
        if let other = free.first(where: { !$0.waiting.isEmpty }) { work(other) }
    }

    // MARK: Requests

    /// A request reaches one of the services, which takes it up when it gets to it.
    func arrive(_ arrived: SimulatorNode.Arrived, at node: SimulatorNode) {
        if node.isDown { return arrived.answer(nil) }
        node.waiting.append(arrived)
        world.after(Int64(world.below(60))) { [self] in work(node) }
    }

    private func work(_ node: SimulatorNode) {
        guard node.isFree, !node.waiting.isEmpty else { return }
        let taken = Array(node.waiting.prefix(Self.groupMax))
        node.waiting.removeFirst(taken.count)
        let replies = commit(taken.map { ($0.request, $0.player) }, at: node)
        for (arrived, reply) in zip(taken, replies) { arrived.answer(reply) }
    }

    /// What waits nowhere: the operator's own.
    func commitAtOnce(_ request: Request, from player: SimulatorPlayer?) -> Reply? {
        let free = nodes.filter { $0.isFree }
        return free.isEmpty ? nil : commit([(request, player)], at: world.pick(free))[0]
    }

    private func commit(_ asked: [(request: Request, player: SimulatorPlayer?)], at node: SimulatorNode) -> [Reply?] {
        node.isWorking = true
        node.consuming = asked.count == 1 ? Self.consumed(by: asked[0].request) : nil
        let isRepeated = asked.map { isKnown($0.request) }
        let dies = world.weather != .calm && world.chance(1) ? world.below(2) : -1
        offers.prepare(asked[0].request, self)
        node.disk.beforeCommit = { [self] () throws(StorageError) in
            for (request, player) in asked where world.fault != nil { try falsify(request, of: player) }
            return dies == 0 ? .die : .commit
        }
        let isAlone = world.overtakings(Array(asked.map(\.request)))
        let outcomes = node.group.commit(asked.map { falsified($0.request) }).map { finished($0, node) }
        node.disk.beforeCommit = { () throws(StorageError) in .commit }
        node.consuming = nil
        look(asked[0].request, node)
        node.isWorking = false
        if !isAlone() || asked.count > 1 || isRepeated[0] { offers.forget() }
        var replies: [Reply?] = []
        for (place, outcome) in outcomes.enumerated() {
            let request = asked[place].request
            if isAlone(), asked.count == 1, !isRepeated[place] { subscriptions.check(request, outcome.reply, self) }
            offers.look(request, outcome.reply, self)
            replies.append(dies < 0 ? falsified(outcome.reply, of: request) : nil)
        }
        if dies >= 0 { restart(node) }
        return replies
    }

    /// What has become of the database, and what players are told.
    private func look(_ request: Request, _ node: SimulatorNode) {
        var events = told()
        sweepOn(node)
        events += told()
        checkChanges(request, events)
    }

    /// As a server's reader of the outbox does.
    private func told() -> [ServerEvent] {
        do throws(StorageError) {
            let page = try OutboxPage.read(database, after: eventPlace, max: 1_000)
            eventPlace = max(eventPlace, page.through)
            for event in page.events { onEvent(event.event) }
            return page.events.map(\.event)
        } catch {
            world.require(false, "the outbox cannot be read: \(error)")
            return []
        }
    }

    /// Its answer is kept: it will be the first one's.
    private func isKnown(_ request: Request) -> Bool {
        guard let id = request.changeId else { return false }
        return number("SELECT count(*) FROM change_answers WHERE key_hash = ?", [.text(ServiceCore.fingerprint("change \(id)"))]) > 0
    }

    private static func consumed(by request: Request) -> String? {
        switch request.api {
        case "purchase.consume": request.parameters["paymentSeq"]?.stringValue
        case "server.consume": request.parameters["body"]?["paymentSeq"]?.stringValue
        default: nil
        }
    }

    // MARK: Weather

    /// Somebody does not reach somebody for a while: a service its database, or a player a service.
    /// - Parameter players: by name; those without one together.
    func part(_ players: [String]) {
        world.count(.cuts)
        let node = world.pick(nodes)
        let milliseconds = Int64(200 + world.below(8_000))
        if world.chance(50) {
            world.note("service \(node.number) does not reach the database")
            node.connection?.isCut = true
            world.after(milliseconds) { node.connection?.isCut = false }
        } else {
            let player = world.pick(players)
            world.note("\(player) does not reach service \(node.number)")
            node.cutFrom.insert(player)
            world.after(milliseconds) { node.cutFrom.remove(player) }
        }
    }

    func heal() {
        for node in nodes {
            node.connection?.isCut = false
            node.cutFrom = []
        }
    }
}

extension SimulatorWorld {
    /// - Returns: says whether nobody came between since.
    func overtakings(_ requests: [Request]) -> () -> Bool {
        let before = tallies[Tally.overtaken.rawValue]
        return { [self] in tallies[Tally.overtaken.rawValue] == before }
    }
}
