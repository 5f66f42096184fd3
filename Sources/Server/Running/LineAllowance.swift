import Linux

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
