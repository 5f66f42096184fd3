import Testing

@testable import Server

@Suite("Workers over PostgreSQL")
struct WorkersTests {
    @Test func `are as many as the processors, two at least and eight at most`() {
        #expect([0, 1, 2, 3, 8, 9, 256].map { Options.workers(processors: $0) } == [2, 2, 2, 3, 8, 8, 8])
    }
}
