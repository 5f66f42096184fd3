import Codecs
import Documents
import Linux
import Messages
import Storage

/// A search: answered, or begun.
enum Search {
    case rows(PackedRows)
    case work(SlicedWork)
}

/// Searches that were read where they were asked. Most of them are answered by one look into an index: nothing is made for a next look
/// until one is needed. The statements and the answers are those of every other search.
extension Objects {
    func search(_ asked: PreparedQuery, _ caller: Caller) throws(Failure) -> Search {
        // Rows go out as they are kept.
        switch GuardedField.fields(of: asked.className).isEmpty ? asked.short : nil {
        case .rows(let path, let key)?:
            guard let index = try completeIndex(of: asked.className, path) else { break }
            let size = min(Self.sortedAtOnce, core.sliceRows)
            let rows = try rows(of: key, index, asked.className, after: "", size)
            let count = rows.count
            // Of several the newest comes first: they are sorted.
            return try answer(asked, rows, isWhole: count <= 1 && count < size, isLast: count < size, caller)
        case .first(let order, let count)?:
            guard let index = try completeIndex(of: asked.className, order.path) else { break }
            let size = min(count, Self.sortedAtOnce, core.sliceRows)
            let rows = try ordered(index, asked.className, isDescending: order.isDescending, after: nil, size)
            return try answer(asked, rows, isWhole: rows.count < size || size == count, isLast: rows.count < size, caller)
        case nil: break
        }
        return .work(finding(Scan(asked.query, of: asked.className), includes: [], asRows: true, caller))
    }

    private func completeIndex(of className: String, _ path: FieldPath) throws(Failure) -> ObjectIndex? {
        for index in try indexes(of: className) where index.isComplete && index.path == path { return index }
        return nil
    }

    /// - Parameter rows: what the first look of the search's scan found.
    /// - Parameter isWhole: if the caller may read them all, they are the answer.
    private func answer(
        _ asked: PreparedQuery, _ rows: PackedRows, isWhole: Bool, isLast: Bool, _ caller: Caller
    ) throws(Failure) -> Search {
        if isWhole, rows.byteCount <= Scan.sharedBytesMax, try mayRead(all: rows, caller) {
            return .rows(rows)
        }
        var scan = Scan(asked.query, of: asked.className)
        try plan(&scan)
        try goOn(&scan, behind: rows, isLast: isLast, caller)
        return .work(finding(scan, includes: [], asRows: true, caller))
    }
}
