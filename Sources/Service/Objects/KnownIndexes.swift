/// The indexes of the classes that were asked for last. They are read with every query and every save and hardly ever change. Who changes
/// one, or undoes what was written, forgets them all.
struct KnownIndexes {
    /// Classes; of more, all are read anew.
    private static let classesMax = 256

    private var indexes: [String: [ObjectIndex]] = [:]
    /// Of the class that was asked for last.
    private var last: (className: String, indexes: [ObjectIndex])?

    subscript(className: String) -> [ObjectIndex]? {
        mutating get {
            if let last, last.className == className { return last.indexes }
            last = indexes[className].map { (className, $0) }
            return last?.indexes
        }
    }

    mutating func keep(_ found: [ObjectIndex], of className: String) {
        if indexes.count >= Self.classesMax { forget() }
        indexes[className] = found
        last = (className, found)
    }

    mutating func forget() {
        if !indexes.isEmpty { indexes = [:] }
        last = nil
    }
}
