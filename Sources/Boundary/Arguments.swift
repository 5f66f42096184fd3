import CLinux
import Client
import Codecs
import Linux
import Messages

/// The texts of one call, checked. Remembers the first that is wrong, so that the call is refused as a whole.
package struct Arguments {
    /// A longer text is refused: nothing that crosses the boundary needs more.
    package static let textBytesMax = 1 << 20
    /// Values are at least two bytes: their number has no limit of its own, so that a text may hold the longest list of an object.
    private static let jsonLimits = JSONLimits(bytesMax: textBytesMax, membersMax: textBytesMax / 2)

    /// The class whose function was called, as error domains name it.
    private let className: StaticString
    package private(set) var error: GamebaseError?

    package init(_ className: StaticString) { self.className = className }

    /// NULL is nil.
    package mutating func text(_ pointer: CText?, _ name: StaticString) -> String? {
        guard let pointer else { return nil }
        switch Arguments.read(pointer) {
        case .success(let text): return text
        case .failure(let reason):
            refuse(name, reason.text)
            return nil
        }
    }

    /// NULL and "" are refused, with `hint` saying what to pass.
    package mutating func requiredText(_ pointer: CText?, _ name: StaticString, _ hint: StaticString) -> String {
        guard let pointer else {
            refuse(name, "is NULL; pass \(hint)")
            return ""
        }
        guard let text = text(pointer, name) else { return "" }
        if text.isEmpty { refuse(name, "is empty; pass \(hint)") }
        return text
    }

    /// JSON text; NULL is nil.
    package mutating func json(_ pointer: CText?, _ name: StaticString) -> JSON? {
        guard let text = text(pointer, name) else { return nil }
        do throws(JSONError) {
            return try JSON.parse(text, limits: Self.jsonLimits)
        } catch {
            refuse(
                name, "is not JSON: line \(error.line), column \(error.column): \(error.reason)", code: GamebaseError.Code.invalidJSONFormat
            )
            return nil
        }
    }

    /// A JSON object; NULL is nil.
    package mutating func object(_ pointer: CText?, _ name: StaticString) -> JSONObject? {
        guard let json = json(pointer, name) else { return nil }
        if let object = json.objectValue { return object }
        refuse(name, "must be a JSON object, {…}")
        return nil
    }

    package mutating func requiredJSON(_ pointer: CText?, _ name: StaticString, _ hint: StaticString) -> JSON {
        if pointer == nil { refuse(name, "is NULL; pass \(hint)") }
        return json(pointer, name) ?? .null
    }

    /// The object behind a handle; NULL and bad handles are refused.
    package mutating func value<Value: BoundaryValue>(_ pointer: OpaquePointer?, _ type: Value.Type, _ name: StaticString) -> Value? {
        let found = ProcessHandles.with(
            Handle(pointer), class: type.boundaryClass.rawValue, as: BoundaryBox<Value>.self
        ) { $0.value }
        if found == nil { refuseObject(pointer, type.boundaryClass, name) }
        return found
    }

    @inline(never)
    private mutating func refuseObject(_ pointer: OpaquePointer?, _ boundaryClass: BoundaryClass, _ name: StaticString) {
        refuse(
            name,
            pointer == nil
                ? "is NULL; pass a \(boundaryClass.name)"
                : "is not a living \(boundaryClass.name): released, of another class, or never one")
    }

    /// A configuration that may be left out: NULL is nil, and a bad handle is refused.
    package mutating func optional<Value: BoundaryValue>(_ pointer: OpaquePointer?, _ type: Value.Type) -> Value? {
        pointer == nil ? nil : value(pointer, type, "configuration")
    }

    /// A text that the service stores with a payment; NULL is nil.
    package mutating func payload(_ pointer: CText?) -> String? {
        guard let payload = text(pointer, "payload") else { return nil }
        if payload.utf8.count > Limit.payloadBytes {
            refuse("payload", "is \(payload.utf8.count) bytes long; pass at most \(Limit.payloadBytes)")
        }
        return payload
    }

    /// A copy; NULL is empty.
    package mutating func bytes(_ pointer: UnsafeRawPointer?, _ length: Int, _ name: StaticString, _ bytesMax: Int) -> [UInt8] {
        if length < 0 || length > bytesMax { refuse(name, "is \(length) bytes long; pass at most \(bytesMax)") }
        if pointer == nil, length > 0 { refuse(name, "is NULL; pass \(length) bytes") }
        guard error == nil, let pointer else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: pointer, count: length))
    }

    package mutating func limit(_ text: String?, _ name: StaticString, _ bytesMax: Int) {
        if let text, text.utf8.count > bytesMax { refuse(name, "is \(text.utf8.count) bytes long; pass at most \(bytesMax)") }
    }

    package mutating func refuse(_ name: StaticString, _ reason: String, code: Int64 = GamebaseError.Code.invalidParameter) {
        if error == nil { error = GamebaseError(code, "\(name): \(reason)", domain: "TCGB.Gamebase.\(className)") }
    }

    /// Writes what is wrong to the log of a call that has no completion to tell it.
    /// - Returns: true when something is wrong.
    package func refusedIntoLog(_ function: StaticString = #function) -> Bool {
        guard let error else { return false }
        Clients.current.log(.warn, "\(functionName(function)): \(error.message)")
        return true
    }

    package struct Reason: Error { let text: String }

    package static func read(_ pointer: CText) -> Result<String, Reason> {
        let count = strnlen(pointer, textBytesMax + 1)
        if count > textBytesMax { return .failure(Reason(text: "is longer than \(textBytesMax) bytes")) }
        let bytes = UnsafeBufferPointer(start: UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self), count: count)
        guard let text = String(validating: bytes, as: UTF8.self) else { return .failure(Reason(text: "is not UTF-8")) }
        return .success(text)
    }
}

/// Copies a struct that the host gave and whose first member is its size. Members that the caller's header did not have yet stay as
/// they are in `copy`, which is zero; members that ours does not have yet are left alone.
/// - Returns: false for a size that not even the size itself fits in.
package func copySized<Given>(_ given: UnsafePointer<Given>, into copy: inout Given) -> Bool {
    let size = UnsafeRawPointer(given).loadUnaligned(as: Int.self)
    guard size >= MemoryLayout<Int>.size else { return false }
    let whole = min(size, MemoryLayout<Given>.size)
    memcpy(&copy, given, whole - whole % MemoryLayout<UnsafeRawPointer?>.size)
    return true
}
