import Client
import Linux
import Wire

/// The handle of a value read from JSON text. The caller owns it.
/// - Returns: nil, and a line in the log that says why, for text that is not such a value.
func newHandle<Value: BoundaryValue>(
    fromJSON text: CText?, _ read: (JSON) -> Value?, _ className: StaticString, _ function: StaticString = #function
) -> OpaquePointer? {
    var arguments = Arguments(className)
    let json = arguments.requiredJSON(text, "jsonString", "JSON text")
    if arguments.refusedIntoLog(function) { return nil }
    guard let value = read(json) else {
        Clients.current.log(.warn, "\(functionName(function)): jsonString: is JSON, but not that of a \(className): a member is missing or of a wrong type")
        return nil
    }
    return newHandle(value)
}
