import Codecs
import Linux

@testable import Client
@testable import Service

/// What was asked of a store so far, in every life of every client.
struct SimulatorQuestions {
    var begun: Set<String> = []
    /// Captures without a clear answer that were not asked about since.
    var unclear: Set<String> = []
}

/// What the engine of one life registers for a store: carries each question to the store and its answer back, and watches what is asked.
final class SimulatorAdapter: @unchecked Sendable {
    private let store: SimulatorStore
    private let server: SimulatorServer
    private let player: SimulatorPlayer
    private let world: SimulatorWorld
    private let life: Int

    init(_ store: SimulatorStore, _ server: SimulatorServer, _ player: SimulatorPlayer) {
        self.store = store
        self.server = server
        self.player = player
        world = store.world
        life = player.life
    }

    var registration: HostStoreAdapter {
        var capabilities = HostStoreAdapter.capturesLast
        if store.abandons, world.fault != .capturesAbandoned { capabilities |= HostStoreAdapter.abandonsApproved }
        return HostStoreAdapter(
            capabilities: capabilities, kinds: [.begin, .poll, .event, .capture, .finish, .open, .restore],
            ask: { [self] in ask($0) }, close: {})
    }

    private var isAlive: Bool { player.life == life }

    private func ask(_ request: StoreRequest) {
        guard isAlive else { return }
        let key = request.orderKey ?? ""
        switch request.kind {
        case .event:
            // The engine has it already: nothing to carry.
            _ = request.succeed((try? JSON.parse(request.event ?? "")) ?? .null)
        case .products: _ = request.succeed([])
        case .begin:
            if world.chance(3) {
                _ = request.fail(world.pick([2, 17, 18] as [Int64]), nil)
                return
            }
            // invariant 2
            world.require(store.questions.begun.insert(key).inserted, "\(store.code): the order \(key) was begun twice")
            // invariant 1
            world.require(server.state(ofOrder: key) > 0, "\(store.code): the order \(key) began before its reservation was kept")
            let asked = SimulatorStore.Asked(
                key: key, user: request.userId ?? "", item: request.reserved("marketItemId") ?? "", price: request.reserved("price") ?? "",
                currency: request.reserved("currency") ?? "", productType: request.reserved("productType") ?? "")
            carry(request) { [store, player] in store.begin(asked, player) }
        case .poll:
            carry(request, then: { [self] in store.questions.unclear.remove(key) }) { [store] in
                store.poll(key)
            }
        case .capture: capture(request, key)
        case .finish:
            // invariant 4; invariant 5
            world.require(server.hasEntry(key, store.code), "\(store.code): \(key) was finished before there was an entry")
            carry(request) { [store] in
                store.finish(key)
                return .null
            }
        case .open: carry(request) { [store, player, world] in .array(world.fault == .forgetsMoney ? [] : store.openList(player)) }
        case .restore:
            let user = request.userId ?? ""
            carry(request) { [store, player] in .array(store.restoreList(player, user)) }
        }
    }

    private func capture(_ request: StoreRequest, _ key: String) {
        // invariant 15
        world.require(
            server.state(ofOrder: key) >= PaymentState.approved, "\(store.code): \(key) was captured before its approval was kept")
        world.require(
            store.questions.unclear.insert(key).inserted,
            "\(store.code): \(key) was captured again, and nobody asked what the last capture did")
        if store.abandons, let order = store.order(key) {
            world.require(
                order.player !== player || order.life == life, "\(store.code): \(key), which an earlier run left behind, was captured")
        }
        switch world.fault {
        case .capturesUnasked:
            // As if the library had asked again by itself.
            carry(
                request,
                lost: { [self] in
                    if isAlive { capture(request, key) }
                }
            ) { [store] in store.capture(key) }
        case .forgetsMoney: carry(request, as: ["status": "FAILED"]) { [store] in store.capture(key) }
        default: carry(request) { [store] in store.capture(key) }
        }
    }

    /// - Parameters:
    ///   - instead: what is answered in its place.
    ///   - lost: what happens instead of the usual when no answer comes.
    ///   - then: runs when the answer has come.
    private func carry(
        _ request: StoreRequest, as instead: JSON? = nil, lost: (() -> Void)? = nil, then: (() -> Void)? = nil,
        _ there: @escaping () -> JSON
    ) {
        let code = store.code
        let isOver = SimulatorWorld.Box(false)
        // Some adapters notice that nothing came, some only let go, and some never answer.
        let patience = Int64(1_000 + world.below(6_000))
        let manner = world.below(10)
        world.after(patience) { [self] in
            if isOver.value || !isAlive { return }
            isOver.value = true
            if let lost { return lost() }
            if manner == 0 { request.abandon() } else if manner > 1 { _ = request.fail(102, "no answer") } else { isOver.value = false }
        }
        world.carry(
            { () -> JSON? in there() },
            back: { [self] answer in
                if isOver.value || !isAlive { return }
                isOver.value = true
                world.note("\(player.name): \(code) \(request.kind) \(request.orderKey ?? "") -> \(answer.text())")
                world.mark(code.utf8.count)
                then?()
                _ = request.succeed(instead ?? answer)
            })
    }
}
