import Linux

@testable import Client
@testable import Service

/// Everything that happens follows from the seed: what waits for which moment, who goes first, what the network does.
final class SimulatorWorld: @unchecked Sendable {
    struct Broken: Error { let what: String }

    /// What came to pass, to see that something did.
    enum Tally: Int, CaseIterable {
        case purchases, failures, consumes, refunds, deaths, renewals, subscriptionsOver, captures, events, unmatched, changesOfUser,
            changesAmidPurchase, promotions, promotionsFailed, limits, undone, sweeps,
            conflicts, commitsLost, commitsUnheard, overtaken, cuts, repeats, changes
    }

    let seed: UInt64
    /// What is broken in this world on purpose.
    let fault: SimulatorFault?
    private(set) var now: Int64 = 0
    private var state: UInt64
    private(set) var broken: Broken?
    /// Where a replay says what happens; nil while nobody reads it.
    var log: ((String) -> Void)?
    /// Of everything that happened, to see that a replay is one.
    private(set) var fingerprint: UInt64 = 14_695_981_039_346_656_037
    var messages = 0
    private(set) var tallies = [Int](repeating: 0, count: Tally.allCases.count)

    var weather = Weather.calm

    init(seed: UInt64, fault: SimulatorFault? = nil) {
        self.seed = seed
        self.fault = fault
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    // MARK: Dice

    func dice() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    func below(_ limit: Int) -> Int { Int(dice() % UInt64(limit)) }
    func chance(_ percent: Int) -> Bool { below(100) < percent }
    func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    // MARK: Time

    private final class Happening {
        let time: Int64
        let order: Int
        let action: () -> Void
        init(_ time: Int64, _ order: Int, _ action: @escaping () -> Void) {
            self.time = time
            self.order = order
            self.action = action
        }

        func isBefore(_ other: Happening) -> Bool { time < other.time || (time == other.time && order < other.order) }
    }

    /// A heap: none happens before the one at half its place.
    private var waiting: [Happening] = []
    private var orders = 0

    func after(_ milliseconds: Int64, _ action: @escaping () -> Void) {
        orders += 1
        waiting.append(Happening(now + milliseconds, orders, action))
        var place = waiting.count - 1
        while place > 0, waiting[place].isBefore(waiting[(place - 1) / 2]) {
            waiting.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private func takeFirst() -> Happening {
        let first = waiting[0]
        let last = waiting.removeLast()
        if waiting.isEmpty { return first }
        waiting[0] = last
        var place = 0
        while true {
            var next = place
            for child in [2 * place + 1, 2 * place + 2] where child < waiting.count && waiting[child].isBefore(waiting[next]) {
                next = child
            }
            if next == place { return first }
            waiting.swapAt(place, next)
            place = next
        }
    }

    /// Runs what comes next, if it comes before `end`.
    /// - Returns: false when nothing does; then it is `end`.
    func step(before end: Int64) -> Bool {
        guard let next = waiting.first, next.time < end else {
            now = max(now, end)
            return false
        }
        let first = takeFirst()
        now = max(now, first.time)
        first.action()
        return true
    }

    /// What still waits holds those who wait.
    func end() { waiting = [] }

    // MARK: What is seen

    func note(_ what: @autoclosure () -> String) {
        guard log != nil else { return }
        log?("\(now) ms: \(what())")
    }

    /// Numbers that must come again in a replay.
    func mark(_ number: Int) { fingerprint = (fingerprint ^ UInt64(truncatingIfNeeded: number &+ Int(now))) &* 1_099_511_628_211 }

    func count(_ tally: Tally) { tallies[tally.rawValue] += 1 }

    func require(_ condition: Bool, _ what: @autoclosure () -> String) {
        guard !condition, broken == nil else { return }
        broken = Broken(what: what())
        note("BROKEN: " + what())
    }

    final class Box<Value>: @unchecked Sendable {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
}
