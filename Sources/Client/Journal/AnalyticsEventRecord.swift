import CLinux

/// The form of an event in the journal: one byte version, one byte kind, then the values in the order of the declaration. Numbers are
/// little-endian; a text is its length in two bytes and its UTF-8, and 65535 stands for no text.
extension AnalyticsEvent {
    /// The longest record: four texts and the numbers.
    public static let recordBytesMax = 2 + 8 + 4 + 8 + 4 * (2 + textBytesMax)
    private static let version: UInt8 = 1

    /// Appends the event to the journal.
    /// - Returns: `refused` when a text is longer than `textBytesMax`, or the journal refuses.
    func append(to tail: JournalTail) -> JournalTail.Appended {
        withUnsafeTemporaryAllocation(byteCount: Self.recordBytesMax, alignment: 8) { room in
            guard let count = encode(into: room) else { return tail.refuse() }
            return tail.append(UnsafeRawBufferPointer(rebasing: room[0..<count]), forUserOnly: true)
        }
    }

    // MARK: The level-up, written in place

    /// Where in a record the user is.
    static let userOffset = 10
    /// A user's name with its length before it.
    static let userBytesMax = 2 + textBytesMax

    /// - Returns: the bytes written; 0 when the name is empty or too long.
    static func encodeUser(_ name: String, into room: UnsafeMutableRawPointer) -> Int {
        var writer = RecordWriter(room: UnsafeMutableRawBufferPointer(start: room, count: userBytesMax))
        writer.text(name)
        return writer.isComplete && !name.isEmpty ? writer.count : 0
    }

    @inline(__always)
    static func levelUpBytes(user userBytes: Int) -> Int { 2 + 8 + userBytes + 4 + 8 }

    /// The same bytes as `encode` makes.
    @inline(__always)
    static func encodeLevelUp(
        into room: UnsafeMutableRawPointer, time: Int64, user: UnsafeRawPointer, _ userBytes: Int, userLevel: Int32, levelUpTime: Int64
    ) {
        room.storeBytes(of: version, as: UInt8.self)
        room.storeBytes(of: 2, toByteOffset: 1, as: UInt8.self)
        room.storeBytes(of: time.littleEndian, toByteOffset: 2, as: Int64.self)
        memcpy(room + userOffset, user, userBytes)
        room.storeBytes(of: userLevel.littleEndian, toByteOffset: 10 + userBytes, as: Int32.self)
        room.storeBytes(of: levelUpTime.littleEndian, toByteOffset: 14 + userBytes, as: Int64.self)
    }

    /// - Returns: the bytes written; nil when a text is too long or `room` too small.
    public func encode(into room: UnsafeMutableRawBufferPointer) -> Int? {
        var writer = RecordWriter(room: room)
        writer.integer(Self.version)
        switch detail {
        case .setUserMeta(let userLevel, let channelId, let characterId, let classId):
            head(1, &writer)
            writer.integer(userLevel)
            writer.text(channelId)
            writer.text(characterId)
            writer.text(classId)
        case .levelUp(let userLevel, let levelUpTime):
            head(2, &writer)
            writer.integer(userLevel)
            writer.integer(levelUpTime)
        }
        return writer.isComplete ? writer.count : nil
    }

    private func head(_ kind: UInt8, _ writer: inout RecordWriter) {
        writer.integer(kind)
        writer.integer(time)
        writer.text(userId)
    }

    /// nil when the bytes are not one whole event of a version that this library knows.
    public init?(record: [UInt8]) {
        var reader = RecordReader(bytes: record)
        guard reader.integer(UInt8.self) == Self.version, let kind = reader.integer(UInt8.self),
            let time = reader.integer(Int64.self), let userId = reader.requiredText()
        else { return nil }
        switch kind {
        case 1:
            guard let userLevel = reader.integer(Int32.self), let channelId = reader.text(), let characterId = reader.text(),
                let classId = reader.text()
            else { return nil }
            detail = .setUserMeta(userLevel: userLevel, channelId: channelId, characterId: characterId, classId: classId)
        case 2:
            guard let userLevel = reader.integer(Int32.self), let levelUpTime = reader.integer(Int64.self) else { return nil }
            detail = .levelUp(userLevel: userLevel, levelUpTime: levelUpTime)
        default:
            return nil
        }
        guard reader.isAtEnd else { return nil }
        self.time = time
        self.userId = userId
    }
}

private struct RecordWriter {
    let room: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    private(set) var isComplete = true

    init(room: UnsafeMutableRawBufferPointer) { self.room = room }

    mutating func integer<Integer: FixedWidthInteger>(_ value: Integer) {
        let size = MemoryLayout<Integer>.size
        guard isComplete, room.count - count >= size else { return isComplete = false }
        room.storeBytes(of: value.littleEndian, toByteOffset: count, as: Integer.self)
        count += size
    }

    mutating func text(_ text: String?) {
        guard let text else { return integer(UInt16.max) }
        let length = text.utf8.count
        guard length <= AnalyticsEvent.textBytesMax else { return isComplete = false }
        integer(UInt16(truncatingIfNeeded: length))
        guard isComplete, room.count - count >= length else { return isComplete = false }
        // Text is in one piece, unless it came from another language's string; then it is copied byte by byte.
        let target = UnsafeMutableRawBufferPointer(rebasing: room[count..<(count + length)])
        let copied: Void? = text.utf8.withContiguousStorageIfAvailable { target.copyMemory(from: UnsafeRawBufferPointer($0)) }
        if copied == nil { target.copyBytes(from: text.utf8) }
        count += length
    }
}

private struct RecordReader {
    let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        let size = MemoryLayout<Integer>.size
        guard bytes.count - offset >= size else { return nil }
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Integer.self) }
        offset += size
        return Integer(littleEndian: value)
    }

    /// The outer nil means that there is no such thing, the inner that it says "no text".
    mutating func text() -> String?? {
        guard let length = integer(UInt16.self) else { return nil }
        if length == .max { return .some(nil) }
        guard length <= AnalyticsEvent.textBytesMax, bytes.count - offset >= Int(length),
            let text = String(validating: bytes[offset..<(offset + Int(length))], as: UTF8.self)
        else { return nil }
        offset += Int(length)
        return .some(text)
    }

    mutating func requiredText() -> String? {
        guard case .some(.some(let text)) = text() else { return nil }
        return text
    }
}
