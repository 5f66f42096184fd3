import Codecs

@testable import Client
@testable import Service

/// Two devices that change the same objects of the mobile backend, their disks, the service and the network in one thread and in virtual
/// time, from one seed.
struct SimulatorObjects {
    private static let playSeconds: Int64 = 60
    /// Within so long all that was kept is sent when nothing is in the way.
    private static let settlingSeconds: Int64 = 600

    let world: SimulatorWorld
    let changes: SimulatorChanges
    private let fault: SimulatorObjectFault?
    private let server: SimulatorServer
    private let devices: [SimulatorDevice]

    private init(seed: UInt64, services: Int, fault: SimulatorObjectFault?, log: ((String) -> Void)?) throws {
        world = SimulatorWorld(seed: seed, fault: fault == .answersBeforeCommit ? .answersBeforeCommit : nil)
        world.log = log
        self.fault = fault
        let server = try SimulatorServer(world, services: services)
        self.server = server
        let changes = SimulatorChanges(world, server)
        self.changes = changes
        let world = world
        devices = ["one", "two"].map { SimulatorDevice(world, server, changes, fault, name: $0) }
    }

    /// - Returns: the world after its end, and what came to pass in it.
    static func run(
        seed: UInt64, services: Int = 1, fault: SimulatorObjectFault? = nil, log: ((String) -> Void)? = nil
    ) throws -> (world: SimulatorWorld, tallies: [String: Int]) {
        let simulator = try SimulatorObjects(seed: seed, services: services, fault: fault, log: log)
        simulator.play()
        simulator.rest()
        for device in simulator.devices {
            device.leave()
            device.disk.remove()
        }
        simulator.world.end()
        simulator.server.end()
        return (simulator.world, simulator.changes.tallies)
    }

    private func play() {
        for device in devices { schedule(device) }
        disturb()
        tick()
        advance(to: Self.playSeconds * 1_000)
    }

    private func advance(to end: Int64, until isOver: () -> Bool = { false }) {
        while world.broken == nil, !isOver(), world.step(before: end) {
            if fault == .forgetsRequests { _ = try? server.database.run("DELETE FROM object_requests", []) }
            for device in devices { device.turn() }
        }
    }

    private func schedule(_ device: SimulatorDevice) {
        world.after(Int64(50 + world.below(900))) { [self] in
            guard world.now < Self.playSeconds * 1_000 else { return }
            device.act()
            schedule(device)
        }
    }

    /// Clients look at their timers and overdue calls at least this often.
    private func tick() { world.after(1_000) { [self] in tick() } }

    /// Weather, clocks, disks and the service change their minds.
    private func disturb() {
        world.after(Int64(500 + world.below(5_000))) { [self] in
            guard world.now < Self.playSeconds * 1_000 else { return }
            switch world.below(8) {
            case 0...2:
                world.weather = world.pick([.calm, .calm, .lossy, .lossy, .slow, .slow, .outage])
                world.note("the network is \(world.weather.rawValue)")
            case 3: server.restart()
            case 4 where server.isShared: server.part([""])
            case 4: server.clock.jump(world.pick([0, 0, -Simulator.day, Simulator.day]))
            default: disturb(world.pick(devices))
            }
            disturb()
        }
    }

    private func disturb(_ device: SimulatorDevice) {
        device.disk.fault = world.pick(SimulatorDisk.Fault.allCases)
        world.note("the disk of \(device.name) fails: \(device.disk.fault.map { "\($0)" } ?? "")")
        world.after(Int64(200 + world.below(6_000))) { device.disk.fault = nil }
    }

    /// Everything works, everybody starts again, what was kept is sent, and both look.
    private func rest() {
        guard world.broken == nil else { return }
        world.note("it calms down")
        world.weather = .calm
        server.heal()
        for device in devices {
            device.disk.fault = nil
            device.die()
        }
        // What is still under way arrives.
        advance(to: world.now + 120_000)
        for device in devices {
            device.disk.fault = nil
            device.start()
        }
        advance(to: world.now + Self.settlingSeconds * 1_000, until: { devices.allSatisfy(\.isSettled) })
        world.require(devices.allSatisfy(\.isSettled), "what was kept is not sent")
        changes.check(isOver: true)
        for place in changes.boardIds.indices { look(at: place) }
    }

    private func look(at place: Int) {
        let seen = SimulatorWorld.Box([String: String]()), friends = SimulatorWorld.Box([String: [String]]())
        for device in devices {
            device.read(place) { object in
                let fields = ["points", "saves", "line", "tags", "note"].map { object?.value($0)?.text() ?? "" }
                seen.value[device.name] = fields.joined(separator: " ") + " \(object?.updateDate ?? 0)"
            }
            device.readFriends(place) { friends.value[device.name] = $0 }
        }
        advance(to: world.now + 60_000, until: { seen.value.count == 2 && friends.value.count == 2 })
        guard world.broken == nil else { return }
        world.require(seen.value.count == 2 && Set(seen.value.values).count == 1, "board \(place) reads \(seen.value)")
        let related = changes.friends(of: place).sorted()
        world.require(
            friends.value.count == 2 && friends.value.values.allSatisfy { $0 == related },
            "the friends of \(place) read \(friends.value), not \(related)")
        let points = changes.fields("Board", changes.boardIds[place])?["points"] ?? .null
        world.require(seen.value["one"]?.hasPrefix(points.text()) ?? false, "board \(place) has \(points.text()) and reads \(seen.value)")
    }
}
