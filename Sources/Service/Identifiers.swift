import Codecs
import Linux
import Storage

/// What the service hands out as names and secrets. All of it comes from the random source and the service time.
extension ServiceCore {
    static let secretBytes = 32
    private static let userIdCharacters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    /// 256 random bits as base64url: session and purchase tokens.
    func newSecret() -> String { Base64URL.encode(random.bytes(Self.secretBytes)) }

    /// 16 upper-case letters and digits, as the ids of the original service look.
    func newUserId() -> String { newCode(characters: 16) }

    func newCode(characters count: Int) -> String { newCode(characters: count, of: Self.userIdCharacters) }

    func newCode(characters count: Int, of alphabet: [UInt8]) -> String {
        let bytes = random.bytes(count * 2)
        var text: [UInt8] = []
        text.reserveCapacity(count)
        for index in 0..<min(count, bytes.count / 2) {
            // Two bytes a character keep the bias of the remainder below one in a thousand.
            let number = Int(bytes[index * 2]) << 8 | Int(bytes[index * 2 + 1])
            text.append(alphabet[number % alphabet.count])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// 19 digits: date, millisecond of the day, counter. Unique and growing, also when the clock goes back. Services that share a database
    /// end their numbers in their own, and count milliseconds on instead.
    func newPaymentSeq() -> String {
        let (year, month, day, millisecond) = CalendarDay.parts(epochMilliseconds: now)
        let date = Int64(year) * 10_000 + Int64(month) * 100 + Int64(day)
        let step: Int64 = isShared ? 1000 : 1
        let candidate = (date * 100_000_000 + millisecond) * 1000
        let next = candidate > lastPaymentSeq ? candidate : lastPaymentSeq &+ step
        lastPaymentSeq = isShared ? next / 1000 * 1000 + number : next
        return "\(lastPaymentSeq)"
    }

    /// A number that came from elsewhere and looks like one of ours.
    func noteNumber(_ paymentSeq: String) {
        if let number = Self.number(paymentSeq) { lastPaymentSeq = max(lastPaymentSeq, number) }
    }

    /// nil when it is none of ours: they have 19 digits and fit an Int64, with room above.
    static func number(_ paymentSeq: String) -> Int64? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard paymentSeq.utf8.count == 19, paymentSeq.utf8.allSatisfy({ digits.contains($0) }), let number = Int64(paymentSeq) else {
            return nil
        }
        return number < 9_223_000_000_000_000_000 ? number : nil
    }

    /// How a session token is stored and found: a copied database opens no session.
    static func fingerprint(_ secret: String) -> String {
        Hex.encode(SHA256.hash(Array(secret.utf8)))
    }

    /// Compares without telling by its time where the first difference is.
    static func sameSecret(_ left: String, _ right: String) -> Bool {
        let a = Array(left.utf8)
        let b = Array(right.utf8)
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}

/// The proleptic Gregorian calendar in UTC, limited to the years that four digits can name.
enum CalendarDay {
    static let dayMilliseconds: Int64 = 86_400_000
    private static let latest: Int64 = 253_402_300_799_999

    private static func limited(_ epochMilliseconds: Int64) -> Int64 { min(max(epochMilliseconds, 0), latest) }

    /// From the first millisecond of the month to that of the next.
    static func month(of epochMilliseconds: Int64) -> Range<Int64> {
        let time = limited(epochMilliseconds)
        let (_, _, day, millisecond) = parts(epochMilliseconds: time)
        let begin = time - millisecond - Int64(day - 1) * dayMilliseconds
        // No month has more than 31 days, and none so few that this passes the next.
        let later = begin + 31 * dayMilliseconds
        if later > latest { return begin..<later }
        return begin..<later - Int64(parts(epochMilliseconds: later).day - 1) * dayMilliseconds
    }

    static func parts(epochMilliseconds: Int64) -> (year: Int, month: Int, day: Int, millisecond: Int64) {
        let time = limited(epochMilliseconds)
        // Days to civil date, after Howard Hinnant's "chrono-compatible low-level date algorithms".
        let days = Int(time / dayMilliseconds) + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1, time % dayMilliseconds)
    }
}
