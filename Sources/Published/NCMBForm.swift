#if !hasFeature(Embedded)
import Codecs
import Linux

/// A form (RFC 7578) that comes piece by piece: of the part "file" the bytes go out as they come, the part "acl" is kept, others are passed
/// over. It takes and refuses what `NCMBMultipart` does of a whole one.
struct NCMBForm: Sendable {
    static let aclBytesMax = 64 << 10

    enum Event: Equatable {
        case file(type: String?)
        case content([UInt8])
    }

    private enum State { case before, separator, headers, content, over, wrong }
    private enum Part { case file, acl, other }

    private let delimiter: [UInt8]
    /// What was not yet told apart. The body may begin with its first line, which then has no end of a line before it.
    private var held: [UInt8] = [0x0D, 0x0A]
    private var state = State.before
    private var part = Part.other
    private var parts = 0
    private var isFirst = false
    private(set) var hasFile = false
    private var hasACL = false
    private(set) var acl: [UInt8] = []
    private(set) var isACLTooLong = false

    init(_ boundary: [UInt8]) { delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary }

    /// The last line was there, and nothing was wrong before it.
    var isWhole: Bool { state == .over }
    var isWrong: Bool { state == .wrong }

    mutating func take(_ piece: [UInt8]) -> [Event] {
        held += piece
        var events: [Event] = []
        while step(&events) {}
        return events
    }

    /// - Returns: false when more bytes must come first.
    private mutating func step(_ events: inout [Event]) -> Bool {
        switch state {
        case .before:
            guard let place = place(of: delimiter, from: 0) else {
                keepLast(delimiter.count - 1)
                return false
            }
            drop(place + delimiter.count)
            state = .separator
        case .separator: return stepSeparator()
        case .headers: return stepHeaders(&events)
        case .content: return stepContent(&events)
        case .over, .wrong:
            held = []
            return false
        }
        return true
    }

    private mutating func stepSeparator() -> Bool {
        guard held.count >= 2 else { return false }
        if held[0] == 0x2D, held[1] == 0x2D {
            state = .over
            return true
        }
        let space = held.prefix { $0 == 0x20 || $0 == 0x09 }.count
        guard held.count >= space + 2 else {
            if space > NCMBMultipart.headersBytesMax { state = .wrong }
            return state == .wrong
        }
        parts += 1
        guard parts <= NCMBMultipart.partsMax, held[space] == 0x0D, held[space + 1] == 0x0A else {
            state = .wrong
            return true
        }
        drop(space)
        state = .headers
        return true
    }

    /// The line's end before the headers is still there, so that a part without any is found, too.
    private mutating func stepHeaders(_ events: inout [Event]) -> Bool {
        let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        // Where they end beyond the limit they are as wrong, however much of them comes in one piece.
        guard let end = place(of: mark, from: 0), end + mark.count <= NCMBMultipart.headersBytesMax else {
            if held.count >= NCMBMultipart.headersBytesMax { state = .wrong }
            return state == .wrong
        }
        let found = NCMBMultipart.part(Array(held[..<end]), 0..<0)
        guard found.isPlain else {
            state = .wrong
            return true
        }
        part = .other
        if found.name == "file", !hasFile {
            hasFile = true
            part = .file
            events.append(.file(type: found.type))
        } else if found.name == "acl", !hasACL {
            hasACL = true
            part = .acl
        }
        // An empty content and the next line may share the end of a line.
        drop(end + 2)
        isFirst = true
        state = .content
        return true
    }

    private mutating func stepContent(_ events: inout [Event]) -> Bool {
        let found = place(of: delimiter, from: 0)
        let end = found ?? max(0, held.count - (delimiter.count - 1))
        let begin = isFirst ? 2 : 0
        if begin < end {
            let bytes = Array(held[begin..<end])
            switch part {
            case .file: events.append(.content(bytes))
            case .acl:
                if acl.count + bytes.count <= Self.aclBytesMax { acl += bytes } else { isACLTooLong = true }
            case .other: break
            }
        }
        if let found {
            drop(found + delimiter.count)
            state = .separator
            return true
        }
        if end > begin {
            drop(end)
            isFirst = false
        }
        return false
    }

    private mutating func drop(_ count: Int) { held.removeFirst(count) }

    private mutating func keepLast(_ count: Int) { if held.count > count { held.removeFirst(held.count - count) } }

    private func place(of bytes: [UInt8], from: Int) -> Int? {
        held.withUnsafeBufferPointer { held in
            guard held.count >= from + bytes.count else { return nil }
            for place in from...(held.count - bytes.count) where held[place] == bytes[0] {
                var isHere = true
                for index in 1..<bytes.count where held[place + index] != bytes[index] {
                    isHere = false
                    break
                }
                if isHere { return place }
            }
            return nil
        }
    }
}
#endif
