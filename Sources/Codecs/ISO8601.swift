/// Points in time as text, `2026-02-28T13:05:09.250+09:00` (RFC 3339, the profile of ISO 8601 that server interfaces use).
public enum ISO8601 {
    private static let dayMilliseconds: Int64 = 86_400_000
    /// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59.999Z: the years that four digits can say.
    private static let epochMillisecondsMin: Int64 = -62_167_219_200_000
    private static let epochMillisecondsMax: Int64 = 253_402_300_799_999
    private static let offsetMinutesMax = 18 * 60

    /// Whole seconds have no fraction; offset 0 is `Z`. Times beyond four-digit years give the nearest that can be said.
    /// - Parameter hasMilliseconds: also of whole seconds.
    @export(interface) public static func text(
        epochMilliseconds: Int64, offsetMinutes: Int = 0, hasMilliseconds: Bool = false
    ) -> String {
        let offset = min(max(offsetMinutes, -offsetMinutesMax), offsetMinutesMax)
        let inRange = min(max(epochMilliseconds, epochMillisecondsMin), epochMillisecondsMax)
        let local = min(max(inRange + Int64(offset) * 60_000, epochMillisecondsMin), epochMillisecondsMax)
        var day = local / dayMilliseconds
        var rest = local % dayMilliseconds
        if rest < 0 {
            rest += dayMilliseconds
            day -= 1
        }
        let date = CivilDate.date(ofDay: day)
        var text: [UInt8] = []
        text.reserveCapacity(32)
        digits(date.year, 4, &text)
        text.append(UInt8(ascii: "-"))
        digits(date.month, 2, &text)
        text.append(UInt8(ascii: "-"))
        digits(date.day, 2, &text)
        text.append(UInt8(ascii: "T"))
        digits(rest / 3_600_000, 2, &text)
        text.append(UInt8(ascii: ":"))
        digits(rest / 60_000 % 60, 2, &text)
        text.append(UInt8(ascii: ":"))
        digits(rest / 1000 % 60, 2, &text)
        if hasMilliseconds || rest % 1000 != 0 {
            text.append(UInt8(ascii: "."))
            digits(rest % 1000, 3, &text)
        }
        if offset == 0 {
            text.append(UInt8(ascii: "Z"))
        } else {
            text.append(UInt8(ascii: offset < 0 ? "-" : "+"))
            digits(Int64(offset.magnitude / 60), 2, &text)
            text.append(UInt8(ascii: ":"))
            digits(Int64(offset.magnitude % 60), 2, &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Milliseconds since 1970-01-01 UTC. The offset may be `Z`, `+09:00` or `+0900`, and must be there; finer fractions are cut
    /// to milliseconds; a leap second counts as the second after it. nil for anything else.
    @export(interface) public static func parse(_ text: String) -> Int64? {
        var reader = Reader(bytes: [UInt8](text.utf8))
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"), let day = reader.number(2),
            reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.number(2), reader.take(":"), let minute = reader.number(2), reader.take(":"), let second = reader.number(2)
        else { return nil }
        guard 1...12 ~= month, day >= 1, day <= CivilDate.daysInMonth(year, month), hour <= 23, minute <= 59, second <= 60 else {
            return nil
        }
        guard let milliseconds = reader.fraction(), let offset = reader.offset(), reader.isAtEnd else { return nil }
        let dayTime = hour * 3_600_000 + minute * 60_000 + second * 1000 + milliseconds
        return CivilDate.day(year, month, day) * dayMilliseconds + dayTime - offset * 60_000
    }

    private struct Reader {
        let bytes: [UInt8]
        var at = 0

        var isAtEnd: Bool { at == bytes.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard at < bytes.count, UInt32(bytes[at]) == character.value else { return false }
            at += 1
            return true
        }

        mutating func number(_ count: Int) -> Int64? {
            guard bytes.count - at >= count else { return nil }
            var value: Int64 = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        mutating func digit() -> Int64? {
            guard at < bytes.count else { return nil }
            let digit = bytes[at] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            at += 1
            return Int64(digit)
        }

        /// Milliseconds; 0 when there is no fraction.
        mutating func fraction() -> Int64? {
            guard take(".") else { return 0 }
            var milliseconds: Int64 = 0
            var unit: Int64 = 100
            guard let first = digit() else { return nil }
            milliseconds += first * unit
            while let next = digit() {
                unit /= 10
                milliseconds += next * unit
            }
            return milliseconds
        }

        /// Minutes east of UTC.
        mutating func offset() -> Int64? {
            if take("Z") || take("z") { return 0 }
            let isWest = take("-")
            guard isWest || take("+"), let hours = number(2) else { return nil }
            _ = take(":")
            guard let minutes = number(2), hours <= 18, minutes <= 59 else { return nil }
            return (hours * 60 + minutes) * (isWest ? -1 : 1)
        }
    }

    private static func digits(_ value: Int64, _ count: Int, _ text: inout [UInt8]) {
        var unit: Int64 = 1
        for _ in 1..<count { unit *= 10 }
        while unit > 0 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / unit % 10))
            unit /= 10
        }
    }
}
