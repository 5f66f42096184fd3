import Client
import Codecs
import Linux

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
