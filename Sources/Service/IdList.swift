#if !hasFeature(Embedded)
import Storage

/// Many ids asked for by statements of one length: a database keeps one prepared statement, whatever the number.
enum IdList {
    private static let idsInStatement = 32

    /// Stands behind `IN`.
    static let places = "(\(HeldTable.places(idsInStatement)))"

    /// The values of each statement. The last one is filled up with the last id.
    static func parts(_ ids: [String]) -> [[Value]] {
        stride(from: 0, to: ids.count, by: idsInStatement).map { start in
            (start..<start + idsInStatement).map { Value.text(ids[min($0, ids.count - 1)]) }
        }
    }
}
#endif
