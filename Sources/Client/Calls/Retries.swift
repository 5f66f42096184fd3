import Codecs
import Linux
import Messages
import Synchronization

/// Repeating what the service could not take now. Off unless the game asks for it: a game may have a better plan than to wait.
///
/// Only an answer is repeated, never silence: a request that was not answered may have had its effect. The call keeps its deadline.
extension Client {
    static let retriesMax: Int32 = 10
    static let retryMillisecondsMin: Int64 = 10
    static let retryMillisecondsMax: Int64 = 60_000
    static let retryMillisecondsDefault: Int64 = 1_000

    @export(interface) public func setRetries(_ retries: Int32, firstDelayMilliseconds: Int64) {
        retryMilliseconds.store(
            min(max(firstDelayMilliseconds, Client.retryMillisecondsMin), Client.retryMillisecondsMax), ordering: .relaxed)
        self.retries.store(min(max(retries, 0), Client.retriesMax), ordering: .relaxed)
    }

    /// - Returns: whether `again` will run; then this reply is not the last word.
    func isRepeated(_ request: Request, _ reply: Reply, _ repetition: Int32, _ again: @escaping () -> Void) -> Bool {
        guard repetition < retries.load(ordering: .relaxed), Client.canRepeat(request.name, reply.resultCode) else { return false }
        return reactor?.schedule(afterMilliseconds: retryDelay(repetition), again) != nil
    }

    /// Twice as long each time, and each time a random part, up to half, less: games that failed together do not come back together.
    private func retryDelay(_ repetition: Int32) -> Int64 {
        let longest = min(retryMilliseconds.load(ordering: .relaxed) << Int64(repetition), Client.retryMillisecondsMax)
        var random: Int64 = 0
        for byte in platform.random.bytes(4) { random = random << 8 | Int64(byte) }
        return longest - random % (longest / 2 + 1)
    }

    private static func canRepeat(_ name: RequestName, _ code: Int32) -> Bool {
        switch code {
        // Nothing of the request was begun.
        case ResultCode.tooManyRequests, ResultCode.storageLocked: return true
        // What the disk failed to keep may be kept after all: only what has the same effect once and twice.
        case ResultCode.storageFailed, ResultCode.storageFull:
            return name.facts.isRepeatable
        default: return false
        }
    }
}
