/// Bytes that stay where they are.
public final class DataBytes: @unchecked Sendable {
    public let start: UnsafeMutableRawPointer
    public let count: Int

    @export(interface) public init(_ bytes: [UInt8]) {
        let room = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
        bytes.withUnsafeBytes { if let from = $0.baseAddress { room.copyMemory(from: from, byteCount: $0.count) } }
        start = room
        count = bytes.count
    }

    deinit { start.deallocate() }

    func part(at offset: Int, count: Int) -> [UInt8] { [UInt8](UnsafeRawBufferPointer(start: start + offset, count: count)) }
}
