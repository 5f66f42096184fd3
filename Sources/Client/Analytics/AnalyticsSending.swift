import Codecs
import Linux
import Messages
import Synchronization

/// From the journal to the service: in batches, one at a time, again and again until they are taken.
extension ClientAnalytics {
    /// How long events gather before a batch is sent.
    static let journalDelayMilliseconds: Int64 = 1_000
    static let journalBatchBytesMax = 256 << 10
    /// After a batch that was not taken: first wait, doubled each time up to the longest.
    static let journalRetryMillisecondsMin: Int64 = 1_000
    static let journalRetryMillisecondsMax: Int64 = 300_000

    /// After a login: what an earlier process left is sent although nothing new is reported.
    func sendJournalSoon() {
        client.journalTail.hasNews.store(true, ordering: .releasing)
        reactor?.wake()
    }

    /// On the client's thread, whenever it wakes: the frame only sets flags.
    func lookAtJournal() {
        if client.journalTail.wantsFile.load(ordering: .relaxed),
            client.journalTail.wantsFile.exchange(false, ordering: .acquiringAndReleasing)
        {
            withJournal { $0.maintain() }
        }
        // Before the first login there is no journal, though a service that can be reached again asks for it: a timer would find nothing to
        // send, and the mark that one is set would stay.
        guard client.journalTail.hasNews.load(ordering: .relaxed), lock.locked({ own.journal != nil }),
            !client.journalScheduled.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        let scheduled = reactor?.schedule(afterMilliseconds: max(ClientAnalytics.journalDelayMilliseconds, journalHeldMilliseconds)) {
            [self] in
            withJournal { [self] journal in
                // In this order: what is appended after the flag is cleared sets it again.
                client.journalScheduled.store(false, ordering: .releasing)
                client.journalTail.hasNews.store(false, ordering: .releasing)
                sendJournal(journal, retryAfter: ClientAnalytics.journalRetryMillisecondsMin)
            }
        }
        if scheduled == nil { client.journalScheduled.store(false, ordering: .releasing) }
    }

    /// With a start: no timer and no batch of an earlier life counts any more.
    func forgetJournalTimers() {
        client.journalScheduled.store(false, ordering: .releasing)
        client.journalSending.store(false, ordering: .releasing)
        client.journalRetryScheduled.store(false, ordering: .releasing)
        client.journalTail.hasNews.store(false, ordering: .releasing)
        client.journalHeldUntil.store(0, ordering: .relaxed)
    }

    /// One batch at a time: a service that does not answer must not be sent the same events again every second.
    private func sendJournal(_ journal: AnalyticsJournal, retryAfter delay: Int64) {
        if client.journalSending.exchange(true, ordering: .acquiringAndReleasing) { return }
        sendBatch(journal, retryAfter: delay)
    }

    /// - Parameter recordsMax: fewer after a batch that the service refused as a whole.
    private func sendBatch(_ journal: AnalyticsJournal, retryAfter delay: Int64, recordsMax: Int = Limit.metricsInRequest) {
        let batch = journal.readBatch(max: recordsMax, bytesMax: ClientAnalytics.journalBatchBytesMax)
        let counters = journal.currentCounters
        let lost = counters.dropped &+ counters.quarantined
        guard !batch.isEmpty || lost != client.lossesTold.load(ordering: .relaxed) else {
            journal.maintain()
            client.journalSending.store(false, ordering: .releasing)
            return
        }
        let metricsKey = JSON.string(lock.locked { state.device?.identity.metricsKey } ?? "")
        let events = batch.compactMap { record in AnalyticsEvent(record: record.bytes)?.json(eventID: record.eventID) }
        client.send(
            .sendEvents,
            [
                "events": .array(events), "metricsKey": metricsKey,
                "journal": [
                    "name": .string(journal.name), "dropped": .integer(Int64(clamping: counters.dropped)),
                    "damaged": .integer(Int64(clamping: counters.quarantined)),
                ],
            ]
        ) { [self] reply in
            if reply.resultCode == 0 {
                client.lossesTold.store(lost, ordering: .relaxed)
                noteRejected(reply.body, journal)
                // Of another version of the library.
                if events.count < batch.count { journal.giveUp(UInt64(batch.count - events.count)) }
                if let last = batch.last?.sequence { journal.acknowledge(upTo: last) }
                sendBatch(journal, retryAfter: ClientAnalytics.journalRetryMillisecondsMin)
            } else if Self.isOfContent(reply), !batch.isEmpty {
                // One that no service will ever take must not hold up the others for ever.
                if batch.count == 1 {
                    client.log(.error, "a metric was set aside, the service refused it: \(reply.message)")
                    journal.giveUp(1)
                    journal.acknowledge(upTo: batch[0].sequence)
                }
                sendBatch(journal, retryAfter: delay, recordsMax: max(1, batch.count / 2))
            } else {
                client.log(.warn, "metrics were not taken, they stay in the journal: \(reply.message)")
                client.journalSending.store(false, ordering: .releasing)
                holdJournal(forSeconds: reply.retryAfterSeconds ?? 0)
                retryJournal(afterMilliseconds: delay)
            }
        }
    }

    /// What the service left out is lost, and counted as such.
    private func noteRejected(_ answer: JSON, _ journal: AnalyticsJournal) {
        guard let rejected = answer["rejected"]?.int64Value, rejected > 0 else { return }
        let reason = answer["reasons"]?.arrayValue?.first?.stringValue ?? ""
        client.log(.error, "the service rejected \(rejected) metrics, the first: \(reason)")
        journal.giveUp(UInt64(rejected))
    }

    /// The service refuses the content of the batch: sending it again has the same result.
    private static func isOfContent(_ reply: Reply) -> Bool {
        switch reply.resultCode {
        case ResultCode.parameterInvalid: true
        default: false
        }
    }

    /// The service said when it takes more: neither a try nor what is new goes before.
    private func holdJournal(forSeconds seconds: Int64) {
        client.journalHeldUntil.store(platform.clock.monotonicNanoseconds() + seconds * 1_000_000_000, ordering: .relaxed)
    }

    private var journalHeldMilliseconds: Int64 {
        (client.journalHeldUntil.load(ordering: .relaxed) - platform.clock.monotonicNanoseconds()) / 1_000_000
    }

    private func retryJournal(afterMilliseconds delay: Int64) {
        if client.journalRetryScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        let scheduled = reactor?.schedule(afterMilliseconds: max(delay, journalHeldMilliseconds)) { [self] in
            withJournal { [self] journal in
                client.journalRetryScheduled.store(false, ordering: .releasing)
                sendJournal(journal, retryAfter: min(delay * 2, ClientAnalytics.journalRetryMillisecondsMax))
            }
        }
        if scheduled == nil { client.journalRetryScheduled.store(false, ordering: .releasing) }
    }
}
