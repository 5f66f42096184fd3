import PushRules

/// What the head of an answer says, line by line, as far as it matters.
struct MediaReply {
    let bytesMax: Int
    private(set) var status = 0
    /// The length that was promised.
    private(set) var length: Int?
    private var headerBytes = 0
    private var isPlain = true

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    var leadsElsewhere: Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// - Parameter line: with its end. An empty one ends the head.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(MediaFailure) {
        headerBytes += line.count
        guard headerBytes <= MediaLimit.headerBytesMax else { throw .headersTooLarge }
        let text = line.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        if text.isEmpty { return try judge() }
        if text.starts(with: "HTTP/".utf8) {
            status = Self.number(text.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") }) ?? 0
            length = nil
            isPlain = true
            return
        }
        let name = text.prefix { $0 != UInt8(ascii: ":") }
        let value = Self.trimmed(text[name.endIndex...].dropFirst())
        if Self.matches(name, "content-length") {
            // Of two that differ the larger counts.
            if let number = Self.number(value) { length = max(length ?? 0, number) }
        } else if Self.matches(name, "content-encoding") {
            // None was asked for. What unpacks to more than came would have to be measured twice.
            isPlain = isPlain && Self.matches(value, "identity")
        } else if Self.matches(name, "transfer-encoding") {
            // libcurl unpacks what comes packed in this way, whether it asked for it or not.
            isPlain = isPlain && (Self.matches(value, "chunked") || Self.matches(value, "identity"))
        }
    }

    private func judge() throws(MediaFailure) {
        // Others come before the answer itself.
        if 100..<200 ~= status { return }
        guard isPlain else { throw .encoded }
        if leadsElsewhere { return }
        guard status == 200 else { throw .status(status) }
        if let length, length > bytesMax { throw .tooLarge }
    }

    private typealias Text = Slice<UnsafeRawBufferPointer>

    private static func trimmed(_ text: Text) -> Text {
        var text = text
        while let first = text.first, isSpace(first) { text = text.dropFirst() }
        while let last = text.last, isSpace(last) { text = text.dropLast() }
        return text
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func matches(_ text: Text, _ lower: StaticString) -> Bool {
        guard text.count == lower.utf8CodeUnitCount else { return false }
        for (place, byte) in text.enumerated() {
            let lowered = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
            if lowered != lower.utf8Start[place] { return false }
        }
        return true
    }

    /// Digits only; one that does not fit is as large as can be.
    private static func number(_ text: Text) -> Int? {
        guard !text.isEmpty else { return nil }
        var value = 0
        for byte in text {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let (tenfold, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, over) = tenfold.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            if tooLarge || over { return Int.max }
            value = sum
        }
        return value
    }
}
