import Linux

extension StorageError {
    /// A failed file operation as a storage error.
    init(_ error: FileError) {
        self = SystemError.isOutOfSpace(error.code) ? .full(error.message) : .ioError(error.message)
    }
}
