import Codecs
import Linux
import Storage
import Synchronization
import Testing

@testable import Engine
@testable import Messages
@testable import Service

/// Answers in the order in which they came.
private final class Answers: @unchecked Sendable {
    private let lock = Lock()
    private let arrived = ConditionVariable()
    private var all: [(name: String, reply: Reply)] = []

    func put(_ name: String, _ reply: Reply) {
        lock.locked {
            all.append((name, reply))
            arrived.broadcast()
        }
    }

    /// Waits at most a minute.
    func wait(_ count: Int) -> [(name: String, reply: Reply)] {
        let deadline = SystemClock().monotonicNanoseconds() + 60_000_000_000
        return lock.locked {
            while all.count < count, arrived.wait(lock, untilNanoseconds: deadline) {}
            return all
        }
    }

    var now: [(name: String, reply: Reply)] { lock.locked { all } }
}

/// The date stands still, and time goes on.
final class RunningClock: Clock {
    private let system = SystemClock()
    private let date: any Clock

    init(_ date: any Clock = ServiceTestClock()) { self.date = date }

    func monotonicNanoseconds() -> Int64 { system.monotonicNanoseconds() }
    func epochMilliseconds() -> Int64 { date.epochMilliseconds() }
}

/// A service that strangers and players ask over a network.
private final class FairBench {
    static let settings: JSON = [
        "app": ["appId": "Shop", "secretKey": "s"], "idPs": ["guest": [:]], "ncmb": ["passwordCost": 10],
        "products": [
            ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "m.gem", "price": "0.99", "currency": "USD"]
        ],
    ]
    /// Each byte leads such a pattern to another set of states.
    static let dear: JSON = ["className": "Horse", "where": ["name": ["$regex": "(a|b|c)*[ac].{14}[bc].{14}x$"]]]

    let service: EngineService
    let answers = Answers()

    init(horses: Int) {
        service = EngineService(directory: nil, clock: RunningClock(), random: ServiceTestRandom(seed: 5))
        #expect(service.start())
        send("console.loadSettings", ["settings": Self.settings], as: "settings")
        let text = String(repeating: "abcacbbcabac", count: 20)
        for number in 0..<horses {
            send("objects.create", ["className": "Horse", "fields": ["name": .string(text + "\(number)")]], as: "horse")
        }
        #expect(answers.wait(horses + 1).allSatisfy { $0.reply.isSuccess })
    }

    deinit { _ = service.stop(untilNanoseconds: SystemClock().monotonicNanoseconds() + 5_000_000_000) }

    /// - Parameter asker: nil: from the process itself.
    @discardableResult func send(
        _ api: String, _ parameters: JSON = [:], by asker: UInt64? = nil, as name: String, token: String? = nil
    ) -> Asking? {
        var request = Request(
            api: api, origin: api.hasPrefix("console.") ? .console : .client, transactionId: "t", accessToken: token, parameters: parameters
        )
        let asking = asker.map { Asking(asker: $0) }
        if let asking {
            request.setCarried(from: "192.0.2.\(asking.asker)")
            request.asking = asking
        }
        let answers = answers
        service.send(request) { answers.put(name, $0) }
        return asking
    }

    func signUp(_ name: String, by asker: UInt64) {
        let fields: JSON = ["userName": .string(name), "password": "password"]
        send("objects.create", ["className": "user", "fields": fields], by: asker, as: name)
    }

    /// What was answered behind `first` answers, when so many have come.
    func replies(_ count: Int, behind first: Int) -> [(name: String, reply: Reply)] { Array(answers.wait(first + count).dropFirst(first)) }
}

