/// Makes a key from a password, at a price that whoever guesses has to pay for each guess (RFC 8018, section 5.2, with HMAC-SHA-256; one
/// block of 32 bytes). The work is done a slice at a time, so that a thread with other duties can do it.
public struct PBKDF2: Sendable {
    private let inner: SHA256State
    private let outer: SHA256State
    /// The last value, padded to a block of its own: each step is a digest of exactly one.
    private var block: [UInt8]
    private var sum: [UInt8]
    private var stepsLeft: Int

    @export(interface) public init(password: [UInt8], salt: [UInt8], iterations: Int) {
        let key = HMACSHA256Key(password)
        inner = key.inner
        outer = key.outer
        sum = key.authenticate(salt + [0, 0, 0, 1])
        // A 1 bit, zeros, and the length of key block and value: 768 bits.
        block = sum + [0x80] + [UInt8](repeating: 0, count: 29) + [3, 0]
        stepsLeft = max(0, iterations - 1)
    }

    /// Does at most so many iterations.
    @export(interface) public mutating func advance(by iterations: Int) {
        let steps = min(max(0, iterations), stepsLeft)
        stepsLeft -= steps
        block.withUnsafeMutableBufferPointer { block in
            guard let value = block.baseAddress else { return }
            for _ in 0..<steps {
                var state = inner
                state.add(value)
                state.write(to: value)
                state = outer
                state.add(value)
                state.write(to: value)
                for index in sum.indices { sum[index] ^= value[index] }
            }
        }
    }

    /// nil until the work is done.
    @export(interface) public var key: [UInt8]? { stepsLeft == 0 ? sum : nil }
}
