import Codecs
import Messages
import Storage

@testable import Service

/// A save of a board, as the game knows it. Its name goes into a list of the board, so that what the service made of all saves can be
/// counted again from that list alone.
final class SimulatorChange {
    enum State { case begun, sure, never }

    let device: String
    let number: Int
    let board: Int
    /// The device has it, and sends it in its order.
    var isKept: Bool
    var amount: Int64 = 0
    /// Its place among those that the device kept is to be seen.
    var isLined = false
    var tag: Bool?
    var friend: (place: Int, isIn: Bool)?
    var isNoted = false
    var state = State.begun

    var name: String { "\(device)-\(number)" }

    init(device: String, number: Int, board: Int, isKept: Bool) {
        self.device = device
        self.number = number
        self.board = board
        self.isKept = isKept
    }
}

/// What both devices were told, against what the service has. It outlives the processes.
final class SimulatorChanges {
    static let boards = 2
    static let friends = 4
    static let presents = 8
    static let gifts = 3

    private let world: SimulatorWorld
    private let server: SimulatorServer
    private(set) var boardIds: [String] = []
    private(set) var friendIds: [String] = []
    private(set) var presentIds: [String] = []
    private(set) var giftIds: [String] = []
    private(set) var made: [String: SimulatorChange] = [:]
    /// Who was told to have it.
    var presentsTaken: [Int: [String]] = [:]
    var giftsTaken: [Int: [String]] = [:]
    /// Objects that devices made eventually, by their number: what they were told of their making and of their end.
    var rows: [String: (made: SimulatorChange.State, gone: SimulatorChange.State?)] = [:]
    private(set) var tallies: [String: Int] = [:]

    init(_ world: SimulatorWorld, _ server: SimulatorServer) {
        self.world = world
        self.server = server
        boardIds = (0..<Self.boards).map { _ in create("Board") }
        friendIds = (0..<Self.friends).map { _ in create("Friend") }
        presentIds = (0..<Self.presents).map { _ in create("Present") }
        giftIds = (0..<Self.gifts).map { _ in create("Gift") }
    }

    private func create(_ className: String) -> String {
        let parameters: JSON = ["className": .string(className), "fields": [:]]
        let reply = server.handle(Request(.objectsCreate, origin: .client, transactionId: "t", parameters: parameters))
        return reply?.body["answer"]?["objectId"]?.stringValue ?? ""
    }

    func count(_ what: String) { tallies[what, default: 0] += 1 }

    func begin(_ change: SimulatorChange) { made[change.name] = change }

    // MARK: What the service has

    func fields(_ className: String, _ id: String) -> JSON? {
        server.rows("SELECT fields FROM objects WHERE class_name = ? AND object_id = ?", [.text(className), .text(id)]).first
            .flatMap { try? JSON.parse($0.text(0)) }
    }

    private static func texts(_ json: JSON?) -> [String] { (json?.arrayValue ?? []).compactMap(\.stringValue) }

    func friends(of board: Int) -> Set<String> {
        Set(
            server.rows(
                "SELECT target_id FROM relations WHERE class_name = 'Board' AND object_id = ? AND field = 'friends'",
                [.text(boardIds[board])]
            ).map { $0.text(0) })
    }

    // MARK: Comparing

    /// - Parameter isOver: nothing waits anywhere.
    func check(isOver: Bool) {
        for board in boardIds.indices { check(board, isOver) }
        for (place, takers) in presentsTaken {
            world.require(takers.count <= 1, "present \(place) was taken by \(takers)")
            world.require(fields("Present", presentIds[place]) == nil, "present \(place) was taken and is there")
        }
        for (place, takers) in giftsTaken {
            world.require(takers.count <= 1, "gift \(place) was taken by \(takers)")
            let taker = fields("Gift", giftIds[place])?["taker"]?.stringValue
            world.require(taker == takers.first, "gift \(place) was taken by \(takers) and is \(taker ?? "nobody")'s")
        }
        if isOver { checkRows() }
    }

    private func check(_ board: Int, _ isOver: Bool) {
        guard let fields = fields("Board", boardIds[board]) else { return world.require(false, "board \(board) is gone") }
        let names = Self.texts(fields["saves"])
        world.require(Set(names).count == names.count, "board \(board): a save was made twice: \(names)")
        let saves = names.compactMap { made[$0] }
        world.require(saves.count == names.count, "board \(board) has saves that nobody made: \(names)")
        for save in saves { world.require(save.state != .never, "\(save.name) was refused and is there") }
        let there = Set(names)
        for (name, save) in made where save.board == board && save.state == .sure && (isOver || !save.isKept) {
            world.require(there.contains(name), "\(name) was acknowledged and is not there")
        }
        for device in Set(saves.map(\.device)) {
            let numbers = saves.filter { $0.isKept && $0.device == device }.map(\.number)
            world.require(numbers == numbers.sorted(), "board \(board): what \(device) kept came as \(numbers)")
        }
        let sum = saves.reduce(0) { $0 + $1.amount }
        world.require((fields["points"]?.int64Value ?? 0) == sum, "board \(board): \(sum) points were added: \(fields["points"] ?? .null)")
        let line = saves.filter(\.isLined).map(\.name)
        world.require(Self.texts(fields["line"]) == line, "board \(board): the line is \(Self.texts(fields["line"])), not \(line)")
        let note = saves.last { $0.isNoted }?.name
        world.require(fields["note"]?.stringValue == note, "board \(board): the note is \(fields["note"] ?? .null), not \(note ?? "")")
        var tags: [String] = []
        var friends: Set<String> = []
        for save in saves {
            if let tag = save.tag {
                if !tag { tags.removeAll { $0 == save.device } } else if !tags.contains(save.device) { tags.append(save.device) }
            }
            if let (place, isIn) = save.friend { if isIn { friends.insert(friendIds[place]) } else { friends.remove(friendIds[place]) } }
        }
        world.require(Self.texts(fields["tags"]) == tags, "board \(board): the tags are \(Self.texts(fields["tags"])), not \(tags)")
        world.require(self.friends(of: board) == friends, "board \(board): the relation has \(self.friends(of: board)), not \(friends)")
    }

    private func checkRows() {
        var found: [String: Int] = [:]
        for row in server.rows("SELECT fields FROM objects WHERE class_name = 'Row'") {
            found[(try? JSON.parse(row.text(0)))?["name"]?.stringValue ?? "", default: 0] += 1
        }
        for (name, told) in rows {
            let there = found.removeValue(forKey: name) ?? 0
            world.require(there <= 1, "\(name) was made \(there) times")
            world.require(told.made != .never || there == 0, "\(name) was refused and is there")
            world.require(told.made != .sure || told.gone != nil || there == 1, "\(name) was acknowledged and is not there")
            world.require(told.gone != .sure || there == 0, "\(name) was deleted and is there")
            world.require(told.made != .sure || told.gone != .never || there == 1, "\(name) was not deleted and is gone")
        }
        world.require(found.isEmpty, "nobody made \(found.keys.sorted())")
    }
}
