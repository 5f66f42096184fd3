// The Boundary room: how handles, texts, arguments and completions cross the border, the same for every C surface; and the clients of this
// process, each put together from its parts. No function of a header is here, and nothing is decided here.
import Client
import Codecs
import Linux

package typealias CText = UnsafePointer<CChar>

/// A value that C knows by a handle.
package protocol BoundaryValue {
    /// Names what C can ask of the value. The room Accessors makes it of the rows; a text is made once and lives as long as the object.
    associatedtype Field: RawRepresentable where Field.RawValue == Int
    static var boundaryClass: BoundaryClass { get }
    /// What the value holds there. Runs with the handle's slot locked.
    func field(_ field: Field) -> FieldValue
    /// The last handle is gone.
    func handleEnded()
}

extension BoundaryValue {
    package func handleEnded() {}
    package func field(_ field: Field) -> FieldValue { .text(nil) }
}

/// For values without rows.
package enum NoField: Int { case none }

extension GamebaseError: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBError }
    package enum Field: Int { case domain, message, detailErrorMessage, transactionId, extras, jsonString, prettyJsonString }
}

/// The handle of a value read from JSON text. The caller owns it.
/// - Returns: nil, and a line in the log that says why, for text that is not such a value.
package func newHandle<Value: BoundaryValue>(
    fromJSON text: CText?, _ read: (JSON) -> Value?, _ className: StaticString, _ function: StaticString = #function
) -> OpaquePointer? {
    newHandle(fromJSON: text, className, function) { json in read(json).map { newHandle($0) } }
}

/// The part that is the same for every class. `make` gives nil for JSON that is not such a value.
@inline(never)
private func newHandle(
    fromJSON text: CText?, _ className: StaticString, _ function: StaticString, _ make: (JSON) -> OpaquePointer??
) -> OpaquePointer? {
    var arguments = Arguments(className)
    let json = arguments.requiredJSON(text, "jsonString", "JSON text")
    if arguments.refusedIntoLog(function) { return nil }
    if let made = make(json) { return made }
    Clients.current.log(
        .warn, "\(functionName(function)): jsonString: is JSON, but not that of a \(className): a member is missing or of a wrong type")
    return nil
}
