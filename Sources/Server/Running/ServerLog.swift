import Linux
import Wire

/// What an operator reads afterwards: a line of JSON for each thing that happened. No token, key or parameter is ever given to it.
public final class ServerLog {
    public enum Level: String { case info, warning, error }

    private let file: LineFile
    private let clock: any Clock
    /// Lines of one kind that may be written in a minute; what is more is counted, so that nobody fills a disk by asking nonsense.
    private var minute: Int64 = 0
    private var written: [String: Int] = [:]

    static let linesAMinute = 120

    init(_ file: LineFile, _ clock: any Clock) {
        self.file = file
        self.clock = clock
    }

    func write(_ level: Level, _ event: String, _ facts: JSONObject = [:]) {
        let now = clock.epochMilliseconds()
        if now / 60_000 != minute { endMinute(now) }
        let count = written[event, default: 0] + 1
        written[event] = count
        guard count <= Self.linesAMinute else { return }
        line(level, event, facts, now)
    }

    /// A line for each request, when an operator wants that: these are not counted.
    func writeRequest(_ facts: JSONObject) { line(.info, "request", facts, clock.epochMilliseconds()) }

    private func endMinute(_ now: Int64) {
        minute = now / 60_000
        let all = written
        written = [:]
        for event in ascending(all.keys.filter { all[$0]! > Self.linesAMinute }) {
            line(.warning, "linesLeftOut", ["of": .string(event), "count": .integer(Int64(all[event]! - Self.linesAMinute))], now)
        }
    }

    private func line(_ level: Level, _ event: String, _ facts: JSONObject, _ now: Int64) {
        var line: JSONObject = [
            "time": .string(ISO8601.text(epochMilliseconds: now, hasMilliseconds: true)), "level": .string(level.rawValue),
            "event": .string(event),
        ]
        for (key, value) in facts.members { line[key] = value }
        file.write(line.text())
    }

    func reopen() {
        do throws(HomeFailure) { try file.reopen() } catch { write(.error, "logNotOpened", ["reason": .string(error.message)]) }
    }
}