@Suite struct `Fair by asker` {
    @Test func `whoever asks for many long searches keeps nobody's sign-up, log-in, purchase or ledger check waiting`() {
        let bench = FairBench(horses: 2_000)
        let first = bench.answers.now.count
        bench.service.setSuspended(true)
        let finds = (0..<66).map { bench.send("objects.find", FairBench.dear, by: 1, as: "find \($0)") }
        bench.signUp("una", by: 2)
        let guest: JSON = ["idPInfo": ["idPCode": "guest", "accessToken": "a-guest-secret-of-32-characters!"], "member": [:]]
        bench.send("gateway.idPLogin", guest, by: 3, as: "guest")
        bench.send("console.checkLedger", as: "ledger")
        bench.service.setSuspended(false)
        var seen = 0
        var others: [String: Reply] = [:]
        var cost = 0
        while others.count < 3 {
            seen += 1
            let (name, reply) = bench.replies(seen, behind: first)[seen - 1]
            if name.hasPrefix("find") { continue }
            others[name] = reply
            cost = finds.reduce(0) { $0 + ($1?.charged ?? 0) }
        }
        #expect(others.values.allSatisfy { $0.isSuccess }, "\(others)")
        let rest = bench.replies(69, behind: first)
        let all = finds.reduce(0) { $0 + ($1?.charged ?? 0) }
        // Of all that was asked for a part was done by then; without turns by asker it would be nearly all.
        #expect(cost < all / 2, "\(cost) of \(all) units were done for the stranger first")
        // Of 66 at once some wait, and those beyond its share are told when to ask again.
        let refused = rest.filter { $0.reply.resultCode == ResultCode.tooManyRequests }
        #expect(refused.allSatisfy { $0.name.hasPrefix("find") && ($0.reply.retryAfterSeconds ?? 0) > 0 })
    }

    @Test func `log-ins of names that nobody has do not refuse the owner's, whoever sends them`() {
        let bench = FairBench(horses: 0)
        bench.signUp("una", by: 9)
        _ = bench.answers.wait(2)
        let first = bench.answers.now.count
        bench.service.setSuspended(true)
        for number in 0..<90 {
            let asker = UInt64(1 + number % 3)
            bench.send("users.logIn", ["userName": .string("nobody \(number)"), "password": "x"], by: asker, as: "stranger")
        }
        bench.send("users.logIn", ["userName": "una", "password": "password"], by: 9, as: "owner")
        bench.service.setSuspended(false)
        let answers = bench.replies(91, behind: first)
        let place = answers.firstIndex { $0.name == "owner" }
        #expect(place.map { answers[$0].reply.isSuccess } == true)
        // Four keys are made beside each other; those that began before it end before it.
        let before = answers.prefix(place ?? 91).filter { $0.reply.resultCode != ResultCode.tooManyRequests }
        #expect(before.count <= 12, "\(before.count) log-ins of strangers were answered before the owner's")
    }

    @Test func `what a vanished connection has asked for takes no further slice`() {
        let bench = FairBench(horses: 2_000)
        let first = bench.answers.now.count
        let whole = bench.send("objects.find", FairBench.dear, by: 1, as: "whole")
        _ = bench.replies(1, behind: first)
        bench.service.setSuspended(true)
        let cut = bench.send("objects.find", FairBench.dear, by: 2, as: "cut")
        cut?.end()
        bench.service.setSuspended(false)
        let answers = bench.replies(2, behind: first)
        #expect(answers[0].reply.isSuccess && answers[1].reply.resultCode == ResultCode.tooManyRequests)
        // The first slice is done among other requests; there is no second one.
        let (all, some) = (whole?.charged ?? 0, cut?.charged ?? 0)
        #expect(all > 4 * some && some > 0, "\(all), \(some)")
    }

    @Test func `a change that a vanished connection has begun is made to its end`() {
        let bench = FairBench(horses: 0)
        let first = bench.answers.now.count
        bench.service.setSuspended(true)
        let made = bench.send("objects.create", ["className": "Horse", "fields": ["name": "late"]], by: 1, as: "made")
        made?.end()
        bench.service.setSuspended(false)
        #expect(bench.replies(1, behind: first)[0].reply.isSuccess)
    }

