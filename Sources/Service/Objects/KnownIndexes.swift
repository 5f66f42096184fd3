/// The indexes of the classes that were asked for last. They are read with every query and every save and hardly ever change. Who changes
/// one, or undoes what was written, forgets them all.
struct KnownIndexes {
    /// Classes; of more, all are read anew.
    private static let classesMax = 256

    private var indexes: [String: [ObjectIndex]] = [:]

    subscript(className: String) -> [ObjectIndex]? { indexes[className] }

    mutating func keep(_ found: [ObjectIndex], of className: String) {
        if indexes.count >= Self.classesMax { forget() }
        indexes[className] = found
    }

    mutating func forget() {
        if !indexes.isEmpty { indexes = [:] }
    }
}
