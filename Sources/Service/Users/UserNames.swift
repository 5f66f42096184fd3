import Codecs
import Linux
import Messages

/// New names of users that ask over a network. Names are compared byte by byte, upper and lower case apart, as the original did; so a name
/// is refused that a reader could take for another one with other bytes. Names that are there stay.
extension Users {
    func refuseUnclear(_ name: JSON?, _ request: Request) throws(Failure) {
        #if !hasFeature(Embedded)
        guard !ServiceCore.believes(request), let text = name?.stringValue, let reason = UserName.unclear(text) else { return }
        throw Failure.refused(.formatInvalid, "\(NCMBErrorText.formatInvalid(ObjectClass.userName)) \(reason)")
        #endif
    }
}

#if !hasFeature(Embedded)
enum UserName {
    /// - Returns: why a name is not clear; nil when it is.
    static func unclear(_ text: String) -> String? {
        if text.utf8.first == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: " ") { return "It begins or ends with a space." }
        var scripts: Set<Script> = []
        for scalar in text.unicodeScalars {
            if isIn(unseen, scalar.value) { return "It has a character that is not seen, \(name(scalar))." }
            if isIn(forms, scalar.value) { return "It has another form of a letter, \(name(scalar)); write the letter itself." }
            if let script = Script.of(scalar.value) { scripts.insert(script) }
        }
        return scripts.count > 1 ? "It mixes letters of scripts that look alike." : nil
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func isIn(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool { ranges.contains { $0.contains(value) } }

    /// Controls, spaces but the ordinary one, what joins, directs or selects its neighbours, what is empty, and private characters.
    private static let unseen: [ClosedRange<UInt32>] = [
        0x00...0x1F, 0x7F...0xA0, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x1680...0x1680, 0x17B4...0x17B5,
        0x180B...0x180F, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x2800...0x2800, 0x3000...0x3000, 0x3164...0x3164,
        0xE000...0xF8FF, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFFF, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
        0xE0000...0x10FFFF,
    ]

    /// Marks that go onto the letter before them, and letters that Unicode has a second time in another width, style or frame.
    private static let forms: [ClosedRange<UInt32>] = [
        0x300...0x34E, 0x350...0x36F, 0x2100...0x214F, 0x2160...0x217F, 0x2460...0x24FF, 0x3099...0x309A, 0x3200...0x33FF,
        0xF900...0xFAFF, 0xFB00...0xFB06, 0xFF01...0xFF9F, 0xFFA1...0xFFEE, 0x1D400...0x1D7FF, 0x1F100...0x1F1E5,
    ]

    /// Scripts with letters that look alike: two of them are not in one name.
    private enum Script {
        case latin, greek, cyrillic, armenian, cherokee

        static func of(_ value: UInt32) -> Script? {
            switch value {
            case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: .latin
            case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
            case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
            case 0x530...0x58F: .armenian
            case 0x13A0...0x13FF, 0xAB70...0xABBF: .cherokee
            default: nil
            }
        }
    }
}
#endif