    @Test func `who asks for more than a group takes stands behind the first request of everybody else`() {
        let bench = FairBench(horses: 0)
        let first = bench.answers.now.count
        bench.service.setSuspended(true)
        for _ in 0..<1_000 { bench.send("launching.getServerTime", by: 1, as: "stranger") }
        for asker in 2..<10 { bench.send("launching.getServerTime", by: UInt64(asker), as: "player") }
        bench.service.setSuspended(false)
        let answers = bench.replies(1_008, behind: first)
        #expect(answers.prefix(20).count { $0.name == "player" } == 8)
    }

    @Test func `a debt is paid in time, and what costs little is not charged`() {
        let time = Atomic<Int64>(0)
        nonisolated(unsafe) let now = { time.load(ordering: .relaxed) }
        let debts = AskerDebts(now: now)
        debts.charge(1, AskerDebts.smallMax)
        #expect(debts.isEmpty && !debts.isInDebt(1))
        debts.charge(2, AskerDebts.Bounds.ofOthers.free)
        debts.charge(1, 3 * AskerDebts.paidToSharersASecond)
        #expect(debts.isInDebt(1) && !debts.isInDebt(2) && debts.retrySeconds(1) == 4)
        time.store(1_000_000_000 / 20, ordering: .relaxed)
        #expect(debts.debt(of: 2) == AskerDebts.Bounds.ofOthers.free - AskerDebts.paidASecond / 20)
        time.store(2_000_000_000, ordering: .relaxed)
        #expect(debts.debt(of: 1) == AskerDebts.paidToSharersASecond)
        // Just below the bound it goes on as slowly.
        time.store(2_800_000_000, ordering: .relaxed)
        #expect(debts.debt(of: 1) == AskerDebts.paidToSharersASecond / 5 && !debts.isInDebt(1))
        time.store(3_000_000_000, ordering: .relaxed)
        #expect(!debts.isInDebt(1))
        debts.sweep()
        #expect(debts.isEmpty)
        for asker in 0..<(3 * AskerDebts.countMax) { debts.charge(UInt64(asker), 1_000) }
        debts.sweep()
        #expect(debts.debt(of: UInt64(3 * AskerDebts.countMax - 1)) == 1_000)
    }

    @Test func `of many who owe much each is let off a share, and who owes little all of it`() {
        let time = Atomic<Int64>(0)
        nonisolated(unsafe) let now = { time.load(ordering: .relaxed) }
        let debts = AskerDebts(now: now)
        let second: Int64 = 1_000_000_000
        for asker in 1...5 { debts.charge(UInt64(asker), 10 * AskerDebts.paidASecond) }
        debts.charge(9, AskerDebts.Bounds.ofOthers.free / 2)
        time.store(second, ordering: .relaxed)
        let share = AskerDebts.paidToSharersASecond / 5
        #expect((1...5).allSatisfy { debts.debt(of: UInt64($0)) == 10 * AskerDebts.paidASecond - share })
        #expect(debts.debt(of: 9) == 0)
        #expect(debts.retrySeconds(1) == AskerDebts.retrySecondsMax)
        // Charged often it is let off as much.
        for _ in 0..<1_000 {
            time.add(second / 1_000, ordering: .relaxed)
            debts.charge(1, 1)
        }
        #expect(abs(debts.debt(of: 1) - (10 * AskerDebts.paidASecond - 2 * share + 1_000)) <= 1_000)
        // However many they are, none waits for ever.
        for asker in 100..<200 { debts.charge(UInt64(asker), 10 * AskerDebts.paidASecond) }
        time.add(10 * second, ordering: .relaxed)
        let least = AskerDebts.paidToSharersASecond / AskerDebts.sharersMax
        #expect(debts.debt(of: 100) == 10 * AskerDebts.paidASecond - 10 * least)
    }

