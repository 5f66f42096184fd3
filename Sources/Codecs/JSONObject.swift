/// The members of a JSON object, in the order in which they came. Two objects are equal when they have the same members in any order.
public struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// Above this many members an index is kept, so that no input makes finding keys quadratic.
    static let searchedMembersMax = 16

    private var entries: [(key: String, value: JSON)] = []
    private var index: [ExactText: Int]?

    @export(interface) public init() {}

    /// - Parameter count: members that it has room for.
    @export(interface) @inline(never) public init(reserving count: Int) { entries.reserveCapacity(count) }

    @export(interface) @inline(never) public init(dictionaryLiteral elements: (String, JSON)...) {
        for (key, value) in elements { self[key] = value }
    }

    @export(interface) public var members: [(key: String, value: JSON)] { entries }
    public var count: Int { entries.count }
    @export(interface) public var isEmpty: Bool { entries.isEmpty }

    /// Setting keeps the place of a key that is there and appends one that is not; nil removes.
    public subscript(key: String) -> JSON? {
        @inline(__always) get { value(of: key) }
        @inline(__always) set { put(newValue, at: key) }
    }

    // Functions, because what a subscript does would be compiled into each of its thousand callers.
    @export(interface) @inline(never) public func value(of key: String) -> JSON? {
        guard let place = place(of: key) else { return nil }
        return entries[place].value
    }

    @export(interface) @inline(never) public mutating func put(_ newValue: JSON?, at key: String) {
        if let place = place(of: key) {
            if let newValue {
                entries[place].value = newValue
            } else {
                entries.remove(at: place)
                if index != nil { rebuildIndex() }
            }
        } else if let newValue {
            append(key, newValue)
        }
    }

    /// Appends a member unless its key is there already.
    mutating func appendUnlessPresent(_ key: String, _ value: JSON) -> Bool {
        if place(of: key) != nil { return false }
        append(key, value)
        return true
    }

    func contains(_ key: String) -> Bool { place(of: key) != nil }

    /// Of a key that is known not to be there.
    @export(interface) @inline(never) public mutating func append(_ key: String, _ value: JSON) {
        entries.append((key, value))
        if index != nil {
            index?[ExactText(key)] = entries.count - 1
        } else if entries.count > Self.searchedMembersMax {
            rebuildIndex()
        }
    }

    private func place(of key: String) -> Int? {
        if let index { return index[ExactText(key)] }
        for place in entries.indices where ExactText.same(entries[place].key, key) { return place }
        return nil
    }

    private mutating func rebuildIndex() {
        guard entries.count > Self.searchedMembersMax else {
            index = nil
            return
        }
        var rebuilt = [ExactText: Int](minimumCapacity: entries.count)
        for place in entries.indices { rebuilt[ExactText(entries[place].key)] = place }
        index = rebuilt
    }

    @export(interface) public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        for (key, value) in left.entries {
            guard let other = right[key], other == value else { return false }
        }
        return true
    }

    /// Sets a member to a text, or leaves it out.
    @export(interface) public mutating func set(_ key: String, _ text: String?) {
        if let text { self[key] = .string(text) }
    }
}

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
