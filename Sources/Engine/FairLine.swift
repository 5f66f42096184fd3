import Codecs
import Messages
import Service

#if hasFeature(Embedded)
/// Long work that is under way, of the one asker that there is: a slice of one, then of the next.
struct FairLine {
    struct Entry {
        var work: SlicedWork?
        /// nil: nobody waits for it.
        let pending: PendingRequest?
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    /// The console's requests are begun one after the other.
    var isConsoleBusy: Bool { entries.contains { $0.pending?.request.origin == .console } }
    var hasSweep: Bool { entries.contains { $0.pending == nil } }

    /// - Returns: who is turned away, because all places are taken.
    mutating func add(_ entry: Entry) -> PendingRequest? {
        guard entries.count < EngineService.unfinishedMax else { return entry.pending }
        entries.append(entry)
        return nil
    }

    mutating func put(_ entry: Entry) { entries.append(entry) }
    mutating func take() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }

    mutating func takeAll() -> [Entry] {
        defer { entries = [] }
        return entries
    }
}
#else
/// What waits for a turn of its own: long work that is under way, and requests of askers who have had much already. Turns go round the
/// rooms, and in a room to the asker who has cost least of late; so nobody keeps others out by asking for more.
struct FairLine {
    struct Entry {
        /// nil: it is not begun.
        var work: SlicedWork?
        /// nil: nobody waits for it.
        let pending: PendingRequest?
        /// Its last slice found no room.
        var isWaiting = false

        var room: TurnRoom { pending?.request.room ?? .operators }
        /// Whoever has the process is one asker.
        var asker: UInt64 { pending?.request.asking?.asker ?? 0 }
        /// It may be ended and leaves nothing.
        var isLoose: Bool { work?.endsWithAsker ?? true }
        var isVanished: Bool { isLoose && (pending?.request.asking?.isOver == true || pending?.request.isGivenUp == true) }
        /// Its first turn is known to be long.
        var isLong: Bool { work == nil && pending.map { ExpectedWork.of($0.request) > ExpectedWork.promptMax } == true }
    }

    /// Long requests of one room.
    static let placesMax = EngineService.unfinishedMax
    /// Of them those of one asker over a network.
    static let placesOfAskerMax = 16
    /// Requests that are not begun, of all askers and of one.
    static let unbegunMax = 1_024
    static let unbegunOfAskerMax = 64

    private struct Queue {
        let asker: UInt64
        var entries: [Entry] = []
        var unbegun = 0

        var mayHaveTurn: Bool { entries.contains { !$0.isWaiting } }
    }

    private var rooms = [[Queue]](repeating: [], count: TurnRoom.allCases.count)
    private var next = 0
    private(set) var count = 0
    private var unbegun = 0
    private(set) var hasSweep = false
    private var console = 0
    /// The turn under way is the one that those who owe much have.
    private var holdsTurn = false
    let debts: RoomDebts

    init(_ debts: RoomDebts) { self.debts = debts }

    var isEmpty: Bool { count == 0 }
    /// Somebody may have to wait alone, whatever it asks for.
    var hasAskersApart: Bool { unbegun > 0 || !debts.isEmpty }
    /// The console's requests are begun one after the other.
    var isConsoleBusy: Bool { console > 0 }

    // MARK: In

    /// Whether a request that could be answered among others waits for a turn of its own.
    func waitsAlone(_ request: Request) -> Bool {
        guard let asker = request.asking?.asker, request.room == .others else { return false }
        if debts.of(.others).isInDebt(asker) || ExpectedWork.of(request) > ExpectedWork.sharedMax { return true }
        return unbegun > 0 && rooms[TurnRoom.others.rawValue].contains { $0.asker == asker && $0.unbegun > 0 }
    }

    /// - Returns: who is turned away for it, because all places are taken: itself, or the newest of the asker who has most.
    mutating func add(_ entry: Entry) -> PendingRequest? {
        let (room, asker) = (entry.room.rawValue, entry.asker)
        let own = rooms[room].first { $0.asker == asker }
        let (places, waiting) = ((own?.entries.count ?? 0) - (own?.unbegun ?? 0), own?.unbegun ?? 0)
        var refused: PendingRequest?
        if entry.work == nil {
            guard unbegun < Self.unbegunMax, waiting < Self.unbegunOfAskerMax else { return entry.pending }
        } else if let pending = entry.pending {
            guard pending.request.asking == nil || places < Self.placesOfAskerMax else { return pending }
            if begun(room) >= Self.placesMax {
                guard let place = fullest(room, above: places + 1), let taken = takeNewest(room, place) else { return pending }
                refused = taken
            }
        }
        put(entry)
        return refused
    }

    /// Its next turn comes behind those of all others who have cost no more.
    mutating func put(_ entry: Entry) {
        let room = entry.room.rawValue
        let place =
            rooms[room].firstIndex { $0.asker == entry.asker }
            ?? {
                rooms[room].append(Queue(asker: entry.asker))
                return rooms[room].count - 1
            }()
        rooms[room][place].entries.append(entry)
        count += 1
        if entry.work == nil {
            rooms[room][place].unbegun += 1
            unbegun += 1
        }
        if entry.pending == nil { hasSweep = true }
        if entry.pending?.request.origin == .console, entry.work != nil { console += 1 }
    }

