/// Keys in an order that is the same in every service. By insertion, because there are at most as many as events in a request, and the
/// standard library's sort would be compiled once more for each kind of key (7 KB each).
enum KeyOrder {
    static func texts(_ keys: some Sequence<String>) -> [String] {
        var sorted: [String] = []
        for key in keys {
            var place = sorted.count
            while place > 0, precedes(key, sorted[place - 1]) { place -= 1 }
            sorted.insert(key, at: place)
        }
        return sorted
    }

    static func numbers(_ keys: some Sequence<Int64>) -> [Int64] {
        var sorted: [Int64] = []
        for key in keys {
            var place = sorted.count
            while place > 0, key < sorted[place - 1] { place -= 1 }
            sorted.insert(key, at: place)
        }
        return sorted
    }

    /// By their bytes.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        var bytes = right.utf8.makeIterator()
        for byte in left.utf8 {
            guard let other = bytes.next() else { return false }
            if byte != other { return byte < other }
        }
        return bytes.next() != nil
    }
}
