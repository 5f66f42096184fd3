import Storage
import Testing

@testable import Codecs

@Suite struct `Packed rows` {
    private static let statement = """
        SELECT 1, 'caf\u{E9}', x'00ff', NULL, '' UNION ALL SELECT -9223372036854775808, 'cafe\u{301}', x'', 'a' || char(0) || 'b', 7
        """

    private func rows() throws -> (packed: PackedRows, plain: [Row]) {
        let database = try SQLiteDatabase.open(path: ":memory:")
        return (try database.packed(Self.statement, []), try database.query(Self.statement, []))
    }

    private func expectSame(_ row: PackedRow, _ plain: Row) {
        for column in -1...5 {
            let known = plain.values.indices.contains(column)
            #expect(row.text(column) == (known ? plain.text(column) : ""))
            #expect(row.integer(column) == (known ? plain.integer(column) : 0))
            #expect(row.blob(column) == (known ? plain.blob(column) : []))
        }
    }

    @Test func `read as the rows of a query do, whatever a column holds`() throws {
        let (packed, plain) = try rows()
        #expect(packed.count == plain.count)
        for place in plain.indices { expectSame(packed[place], plain[place]) }
        #expect(packed[2].text(1) == "" && packed[-1].integer(0) == 0 && packed[Int.max].blob(2) == [])
        #expect(packed.last?.integer(0) == Int64.min && PackedRows.none.last == nil && PackedRows.none.count == 0)
    }

    @Test func `text is the same byte for byte alone`() throws {
        let (packed, _) = try rows()
        #expect(packed[0].hasText(1, Array("caf\u{E9}".utf8)) && !packed[1].hasText(1, Array("caf\u{E9}".utf8)))
        #expect(packed[0].hasText(4, []) && !packed[0].hasText(3, []) && !packed[0].hasText(2, [0, 255]))
        for length in 0...20 {
            let text = Array("0123456789abcdefghij".utf8.prefix(length))
            let row = PackedRows(columns: 1)
            row.append(text: String(decoding: text, as: UTF8.self))
            #expect(row[0].hasText(0, text) && !row[0].hasText(0, text + [0]))
            for place in 0..<length {
                var wrong = text
                wrong[place] ^= 1
                #expect(!row[0].hasText(0, wrong), "\(length), \(place)")
            }
        }
    }

    @Test func `are the same whatever room they begin with, and the next ones begin with the room that they took`() throws {
        let (packed, plain) = try rows()
        let odd = [(0, 0), (-1, Int.min), (1, 256), (2, 257), (5, 7), (Int.max, Int.max)]
        for (count, bytes) in odd {
            let filled = PackedRows(columns: 5, room: PackedRows.Room(rows: count, bytes: bytes))
            for _ in 0..<40 { filled.append(packed) }
            #expect(filled.count == 80 && filled.byteCount == 40 * packed.byteCount)
            for place in 0..<80 { expectSame(filled[place], plain[place % 2]) }
        }
        let database = try SQLiteDatabase.open(path: ":memory:")
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i, 'text ' || i FROM n"
        for (count, before) in [(100, 1), (1, 100), (1000, 1), (100, PackedRows.Room.most.rows), (2, 100)] {
            let found = try database.packed(many, [.integer(Int64(count))])
            #expect(found.count == count && found.last?.text(1) == "text \(count)")
            #expect(found.cellsAtFirst == 2 * before)
        }
    }

    @Test func `of those that are kept nothing else is in the memory`() throws {
        let (packed, plain) = try rows()
        let kept = packed.keeping([1])
        #expect(kept.count == 1 && kept.byteCount == "cafe\u{301}".utf8.count + 3)
        expectSame(kept[0], plain[1])
        let all = packed.keeping([])
        all.append(packed)
        all.append(packed)
        #expect(all.count == 4)
        for place in 0..<4 { expectSame(all[place], plain[place % 2]) }
    }

    @Test func `many and large rows stay whole`() throws {
        let rows = PackedRows(columns: 2)
        for number in 0..<3_000 {
            rows.append(Int64(number))
            rows.append(text: String(repeating: "x", count: number % 700) + "\(number)")
        }
        #expect(rows.count == 3_000)
        for number in 0..<3_000 {
            #expect(rows[number].integer(0) == Int64(number) && rows[number].text(1).hasSuffix("\(number)"))
            #expect(rows[number].textBytes(1).count == number % 700 + "\(number)".utf8.count)
        }
    }
}