    private func begun(_ room: Int) -> Int { rooms[room].reduce(0) { $0 + $1.entries.count - $1.unbegun } }

    private func fullest(_ room: Int, above most: Int) -> Int? {
        let place = rooms[room].indices.max {
            rooms[room][$0].entries.count - rooms[room][$0].unbegun < rooms[room][$1].entries.count - rooms[room][$1].unbegun
        }
        return place.flatMap { rooms[room][$0].entries.count - rooms[room][$0].unbegun > most ? $0 : nil }
    }

    private mutating func takeNewest(_ room: Int, _ queue: Int) -> PendingRequest? {
        guard let place = rooms[room][queue].entries.lastIndex(where: { $0.work != nil && $0.isLoose }) else { return nil }
        return remove(room, queue, place).pending
    }

    // MARK: Out

    /// Something may have a turn now. What waits for room waits for the end of what has it, which may pause.
    var isReady: Bool {
        let mayPause = debts.pause != nil || debts.isTurnTaken
        return rooms.indices.contains { room in
            rooms[room].contains { $0.mayHaveTurn && !(mayPause && isSlow($0, room)) }
        } || (count > 0 && areAllWaiting)
    }

    /// Nothing is left here that has the room they wait for.
    private var areAllWaiting: Bool { !rooms.contains { $0.contains { $0.mayHaveTurn } } }

    /// What has the next turn; nil when nothing may have one.
    mutating func take() -> Entry? {
        if areAllWaiting { wakeWaiting() }
        return pick()
    }

    private mutating func pick() -> Entry? {
        for offset in rooms.indices {
            let room = (next + offset) % rooms.count
            guard let queue = cheapest(room), let place = rooms[room][queue].entries.firstIndex(where: { !$0.isWaiting }) else { continue }
            if isSlow(rooms[room][queue], room) {
                guard debts.takeTurn() else { continue }
                holdsTurn = true
            }
            next = room + 1
            let entry = remove(room, queue, place)
            if let rest = rooms[room].firstIndex(where: { $0.asker == entry.asker }) { rooms[room].append(rooms[room].remove(at: rest)) }
            return entry
        }
        return nil
    }

    private func debtsOf(_ room: Int) -> AskerDebts { debts.of(TurnRoom(rawValue: room) ?? .others) }

    /// What was taken has had its turn.
    mutating func endTurn() {
        if holdsTurn { debts.endTurn() }
        holdsTurn = false
    }

    /// Others go before those who owe much, and before turns that are known to be long: those have a part of the time, one after the other
    /// in a fourth of the workers of the service.
    private func isPaused(_ queue: Queue, _ room: Int) -> Bool {
        (debts.isTurnTaken || debts.pause != nil) && isSlow(queue, room)
    }

    /// Operators and purchases have a room that nobody fills.
    private func isSlow(_ queue: Queue, _ room: Int) -> Bool {
        guard queue.asker != 0, room == TurnRoom.signIn.rawValue || room == TurnRoom.others.rawValue else { return false }
        return debtsOf(room).isInDebt(queue.asker) || queue.entries.first { !$0.isWaiting }?.isLong == true
    }

    /// Of the room's askers the one with the least debt; of equal ones the one whose last turn is longest ago.
    private func cheapest(_ room: Int) -> Int? {
        var best: (place: Int, debt: Int)?
        for (place, queue) in rooms[room].enumerated() where queue.mayHaveTurn && !isPaused(queue, room) {
            let debt = debtsOf(room).debt(of: queue.asker)
            if debt < best?.debt ?? Int.max { best = (place, debt) }
        }
        return best?.place
    }

    private mutating func remove(_ room: Int, _ queue: Int, _ place: Int) -> Entry {
        let entry = rooms[room][queue].entries.remove(at: place)
        count -= 1
        if entry.work == nil {
            rooms[room][queue].unbegun -= 1
            unbegun -= 1
        }
        if entry.pending == nil { hasSweep = false }
        if entry.pending?.request.origin == .console, entry.work != nil { console -= 1 }
        if rooms[room][queue].entries.isEmpty { rooms[room].remove(at: queue) }
        return entry
    }

    /// Something has ended: what waited for room looks again.
    mutating func wakeWaiting() {
        for room in rooms.indices {
            for queue in rooms[room].indices {
                for place in rooms[room][queue].entries.indices { rooms[room][queue].entries[place].isWaiting = false }
            }
        }
    }

    mutating func takeAll() -> [Entry] {
        defer {
            rooms = [[Queue]](repeating: [], count: TurnRoom.allCases.count)
            (count, unbegun, console, hasSweep) = (0, 0, 0, false)
        }
        return rooms.flatMap { $0.flatMap { $0.entries } }
    }
}
#endif
