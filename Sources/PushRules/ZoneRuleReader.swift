import Linux

/// Takes the text of a rule apart.
struct ZoneRuleReader {
    private static let offsetHoursMax: Int64 = 24
    /// An extension of version 3.
    private static let timeHoursMax: Int64 = 167
    private static let nameBytesMin = 3
    /// What POSIX leaves open and the tz code takes: the rule of the United States.
    private static let usual = (
        begin: ZoneRule.Day(form: .week(month: 3, week: 2, day: 0), seconds: 7200),
        end: ZoneRule.Day(form: .week(month: 11, week: 1, day: 0), seconds: 7200)
    )

    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func rule() -> ZoneRule? {
        guard name(), let west = time(hoursMax: Self.offsetHoursMax) else { return nil }
        if at == bytes.count { return ZoneRule(standard: -west, summer: nil) }
        guard name() else { return nil }
        var offset = -west + 3600
        if at < bytes.count, bytes[at] != UInt8(ascii: ",") {
            guard let west = time(hoursMax: Self.offsetHoursMax) else { return nil }
            offset = -west
        }
        var days = Self.usual
        if at < bytes.count {
            guard let begin = day(), let end = day() else { return nil }
            days = (begin, end)
        }
        guard at == bytes.count else { return nil }
        return ZoneRule(standard: -west, summer: ZoneRule.Summer(offset: offset, begin: days.begin, end: days.end))
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// "CET" or "<+0330>".
    private mutating func name() -> Bool {
        let isQuoted = take(UInt8(ascii: "<"))
        let begin = at
        while at < bytes.count {
            let byte = bytes[at]
            let lower = byte | 0x20
            let isLetter = lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            guard isLetter || (isQuoted && (isDigit || isSign)) else { break }
            at += 1
        }
        guard at - begin >= Self.nameBytesMin else { return false }
        return !isQuoted || take(UInt8(ascii: ">"))
    }

    private mutating func number(max: Int64) -> Int64? {
        var value: Int64 = 0
        let begin = at
        while at < bytes.count, at - begin < 3, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9") {
            value = value * 10 + Int64(bytes[at] - UInt8(ascii: "0"))
            at += 1
        }
        return at > begin && value <= max ? value : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private mutating func time(hoursMax: Int64) -> Int64? {
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        guard let hours = number(max: hoursMax) else { return nil }
        var seconds = hours * 3600
        var unit: Int64 = 60
        while unit > 0, take(UInt8(ascii: ":")) {
            guard let part = number(max: 59) else { return nil }
            seconds += part * unit
            unit /= 60
        }
        return isNegative ? -seconds : seconds
    }

    private mutating func day() -> ZoneRule.Day? {
        guard take(UInt8(ascii: ",")) else { return nil }
        let form: ZoneRule.Day.Form
        if take(UInt8(ascii: "J")) {
            guard let day = number(max: 365), day >= 1 else { return nil }
            form = .julian(day)
        } else if take(UInt8(ascii: "M")) {
            guard let month = number(max: 12), month >= 1, take(UInt8(ascii: ".")), let week = number(max: 5), week >= 1,
                take(UInt8(ascii: ".")), let day = number(max: 6)
            else { return nil }
            form = .week(month: month, week: week, day: day)
        } else {
            guard let day = number(max: 365) else { return nil }
            form = .ordinal(day)
        }
        var seconds: Int64 = 7200
        if take(UInt8(ascii: "/")) {
            guard let time = time(hoursMax: Self.timeHoursMax) else { return nil }
            seconds = time
        }
        return ZoneRule.Day(form: form, seconds: seconds)
    }
}
