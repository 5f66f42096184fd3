import Codecs
import Linux

/// What an operator reads afterwards: a line of JSON for each thing that happened. No token, key or parameter is ever given to it.
public final class ServerLog {
    public enum Level: String { case info, warning, error }

    private let file: LineFile
    private let clock: any Clock
    private var allowance = LineAllowance()

    init(_ file: LineFile, _ clock: any Clock) {
        self.file = file
        self.clock = clock
    }

    func write(_ level: Level, _ event: String, _ facts: JSONObject = [:]) {
        let now = clock.epochMilliseconds()
        for (kind, count) in allowance.leftOut(now) {
            line(.warning, "linesLeftOut", ["of": .string(kind), "count": .integer(Int64(count))], now)
        }
        guard allowance.take(event) else { return }
        line(level, event, facts, now)
    }

    /// Lines that could not be written so far.
    var linesLost: Int { file.lostInAll }

    /// A line for each request, when an operator wants that: these are not counted.
    func writeRequest(_ facts: JSONObject) { line(.info, "request", facts, clock.epochMilliseconds()) }

    private func line(_ level: Level, _ event: String, _ facts: JSONObject, _ now: Int64) {
        file.write(text(level, event, facts, now)) { text(.warning, "linesLost", ["count": .integer(Int64($0))], now) }
    }

    private func text(_ level: Level, _ event: String, _ facts: JSONObject, _ now: Int64) -> String {
        var line: JSONObject = [
            "time": .string(ISO8601.text(epochMilliseconds: now, hasMilliseconds: true)), "level": .string(level.rawValue),
            "event": .string(event),
        ]
        // A fact of the same name would hide what kind of line it is.
        for (key, value) in facts.members where line[key] == nil { line[key] = value }
        return line.text()
    }

    func reopen() {
        do throws(HomeFailure) { try file.reopen() } catch { write(.error, "logNotOpened", ["reason": .string(error.message)]) }
    }
}

/// Lines of one kind that may be written in a minute; what is more is counted, so that nobody fills a disk by asking nonsense.
struct LineAllowance {
    private var minute: Int64 = 0
    private var asked: [String: Int] = [:]

    static let linesAMinute = 120

    /// - Returns: whether this line may be written.
    mutating func take(_ kind: String) -> Bool {
        let count = asked[kind, default: 0] + 1
        asked[kind] = count
        return count <= Self.linesAMinute
    }

    /// - Returns: of the minutes before this one how many lines of which kind were left out.
    mutating func leftOut(_ epochMilliseconds: Int64) -> [(kind: String, count: Int)] {
        guard epochMilliseconds / 60_000 != minute else { return [] }
        minute = epochMilliseconds / 60_000
        let all = asked
        asked = [:]
        return ascending(Array(all.keys)).compactMap { kind in
            let more = (all[kind] ?? 0) - Self.linesAMinute
            return more > 0 ? (kind, more) : nil
        }
    }
}
