import Storage

/// A request, as far as it tells what will be read for it.
struct Foreseen {
    /// Requests of one kind read alike.
    let kind: String
    /// Who asks. Two requests of one asker are never in one group; nil: nobody knows, so its requests see what the group wrote before them.
    let asker: String?
    /// What it brings that statements may ask for, each with its name.
    let inputs: [(name: String, value: Value)]
}

/// One read that requests of a kind make, and where the values of its statement come from.
final class ForeseenRead {
    enum Source: Equatable {
        case constant(Value)
        case input(name: String, way: Int?)
        /// A column of the first row of an earlier read of the kind.
        case row(read: Int, column: Int)
    }

    let sql: String
    let sources: [Source]
    /// Reads of one stage go out together.
    let stage: Int
    var foreseen = 0
    var used = 0

    init(sql: String, sources: [Source], stage: Int) {
        self.sql = sql
        self.sources = sources
        self.stage = stage
    }

    static let trial = 16

    /// More than half of it was for nothing.
    var isWaste: Bool { foreseen >= Self.trial && used * 2 < foreseen }
}

/// What is known of a kind.
final class ForeseenKind {
    static let readsMax = 16
    static let wastesMax = 64
    static let stagesMax = 6

    private(set) var reads: [ForeseenRead?] = []
    /// Statements that were foreseen in vain.
    private var wastes: [String: Int] = [:]

    func mayLearn(_ sql: String) -> Bool {
        reads.count { $0 != nil } < Self.readsMax && reads.count < 4 * Self.readsMax && wastes[sql, default: 0] < 2
    }

    func place(of sql: String, _ sources: [ForeseenRead.Source]) -> Int? {
        reads.firstIndex { $0?.sql == sql && $0?.sources == sources }
    }

    /// - Returns: its place among the reads.
    func add(_ read: ForeseenRead) -> Int {
        reads.append(read)
        return reads.count - 1
    }

    func drop(_ place: Int) {
        guard let read = reads[place] else { return }
        if wastes.count < Self.wastesMax || wastes[read.sql] != nil { wastes[read.sql, default: 0] += 1 }
        reads[place] = nil
        // What comes from its rows cannot come any more.
        for (other, candidate) in reads.enumerated() {
            let depends = candidate?.sources.contains { if case .row(place, _) = $0 { true } else { false } } ?? false
            if depends { reads[other] = nil }
        }
    }
}
