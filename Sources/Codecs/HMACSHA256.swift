/// Keyed digests (RFC 2104) over SHA-256.
public enum HMACSHA256 {
    /// 32 bytes.
    @export(interface) public static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        HMACSHA256Key(key).authenticate(message)
    }

    /// Compares digests in a time that does not depend on where they differ.
    @export(interface) public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}

/// A key that is mixed in once, for many messages.
public struct HMACSHA256Key: Sendable {
    let inner: SHA256State
    let outer: SHA256State

    @export(interface) public init(_ key: [UInt8]) {
        var block = key.count > SHA256.blockBytes ? SHA256.hash(key) : key
        while block.count < SHA256.blockBytes { block.append(0) }
        inner = SHA256State(afterBlock: block.map { $0 ^ 0x36 })
        outer = SHA256State(afterBlock: block.map { $0 ^ 0x5c })
    }

    /// 32 bytes.
    @export(interface) public func authenticate(_ message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.digestBytes) { bytes, count in
            message.withUnsafeBytes { authenticate($0, into: UnsafeMutableRawBufferPointer(bytes)) }
            count = SHA256.digestBytes
        }
    }

    /// - Parameter digest: gets 32 bytes; of less nothing is written.
    @export(interface) public func authenticate(_ message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        guard digest.count >= SHA256.digestBytes, let start = digest.baseAddress else { return }
        var state = inner
        state.finish(with: message, bytes: SHA256.blockBytes)
        state.write(to: start)
        state = outer
        state.finish(with: UnsafeRawBufferPointer(start: start, count: SHA256.digestBytes), bytes: SHA256.blockBytes)
        state.write(to: start)
    }
}

/// A keyed digest of a message that comes in pieces.
public struct HMACSHA256Stream: Sendable {
    private var inner = SHA256Stream()
    private var outer = SHA256Stream()

    @export(interface) public init(key: [UInt8]) {
        var block = key.count > SHA256.blockBytes ? SHA256.hash(key) : key
        while block.count < SHA256.blockBytes { block.append(0) }
        inner.add(block.map { $0 ^ 0x36 })
        outer.add(block.map { $0 ^ 0x5c })
    }

    @export(interface) public mutating func add(_ piece: [UInt8]) { inner.add(piece) }

    /// 32 bytes.
    @export(interface) public func end() -> [UInt8] {
        var last = outer
        last.add(inner.end())
        return last.end()
    }
}
