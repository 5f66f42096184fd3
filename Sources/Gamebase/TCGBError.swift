import Boundary
import CGamebase
import Client
import Codecs
import Linux

@_cdecl("TCGBError_resultWithCode") @implementation
public func TCGBError_resultWithCode(_ code: Int64) -> OpaquePointer? {
    newHandle(GamebaseError(code))
}

@_cdecl("TCGBError_resultWithCode_message") @implementation
public func TCGBError_resultWithCode_message(_ code: Int64, _ message: UnsafePointer<CChar>?) -> OpaquePointer? {
    var arguments = Arguments("TCGBError")
    let message = arguments.text(message, "message")
    if arguments.refusedIntoLog() { return nil }
    return newHandle(GamebaseError(code, message))
}

@_cdecl("TCGBError_resultWithDomain_code_description_underlyingError") @implementation
public func TCGBError_resultWithDomain_code_description_underlyingError(
    _ domain: UnsafePointer<CChar>?, _ code: Int64, _ description: UnsafePointer<CChar>?, _ underlyingError: OpaquePointer?
) -> OpaquePointer? {
    var arguments = Arguments("TCGBError")
    let domain = arguments.text(domain, "domain")
    let description = arguments.text(description, "description")
    let underlying = underlyingError == nil ? nil : arguments.value(underlyingError, GamebaseError.self, "underlyingError")
    if let underlying, underlying.underlyingDepth >= GamebaseError.underlyingDepthMax {
        arguments.refuse("underlyingError", "already has \(GamebaseError.underlyingDepthMax) errors below it")
    }
    if arguments.refusedIntoLog() { return nil }
    return newHandle(GamebaseError(code, description, domain: domain ?? GamebaseError.domainGamebase, underlying: underlying))
}

@_cdecl("TCGBError_errorFromJsonString") @implementation
public func TCGBError_errorFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, GamebaseError.from(json:), "TCGBError")
}

@_cdecl("TCGBError_domain") @implementation
public func TCGBError_domain(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(error, GamebaseError.self, .domain) { $0.domain }
}

@_cdecl("TCGBError_message") @implementation
public func TCGBError_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(error, GamebaseError.self, .message) { $0.message }
}

@_cdecl("TCGBError_detailErrorMessage") @implementation
public func TCGBError_detailErrorMessage(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(error, GamebaseError.self, .detailErrorMessage) { $0.detailErrorMessage }
}

@_cdecl("TCGBError_transactionId") @implementation
public func TCGBError_transactionId(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(error, GamebaseError.self, .transactionId) { $0.transactionId }
}

@_cdecl("TCGBError_extras") @implementation
public func TCGBError_extras(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    // Made here and not lazily under the lock of the handle: extras may be as long as a JSON text may be.
    longText(error, GamebaseError.self, .extras) { JSON.object($0.extras).text() }
}

@_cdecl("TCGBError_code") @implementation
public func TCGBError_code(_ error: OpaquePointer?) -> Int64 {
    read(error, GamebaseError.self, else: 0) { $0.value.code }
}

@_cdecl("TCGBError_detailErrorCode") @implementation
public func TCGBError_detailErrorCode(_ error: OpaquePointer?) -> Int64 {
    read(error, GamebaseError.self, else: 0) { $0.value.detailErrorCode }
}

@_cdecl("TCGBError_underlyingError") @implementation
public func TCGBError_underlyingError(_ error: OpaquePointer?) -> OpaquePointer? {
    read(error, GamebaseError.self, else: nil) { $0.child(0) { $0.underlying } }
}

@_cdecl("TCGBError_description") @implementation
public func TCGBError_description(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(error, GamebaseError.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBError_jsonString") @implementation
public func TCGBError_jsonString(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(error, GamebaseError.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBError_prettyJsonString") @implementation
public func TCGBError_prettyJsonString(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(error, GamebaseError.self, .prettyJsonString) { $0.json.prettyText() }
}
