import Documents
import Linux
import Messages

/// One call for many objects. It sends a request for each of them, all at once, so that the service can commit them as one group, and
/// completes with the outcome of each.
extension ClientDatastore {
    public static let objectsAtOnceMax = 1_000

    public enum ActionOnAll { case save, fetch, delete }

    /// For each object its error, or nil; none when nothing was asked.
    public typealias Outcomes = [GamebaseError?]

    @export(interface) public func all(
        _ action: ActionOnAll, _ objects: [DataObject], completion: @escaping (Outcomes, GamebaseError?) -> Void
    ) {
        let tally = OutcomeTally(objects.count)
        call({ (isOver: Bool?, error) in completion(isOver == nil ? [] : tally.outcomes, error) }, { perform(action, objects, tally, $0) })
    }

    @export(interface) public func allBlocking(_ action: ActionOnAll, _ objects: [DataObject]) -> (Outcomes, GamebaseError?) {
        let tally = OutcomeTally(objects.count)
        let (isOver, error) = wait { (end: @escaping Answer<Bool>) in perform(action, objects, tally, end) }
        return (isOver == nil ? [] : tally.outcomes, error)
    }

    private func perform(_ action: ActionOnAll, _ objects: [DataObject], _ tally: OutcomeTally, _ end: @escaping Answer<Bool>) {
        if objects.isEmpty { return end(true, nil) }
        for place in objects.indices {
            let object = objects[place]
            let told: Answer<Bool> = { _, error in if tally.note(place, error) { end(true, nil) } }
            switch action {
            case .save where object.className == ClientDatastore.fileClass:
                told(
                    nil,
                    DataError.local(.operationProhibited, "A file is saved by itself: NCMBFile_saveInBackgroundWithBlock_progressBlock."))
            case .save: perform(save: object, told)
            case .fetch: perform(fetch: object, false, told)
            case .delete: perform(delete: object, told)
            }
        }
    }
}

/// What became of each. Safe from any thread.
private final class OutcomeTally: @unchecked Sendable {
    private let lock = Lock()
    private var noted: ClientDatastore.Outcomes
    private var left: Int

    init(_ count: Int) {
        noted = ClientDatastore.Outcomes(repeating: nil, count: count)
        left = count
    }

    var outcomes: ClientDatastore.Outcomes { lock.locked { noted } }

    /// - Returns: whether it was the last one.
    func note(_ place: Int, _ error: GamebaseError?) -> Bool {
        lock.locked {
            noted[place] = error
            left -= 1
            return left == 0
        }
    }
}
