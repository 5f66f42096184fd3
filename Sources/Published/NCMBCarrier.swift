import Messages

/// What whoever carries calls of the NIFCLOUD mobile backend needs besides their answers.
extension NCMBFront {
    /// The answer to a call that its carrier refuses itself, in the words of the interface. It has no signature.
    /// - Parameters:
    ///   - status: what HTTP would say of it.
    ///   - path: of the call, as far as it is known.
    /// - Parameter reason: what is wrong with the carrier's part of the call, for those codes that say no more.
    @export(interface) public static func refusal(status: Int, path: String, reason: String = "") -> NCMBAnswer {
        let code = code(status, isFile: NCMBTarget(path).map { $0.path.first == "files" && $0.path.count > 1 } ?? false)
        let refusal = NCMBRefusal(code, code == .badRequest && !reason.isEmpty ? reason : nil)
        return answer(refusal.code.status, refusal.body, signature: nil)
    }

    /// No application on this carrier has the key.
    @export(interface) public static func applicationMissing() -> NCMBAnswer {
        answer(NCMBCode.applicationMissing.status, NCMBRefusal(.applicationMissing).body, signature: nil)
    }

    /// Whether an application has the key cannot be said now.
    @export(interface) public static func unavailable() -> NCMBAnswer {
        answer(NCMBCode.unavailable.status, NCMBRefusal(.unavailable).body, signature: nil)
    }

    private static func code(_ status: Int, isFile: Bool) -> NCMBCode {
        switch status {
        case 401: .headerWrong
        case 403: .operationProhibited
        case 404: .serviceMissing
        case 405: .methodNotAllowed
        case 413: isFile ? .fileTooLarge : .objectTooLarge
        case 414: .addressTooLong
        case 415: .mediaTypeUnsupported
        case 429: .tooManyRequests
        case 503: .unavailable
        case 500: .systemError
        default: .badRequest
        }
    }
}
