import Client
import Linux
import Synchronization

// Completions: the function pointer and context that C gave, as the closures that the Client calls inside its run loop.
// What a completion is handed is borrowed: it is released when the callback returns, unless the host retained it.

/// Calls `body` with a handle for `value`, or with NULL for nil.
package func withBorrowed<Value: BoundaryValue>(_ value: Value?, _ body: (OpaquePointer?) -> Void) {
    guard let value else { return body(nil) }
    let handle = newHandle(value)
    body(handle)
    releaseHandle(handle)
}

/// Calls `body` with a handle for the error. An error must never arrive as success: when no handle can be made, one that was
/// made beforehand says so.
package func withBorrowed(error: GamebaseError?, _ body: (OpaquePointer?) -> Void) {
    guard let error else { return body(nil) }
    guard let handle = newHandle(error) else { return body(LastResort.error) }
    body(handle)
    releaseHandle(handle)
}

/// Calls `body` with an array of handles. NULL and 0 for an empty one.
package func withBorrowed<Value: BoundaryValue>(_ values: [Value], _ body: (UnsafePointer<OpaquePointer?>?, Int) -> Void) {
    withBorrowed(count: values.count, { newHandle(values[$0]) }, body)
}

/// The part that is the same for every class.
@inline(never)
private func withBorrowed(count: Int, _ make: (Int) -> OpaquePointer?, _ body: (UnsafePointer<OpaquePointer?>?, Int) -> Void) {
    if count == 0 { return body(nil, 0) }
    var handles: [OpaquePointer?] = []
    handles.reserveCapacity(count)
    for place in 0..<count {
        guard let handle = make(place) else { break }
        handles.append(handle)
    }
    handles.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    for handle in handles { releaseHandle(handle) }
}

/// Calls `body` with a C string, or NULL for nil.
package func withBorrowed(text: String?, _ body: (CText?) -> Void) {
    guard let text else { return body(nil) }
    text.withCString { body($0) }
}

/// Tells the host that a call was refused: through its completion if it gave one, into the log otherwise.
package func refuse(
    _ error: GamebaseError, _ isHeard: Bool, _ function: StaticString = #function, _ deliver: @escaping (GamebaseError) -> Void
) {
    let client = Clients.current
    if isHeard {
        client.refuse(error, deliver)
    } else {
        client.log(.warn, "\(functionName(function)): \(error.message)")
    }
}

// The shapes of completions. Headers name them by what they hand over; to the compiler all of one shape are one type.
package typealias ErrorCompletion = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
package typealias TextCompletion = @convention(c) (CText?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
package typealias ValueCompletion = @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
package typealias ListCompletion = @convention(c) (UnsafePointer<OpaquePointer?>?, Int, OpaquePointer?, UnsafeMutableRawPointer?) -> Void

package func deliver(error completion: ErrorCompletion?, _ context: UnsafeMutableRawPointer?) -> (GamebaseError?) -> Void {
    guard let completion else { return { _ in } }
    LastResort.prepare()
    return { error in withBorrowed(error: error) { completion($0, context) } }
}

package func deliver(text completion: TextCompletion?, _ context: UnsafeMutableRawPointer?) -> (String?, GamebaseError?) -> Void {
    guard let completion else { return { _, _ in } }
    LastResort.prepare()
    return { text, error in
        withBorrowed(text: text) { text in withBorrowed(error: error) { completion(text, $0, context) } }
    }
}

package func deliver<Value: BoundaryValue>(
    value type: Value.Type, _ completion: ValueCompletion?, _ context: UnsafeMutableRawPointer?
) -> (Value?, GamebaseError?) -> Void {
    guard let completion else { return { _, _ in } }
    LastResort.prepare()
    return { value, error in deliverOne(value, error) { completion($0, $1, context) } }
}

package func deliver<Value: BoundaryValue>(
    list type: Value.Type, _ completion: ListCompletion?, _ context: UnsafeMutableRawPointer?
) -> ([Value], GamebaseError?) -> Void {
    guard let completion else { return { _, _ in } }
    LastResort.prepare()
    return { values, error in deliverList(values, error) { completion($0, $1, $2, context) } }
}

/// A value that cannot be handed over is an error, never a success without a value.
package func deliverOne<Value: BoundaryValue>(_ value: Value?, _ error: GamebaseError?, _ body: (OpaquePointer?, OpaquePointer?) -> Void) {
    withBorrowed(value) { handle in
        if value != nil, handle == nil, error == nil {
            body(nil, LastResort.error)
        } else {
            withBorrowed(error: error) { body(handle, $0) }
        }
    }
}

package func deliverList<Value: BoundaryValue>(
    _ values: [Value], _ error: GamebaseError?, _ body: (UnsafePointer<OpaquePointer?>?, Int, OpaquePointer?) -> Void
) {
    withBorrowed(values) { handles, count in
        if count < values.count, error == nil {
            body(nil, 0, LastResort.error)
        } else {
            withBorrowed(error: error) { body(handles, count, $0) }
        }
    }
}

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
