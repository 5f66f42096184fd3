import Client
import Linux

/// What a field of a value holds, whatever its kind.
package enum FieldValue {
    case text(String?), number(Int64), flag(Bool), real(Double)
    /// A text that takes time to make, such as JSON: made outside the slot's lock.
    case laterText(() -> String)
}

// What the rows of the room Accessors call: one function a kind. A row whose case holds another kind is answered as if it held nothing.

@_cdecl("boundaryText")
public func boundaryText(
    _ pointer: OpaquePointer?, _ boundaryClass: UInt8, _ field: Int, _ function: UnsafePointer<CChar>
) -> UnsafePointer<CChar>? {
    var text: CText?
    let found: Void? = ProcessHandles.with(Handle(pointer), class: boundaryClass, as: TextBox.self) { text = $0.text(field) }
    if found == nil { BadHandles.report(pointer, BoundaryClass(rawValue: boundaryClass), function) }
    return text
}

@_cdecl("boundaryChangingText")
public func boundaryChangingText(
    _ pointer: OpaquePointer?, _ boundaryClass: UInt8, _ field: Int, _ function: UnsafePointer<CChar>
) -> UnsafePointer<CChar>? {
    var text: CText?
    let found: Void? = ProcessHandles.with(Handle(pointer), class: boundaryClass, as: TextBox.self) { text = $0.changingText(field) }
    if found == nil { BadHandles.report(pointer, BoundaryClass(rawValue: boundaryClass), function) }
    return text
}

@_cdecl("boundaryLaterText")
public func boundaryLaterText(
    _ pointer: OpaquePointer?, _ boundaryClass: UInt8, _ field: Int, _ function: UnsafePointer<CChar>
) -> UnsafePointer<CChar>? {
    longText(pointer, boundaryClass, field, function) { box in
        if case .laterText(let make) = box.field(field) { make } else { { "" } }
    }
}

@_cdecl("boundaryNumber")
public func boundaryNumber(
    _ pointer: OpaquePointer?, _ boundaryClass: UInt8, _ field: Int, _ function: UnsafePointer<CChar>, _ neutral: Int64
) -> Int64 {
    guard case .number(let number) = read(pointer, boundaryClass, field, function) else { return neutral }
    return number
}

@_cdecl("boundaryFlag")
public func boundaryFlag(_ pointer: OpaquePointer?, _ boundaryClass: UInt8, _ field: Int, _ function: UnsafePointer<CChar>) -> Bool {
    guard case .flag(let flag) = read(pointer, boundaryClass, field, function) else { return false }
    return flag
}

@_cdecl("boundaryReal")
public func boundaryReal(
    _ pointer: OpaquePointer?, _ boundaryClass: UInt8, _ field: Int, _ function: UnsafePointer<CChar>, _ neutral: Double
) -> Double {
    guard case .real(let real) = read(pointer, boundaryClass, field, function) else { return neutral }
    return real
}

@inline(__always)
private func read(_ pointer: OpaquePointer?, _ boundaryClass: UInt8, _ field: Int, _ function: CText) -> FieldValue? {
    let value = ProcessHandles.with(Handle(pointer), class: boundaryClass, as: TextBox.self) { $0.field(field) }
    if value == nil { BadHandles.report(pointer, BoundaryClass(rawValue: boundaryClass), function) }
    return value
}
