import Codecs
import Messages

/// The newest payments of an app, shared by all pages that watch it: one question to the service serves every page for
/// `sharedNanoseconds`. Belongs to the loop.
final class LivePayments {
    /// As they were written last; nil: the service did not answer.
    private var written: [UInt8]?
    private var askedNanoseconds: Int64?
    private var isAsking = false
    /// Each page once, however long the service takes.
    private var waiting: [ObjectIdentifier: ([UInt8]) -> Void] = [:]

    /// Shorter than the time between two turns of a page, so that a single page gets a new answer at each turn, even when its timer fires
    /// early.
    static let sharedNanoseconds = LiveStream.milliseconds * 1_000_000 * 3 / 4

    /// - Parameters:
    ///   - then: is not called when the service does not answer.
    ///   - ask: asks the service; called when nothing is known that is new enough.
    func tell(
        _ page: ObjectIdentifier, _ now: Int64, _ then: @escaping ([UInt8]) -> Void, asking ask: (@escaping (Reply) -> Void) -> Void
    ) {
        if !isAsking, let asked = askedNanoseconds, now - asked < Self.sharedNanoseconds {
            if let written { then(written) }
            return
        }
        waiting[page] = then
        if isAsking { return }
        (askedNanoseconds, isAsking) = (now, true)
        ask { [self] reply in
            isAsking = false
            written = reply.isSuccess ? (reply.body["payments"] ?? []).bytes() : nil
            let pages = waiting.values
            waiting = [:]
            if let written { for then in pages { then(written) } }
        }
    }
}