    @Test func `many who each cost little wait behind others together, and no player does because one owes much`() {
        let time = Atomic<Int64>(1)
        nonisolated(unsafe) let now = { time.load(ordering: .relaxed) }
        let debts = AskerDebts(now: now)
        debts.charge(1, 100 * AskerDebts.Bounds.ofOthers.free)
        debts.charge(2, AskerDebts.Bounds.ofOthers.free / 4)
        #expect(debts.isInDebt(1) && !debts.isInDebt(2))
        debts.noteServed()
        #expect(debts.pause == nil)
        // Four times as much as all together are let off, and a fifth of what each alone is.
        for _ in 0..<100 {
            time.add(100_000_000, ordering: .relaxed)
            for asker in 2..<12 { debts.charge(UInt64(asker), AskerDebts.paidASecond / 50) }
        }
        #expect((2..<12).allSatisfy { debts.isInDebt(UInt64($0)) })
        debts.noteServed()
        debts.charge(2, 200)
        #expect(debts.pause != nil)
        // Who asks for little then waits for none of them.
        debts.charge(20, AskerDebts.Bounds.ofOthers.freeOfMany)
        #expect(!debts.isInDebt(20))
        time.add(600 * 1_000_000_000, ordering: .relaxed)
        #expect((2..<12).allSatisfy { !debts.isInDebt(UInt64($0)) })
    }

    @Test func `many who have keys of passwords made wait together, and one who has two made waits for nobody`() {
        let time = Atomic<Int64>(1)
        let debts = RoomDebts { time.load(ordering: .relaxed) }.of(.signIn)
        let key = 205
        func makesKey(_ asker: UInt64) { for _ in 0..<key { debts.charge(asker, Work.ofKeySlice) } }
        for _ in 0..<2 { makesKey(1) }
        #expect(!debts.isInDebt(1))
        for asker in UInt64(2)..<12 { makesKey(asker) }
        #expect((1..<12).allSatisfy { debts.isInDebt(UInt64($0)) } && !debts.isInDebt(12))
        // What twelve keys have cost is let off at a sixth of a processor.
        time.add(13_000_000_000, ordering: .relaxed)
        makesKey(13)
        #expect(!debts.isInDebt(13))
    }

    @Test func `of the workers a fourth serves those who owe much`() {
        for (workers, most) in [(1, 1), (7, 1), (8, 2), (16, 4)] {
            let debts = RoomDebts(workers: workers) { 1 }
            #expect((0..<most).allSatisfy { _ in !debts.isTurnTaken && debts.takeTurn() })
            #expect(debts.isTurnTaken && !debts.takeTurn())
            debts.endTurn()
            #expect(!debts.isTurnTaken && debts.takeTurn())
        }
    }

    @Test func `what waits for room is not looked at again and again while what has the room pauses`() {
        var line = FairLine(RoomDebts { 1 })
        func entry(_ asker: UInt64, isWaiting: Bool) -> FairLine.Entry {
            var request = Request(api: "users.logIn", origin: .client, transactionId: "t")
            request.asking = Asking(asker: asker)
            return FairLine.Entry(
                work: SlicedWork(()) { (_) in nil }, pending: PendingRequest(request: request) { _ in }, isWaiting: isWaiting)
        }
        line.debts.of(.signIn).charge(1, 10 * AskerDebts.Bounds.ofSignIns.free)
        line.debts.of(.signIn).noteServed()
        line.debts.of(.signIn).charge(1, 200)
        #expect(line.add(entry(1, isWaiting: false)) == nil && line.add(entry(2, isWaiting: true)) == nil)
        #expect(!line.isReady && line.take() == nil)
        // Its end lets the other look.
        line.wakeWaiting()
        #expect(line.isReady && line.take()?.asker == 2)
        // And where nothing here has the room, it looks, too.
        var alone = FairLine(RoomDebts { 1 })
        #expect(alone.add(entry(2, isWaiting: true)) == nil)
        #expect(alone.isReady && alone.take()?.asker == 2)
    }

