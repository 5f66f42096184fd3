/// Rows of a query in one piece of memory, for who is given many and looks at few of their values: a row has no memory of its own, and to
/// hold one is to hold them all. Filled once, then handed on between threads; nobody changes it after that.
public final class PackedRows: @unchecked Sendable {
    struct Cell {
        enum Kind: UInt8 { case null, integer, text, blob }

        let kind: Kind
        /// Of a text or blob.
        let length: Int32
        /// An integer itself; else where the bytes begin.
        let value: Int64
    }

    /// How much rows take. Whoever runs one statement again and again begins with the room that its last rows took: they need not
    /// grow then, which is an allocation and a copy for each doubling.
    public struct Room: Sendable {
        public let rows: Int
        /// Of all texts and blobs.
        public let bytes: Int

        @export(interface) public init(rows: Int, bytes: Int) { (self.rows, self.bytes) = (rows, bytes) }

        /// Few queries find more than one row.
        public static var usual: Room { Room(rows: 1, bytes: 256) }
        /// What rows begin with at most: a rare long answer does not make the next short one take much memory, and with both in one
        /// piece it stays below what malloc asks the system for each time (128 KiB).
        public static var most: Room { Room(rows: 256, bytes: 1 << 16) }
    }

    private let columns: Int
    /// The memory that both begin in.
    private let first: UnsafeMutableRawPointer
    /// Whose that is; nil: its own.
    private let memory: RowMemory?
    private var cells: UnsafeMutablePointer<Cell>
    let cellsAtFirst: Int
    private let bytesAtFirst: Int
    private var cellRoom: Int
    private var cellCount = 0
    private var bytes: UnsafeMutableRawPointer
    private var byteRoom: Int
    /// Bytes of all texts and blobs.
    public private(set) var byteCount = 0

    #if !hasFeature(Embedded)
    /// A query ends behind the row with which its rows have so many bytes: who asked goes on from there.
    public static let pieceBytes = 256 << 10
    /// It ended so, and there may be more.
    public private(set) var isCut = false

    /// Behind each row.
    /// - Returns: whether it was the last of this piece.
    public func cutsHere() -> Bool {
        isCut = byteCount >= Self.pieceBytes
        return isCut
    }
    #endif

    /// - Parameters:
    ///   - room: what is there at first, within Room.usual and Room.most; more is made when it is needed.
    ///   - memory: where it comes from if it fits, and goes back to.
    @export(interface) public init(columns: Int, room: Room = .usual, memory: RowMemory? = nil) {
        self.columns = max(columns, 1)
        cellsAtFirst = self.columns * min(max(room.rows, Room.usual.rows), Room.most.rows)
        bytesAtFirst = min(max(room.bytes, Room.usual.bytes), Room.most.bytes)
        (cellRoom, byteRoom) = (cellsAtFirst, bytesAtFirst)
        let cellBytes = cellRoom * MemoryLayout<Cell>.stride
        let block = memory?.take(cellBytes + byteRoom)
        self.memory = block == nil ? nil : memory
        first = block ?? .allocate(byteCount: cellBytes + byteRoom, alignment: MemoryLayout<Cell>.alignment)
        cells = first.bindMemory(to: Cell.self, capacity: cellRoom)
        bytes = first + cellBytes
    }

    deinit {
        releaseCells()
        releaseBytes()
        if let memory { memory.giveBack(first) } else { first.deallocate() }
    }

    private func releaseCells() {
        if cellRoom > cellsAtFirst { cells.deallocate() }
    }

    private func releaseBytes() {
        if byteRoom > bytesAtFirst { bytes.deallocate() }
    }

    /// For tests: where they begin.
    var memoryPlace: UInt { UInt(bitPattern: first) }

    public static var none: PackedRows { PackedRows(columns: 0) }

    public var count: Int { cellCount / columns }
    /// What they take, and an eighth more of bytes: the next rows may be a little longer.
    public var room: Room { Room(rows: count, bytes: byteCount + byteCount / 8) }
    public var last: PackedRow? { cellCount == 0 ? nil : self[count - 1] }

    public subscript(place: Int) -> PackedRow { PackedRow(rows: self, place: place) }

    // MARK: Filling, column by column

    @export(interface) public func appendNull() { append(Cell(kind: .null, length: 0, value: 0)) }
    @export(interface) public func append(_ integer: Int64) { append(Cell(kind: .integer, length: 0, value: integer)) }

    @export(interface) public func append(text: UnsafeRawBufferPointer) { append(.text, text) }
    @export(interface) public func append(text: String) {
        var text = text
        text.withUTF8 { append(.text, UnsafeRawBufferPointer($0)) }
    }
    @export(interface) public func append(blob: UnsafeRawBufferPointer) { append(.blob, blob) }

