import CLinux

/// System error numbers in words.
public enum SystemError {
    @export(interface) public static func text(_ code: Int32) -> String {
        guard let description = gb_error_text(code) else { return "system error \(code)" }
        return String(cString: description)
    }

    /// No room on the device or over a quota.
    @export(interface) public static func isOutOfSpace(_ code: Int32) -> Bool {
        code == ENOSPC || code == EDQUOT
    }
}

/// A file operation that the system refused.
public struct FileError: Error, Equatable, Sendable {
    /// The errno value.
    public let code: Int32
    public let message: String

    init(_ action: StaticString, _ path: String, _ code: Int32) {
        self.code = code
        message = "cannot \(action) \(path): \(SystemError.text(code))"
    }

    init(_ path: String, refusal: StaticString, _ code: Int32) {
        self.code = code
        message = "\(path) \(refusal)"
    }
}
