import Codecs
import Linux
import Messages

/// What the head of an answer says, line by line, as far as it matters.
struct AnswerHead {
    private(set) var status = 0
    /// In lower case, without parameters.
    private(set) var contentType = ""
    private(set) var retryAfterMilliseconds: Int64?
    /// Something is packed in a way that was not asked for.
    private(set) var isPacked = false
    private(set) var isWhole = false
    private var bytes = 0

    /// - Parameter line: with or without its end. An empty one ends the head.
    /// - Returns: false for a head that is too long.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        bytes += line.count
        guard bytes <= RemoteLimit.headBytesMax else { return false }
        let text = line.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        if text.isEmpty {
            // Others come before the answer itself.
            if !(100..<200 ~= status) { isWhole = true }
        } else if text.starts(with: "HTTP/".utf8) {
            let bytes = bytes
            self = AnswerHead()
            self.bytes = bytes
            let digits = text.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") }
            status = Int(clamping: Self.number(digits) ?? 0)
        } else {
            takeField(text)
        }
        return true
    }

    /// Of a host's own HTTP, which has read it already.
    mutating func take(status: Int32, headers: String) -> Bool {
        self.status = Int(status)
        for line in headers.utf8.split(separator: UInt8(ascii: "\n")) {
            let isTaken = Array(line).withUnsafeBytes { bytes in bytes.starts(with: "HTTP/".utf8) ? true : take(bytes) }
            if !isTaken { return false }
        }
        isWhole = true
        return true
    }

    private mutating func takeField(_ text: Slice<UnsafeRawBufferPointer>) {
        let name = text.prefix { $0 != UInt8(ascii: ":") }
        let value = Self.trimmed(text[name.endIndex...].dropFirst())
        switch Self.lowered(name) {
        case "content-type": contentType = Self.lowered(Self.trimmed(value.prefix { $0 != UInt8(ascii: ";") }))
        case "content-encoding": isPacked = isPacked || Self.lowered(value) != "identity"
        // As a date it is not understood: the wait is then ours to choose.
        case "retry-after": if let seconds = Self.number(value) { retryAfterMilliseconds = Self.milliseconds(seconds) }
        default: break
        }
    }

    private static func milliseconds(_ seconds: Int64) -> Int64 {
        min(seconds, RemoteLimit.retryAfterMillisecondsMax / 1_000) * 1_000
    }

    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var text = text
        while let first = text.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") { text = text.dropFirst() }
        while let last = text.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { text = text.dropLast() }
        return text
    }

    private static func lowered(_ text: Slice<UnsafeRawBufferPointer>) -> String {
        String(decoding: text.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Digits only; one that does not fit is as large as can be.
    private static func number(_ text: Slice<UnsafeRawBufferPointer>) -> Int64? {
        guard !text.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in text {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let (tenfold, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, over) = tenfold.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            if tooLarge || over { return Int64.max }
            value = sum
        }
        return value
    }
}
