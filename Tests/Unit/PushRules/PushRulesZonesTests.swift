import Codecs
import Linux
import Testing

@testable import PushRules

/// Files of zones as RFC 9636 writes them.
struct ZoneBytes {
    var version: UInt8 = 0x32
    var times: [Int64] = []
    var types: [UInt8] = []
    var offsets: [Int32] = [0]
    var leaps: [(Int64, Int32)] = []
    var footer: String? = ""

    private static func number(_ value: Int64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> Int64($0 * 8)) }
    }

    private func block(wide: Bool, isEmpty: Bool = false) -> [UInt8] {
        let times = isEmpty ? [] : self.times
        let leaps = isEmpty ? [] : self.leaps
        let offsets = isEmpty ? [0] : self.offsets
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, leaps.count, times.count, offsets.count, 4] { bytes += Self.number(Int64(count), 4) }
        for time in times { bytes += Self.number(time, wide ? 8 : 4) }
        if !isEmpty { bytes += types }
        for offset in offsets { bytes += Self.number(Int64(offset), 4) + [0, 0] }
        bytes += Array("ABC\0".utf8)
        for (time, correction) in leaps { bytes += Self.number(time, wide ? 8 : 4) + Self.number(Int64(correction), 4) }
        return bytes
    }

    var bytes: [UInt8] {
        if version == 0 { return block(wide: false) }
        return block(wide: false, isEmpty: true) + block(wide: true) + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
    }
}

@Suite struct `Time zones of pushes` {
    static let file = Environment.value("ZONE_CASES")
    static let bytesMax = 1 << 30
    static let shownMax = 20

