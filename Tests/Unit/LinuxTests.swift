import Testing
import Linux

@Test func `a random source gives as many bytes as asked and not the same twice`() {
    let random = SystemRandom()
    #expect(random.bytes(32).count == 32)
    #expect(random.bytes(32) != random.bytes(32))
}
