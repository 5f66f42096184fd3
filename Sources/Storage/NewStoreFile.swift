import Linux

/// A database of SQLite that has a schema and no rows, as its file ("Database File Format" of SQLite's documentation): SQLite itself reads
/// the schema again for each table and index that it makes, which took most of a first start.
struct NewStoreFile {
    private static let pageBytes = 4_096
    private static let headBytes = 100
    private static let leafBytes = 8, interiorBytes = 12
    /// A row that is longer goes on in other pages.
    private static let rowBytesMax = pageBytes - 35
    /// So many find room on the first page.
    private static let leavesMax = 300
    /// SQLite writes its own version; this one is the oldest that reads what the schema needs.
    private static let writtenBy = 3_034_000

    /// The first page stands above the leaves, which have the rows of `sqlite_schema`. Behind it an empty page for each table and index;
    /// then the leaves.
    private(set) var bytes: [UInt8] = []
    private var roots: [Page] = []
    private var leaves: [Leaf] = [Leaf()]
    private var number = 0
    /// Of a row.
    private var isTooLong = false

    private struct Leaf {
        var rows: [[UInt8]] = []
        var used = leafBytes
        var lastNumber = 0
    }

    /// nil: the schema is too short or too long for this form, or there is more in it than tables, indexes and triggers.
    init?(_ schema: [SchemaStatement]) {
        for statement in schema where statement.verb == .create {
            switch statement.kind {
            case .table:
                add("table", statement.name, statement.table, root: root(.table), statement.sql.bytes)
                for key in 0..<statement.keys {
                    let name = Array("sqlite_autoindex_".utf8) + statement.name + Array("_\(key + 1)".utf8)
                    add("index", name, statement.table, root: root(.index), [])
                }
            case .index: add("index", statement.name, statement.table, root: root(.index), statement.sql.bytes)
            case .trigger: add("trigger", statement.name, statement.table, root: 0, statement.sql.bytes)
            case .other: return nil
            }
        }
        guard !isTooLong, leaves.count > 1, leaves.count <= Self.leavesMax else { return nil }
        write()
    }

    /// What a page's head says that it is: of a table, with pages below it; of a table and of an index, with rows.
    private enum Page: UInt8 { case above = 5, table = 13, index = 10 }

    /// The number of its page.
    private mutating func root(_ kind: Page) -> Int {
        roots.append(kind)
        return 1 + roots.count
    }

    /// type, name, tbl_name, rootpage and sql, behind a form of each; none is without sql but the index of a key.
    private mutating func add(_ type: StaticString, _ name: [UInt8], _ table: [UInt8], root: Int, _ sql: [UInt8]) {
        var forms: [UInt8] = []
        Self.append(Self.form(ofText: type.utf8CodeUnitCount), to: &forms)
        Self.append(Self.form(ofText: name.count), to: &forms)
        Self.append(Self.form(ofText: table.count), to: &forms)
        // An integer of four bytes; and NULL is 0.
        forms.append(4)
        Self.append(sql.isEmpty ? 0 : Self.form(ofText: sql.count), to: &forms)
        let length = 1 + forms.count + type.utf8CodeUnitCount + name.count + table.count + 4 + sql.count
        number += 1
        var cell: [UInt8] = []
        Self.append(length, to: &cell)
        Self.append(number, to: &cell)
        cell.append(UInt8(forms.count + 1))
        cell += forms
        for offset in 0..<type.utf8CodeUnitCount { cell.append(type.utf8Start[offset]) }
        cell += name
        cell += table
        cell += Self.four(root)
        cell += sql
        if length > Self.rowBytesMax { isTooLong = true } else { add(cell) }
    }

    private mutating func add(_ cell: [UInt8]) {
        if leaves[leaves.count - 1].used + cell.count + 2 > Self.pageBytes { leaves.append(Leaf()) }
        leaves[leaves.count - 1].rows.append(cell)
        leaves[leaves.count - 1].used += cell.count + 2
        leaves[leaves.count - 1].lastNumber = number
    }

    private mutating func write() {
        let first = 1 + roots.count
        bytes = [UInt8](repeating: 0, count: (first + leaves.count) * Self.pageBytes)
        writeHead()
        var above: [[UInt8]] = []
        for place in 0..<leaves.count {
            writePage(first + place, .table, leaves[place].rows)
            var cell = Self.four(first + place + 1)
            Self.append(leaves[place].lastNumber, to: &cell)
            if place < leaves.count - 1 { above.append(cell) }
        }
        writePage(0, .above, above)
        put(first + leaves.count, 4, at: Self.headBytes + Self.leafBytes)
        for place in 0..<roots.count { writePage(1 + place, roots[place], []) }
    }

    /// - Parameter page: counted from 0.
    private mutating func writePage(_ page: Int, _ kind: Page, _ cells: [[UInt8]]) {
        let start = page * Self.pageBytes
        let head = page == 0 ? Self.headBytes : start
        var end = Self.pageBytes
        var place = head + (kind == .above ? Self.interiorBytes : Self.leafBytes)
        for cell in cells {
            end -= cell.count
            for offset in 0..<cell.count { bytes[start + end + offset] = cell[offset] }
            put(end, 2, at: place)
            place += 2
        }
        bytes[head] = kind.rawValue
        put(cells.count, 2, at: head + 3)
        put(end, 2, at: head + 5)
    }

    private mutating func writeHead() {
        var place = 0
        // Forms of writing and reading, bytes kept free, and three shares that are always so.
        for byte in Array("SQLite format 3\0".utf8) + [UInt8(Self.pageBytes >> 8), 0, 1, 1, 0, 64, 32, 32] {
            bytes[place] = byte
            place += 1
        }
        put(1, 4, at: 24)
        put(bytes.count / Self.pageBytes, 4, at: 28)
        // The schema's number and form, UTF-8, and whose word the count of pages is.
        put(1, 4, at: 40)
        put(4, 4, at: 44)
        put(1, 4, at: 56)
        put(1, 4, at: 92)
        put(Self.writtenBy, 4, at: 96)
    }

    private mutating func put(_ number: Int, _ count: Int, at place: Int) {
        for offset in 0..<count { bytes[place + offset] = UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - offset))) }
    }

    private static func four(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func form(ofText count: Int) -> Int { 13 + 2 * count }

    /// Seven bits a byte, the highest first; all but the last have the top bit. No number here has more than 21 bits.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        if number >> 14 > 0 { bytes.append(UInt8(number >> 14) | 0x80) }
        if number >> 7 > 0 { bytes.append(UInt8(number >> 7 & 0x7f) | 0x80) }
        bytes.append(UInt8(number & 0x7f))
    }
}
