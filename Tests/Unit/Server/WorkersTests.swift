import Linux
import Testing

@testable import Server

@Suite("Workers over PostgreSQL")
struct WorkersTests {
    @Test func `are as many as the processors, two at least and eight at most`() {
        #expect([0, 1, 2, 3, 8, 9, 256].map { Options.workers(processors: $0) } == [2, 2, 2, 3, 8, 8, 8])
    }

    /// proc(5): `Cpus_allowed` has a bit for each processor, in groups of eight digits.
    @Test func `the processors are those that the kernel lets this process use`() throws {
        let status = String(decoding: try #require(try Files.read("/proc/self/status", bytesMax: 1 << 16)), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") })
        let bits = line.dropFirst("Cpus_allowed:".count).compactMap { $0.hexDigitValue?.nonzeroBitCount }
        #expect(ThisProcess.processors == bits.reduce(0, +))
    }
}