    /// The rows at the places alone, in memory of their own.
    @export(interface) public func keeping(_ places: ArraySlice<Int>) -> PackedRows {
        let share = count == 0 ? 0 : byteCount / count
        let kept = PackedRows(columns: columns, room: Room(rows: places.count, bytes: share * places.count))
        for place in places { kept.append(self, place) }
        return kept
    }

    /// All rows of others, which have the same columns.
    @export(interface) public func append(_ others: PackedRows) {
        for place in 0..<others.count { append(others, place) }
    }

    private func append(_ others: PackedRows, _ place: Int) {
        for column in 0..<columns {
            let cell = others.cell(place, column)
            if cell.kind == .null || cell.kind == .integer { append(cell) } else { append(cell.kind, others.bytes(of: cell)) }
        }
    }

    @inline(__always) private func append(_ kind: Cell.Kind, _ new: UnsafeRawBufferPointer) {
        guard let length = Int32(exactly: new.count) else { return appendNull() }
        if byteCount + new.count > byteRoom { growBytes(new.count) }
        if let start = new.baseAddress { (bytes + byteCount).copyMemory(from: start, byteCount: new.count) }
        append(Cell(kind: kind, length: length, value: Int64(byteCount)))
        byteCount += new.count
    }

    @inline(__always) private func append(_ cell: Cell) {
        if cellCount == cellRoom { growCells() }
        (cells + cellCount).initialize(to: cell)
        cellCount += 1
    }

    @inline(never) private func growBytes(_ more: Int) {
        let room = max(byteRoom * 2, byteCount + more)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 1)
        larger.copyMemory(from: bytes, byteCount: byteCount)
        releaseBytes()
        (bytes, byteRoom) = (larger, room)
    }

    @inline(never) private func growCells() {
        let larger = UnsafeMutablePointer<Cell>.allocate(capacity: cellRoom * 2)
        larger.moveInitialize(from: cells, count: cellCount)
        releaseCells()
        (cells, cellRoom) = (larger, cellRoom * 2)
    }

    // MARK: Reading

    /// Null for a place or column that there is not.
    func cell(_ place: Int, _ column: Int) -> Cell {
        guard place >= 0, place < cellCount, column >= 0, column < columns, place &* columns &+ column < cellCount else {
            return Cell(kind: .null, length: 0, value: 0)
        }
        return cells[place &* columns &+ column]
    }

    /// Of a text or blob, as long as the rows live.
    func bytes(of cell: Cell) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes + Int(cell.value), count: Int(cell.length)) }
}

/// One of packed rows. A value that is missing, NULL or of another type reads as the neutral one.
public struct PackedRow: Sendable {
    let rows: PackedRows
    let place: Int

    @export(interface) public func text(_ column: Int) -> String {
        withText(column) { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @export(interface) public func integer(_ column: Int) -> Int64 {
        let cell = rows.cell(place, column)
        return cell.kind == .integer ? cell.value : 0
    }

    @export(interface) public func blob(_ column: Int) -> [UInt8] {
        let cell = rows.cell(place, column)
        return cell.kind == .blob ? [UInt8](rows.bytes(of: cell)) : []
    }

    /// What the text says; nil for what is no JSON.
    @export(interface) public func json(_ column: Int, limits: JSONLimits) -> JSON? {
        withText(column) { try? JSON.parse(bytes: $0, limits: limits) } ?? nil
    }

    /// A text of 16 bytes or less, in two words; nil for another one.
    @export(interface) public func short(_ column: Int) -> (low: UInt64, high: UInt64, count: UInt8)? {
        let cell = rows.cell(place, column)
        var words: (UInt64, UInt64) = (0, 0)
        guard cell.kind == .text, cell.length <= MemoryLayout.size(ofValue: words) else { return nil }
        withExtendedLifetime(rows) {
            withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: rows.bytes(of: cell)) }
        }
        return (words.0, words.1, UInt8(truncatingIfNeeded: cell.length))
    }

    @export(interface) public func textBytes(_ column: Int) -> [UInt8] { withText(column) { [UInt8]($0) } ?? [] }

    /// Byte for byte.
    @export(interface) public func hasText(_ column: Int, _ bytes: [UInt8]) -> Bool {
        withText(column) { text in bytes.withUnsafeBufferPointer { Self.same(text, $0) } } ?? false
    }

    /// Eight bytes at a time: it is asked of every row.
    private static func same(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let (left, right) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        var place = 0
        while place + 8 <= left.count {
            let isSame =
                left.loadUnaligned(fromByteOffset: place, as: UInt64.self) == right.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if !isSame { return false }
            place += 8
        }
        while place < left.count {
            if left[place] != right[place] { return false }
            place += 1
        }
        return true
    }

    private func withText<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        let cell = rows.cell(place, column)
        guard cell.kind == .text else { return nil }
        return withExtendedLifetime(rows) { body(rows.bytes(of: cell).assumingMemoryBound(to: UInt8.self)) }
    }
}
