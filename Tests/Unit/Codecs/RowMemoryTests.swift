import Linux
import Storage
import Testing

@testable import Codecs

@Suite struct `Memory for rows` {
    @Test func `goes from rows that are let go to the next ones, of one size alone`() throws {
        let memory = RowMemory()
        let first = try #require(memory.take(RowMemory.smallestBytes))
        memory.giveBack(first)
        #expect(memory.take(RowMemory.blockBytes) == first)
        let second = try #require(memory.take(RowMemory.blockBytes))
        #expect(second != first)
        #expect(memory.take(RowMemory.smallestBytes - 1) == nil && memory.take(RowMemory.blockBytes + 1) == nil && memory.take(-1) == nil)
        memory.giveBack(first)
        memory.giveBack(second)
    }

    @Test func `keeps no more than its limit`() {
        let memory = RowMemory()
        let blocks = (0..<RowMemory.keptMax + 8).compactMap { _ in memory.take(RowMemory.blockBytes) }
        #expect(Set(blocks).count == RowMemory.keptMax + 8 && memory.keptCount == 0)
        for block in blocks { memory.giveBack(block) }
        #expect(memory.keptCount == RowMemory.keptMax)
    }

    @Test func `is given to one at a time, whatever threads ask`() {
        let memory = RowMemory()
        let running = (0..<4).compactMap { number in
            Thread.start(name: "rows") {
                for _ in 0..<20_000 {
                    guard let block = memory.take(RowMemory.blockBytes) else { continue }
                    block.storeBytes(of: number, as: Int.self)
                    if block.load(as: Int.self) != number { Issue.record("two have the same block") }
                    memory.giveBack(block)
                }
            }
        }
        for thread in running { thread.join() }
        #expect(running.count == 4 && (1...4).contains(memory.keptCount))
    }

    @Test func `is where the rows of a search begin, and comes back with the last that holds one of them`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT i, printf('%050d', i) FROM n"
        _ = try database.packed(many, [])
        var rows: PackedRows? = try database.packed(many, [])
        let place = try #require(rows).memoryPlace
        var row = rows?[7]
        rows = nil
        #expect(try database.packed(many, []).memoryPlace != place)
        #expect(row?.integer(0) == 8)
        row = nil
        let next = [try database.packed(many, []), try database.packed(many, [])]
        #expect(next.contains { $0.memoryPlace == place })
    }
}
