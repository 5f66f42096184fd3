/// Work that waits, in a queue for each asker.
struct AskersLine {
    struct Work {
        let asker: UInt64
        let body: () -> Void
        /// How many came before it.
        fileprivate let place: UInt64
    }

    private var queues: [UInt64: Queue] = [:]
    private var places: UInt64 = 0
    private(set) var count = 0

    /// Taken work leaves its place until half of all are empty: so none costs a move of all behind it.
    private struct Queue {
        private var works: [Work?] = []
        private var begin = 0

        var first: Work? { begin < works.count ? works[begin] : nil }
        mutating func append(_ work: Work) { works.append(work) }

        mutating func removeFirst() {
            works[begin] = nil
            begin += 1
            if begin * 2 > works.count {
                works.removeFirst(begin)
                begin = 0
            }
        }
    }

    mutating func append(_ body: @escaping () -> Void, of asker: UInt64) {
        queues[asker, default: Queue()].append(Work(asker: asker, body: body, place: places))
        places &+= 1
        count += 1
    }

    /// Of askers who have had as much, the work that has waited longest.
    /// - Parameter busy: askers whose work waits on.
    mutating func take(_ times: AskerTimes, _ now: Int64, but busy: Set<UInt64> = []) -> Work? {
        var least: (had: Int64, work: Work)?
        for (asker, queue) in queues {
            guard let work = queue.first, !busy.contains(asker) else { continue }
            let had = times.had(asker, now)
            if let known = least, (known.had, known.work.place) <= (had, work.place) { continue }
            least = (had, work)
        }
        guard let work = least?.work else { return nil }
        queues[work.asker]?.removeFirst()
        if queues[work.asker]?.first == nil { queues[work.asker] = nil }
        count -= 1
        return work
    }
}

/// How long something has worked for each asker of late.
struct AskerTimes {
    private struct Had {
        var nanoseconds: Int64
        var date: Int64
    }

    private var askers: [UInt64: Had] = [:]

    /// Of the time that passes so much is forgotten of each: a fifth of it costs an asker nothing.
    static let forgottenPart: Int64 = 5
    /// No more is kept, so that who stops waits no longer behind others than ten seconds.
    static let nanosecondsMax: Int64 = 2_000_000_000
    static let countMax = 4_096

    func had(_ asker: UInt64, _ now: Int64) -> Int64 { askers[asker].map { Self.rest($0, now) } ?? 0 }

    mutating func charge(_ asker: UInt64, _ nanoseconds: Int64, _ now: Int64) {
        if askers.count >= Self.countMax, askers[asker] == nil {
            askers = askers.filter { Self.rest($0.value, now) > 0 }
            if askers.count >= Self.countMax { askers = [:] }
        }
        askers[asker] = Had(nanoseconds: min(had(asker, now) + max(0, nanoseconds), Self.nanosecondsMax), date: now)
    }

    private static func rest(_ had: Had, _ now: Int64) -> Int64 { max(0, had.nanoseconds - max(0, now &- had.date) / forgottenPart) }
}
