import Linux

/// Why the storage could not do what was asked. The text is for developers, in English, without stored data in it.
public enum StorageError: Error, Equatable, Sendable {
    /// Another process or instance holds the storage.
    case inUse(String)
    /// No room on the device, or over a quota. Nothing of the transaction was kept.
    case full(String)
    /// Reading, writing or flushing failed. Whether the last commit survived is known only after reopening.
    case ioError(String)
    /// The file is damaged or is not ours.
    case corrupt(String)
    /// A unique, foreign key, check or not-null rule of the schema.
    case constraint(String)
    /// Another writer of a shared database was faster. Nothing of the transaction was kept; begun anew, it may do.
    case conflict(String)
    /// The caller's fault: wrong SQL, wrong number of values, calls out of order, a limit passed.
    case misuse(String)

    @export(interface) public var message: String {
        switch self {
        case .inUse(let text), .full(let text), .ioError(let text), .corrupt(let text), .constraint(let text), .conflict(let text),
            .misuse(let text):
            text
        }
    }

    @export(interface) public var isConflict: Bool {
        if case .conflict = self { true } else { false }
    }

    /// Whether the fault lies in the statements of one request and not in the storage: then only that request has to be undone.
    @export(interface) public var isRequestsOwn: Bool {
        switch self {
        case .constraint, .misuse: true
        default: false
        }
    }
}

extension StorageError {
    /// A failed file operation as a storage error.
    init(_ error: FileError) {
        self = SystemError.isOutOfSpace(error.code) ? .full(error.message) : .ioError(error.message)
    }
}
