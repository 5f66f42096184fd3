import Documents
import Linux

/// Queries that were long for want of an index. What is asked for often gets one without anybody's care.
struct LongScans {
    static let timesMin = 3
    static let countMax = 256

    private var times: [String: Int] = [:]
    private var due: [Wanted] = []

    struct Wanted: Sendable, Equatable {
        let className: String
        let path: FieldPath
    }

    mutating func note(_ className: String, _ path: FieldPath) {
        let name = "\(className) \(path.text)"
        if times[name] == nil, times.count >= Self.countMax { times = [:] }
        let count = (times[name] ?? 0) + 1
        times[name] = count
        if count < Self.timesMin { return }
        // Counted anew: whatever comes between, the next long queries ask for it again.
        times[name] = nil
        add(Wanted(className: className, path: path))
    }

    private mutating func add(_ wanted: Wanted) {
        if due.count < Self.countMax, !due.contains(wanted) { due.append(wanted) }
    }

    var hasDue: Bool { !due.isEmpty }

    mutating func takeDue() -> [Wanted] {
        defer { due = [] }
        return due
    }

    #if !hasFeature(Embedded)
    /// What another service counted.
    mutating func add(due more: [Wanted]) { for wanted in more { add(wanted) } }
    #endif
}
