import Codecs
import Messages

@testable import Client

/// What a game on the device does with the objects.
extension SimulatorDevice {
    func act() {
        guard client != nil else { return start() }
        if world.chance(4) { return die() }
        if !isOpen {
            if !isOpening { setKeys() }
            return
        }
        switch world.below(20) {
        case 0...6: save(isKept: false)
        case 7...13: save(isKept: true)
        case 14: takePresent()
        case 15: takeGift()
        case 16...17: makeRow()
        case 18: endRow()
        default: read(world.below(SimulatorChanges.boards)) { _ in }
        }
    }

    /// Refused for certain, by who answered. The others may have been done.
    private func isRefused(_ error: GamebaseError) -> Bool { error.code >= 400_000 }
    /// The device could not keep it; with a folder that does not say whether a file has its name, not even that is known.
    private func isNotKept(_ error: GamebaseError) -> Bool { error.code == GamebaseError.Code.invalidInternalState }

    // MARK: Boards

    private func save(isKept: Bool) {
        let place = world.below(boards.count)
        if boards[place].isBusy { return }
        number += 1
        let change = SimulatorChange(device: name, number: number, board: place, isKept: isKept)
        let object = boards[place].object ?? DataObject(className: "Board", objectId: changes.boardIds[place])
        do {
            try enter(change, into: object)
        } catch {
            return world.require(false, "\(change.name): \(error.message)")
        }
        boards[place].object = object
        boards[place].isBusy = true
        changes.begin(change)
        let isSureToFail = disk.fault == .flush || disk.fault == .rename
        begin("\(isKept ? "saveEventually" : "save") \(change.name)") { client, done in
            if isKept { client.datastore.saveEventually(object, completion: done) } else { client.datastore.save(object, completion: done) }
        } then: { [self] error in
            boards[place].isBusy = false
            guard let error else {
                change.state = .sure
                changes.count(isKept ? "kept" : "saves")
                boards[place].isPlain = false
                if !isKept { changes.check(isOver: false) }
                return
            }
            changes.count("failures")
            world.require(!isRefused(error), "\(change.name) was refused: \(error.message)")
            if isKept, isNotKept(error) {
                changes.count("notKept")
                change.isKept = false
                // The game lets the object go, or what could not be kept goes with the next save.
                boards[place].isPlain = world.chance(50)
                if boards[place].isPlain { return }
                if isSureToFail { change.state = .never }
            }
            boards[place].object = nil
            boards[place].isPlain = false
        }
    }

    private func enter(_ change: SimulatorChange, into object: DataObject) throws(GamebaseError) {
        change.amount = Int64(1 + world.below(9))
        try object.change("points", .increment(.integer(change.amount)))
        try object.change("saves", .add([.value(.string(change.name))]))
        if boards[change.board].isPlain { return }
        if change.isKept, world.chance(50) {
            change.isLined = true
            try object.change("line", .add([.value(.string(change.name))]))
        }
        if world.chance(40) {
            let isIn = world.chance(60)
            change.tag = isIn
            let values: [DataValue] = [.value(.string(name))]
            try object.change("tags", isIn ? .addUnique(values) : .remove(values))
        }
        if world.chance(40) {
            let place = world.below(SimulatorChanges.friends), isIn = world.chance(60)
            change.friend = (place, isIn)
            let friend = DataObject(className: "Friend", objectId: changes.friendIds[place])
            try object.change("friends", isIn ? .addRelation(.object(friend)) : .removeRelation(.object(friend)))
        }
        if world.chance(40) {
            change.isNoted = true
            try object.change("note", .set(.value(.string(change.name))))
        }
    }

