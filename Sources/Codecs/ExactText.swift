/// Byte-for-byte comparison of text. Swift's `==` also equates different spellings of one character ("é" composed and
/// decomposed), which would make two keys of a JSON object one.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool { same(left.text, right.text) }

    func hash(into hasher: inout Hasher) {
        let hashed: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if hashed == nil {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    @inline(__always)
    static func same(_ left: String, _ right: String) -> Bool { left.utf8.count == right.utf8.count && sameText(left, right) }

    @inline(never)
    private static func sameText(_ left: String, _ right: String) -> Bool {
        // Swift's comparison is quick to say no, and its no is final.
        guard left == right else { return false }
        let both: Bool?? = left.utf8.withContiguousStorageIfAvailable { a in
            right.utf8.withContiguousStorageIfAvailable { b in sameBytes(a, b) }
        }
        if case .some(.some(let equal)) = both { return equal }
        return left.utf8.elementsEqual(right.utf8)
    }

    private static func sameBytes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        if a.baseAddress == b.baseAddress { return a.count == b.count }
        for index in 0..<min(a.count, b.count) where a[index] != b[index] { return false }
        return a.count == b.count
    }
}