    /// Cases and what is expected of them come from a reader of its own (Tests/harness/zones): a zone, its file in some forms, and its
    /// instants a line.
    @Test(.enabled(if: file != nil, "ZONE_CASES is not set")) func `zones are read as Python reads them`() throws {
        let file = try #require(Self.file)
        let bytes = try #require(try Files.read(file, bytesMax: Self.bytesMax))
        var (zones, instants, wrong) = (0, 0, 0)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let limits = JSONLimits(bytesMax: Self.bytesMax, membersMax: .max)
            let json = try JSON.parse(bytes: Array(line), limits: limits)
            let name = json["zone"]?.stringValue ?? ""
            zones += 1
            #expect(ZoneName.isValid(name))
            for (place, form) in (json["forms"]?.arrayValue ?? []).enumerated() {
                guard let content = Base64.decode(form["file"]?.stringValue ?? ""), let zone = Zone.read(content) else {
                    Issue.record("\(name), form \(place): is not read")
                    continue
                }
                let until = form["until"]?.int64Value ?? .max
                for (key, isLocal) in [("instants", false), ("locals", true)] {
                    for pair in json[key]?.arrayValue ?? [] {
                        guard let given = pair.arrayValue?.first?.int64Value, let wanted = pair.arrayValue?.last?.int64Value, given < until
                        else {
                            continue
                        }
                        let found =
                            isLocal
                            ? zone.epochMilliseconds(local: given * 1000) / 1000
                            : Int64(zone.offsetSeconds(epochMilliseconds: given * 1000))
                        instants += 1
                        if found == wanted { continue }
                        wrong += 1
                        if wrong <= Self.shownMax { Issue.record("\(name), form \(place), \(key) \(given): \(found), not \(wanted)") }
                    }
                }
            }
        }
        #expect(zones > 0 && wrong == 0, "\(wrong) of \(instants) differ")
        print("zones: \(zones), instants: \(instants), \(wrong) differ")
    }

    @Test(
        arguments: [
            ("Asia/Tokyo", true), ("America/Argentina/ComodRivadavia", true), ("Etc/GMT+12", true), ("Etc/GMT-14", true), ("UTC", true),
            ("EST5EDT", true),
            ("America/Port-au-Prince", true), ("Antarctica/DumontDUrville", true), ("", false), ("/etc/passwd", false), ("Asia/", false),
            ("/Asia", false), ("Asia//Tokyo", false), ("..", false), ("../../etc/passwd", false), ("Asia/../UTC", false), ("Asia/.", false),
            ("Asia/Tokyo\u{0}", false), ("Asia Tokyo", false), ("Asia\\Tokyo", false), ("-Asia", false), ("Asia/+1", false),
            ("1Asia", false),
            ("tzdata.zi", false), ("Äsia/Tokyo", false), ("~/UTC", false), ("a/b/c/d", false), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false), (":UTC", false), ("JST-9", true), ("a\nb", false),
        ])
    func `a name leads to a file in the folder of zones, or is none`(name: String, isValid: Bool) {
        #expect(ZoneName.isValid(name) == isValid)
    }

    static func at(_ text: String) -> Int64 { ISO8601.parse(text) ?? .min }

    // RFC 9636, section 3.3.1: rules and the offsets that they give, in seconds.
    @Test(
        arguments: [
            ("ABC+5", "2026-07-01T00:00:00Z", -18_000), ("ABC24", "2026-07-01T00:00:00Z", -86_400),
            ("ABC-24:59:59", "2026-07-01T00:00:00Z", 89_999),
            ("JST-9", "2026-07-01T00:00:00Z", 32_400), ("<+0545>-5:45", "2026-07-01T00:00:00Z", 20_700),
            ("XXX3:30:15", "2026-07-01T00:00:00Z", -12_615),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3_600), ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7_200), ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3_600),
            ("EST5EDT", "2026-03-08T06:59:59Z", -18_000), ("EST5EDT", "2026-03-08T07:00:00Z", -14_400),
            ("EST5EDT", "2026-11-01T06:00:00Z", -18_000),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39_600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", 36_000),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2025-12-31T23:59:59Z", 39_600),
            // Summer time that goes back, half an hour of it, times beyond the day, and all the year.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0), ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3_600),
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z", 39_600),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7_200),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3_600), ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00Z", -14_400),
            ("XXX3EDT4,0/0,J365/23", "2026-07-01T00:00:00Z", -14_400), ("EST5EDT,0/0,J365/25", "2026-12-31T12:00:00Z", -14_400),
            ("EST5EDT,0/0,J365/25", "2027-01-01T05:00:00Z", -14_400), ("AAA0BBB,M1.1.0/-167,M7.1.0", "2025-12-28T01:00:00Z", 3_600),
            // J60 is the first of March in each year, 59 the leap day.
            ("AAA0BBB,J60/0,J300/0", "2024-02-29T23:59:59Z", 0), ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 3_600),
            ("AAA0BBB,59/0,J300/0", "2024-02-29T00:00:00Z", 3_600), ("AAA0BBB,59/0,J300/0", "2023-02-28T23:59:59Z", 0),
        ])
    func `a rule gives the offset of any time`(rule: String, time: String, offset: Int) throws {
        let zone = try #require(Zone.read(rule: rule))
        #expect(zone.offsetSeconds(epochMilliseconds: Self.at(time)) == offset)
        var file = ZoneBytes()
        file.footer = rule
        #expect(try #require(Zone.read(file.bytes)).offsetSeconds(epochMilliseconds: Self.at(time)) == offset)
    }

    @Test(
        arguments: [
            "", "J", "JST", "JS-9", "JST-25", "JST-9:60", "JST-9x", "<JST-9", "<>-9", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,",
            "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M0.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0",
            "CET-1CEST,M3.5.7,M10.5.0",
            "CET-1CEST,J0,J365", "CET-1CEST,J366,J365", "CET-1CEST,366,J365", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0 ",
            "CET-1CEST,M3.5.0,M10.5.0/", "CET-1CE,M3.5.0,M10.5.0", "CET-99999999999999999999", "JST-9\u{0}",
            "<" + String(repeating: "a", count: 200) + ">0",
        ])
    func `what is no rule is refused, also at the end of a file`(rule: String) {
        #expect(Zone.read(rule: rule) == nil)
        var file = ZoneBytes()
        file.footer = rule
        // An empty footer says that there is no rule.
        #expect((Zone.read(file.bytes) == nil) == !rule.isEmpty)
    }

    @Test func `without a file there is UTC`() {
        #expect(Zone.utc.offsetSeconds(epochMilliseconds: 1) == 0 && Zone.utc.epochMilliseconds(local: 5_001) == 5_001)
    }

    // RFC 9636, section 3.1: the versions; two changes, and a rule from the second on.
    @Test(arguments: [0, 0x32, 0x33, 0x34] as [UInt8]) func `each version of a file is read`(version: UInt8) throws {
        var file = ZoneBytes(version: version, times: [1_000, 2_000], types: [1, 2], offsets: [60, 120, 180], footer: "ABC-1")
        let zone = try #require(Zone.read(file.bytes))
        let found = [-1_000_000_000, 0, 999, 1_000, 1_999, 2_000, 3_000].map { zone.offsetSeconds(epochMilliseconds: $0 * 1000) }
        let last = version == 0 ? 180 : 3_600
        #expect(found == [60, 60, 60, 120, 120, last, last])
        file.footer = ""
        #expect(try #require(Zone.read(file.bytes)).offsetSeconds(epochMilliseconds: 3_000_000) == 180)
    }

    @Test func `times beyond 32 bits are read from version 2 on`() throws {
        let file = ZoneBytes(version: 0x32, times: [-5_000_000_000, 5_000_000_000], types: [1, 0], offsets: [0, 60])
        let zone = try #require(Zone.read(file.bytes))
        #expect(
            [-5_000_000_001, -5_000_000_000, 4_999_999_999, 5_000_000_000].map { zone.offsetSeconds(epochMilliseconds: $0 * 1000) } == [
                0, 60, 60, 0,
            ])
    }

    @Test func `leap seconds of a file do not move its changes`() throws {
        let file = ZoneBytes(
            version: 0x34, times: [1_000, 2_011, 3_012], types: [1, 0, 1], offsets: [0, 60], leaps: [(1_500, 11), (2_511, 12), (9_000, 12)])
        let zone = try #require(Zone.read(file.bytes))
        #expect(
            [999, 1_000, 1_999, 2_000, 2_999, 3_000].map { zone.offsetSeconds(epochMilliseconds: $0 * 1000) } == [0, 60, 60, 0, 0, 60])
    }

    @Test func `leap seconds of the first version are read, too`() throws {
        let file = ZoneBytes(version: 0, times: [1_000, 2_011], types: [1, 0], offsets: [0, 60], leaps: [(1_500, 11), (9_000, 12)])
        let zone = try #require(Zone.read(file.bytes))
        #expect([999, 1_000, 1_999, 2_000].map { zone.offsetSeconds(epochMilliseconds: $0 * 1000) } == [0, 60, 60, 0])
    }

    @Test func `a time that clocks pass over is counted by the offset just before, whatever it was a day earlier`() throws {
        let file = ZoneBytes(times: [100_000, 200_000], types: [1, 2], offsets: [0, 3_600, 7_200])
        let zone = try #require(Zone.read(file.bytes))
        #expect(zone.epochMilliseconds(local: 205_000_000) == 201_400_000)
    }

    @Test func `a file that is cut, or says what cannot be, is none`() {
        let good = ZoneBytes(times: [1, 2], types: [0, 0], footer: "JST-9")
        #expect(Zone.read(good.bytes) != nil)
        for count in 0..<good.bytes.count { #expect(Zone.read(Array(good.bytes.prefix(count))) == nil) }
        let old = ZoneBytes(version: 0, times: [1, 2], types: [0, 0])
        for count in 0..<old.bytes.count { #expect(Zone.read(Array(old.bytes.prefix(count))) == nil) }
        #expect(Zone.read(ZoneBytes(times: [2, 1], types: [0, 0]).bytes) == nil)
        #expect(Zone.read(ZoneBytes(times: [1, 1], types: [0, 0]).bytes) == nil)
        #expect(Zone.read(ZoneBytes(times: [1], types: [1]).bytes) == nil)
        #expect(Zone.read(ZoneBytes(offsets: []).bytes) == nil)
        #expect(Zone.read(ZoneBytes(offsets: [93_599]).bytes) != nil && Zone.read(ZoneBytes(offsets: [93_600]).bytes) == nil)
        #expect(Zone.read(ZoneBytes(offsets: [-89_999]).bytes) != nil && Zone.read(ZoneBytes(offsets: [-90_000]).bytes) == nil)
        #expect(Zone.read(ZoneBytes(offsets: [Int32](repeating: 0, count: 257)).bytes) == nil)
        #expect(Zone.read(ZoneBytes(footer: nil).bytes) == nil)
        let many = (0..<9_000).map { Int64($0) }
        #expect(Zone.read(ZoneBytes(times: many, types: [UInt8](repeating: 0, count: many.count)).bytes) == nil)
    }

    // When the clocks of a zone show a time of theirs: gaps and overlaps.
    @Test(
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 1, 1, 12, 0, "2026-01-01T11:00:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 7, 1, 12, 0, "2026-07-01T10:00:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 3, 29, 1, 59, "2026-03-29T00:59:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 3, 29, 2, 0, "2026-03-29T01:00:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 3, 29, 2, 30, "2026-03-29T01:30:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 3, 29, 3, 0, "2026-03-29T01:00:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 10, 25, 1, 59, "2026-10-24T23:59:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 10, 25, 2, 30, "2026-10-25T00:30:00Z"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, 10, 25, 3, 0, "2026-10-25T02:00:00Z"),
            ("JST-9", 2024, 2, 29, 0, 0, "2024-02-28T15:00:00Z"),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 2026, 10, 25, 1, 30, "2026-10-25T00:30:00Z"), ("JST-9", 2023, 2, 29, 0, 0, nil),
            ("JST-9", 2024, 13, 1, 0, 0, nil), ("JST-9", 2024, 0, 1, 0, 0, nil),
            ("JST-9", 2024, 1, 0, 0, 0, nil),
            ("JST-9", 2024, 1, 1, 24, 0, nil), ("JST-9", 2024, 1, 1, 0, 60, nil), ("JST-9", 2024, 1, 1, -1, 0, nil),
            ("JST-9", 0, 1, 1, 0, 0, nil),
            ("JST-9", 10_000, 1, 1, 0, 0, nil), ("JST-9", .max, 1, .max, 0, 0, nil),
        ] as [(String, Int, Int, Int, Int, Int, String?)])
    func `a time of the zone's clocks is an instant`(
        rule: String, year: Int, month: Int, day: Int, hour: Int, minute: Int, text: String?
    ) throws {
        let zone = try #require(Zone.read(rule: rule))
        let found = zone.epochMilliseconds(year: year, month: month, day: day, hour: hour, minute: minute)
        #expect(found == text.map { Self.at($0) })
    }

    @Test func `whatever bytes a file has, and whatever the time, nothing traps`() {
        var random = PushRandom(3)
        let files = [
            ZoneBytes(
                times: [-5_000_000_000, 1_000, 2_000], types: [1, 2, 0], offsets: [60, 7_200, -3_600], footer: "CET-1CEST,M3.5.0,M10.5.0/3"
            ).bytes,
            ZoneBytes(version: 0, times: [1_000, 2_000], types: [1, 0], offsets: [60, 7_200]).bytes,
            ZoneBytes(version: 0x34, times: [5], types: [0], leaps: [(2, 1), (4, 2)], footer: "<-02>2<-01>,M3.5.0/-1,J300/167").bytes,
        ]
        let times: [Int64] = [.min, -62_167_219_200_000, -1, 0, 1_700_000_000_000, 253_402_300_799_000, .max]
        var taken = 0
        for _ in 0..<20_000 {
            guard let zone = Zone.read(random.mutated(files[random.next(files.count)])) else { continue }
            taken += 1
            for time in times {
                #expect(abs(zone.offsetSeconds(epochMilliseconds: time)) < 8 * 86_400)
                _ = zone.epochMilliseconds(local: time)
            }
        }
        #expect(taken > 1_000)
    }
}
