@testable import Engine
@testable import Messages
import Storage

@testable import Service

/// A process with a service in it: the only one over its file, or one of several over a database that they share.
final class SimulatorNode {
    /// A request that has arrived and waits for its turn.
    struct Arrived {
        let request: Request
        let player: SimulatorPlayer?
        /// nil: nobody answers.
        let answer: (Reply?) -> Void
    }

    let number: Int
    let disk: SimulatorDatabase
    let storage: ServiceStorage
    let group: RequestGroup
    var isDown = false
    /// In the middle of a transaction.
    var isWorking = false
    var sweep: SlicedWork?
    var waiting: [Arrived] = []
    /// What it works on is the consumption of this payment.
    var consuming: String?
    /// Players who do not reach it.
    var cutFrom: Set<String> = []

    init(_ world: SimulatorWorld, _ clock: SimulatorClock, _ disk: SimulatorDatabase, number: Int) {
        self.number = number
        self.disk = disk
        storage = ServiceStorage(clock: clock, random: ServiceTestRandom(seed: world.seed &+ UInt64(number) &* 1_000_003)) {
            [disk] () throws(StorageError) in
            try (disk as? SimulatorConnection)?.open()
            return disk
        }
        group = RequestGroup(storage)
    }

    var connection: SimulatorConnection? { disk as? SimulatorConnection }
    var isFree: Bool { !isDown && !isWorking }

    /// The process is gone, and with it whoever waited there.
    func die() {
        isDown = true
        sweep = nil
        waiting = []
        storage.reopenNextTime()
    }
}
