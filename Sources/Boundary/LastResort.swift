import Client
import Synchronization

/// An error that exists before it is needed, for the moment when no handle can be made any more.
package enum LastResort {
    private static let made = Atomic<UInt>(0)

    package static var error: OpaquePointer? { OpaquePointer(bitPattern: made.load(ordering: .acquiring)) }

    /// Called when a completion is accepted, so that the error exists before the handles run out.
    package static func prepare() {
        let known = made.load(ordering: .acquiring)
        if isAlive(known) { return }
        guard
            let fresh = newHandle(
                GamebaseError(
                    GamebaseError.Code.notCallableState, "too many objects are alive to hand over the answer; release some with TCGBRelease"
                ))
        else { return }
        if !made.compareExchange(expected: known, desired: UInt(bitPattern: fresh), ordering: .acquiringAndReleasing).exchanged {
            releaseHandle(fresh)
        }
    }

    /// False in a forked child too, for which the parent's handles name nothing.
    private static func isAlive(_ bits: UInt) -> Bool {
        ProcessHandles.with(
            Handle(bits: UInt64(bits)), class: BoundaryClass.TCGBError.rawValue, as: BoundaryBox<GamebaseError>.self
        ) { _ in true } ?? false
    }
}
