import Codecs
import Linux

/// Reads the files of the tz database (TZif, RFC 9636), versions 1 to 4, from any bytes.
struct ZoneFile {
    /// The longest today have 4 KiB.
    static let bytesMax = 64 << 10
    private static let headerBytes = 44
    /// RFC 9636, section 3.2: utoff.
    private static let offsetRange: ClosedRange<Int64> = -89_999...93_599

    private let bytes: [UInt8]
    private var at = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func read(_ bytes: [UInt8]) -> Zone? {
        guard bytes.count <= bytesMax else { return nil }
        var file = ZoneFile(bytes)
        guard let first = file.header() else { return nil }
        guard first.version >= UInt8(ascii: "2") else { return file.block(first, wide: false) }
        // What follows is the same once more, with times of 64 bits.
        file.at += first.bytes(wide: false)
        guard let second = file.header(), var zone = file.block(second, wide: true) else { return nil }
        guard file.take() == 0x0A else { return nil }
        let rest = file.bytes[file.at...]
        // A file without the end of its footer is cut short.
        guard let end = rest.firstIndex(of: 0x0A) else { return nil }
        let footer = Array(rest[..<end])
        if !footer.isEmpty {
            guard let rule = ZoneRule.read(footer) else { return nil }
            zone.rule = rule
        }
        return zone
    }

    private struct Header {
        let version: UInt8
        let utCount, standardCount, leapCount, timeCount, typeCount, charCount: Int

        func bytes(wide: Bool) -> Int {
            let time = wide ? 8 : 4
            return timeCount * (time + 1) + typeCount * 6 + charCount + leapCount * (time + 4) + standardCount + utCount
        }
    }

    /// Nil also for one that promises more than there is: whatever is read behind it is there.
    private mutating func header() -> Header? {
        guard bytes.count - at >= Self.headerBytes, bytes[at..<(at + 4)].elementsEqual("TZif".utf8) else { return nil }
        let version = bytes[at + 4]
        at += 20
        var counts: [Int] = []
        for _ in 0..<6 {
            let count = Int(truncatingIfNeeded: number(4))
            guard count >= 0, count <= Self.bytesMax else { return nil }
            counts.append(count)
        }
        let header = Header(
            version: version, utCount: counts[0], standardCount: counts[1], leapCount: counts[2], timeCount: counts[3],
            typeCount: counts[4], charCount: counts[5])
        guard header.typeCount >= 1, header.typeCount <= 256, header.bytes(wide: false) <= bytes.count - at else { return nil }
        return header
    }

    /// A signed number, of bytes that are known to be there.
    private mutating func number(_ count: Int) -> Int64 {
        var value: Int64 = bytes[at] >= 0x80 ? -1 : 0
        for _ in 0..<count {
            value = value << 8 | Int64(bytes[at])
            at += 1
        }
        return value
    }

    private mutating func take() -> UInt8? {
        guard at < bytes.count else { return nil }
        at += 1
        return bytes[at - 1]
    }

    private mutating func block(_ header: Header, wide: Bool) -> Zone? {
        guard header.bytes(wide: wide) <= bytes.count - at else { return nil }
        var times: [Int64] = []
        times.reserveCapacity(header.timeCount)
        for _ in 0..<header.timeCount {
            let time = number(wide ? 8 : 4)
            if let last = times.last, time <= last { return nil }
            times.append(time)
        }
        let types = Array(bytes[at..<(at + header.timeCount)])
        at += header.timeCount
        for type in types where Int(type) >= header.typeCount { return nil }
        var offsets: [Int32] = []
        for _ in 0..<header.typeCount {
            let offset = number(4)
            guard Self.offsetRange.contains(offset) else { return nil }
            offsets.append(Int32(truncatingIfNeeded: offset))
            at += 2
        }
        at += header.charCount
        for place in leaps(header.leapCount, wide: wide) {
            for index in times.indices.reversed() {
                guard times[index] >= place.time else { break }
                // From the step before: each record has the sum of all.
                times[index] = Instant.sum(times[index], -place.step)
            }
        }
        at += header.standardCount + header.utCount
        return Zone(times: times, types: types, offsets: offsets, rule: nil)
    }

    /// Files of the folder "right" count leap seconds; the clock does not. The last comes first, so that each is compared as it was
    /// written.
    private mutating func leaps(_ count: Int, wide: Bool) -> [(time: Int64, step: Int64)] {
        var leaps: [(time: Int64, step: Int64)] = []
        var before: Int64 = 0
        for _ in 0..<count {
            let time = number(wide ? 8 : 4)
            let correction = number(4)
            leaps.append((time, correction - before))
            before = correction
        }
        return leaps.reversed()
    }
}
