// The PushRules room: what a push may hold, whom it may reach, when, and how it looks. Pure values and pure functions, the same for the
// client that shows pushes and for the service that sends them. No file, clock, thread or random number of its own: bytes, instants and
// addresses are handed in, and whatever they hold, nothing here traps.
import Codecs
import Linux

/// Text that comes from whoever sends a push, as a desktop can be given it: no control characters, a limited length.
public enum PushText {
    public static let titleBytesMax = 256
    public static let bodyBytesMax = 4_096

    /// A title: line breaks and tabs become spaces.
    @export(interface) public static func line(_ text: String, bytesMax: Int = titleBytesMax) -> String {
        clean(text, bytesMax: bytesMax, keepsLines: false)
    }

    /// A body: line breaks stay.
    @export(interface) public static func body(_ text: String, bytesMax: Int = bodyBytesMax) -> String {
        clean(text, bytesMax: bytesMax, keepsLines: true)
    }

    /// As markup that shows the text as it is (Desktop Notifications, "Markup").
    @export(interface) public static func markup(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;", to: &escaped)
            case UInt8(ascii: "<"): append("&lt;", to: &escaped)
            case UInt8(ascii: ">"): append("&gt;", to: &escaped)
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Whether there are control characters in it, or nothing at all.
    static func isPlain(_ text: String) -> Bool {
        for scalar in text.unicodeScalars where isControl(scalar.value) { return false }
        return !text.utf8.isEmpty
    }

    private static func clean(_ text: String, bytesMax: Int, keepsLines: Bool) -> String {
        var clean = String.UnicodeScalarView()
        var bytes = 0
        // Where the last character ended that nothing was added to: a letter is not shown without its accent.
        var whole = clean.endIndex
        var isJoined = false
        for scalar in text.unicodeScalars {
            guard let scalar = shown(scalar, keepsLines) else { continue }
            let extends = isExtending(scalar.value)
            if !extends, !isJoined { whole = clean.endIndex }
            bytes += UTF8.width(scalar)
            if bytes > bytesMax {
                clean.removeSubrange(whole...)
                break
            }
            clean.append(scalar)
            isJoined = scalar.value == 0x200D
        }
        return String(clean)
    }

    private static func shown(_ scalar: Unicode.Scalar, _ keepsLines: Bool) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x0A, 0x2028, 0x2029: keepsLines ? "\n" : " "
        case 0x09: " "
        default: isControl(scalar.value) ? nil : scalar
        }
    }

    /// The control characters of ASCII and Latin-1, the byte order mark, and the two that turn the text behind them around.
    private static func isControl(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202D, 0x202E, 0xFEFF: true
        default: false
        }
    }

    /// Belongs to the character before it: accents, joiners, variations, skin tones. The few that text of games has; the whole table
    /// of Unicode would weigh more than it is worth.
    private static func isExtending(_ value: UInt32) -> Bool {
        switch value {
        case 0x300...0x36F, 0x64B...0x65F, 0xE31, 0xE34...0xE3A, 0xE47...0xE4E, 0x1AB0...0x1AFF, 0x200D, 0x20D0...0x20FF, 0x3099, 0x309A,
            0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F:
            true
        default: false
        }
    }

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
