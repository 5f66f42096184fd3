import Codecs

/// The id of an object. One that a query found keeps the bytes of a usual id in itself: most of them are never asked for, and a text of
/// its own would be one more piece of memory for each.
enum DataName {
    case none
    /// As many as two words hold (`PackedRow.short`).
    case bytes(UInt64, UInt64, count: UInt8)
    case text(String)

    init(_ text: String?) { self = text.map { .text($0) } ?? .none }

    init(_ row: PackedRow, _ column: Int) {
        if let (low, high, count) = row.short(column) { self = .bytes(low, high, count: count) } else { self = .text(row.text(column)) }
    }

    var text: String? {
        mutating get {
            switch self {
            case .none: return nil
            case .text(let text): return text
            case .bytes(let low, let high, let count):
                let text = withUnsafeBytes(of: (low, high)) { String(decoding: $0.prefix(Int(count)), as: UTF8.self) }
                self = .text(text)
                return text
            }
        }
    }
}
