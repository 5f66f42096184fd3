// The HIVE room: the exported functions of the Hive SDK's push. Nothing but calls comes in.
import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux

/// What went wrong, in Hive's codes.
struct HIVEResult: BoundaryValue {
    let error: GamebaseError?
    /// The fine code of an argument that is wrong.
    let wrongArgument: HIVEResultAPICode

    package static var boundaryClass: BoundaryClass { .HIVEResultAPI }

    private var codes: (coarse: HIVEResultAPIErrorCode, fine: HIVEResultAPICode) {
        typealias Code = GamebaseError.Code
        switch error?.code {
        case nil: return (HIVEResultAPIErrorCodeSuccess, HIVEResultAPICodeSuccess)
        case Code.notInitialized: return (HIVEResultAPIErrorCodeNeedInitialize, HIVEResultAPICodePushNotInitialized)
        case Code.notLoggedIn: return (HIVEResultAPIErrorCodeInvalidSession, HIVEResultAPICodePushNeedSignIn)
        case Code.invalidParameter: return (HIVEResultAPIErrorCodeInvalidParam, wrongArgument)
        case Code.socketResponseTimeout: return (HIVEResultAPIErrorCodeTimeout, HIVEResultAPICodePushNetworkError)
        case Code.socketError, Code.socketUnknownError: return (HIVEResultAPIErrorCodeNetwork, HIVEResultAPICodePushNetworkError)
        case Code.pushAlreadyInProgressError: return (HIVEResultAPIErrorCodeInProgress, HIVEResultAPICodePushServerResponseError)
        case Code.serverInvalidResponse: return (HIVEResultAPIErrorCodeResponseFail, HIVEResultAPICodePushInvalidResponseData)
        default: return (HIVEResultAPIErrorCodeResponseFail, HIVEResultAPICodePushServerResponseError)
        }
    }

    package func field(_ field: HIVEResultAPIField) -> FieldValue {
        switch field {
        case .isSuccess: .flag(error == nil)
        case .errorCode: .number(Int64(codes.coarse.rawValue))
        case .code: .number(Int64(codes.fine.rawValue))
        case .errorMessage: .text(error?.message ?? "")
        }
    }
}

@_cdecl("HIVEResultAPI_error") @implementation
public func HIVEResultAPI_error(_ result: OpaquePointer?) -> OpaquePointer? {
    read(result, HIVEResult.self, else: nil) { $0.child(0) { $0.error } }
}

typealias ResultCallback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
typealias ValueCallback = @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
typealias ListCallback = @convention(c) (OpaquePointer?, UnsafePointer<OpaquePointer?>?, Int, UnsafeMutableRawPointer?) -> Void

private func withResult(
    _ error: GamebaseError?, _ wrongArgument: HIVEResultAPICode = HIVEResultAPICodePushInvalidParamLocalPush,
    _ body: (OpaquePointer?) -> Void
) {
    withBorrowed(HIVEResult(error: error, wrongArgument: wrongArgument), body)
}

func deliver(_ callback: ResultCallback?, _ context: UnsafeMutableRawPointer?) -> (GamebaseError?) -> Void {
    { error in if let callback { withResult(error) { callback($0, context) } } }
}

/// What cannot be handed over comes without a result, as a result does for which there is no handle: neither is a success.
func deliver<Value: BoundaryValue>(
    _ callback: ValueCallback?, _ wrongArgument: HIVEResultAPICode, _ context: UnsafeMutableRawPointer?
) -> (Value?, GamebaseError?) -> Void {
    { value, error in
        guard let callback else { return }
        withBorrowed(value) { handle in
            if value != nil, handle == nil { return callback(nil, nil, context) }
            withResult(error, wrongArgument) { callback($0, handle, context) }
        }
    }
}

func deliver<Value: BoundaryValue>(
    _ callback: ListCallback?, _ context: UnsafeMutableRawPointer?
) -> ([Value], GamebaseError?) -> Void {
    { values, error in
        guard let callback else { return }
        withBorrowed(values) { handles, count in
            if count < values.count { return callback(nil, nil, 0, context) }
            withResult(error) { callback($0, handles, count, context) }
        }
    }
}
