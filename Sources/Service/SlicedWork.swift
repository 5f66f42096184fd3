import Codecs
import Linux
import Messages
import Storage

/// A console request that is too long for one turn: it is done in slices, each in a transaction of its own, and players' requests are
/// answered between them. What it has found so far it keeps itself; whatever it looks at twice may have changed meanwhile.
public final class SlicedWork {
    /// What a slice looks at or changes, so that a player who comes just behind it waits for about a millisecond.
    static let rows = 200

    /// Who asked for it. What is due by itself nobody asks for.
    var asker = Asker()
    /// - Returns: the answer; nil while there is more to do.
    let slice: (_ isShared: Bool) throws(Failure) -> Reply?
    /// What is done to the reply, whatever it is.
    var finish: (Reply) -> Reply = { $0 }
    /// What is written of the reply, with its last slice.
    var note: ((Reply) throws(Failure) -> Void)?
    /// The answer that another try of the same request had meanwhile.
    var firstAnswer: (() throws(Failure) -> Reply?)?
    /// What has been begun, for a try that goes on when this one ends early.
    let begun: () -> String?
    /// Writes that down, in place of what was written before.
    var notePlace: ((_ begun: String, _ old: String?) throws(Failure) -> Void)?
    #if !hasFeature(Embedded)
    /// Nothing is durable before its last slice: when nobody waits for the answer any more, it ends in the middle.
    public private(set) var endsWithAsker = false
    /// Its next slice asks nothing of the database.
    public internal(set) var isComputing = false
    /// The service that it asks; nil for what is due.
    var service: ObjectIdentifier?
    #endif
    private let restore: () -> Void
    private var tries = 1
    #if !hasFeature(Embedded)
    /// Of work that only reads: refuses when the asker may not have its answer any more. Asked now and then, and before the answer.
    var stillMay: ((_ roles: Set<String>) throws(Failure) -> Void)?
    /// The roles by which the asker has seen something so far.
    var rolesGranted: Set<String> = []
    private var askedNanoseconds: Int64?
    private static let askNanoseconds: Int64 = 250_000_000

    func askAgain(_ clock: any Clock, isOver: Bool) throws(Failure) {
        guard let stillMay else { return }
        let now = clock.monotonicNanoseconds()
        let asked = askedNanoseconds ?? now
        askedNanoseconds = asked
        guard isOver || now - asked >= Self.askNanoseconds else { return }
        askedNanoseconds = now
        try stillMay(rolesGranted)
    }
    #endif

    /// `state` is what the work keeps from slice to slice: where it is and what it counted. A slice that is undone leaves it as it was, so
    /// nothing is left out or counted twice; therefore a slice keeps nothing anywhere else. Only with a database that others write to,
    /// where it may be undone, is the state copied.
    ///
    /// - Parameter begun: of work whose slices change what a second try would change once more: what that try needs to go on instead
    ///   (`ServiceCore.begun`).
    init<State>(
        _ state: State, begun: @escaping (State) -> String? = { _ in nil }, _ slice: @escaping (inout State) throws(Failure) -> Reply?
    ) {
        var state = state
        var before: State?
        self.begun = { begun(state) }
        self.slice = { (isShared) throws(Failure) in
            if isShared { before = state }
            return try slice(&state)
        }
        restore = {
            if let before { state = before }
            before = nil
        }
    }

    /// Says that it may end between two slices when nobody waits for its answer any more: nothing of it is durable before the last one.
    func leavesNothing() {
        #if !hasFeature(Embedded)
        endsWithAsker = true
        #endif
    }

    /// The last slice was undone because another service was faster.
    /// - Returns: how often it was tried.
    @export(interface) public func sliceUndone() -> Int {
        restore()
        tries += 1
        return tries - 1
    }

    /// The last slice is durable.
    @export(interface) public func sliceKept() { tries = 1 }
}