    /// - Parameter then: with the object, or nil when it could not be read.
    func read(_ place: Int, then: @escaping (DataObject?) -> Void) {
        let object = DataObject(className: "Board", objectId: changes.boardIds[place])
        let before = Set(changes.made.values.filter { $0.board == place && !$0.isKept && $0.state == .sure }.map(\.name))
        begin("read board \(place)") { client, done in
            client.datastore.fetch(object, dropsChanges: true, completion: done)
        } then: { [self] error in
            if let error { world.require(!isRefused(error), "\(name): a board cannot be read: \(error.message)") }
            guard error == nil else { return then(nil) }
            changes.count("reads")
            let there = Set((object.value("saves")?.arrayValue ?? []).compactMap(\.stringValue))
            world.require(before.isSubset(of: there), "\(name) does not see \(before.subtracting(there).sorted())")
            then(object)
        }
    }

    func readFriends(_ place: Int, then: @escaping ([String]?) -> Void) {
        let query = DataQuery(className: "Friend")
        do {
            try query.relate(className: "Board", objectId: changes.boardIds[place], key: "friends")
        } catch {
            return world.require(false, "the query is refused: \(error.message)")
        }
        var found: [String]?
        begin("find the friends of \(place)") { client, done in
            client.datastore.find(query) { objects, error in
                found = objects?.compactMap(\.objectId).sorted()
                done(error)
            }
        } then: { _ in
            then(found)
        }
    }

    // MARK: What may be had once

    private func takePresent() {
        let place = world.below(SimulatorChanges.presents)
        let object = DataObject(className: "Present", objectId: changes.presentIds[place])
        let taker = name
        begin("take present \(place)") { client, done in
            client.datastore.delete(object, completion: done)
        } then: { [self] error in
            guard error == nil else { return }
            changes.presentsTaken[place, default: []].append(taker)
            changes.count("presents")
            changes.check(isOver: false)
        }
    }

    /// Who finds it free writes its name, as long as nobody else was faster.
    private func takeGift() {
        if isAsking { return }
        isAsking = true
        let place = world.below(SimulatorChanges.gifts)
        let object = DataObject(className: "Gift", objectId: changes.giftIds[place])
        number += 1
        let taker = "\(name)-\(number)"
        begin("look at gift \(place)") { client, done in
            client.datastore.fetch(object, dropsChanges: true, completion: done)
        } then: { [self] error in
            isAsking = false
            guard error == nil, object.value("taker") == nil || object.value("taker") == .null else { return }
            object.setRequiresUnchanged(true)
            try? object.change("taker", .set(.value(.string(taker))))
            begin("take gift \(place)") { client, done in
                client.datastore.save(object, completion: done)
            } then: { [self] error in
                guard error == nil else { return }
                changes.giftsTaken[place, default: []].append(taker)
                changes.count("gifts")
                changes.check(isOver: false)
            }
        }
    }

    // MARK: Objects of its own

    private func makeRow() {
        number += 1
        let row = "\(name)-\(number)"
        let object = DataObject(className: "Row")
        try? object.change("name", .set(.value(.string(row))))
        changes.rows[row] = (.begun, nil)
        let isSureToFail = disk.fault == .flush || disk.fault == .rename
        begin("make \(row)") { client, done in
            client.datastore.saveEventually(object, completion: done)
        } then: { [self] error in
            guard let error else {
                changes.rows[row]?.made = .sure
                changes.count("rows")
                return rows.append((row, object))
            }
            world.require(!isRefused(error), "\(row) was refused: \(error.message)")
            if isNotKept(error), isSureToFail { changes.rows[row]?.made = .never }
        }
    }

    private func endRow() {
        guard !rows.isEmpty else { return }
        let (row, object) = rows.remove(at: world.below(rows.count))
        changes.rows[row]?.gone = .begun
        let isSureToFail = disk.fault == .flush || disk.fault == .rename
        begin("delete \(row)") { client, done in
            client.datastore.deleteEventually(object, completion: done)
        } then: { [self] error in
            guard let error else {
                changes.rows[row]?.gone = .sure
                return changes.count("rowsGone")
            }
            world.require(!isRefused(error), "\(row) cannot be deleted: \(error.message)")
            if isNotKept(error), isSureToFail { changes.rows[row]?.gone = .never }
        }
    }
}