    @Test func `while others are served, who owes much has a part of the time`() {
        let time = Atomic<Int64>(1)
        nonisolated(unsafe) let now = { time.load(ordering: .relaxed) }
        let debts = AskerDebts(now: now)
        debts.charge(1, 10 * AskerDebts.Bounds.ofOthers.free)
        // Nobody else is there.
        #expect(debts.pause == nil)
        debts.noteServed()
        debts.charge(1, 200)
        let counted: Int64 = 1 + 15 * 200 * 10_000
        #expect(debts.pause == counted)
        // It has taken longer than was counted: a database has worked for it.
        debts.charge(1, 200, nanoseconds: 5_000_000)
        let taken: Int64 = 15 * 5_000_000
        #expect(debts.pause == counted + taken)
        time.store(debts.pause ?? 0, ordering: .relaxed)
        #expect(debts.pause == nil)
        time.add(1_000_000_000, ordering: .relaxed)
        debts.charge(1, 200)
        #expect(debts.pause == nil)
        // With more processors it is more of them.
        let wide = AskerDebts(workers: 32, now: now)
        wide.charge(1, 10 * AskerDebts.Bounds.ofOthers.free)
        wide.noteServed()
        wide.charge(1, 200)
        #expect(wide.pause == nil)
    }

    @Test func `who pauses leaves the turns to others, in sign-ins as elsewhere, and purchases never pause`() {
        func entry(_ api: String, _ asker: UInt64) -> FairLine.Entry {
            var request = Request(api: api, origin: .client, transactionId: "t")
            request.asking = Asking(asker: asker)
            return FairLine.Entry(work: SlicedWork(()) { (_) in nil }, pending: PendingRequest(request: request) { _ in })
        }
        var line = FairLine(RoomDebts { 1 })
        for room in [TurnRoom.signIn, .others] {
            line.debts.of(room).charge(1, 10 * AskerDebts.Bounds.ofSignIns.free)
            line.debts.of(room).noteServed()
            line.debts.of(room).charge(1, 200)
        }
        for api in ["objects.find", "users.logIn"] { _ = line.add(entry(api, 1)) }
        #expect(!line.isReady && line.take() == nil && line.count == 2)
        for (api, asker) in [("objects.find", UInt64(2)), ("users.logIn", 2), ("purchase.reserve", 1)] {
            _ = line.add(entry(api, asker))
            #expect(line.isReady)
            let taken = line.take()
            #expect(taken?.pending?.request.api == api && taken?.asker == asker)
        }
        #expect(!line.isReady)
    }

    /// {friends: so many pointers}, as it came over a network with its bytes.
    private static func relation(_ asker: UInt64, _ count: Int) -> FairLine.Entry {
        let pointers: [JSON] = (0..<count).map { ["__type": "Pointer", "className": "Horse", "objectId": .string("P\($0)")] }
        let parameters: JSON = ["fields": ["friends": ["__op": "AddRelation", "objects": .array(pointers)]]]
        var request = Request(.objectsUpdate, origin: .client, transactionId: "t", parameters: parameters)
        let asking = Asking(asker: asker)
        asking.charge(parameters.text().utf8.count / Work.bytesOfUnit)
        request.asking = asking
        return FairLine.Entry(work: nil, pending: PendingRequest(request: request) { _ in })
    }

