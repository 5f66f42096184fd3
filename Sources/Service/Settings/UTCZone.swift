import Codecs
import Linux

/// A zone of settings, such as "+09:00": an offset to UTC without summer time.
package enum UTCZone {
    /// - Returns: what is added to UTC; nil for a text that is no zone.
    package static func milliseconds(_ text: String) -> Int64? {
        guard text.utf8.count == 6 else { return nil }
        return ISO8601.parse("1970-01-03T00:00:00" + text).map { 2 * CalendarDay.dayMilliseconds - $0 }
    }
}

extension SettingsFields {
    @inline(never)
    mutating func zone(_ key: String, _ value: inout String) {
        text(key, &value, max: 6)
        if UTCZone.milliseconds(value) == nil { refuse(key, "must be a zone such as \"+09:00\"") }
    }
}
