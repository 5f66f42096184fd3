import Client
import Linux

/// Makes a handle with one reference, which whoever receives it owns.
/// - Returns: nil, and a line is logged, when too many handles are alive.
package func newHandle<Value: BoundaryValue>(_ value: Value) -> OpaquePointer? { newHandle(BoundaryBox(value), Value.boundaryClass) }

@inline(never)
private func newHandle(_ box: TextBox, _ boundaryClass: BoundaryClass) -> OpaquePointer? {
    guard let handle = ProcessHandles.table.insert(box, class: boundaryClass.rawValue) else {
        Clients.current.log(.error, "\(boundaryClass.name): \(HandleTable.liveMax) objects are alive; release some with TCGBRelease")
        return nil
    }
    tellCrowd()
    return OpaquePointer(bitPattern: UInt(handle.bits))
}

/// Says that many objects are alive, before there are too many. Kept for later while nobody listens.
@inline(__always)
private func tellCrowd() {
    guard ProcessHandles.table.isCrowdToTell, Clients.current.isLogging(.warn), let crowd = ProcessHandles.table.takeCrowd() else { return }
    Clients.current.log(
        .warn, "\(crowd) objects are alive, of \(HandleTable.liveMax) at most: release what is yours (O2 in TCGBObject.h) with TCGBRelease")
}

package func releaseHandle(_ pointer: OpaquePointer?) {
    if let pointer { _ = ProcessHandles.table.release(Handle(pointer)) }
}

extension Handle {
    @inline(__always)
    package init(_ pointer: OpaquePointer?) { self.init(bits: UInt64(UInt(bitPattern: pointer))) }
}

/// Reads from the object behind a handle. `body` runs with the handle's slot locked: short, no host, no other call here.
@inline(__always)
package func read<Value: BoundaryValue, Result>(
    _ pointer: OpaquePointer?, _ type: Value.Type, else neutral: Result, _ function: StaticString = #function,
    _ body: (BoundaryBox<Value>) -> Result
) -> Result {
    var result = neutral
    open(pointer, type.boundaryClass, function) { result = body(unsafeDowncast($0, to: BoundaryBox<Value>.self)) }
    return result
}

/// The part of reading that is the same for every class.
@inline(never)
private func open(_ pointer: OpaquePointer?, _ boundaryClass: BoundaryClass, _ function: StaticString, _ body: (TextBox) -> Void) {
    if ProcessHandles.with(Handle(pointer), class: boundaryClass.rawValue, as: TextBox.self, body) != nil { return }
    BadHandles.report(pointer, boundaryClass, function)
}

/// A text that never changes.
@inline(__always)
package func text<Value: BoundaryValue>(
    _ pointer: OpaquePointer?, _ type: Value.Type, _ field: Value.Field, _ function: StaticString = #function, _ text: (Value) -> String?
) -> CText? {
    read(pointer, type, else: nil, function) { $0.text(field.rawValue, text) }
}

/// A text that takes time to make, such as JSON: made outside the slot's lock.
package func longText<Value: BoundaryValue>(
    _ pointer: OpaquePointer?, _ type: Value.Type, _ field: Value.Field, _ function: StaticString = #function, _ text: (Value) -> String
) -> CText? {
    // Nothing escapes: the text is made before this returns.
    withoutActuallyEscaping(text) { text in
        longText(pointer, type.boundaryClass.rawValue, field.rawValue, CText(function)) { box in
            let value = unsafeDowncast(box, to: BoundaryBox<Value>.self).value
            return { text(value) }
        }
    }
}

/// The part that is the same for every class. `copy` takes the value out with the slot locked; what it gives makes the text without the lock.
@inline(never)
func longText(
    _ pointer: OpaquePointer?, _ number: UInt8, _ field: Int, _ function: CText, _ copy: (TextBox) -> () -> String
) -> CText? {
    let handle = Handle(pointer)
    var made: CText?
    let make = ProcessHandles.with(handle, class: number, as: TextBox.self) { box -> () -> String in
        made = box.madeText(field)
        return made == nil ? copy(box) : { "" }
    }
    guard let make else {
        BadHandles.report(pointer, BoundaryClass(rawValue: number), function)
        return nil
    }
    if let made { return made }
    let fresh = make()
    return ProcessHandles.with(handle, class: number, as: TextBox.self) { $0.keepText(field, fresh) } ?? nil
}

/// The value behind a handle, or nil with a line in the log.
@inline(__always)
package func value<Value: BoundaryValue>(_ pointer: OpaquePointer?, _ type: Value.Type, _ function: StaticString = #function) -> Value? {
    read(pointer, type, else: nil, function) { $0.value }
}

/// Changes the value behind a handle.
@inline(__always)
package func change<Value: BoundaryValue>(
    _ pointer: OpaquePointer?, _ type: Value.Type, _ function: StaticString = #function, _ body: (inout Value) -> Void
) {
    read(pointer, type, else: (), function) { body(&$0.value) }
}
