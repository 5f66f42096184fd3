import Testing
@testable import Linux

@Test func `a random source gives as many bytes as asked and not the same twice`() {
    let random = SystemRandom()
    #expect(random.bytes(32).count == 32)
    #expect(random.bytes(32) != random.bytes(32))
}

@Test func `randomness is stretched by ChaCha20, as the vector of RFC 8439 2.3.2 says`() {
    var input: [UInt32] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]
    for word in UInt32(0)..<8 { input.append(word * 0x0404_0404 + 0x0302_0100) }
    input += [1, 0x0900_0000, 0x4a00_0000, 0]
    var state = [UInt32](repeating: 0, count: 16)
    RandomStretch.block(input, &state)
    #expect(state[0] &+ input[0] == 0xe4e7_f110)
    #expect(state[15] &+ input[15] == 0x4e3c_50a2)
}
