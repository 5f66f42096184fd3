import Linux

/// The next look at what is due in an app: one at a time, at the earliest date that was asked for. Belongs to the loop.
final class LookTimer {
    /// On the monotonic clock.
    private var due: Int64?

    func cancel() { due = nil }

    func begin(_ milliseconds: Int64, _ loop: Loop, _ clock: any Clock, _ look: @escaping () -> Void) {
        let date = clock.monotonicNanoseconds() + milliseconds * 1_000_000
        if let due, due <= date { return }
        due = date
        loop.after(milliseconds: milliseconds + 1) { [weak self] in
            guard let self, due == date else { return }
            due = nil
            look()
        }
    }
}
