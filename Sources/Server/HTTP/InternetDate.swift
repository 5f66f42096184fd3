import Codecs

/// A date as heads of HTTP and of mails have it (RFC 9110, section 5.6.7; RFC 5322, section 3.3): "Thu, 26 Nov 2026 13:27:35 GMT".
enum InternetDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let dayMilliseconds: Int64 = 86_400_000

    /// Milliseconds since 1970; nil for anything else, and for another zone than GMT.
    static func parse(_ text: Substring) -> Int64? {
        let parts = text.split { $0 == " " || $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return ISO8601.parse("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }

    /// As a mail has it: "Thu, 26 Nov 2026 13:27:35 +0000". A date before 1970 is its beginning.
    static func text(_ epochMilliseconds: Int64) -> String {
        let date = max(0, epochMilliseconds)
        let text = ISO8601.text(epochMilliseconds: date)
        let (year, day, time) = (text.prefix(4), text.dropFirst(8).prefix(2), text.dropFirst(11).prefix(8))
        let month = months[Int(CivilDate.date(ofDay: date / dayMilliseconds).month) - 1]
        return "\(days[Int(date / dayMilliseconds % 7)]), \(day) \(month) \(year) \(time) +0000"
    }
}
