import Messages

extension Reply {
    /// Without the words of a database or a file system: they name hosts, users and paths. The log has them.
    var forStrangers: Reply {
        switch resultCode {
        case ResultCode.storageLocked, ResultCode.storageFailed, ResultCode.storageFull:
            var reply = self
            reply.message = "the service cannot use its storage now"
            return reply
        default: return self
        }
    }
}