    @Test func `what is known to be long has a turn of its own, one at a time in all workers and a part of the time`() throws {
        let time = Atomic<Int64>(1)
        let debts = RoomDebts(workers: 2) { time.load(ordering: .relaxed) }
        var (one, other) = (FairLine(debts), FairLine(debts))
        let (long, short) = (Self.relation(1, 1_000), Self.relation(2, 10))
        let (longAsked, shortAsked) = (try #require(long.pending?.request), try #require(short.pending?.request))
        #expect(one.waitsAlone(longAsked) && !one.waitsAlone(shortAsked))
        _ = one.add(long)
        _ = other.add(Self.relation(3, 1_000))
        #expect(one.isReady && other.isReady)
        #expect(one.take()?.asker == 1)
        // Meanwhile another worker has turns for others alone.
        #expect(!other.isReady && other.take() == nil)
        _ = other.add(short)
        #expect(other.isReady && other.take()?.asker == 2)
        other.endTurn()
        #expect(!other.isReady)
        one.endTurn()
        #expect(other.isReady)
        // While others are served it comes a while after the first.
        debts.of(.others).charge(9, 1)
        debts.of(.others).charge(1, 2_000)
        debts.noteServed()
        debts.of(.others).charge(1, 2_000)
        #expect(debts.pause != nil && !other.isReady && other.take() == nil)
        time.store(try #require(debts.pause), ordering: .relaxed)
        #expect(other.isReady && other.take()?.asker == 3)
    }

    @Test func `a purchase stands before the long requests of its group, and is not put off with them`() {
        let bench = FairBench(horses: 0)
        bench.send("objects.create", ["className": "Owner", "fields": [:]], as: "owner")
        let made = bench.answers.wait(2).last?.reply.body["answer"]?["objectId"] ?? nil
        let first = bench.answers.now.count
        let pointers: [JSON] = (0..<1_000).map { ["__type": "Pointer", "className": "Horse", "objectId": .string("P\($0)")] }
        let fields: JSON = ["friends": ["__op": "AddRelation", "objects": .array(pointers)]]
        bench.service.setSuspended(true)
        for asker in 1..<6 {
            bench.send("objects.update", ["className": "Owner", "objectId": made, "fields": fields], by: UInt64(asker), as: "relation")
        }
        bench.send("purchase.items", by: 9, as: "purchase")
        bench.service.setSuspended(false)
        let answers = bench.replies(6, behind: first)
        #expect(answers.first?.name == "purchase", "\(answers.map { $0.name })")
    }

    @Test func `the slices of a password's key need no transaction`() {
        let bench = FairBench(horses: 0)
        let before = bench.service.worker.storage.transactions
        // Each key has 26 slices.
        let count = 12
        for number in 0..<count {
            let name = JSON.string("nobody \(number)")
            bench.send("users.logIn", ["userName": name, "password": "password"], by: UInt64(20 + number), as: "nobody")
            #expect(!bench.replies(1, behind: 1 + number)[0].reply.isSuccess)
        }
        // What is swept beside them takes some, too.
        let taken = bench.service.worker.storage.transactions - before
        #expect(taken <= 13 * count, "\(taken) transactions")
    }

    @Test func `places are shared by asker, and rooms keep theirs`() {
        func entry(_ api: String, _ asker: UInt64) -> FairLine.Entry {
            var request = Request(api: api, origin: .client, transactionId: "t")
            request.asking = Asking(asker: asker)
            let work = SlicedWork(()) { (_) in nil }
            work.leavesNothing()
            return FairLine.Entry(work: work, pending: PendingRequest(request: request) { _ in })
        }
        var line = FairLine(RoomDebts { 0 })
        for asker in 1...4 {
            for number in 0..<20 {
                let refused = line.add(entry("objects.find", UInt64(asker)))
                #expect((refused == nil) == (number < FairLine.placesOfAskerMax))
            }
        }
        #expect(line.count == FairLine.placesMax)
        // All places are taken: who has most makes room, once for each that comes.
        for asker in 5...12 {
            let refused = line.add(entry("objects.find", UInt64(asker)))
            #expect(refused.map { $0.request.asking?.asker ?? 0 }.map { (1...4).contains($0) } == true)
        }
        // Whoever logs in has other places.
        #expect(line.add(entry("users.logIn", 1)) == nil)
        #expect(line.count == FairLine.placesMax + 1)
        // Turns go to all of them in turn.
        line.debts.of(.others).charge(1, 10_000)
        var turns: [UInt64] = []
        for _ in 0..<24 {
            guard let entry = line.take() else { break }
            turns.append(entry.asker)
            line.put(entry)
        }
        #expect(Set(turns).count == 12 && turns.count { $0 == 1 } <= 12)
    }
}
