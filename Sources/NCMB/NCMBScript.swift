import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux

private let nameBytesMax = 255
private let replyBytesMax = Int(NCMB_SCRIPT_REPLY_BYTES_MAX)

struct ScriptValue: BoundaryValue {
    var name: String
    var method: NCMBScriptRequestMethod
    let endpoint: String?

    package static var boundaryClass: BoundaryClass { .NCMBScript }

    package func field(_ field: NCMBScriptField) -> FieldValue {
        switch field {
        case .scriptName: .text(name)
        case .method: .number(Int64(method.rawValue))
        case .endpoint: .text(endpoint)
        }
    }
}

struct ScriptCallValue: BoundaryValue {
    let call: ScriptCall

    package static var boundaryClass: BoundaryClass { .NCMBScriptCall }

    package func field(_ field: NCMBScriptCallField) -> FieldValue {
        switch field {
        case .scriptName: .text(call.request.name)
        case .method: .number(Int64(call.request.method))
        case .data: .text(call.request.data)
        case .headers: .text(call.request.headers)
        case .queries: .text(call.request.queries)
        }
    }
}

extension Arguments {
    fileprivate mutating func scriptName(_ name: CText?) -> String {
        let name = requiredText(name, "scriptName", "the name of a script")
        limit(name, "scriptName", nameBytesMax)
        return name
    }

    fileprivate mutating func check(_ method: NCMBScriptRequestMethod) {
        if method.rawValue > NCMBExecuteWithDeleteMethod.rawValue { refuse("method", "is no NCMBScriptRequestMethod") }
    }

    /// The data is sent by the methods that have some.
    fileprivate mutating func request(_ script: OpaquePointer?, _ data: CText?, _ headers: CText?, _ queries: CText?) -> ScriptRequest? {
        let script = value(script, ScriptValue.self, "script")
        let texts = [object(data, "data"), object(headers, "headers"), object(queries, "queries")].map { $0.map { JSON.object($0).text() } }
        guard error == nil, let script else { return nil }
        let hasData = script.method == NCMBExecuteWithPostMethod || script.method == NCMBExecuteWithPutMethod
        return ScriptRequest(
            name: script.name, method: Int32(script.method.rawValue), data: hasData ? texts[0] : nil, headers: texts[1], queries: texts[2])
    }
}

private func script(
    _ name: CText?, _ method: NCMBScriptRequestMethod, _ endpoint: CText?, _ function: StaticString = #function
) -> OpaquePointer? {
    var arguments = Arguments("NCMBScript")
    let name = arguments.scriptName(name)
    arguments.check(method)
    let endpoint = arguments.text(endpoint, "endpoint")
    if arguments.refusedIntoLog(function) { return nil }
    return newHandle(ScriptValue(name: name, method: method, endpoint: endpoint))
}

@_cdecl("NCMBScript_scriptWithName_method") @implementation
public func NCMBScript_scriptWithName_method(_ name: UnsafePointer<CChar>?, _ method: NCMBScriptRequestMethod) -> OpaquePointer? {
    script(name, method, nil)
}

@_cdecl("NCMBScript_scriptWithName_method_endpoint") @implementation
public func NCMBScript_scriptWithName_method_endpoint(
    _ name: UnsafePointer<CChar>?, _ method: NCMBScriptRequestMethod, _ endpoint: UnsafePointer<CChar>?
) -> OpaquePointer? {
    script(name, method, endpoint)
}

@_cdecl("NCMBScript_setScriptName") @implementation
public func NCMBScript_setScriptName(_ script: OpaquePointer?, _ scriptName: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("NCMBScript")
    let name = arguments.scriptName(scriptName)
    if arguments.refusedIntoLog() { return false }
    return read(script, ScriptValue.self, else: false) {
        $0.value.name = name
        return true
    }
}

@_cdecl("NCMBScript_setMethod") @implementation
public func NCMBScript_setMethod(_ script: OpaquePointer?, _ method: NCMBScriptRequestMethod) -> Bool {
    var arguments = Arguments("NCMBScript")
    arguments.check(method)
    if arguments.refusedIntoLog() { return false }
    return read(script, ScriptValue.self, else: false) {
        $0.value.method = method
        return true
    }
}

@_cdecl("NCMBScript_execute_headers_queries_error") @implementation
public func NCMBScript_execute_headers_queries_error(
    _ script: OpaquePointer?, _ data: UnsafePointer<CChar>?, _ headers: UnsafePointer<CChar>?, _ queries: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    var arguments = Arguments("NCMBScript")
    let request = arguments.request(script, data, headers, queries)
    if let refusal = arguments.error { _ = give(DataError.argument(refusal), to: error) }
    guard let request else { return nil }
    let (bytes, failure) = Clients.current.datastore.runBlocking(request)
    return give(failure, to: error) ? bytes.flatMap { newHandle(BytesValue(bytes: $0)) } : nil
}

@_cdecl("NCMBScript_execute_headers_queries_withBlock") @implementation
public func NCMBScript_execute_headers_queries_withBlock(
    _ script: OpaquePointer?, _ data: UnsafePointer<CChar>?, _ headers: UnsafePointer<CChar>?, _ queries: UnsafePointer<CChar>?,
    _ block: NCMBScriptExecuteCallback?, _ context: UnsafeMutableRawPointer?
) {
    let deliver = deliver(bytes: block, context)
    var arguments = Arguments("NCMBScript")
    let request = arguments.request(script, data, headers, queries)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil) { deliver(nil, $0) } }
    if let request { Clients.current.datastore.run(request, completion: deliver) }
}

@_cdecl("NCMBScript_registerFunction") @implementation
public func NCMBScript_registerFunction(
    _ scriptName: UnsafePointer<CChar>?, _ function: NCMBScriptFunction?, _ context: UnsafeMutableRawPointer?
) -> Bool {
    var arguments = Arguments("NCMBScript")
    let name = arguments.scriptName(scriptName)
    if arguments.refusedIntoLog() { return false }
    let call = function.map { function in { (call: ScriptCall) in withBorrowed(ScriptCallValue(call: call)) { function($0, context) } } }
    if Clients.current.datastore.setScript(name, call) { return true }
    Clients.current.log(.warn, "NCMBScript_registerFunction: \(ClientDatastore.scriptsMax) functions are registered, remove one first")
    return false
}

@_cdecl("NCMBScriptCall_replyWithStatus_data_length") @implementation
public func NCMBScriptCall_replyWithStatus_data_length(
    _ call: OpaquePointer?, _ status: Int32, _ data: UnsafeRawPointer?, _ length: Int
) -> Bool {
    guard let asked = value(call, ScriptCallValue.self)?.call else { return false }
    var arguments = Arguments("NCMBScript")
    let bytes = arguments.bytes(data, length, "data", replyBytesMax)
    if !(100...599 ~= status) { arguments.refuse("status", "must be 100 to 599, such as 200") }
    return !arguments.refusedIntoLog() && asked.reply(status: status, bytes)
}
