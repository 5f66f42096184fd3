import Codecs
import Linux

/// A time zone: how far its clocks are ahead of UTC, and when they showed a time.
public struct Zone: Equatable, Sendable {
    /// Beyond them nothing is counted: years of four digits.
    static let secondsRange: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
    private static let daySeconds: Int64 = 86_400

    private let times: [Int64]
    /// For each time the place of the offset that holds from then on.
    private let types: [UInt8]
    private let offsets: [Int32]
    /// Holds from the last of the times on.
    var rule: ZoneRule?

    public static let utc = Zone(times: [], types: [], offsets: [0], rule: nil)

    /// - Parameter offsets: at least one; before the first of the times the first holds.
    init(times: [Int64], types: [UInt8], offsets: [Int32], rule: ZoneRule?) {
        self.times = times
        self.types = types
        self.offsets = offsets
        self.rule = rule
    }

    /// The content of a file of the tz database. Nil when it is none: then the zone is not known, and UTC is no better than another.
    @export(interface) public static func read(_ bytes: [UInt8]) -> Zone? { ZoneFile.read(bytes) }

    /// A zone that no file describes: by its TZ string, "JST-9".
    @export(interface) public static func read(rule: String) -> Zone? {
        guard let rule = ZoneRule.read(Array(rule.utf8)) else { return nil }
        return Zone(times: [], types: [], offsets: [0], rule: rule)
    }

    /// Seconds that local time is ahead of UTC.
    @export(interface) public func offsetSeconds(epochMilliseconds: Int64) -> Int {
        Int(offset(at: Instant.seconds(ofMilliseconds: epochMilliseconds)))
    }

    func offset(at seconds: Int64) -> Int64 {
        let time = min(max(seconds, Self.secondsRange.lowerBound), Self.secondsRange.upperBound)
        if let rule, time >= (times.last ?? .min) { return rule.offset(at: time) }
        // How many changes were made by then.
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return Int64(offsets[low == 0 ? 0 : Int(types[low - 1])])
    }

    /// When clocks of the zone show a time. One that they show twice, because they are set back, is the first; one that they pass over is
    /// counted by the offset before: 02:30 of a night in which two o'clock became three is 03:30 by the new clock.
    /// - Parameter localMilliseconds: what the clocks show, counted as if they were in UTC.
    @export(interface) public func epochMilliseconds(local localMilliseconds: Int64) -> Int64 {
        let local = Instant.seconds(ofMilliseconds: localMilliseconds)
        guard Self.secondsRange.contains(local) else { return localMilliseconds }
        var candidates = offsets.map { Int64($0) }
        if let rule {
            candidates.append(rule.standard)
            if let summer = rule.summer { candidates.append(summer.offset) }
        }
        // The offset that makes the earliest is the largest.
        var best: Int64?
        for offset in candidates where self.offset(at: local - offset) == offset { best = max(best ?? offset, offset) }
        let offset = best ?? offsetBeforeGap(local)
        return localMilliseconds - offset * 1000
    }

    /// Of a time that clocks pass over: the change is found by halving, between a day in which they show less and one in which they show
    /// more.
    private func offsetBeforeGap(_ local: Int64) -> Int64 {
        var low = local - 2 * Self.daySeconds
        var high = local + 2 * Self.daySeconds
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if middle + offset(at: middle) < local { low = middle } else { high = middle }
        }
        return offset(at: low)
    }

    /// When clocks of the zone show a date and a time of day, for what is scheduled in each player's own zone. Nil when there is no such
    /// date.
    @export(interface) public func epochMilliseconds(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) -> Int64? {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1, Int64(day) <= CivilDate.daysInMonth(Int64(year), Int64(month)),
            0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second
        else { return nil }
        let ofDay = Int64(hour * 3600 + minute * 60 + second)
        return epochMilliseconds(local: (CivilDate.day(Int64(year), Int64(month), Int64(day)) * Self.daySeconds + ofDay) * 1000)
    }
}

/// Names of the tz database, "Asia/Tokyo": whoever opens the file of one in the folder of zones asks here first, so that no name leads out
/// of that folder.
public enum ZoneName {
    public static let bytesMax = 64
    static let partsMax = 3

    /// One to three parts of letters, digits, `+`, `-` and `_`, which begin with a letter. No `.` at all: no name has one, `..` does.
    @export(interface) public static func isValid(_ name: String) -> Bool {
        guard (1...bytesMax).contains(name.utf8.count) else { return false }
        var parts = 1
        var isFirst = true
        for byte in name.utf8 {
            let lower = byte | 0x20
            switch byte {
            case UInt8(ascii: "/"):
                if isFirst { return false }
                parts += 1
                isFirst = true
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                if isFirst { return false }
            default: guard lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z") else { return false }
            }
            isFirst = false
        }
        return !isFirst && parts <= partsMax
    }
}
