import Linux
import Messages
import Synchronization
import Wire

/// From the journal to the service: in batches, one at a time, again and again until they are taken.
extension Client {
    /// How long events gather before a batch is sent.
    static let journalDelayMilliseconds: Int64 = 1_000
    static let journalBatchBytesMax = 256 << 10
    /// After a batch that was not taken: first wait, doubled each time up to the longest.
    static let journalRetryMillisecondsMin: Int64 = 1_000
    static let journalRetryMillisecondsMax: Int64 = 300_000

    /// After a login: what an earlier process left is sent although nothing new is reported.
    func sendJournalSoon() {
        journalTail.hasNews.store(true, ordering: .releasing)
        reactor?.wake()
    }

    /// On the client's thread, whenever it wakes: the frame only sets flags.
    func lookAtJournal() {
        if journalTail.wantsFile.load(ordering: .relaxed), journalTail.wantsFile.exchange(false, ordering: .acquiringAndReleasing) {
            withJournal { $0.maintain() }
        }
        guard journalTail.hasNews.load(ordering: .relaxed), !journalScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let scheduled = reactor?.schedule(afterMilliseconds: Client.journalDelayMilliseconds) { [self] in
            withJournal { [self] journal in
                // In this order: what is appended after the flag is cleared sets it again.
                journalScheduled.store(false, ordering: .releasing)
                journalTail.hasNews.store(false, ordering: .releasing)
                sendJournal(journal, retryAfter: Client.journalRetryMillisecondsMin)
            }
        }
        if scheduled == nil { journalScheduled.store(false, ordering: .releasing) }
    }

    /// With a start: no timer and no batch of an earlier life counts any more.
    func forgetJournalTimers() {
        journalScheduled.store(false, ordering: .releasing)
        journalSending.store(false, ordering: .releasing)
        journalRetryScheduled.store(false, ordering: .releasing)
        journalTail.hasNews.store(false, ordering: .releasing)
    }

    /// One batch at a time: a service that does not answer must not be sent the same events again every second.
    private func sendJournal(_ journal: AnalyticsJournal, retryAfter delay: Int64) {
        if journalSending.exchange(true, ordering: .acquiringAndReleasing) { return }
        sendBatch(journal, retryAfter: delay)
    }

    private func sendBatch(_ journal: AnalyticsJournal, retryAfter delay: Int64) {
        let batch = journal.readBatch(max: Limit.metricsInRequest, bytesMax: Client.journalBatchBytesMax)
        let counters = journal.currentCounters
        let lost = counters.dropped &+ counters.quarantined
        guard !batch.isEmpty || lost != lossesTold.load(ordering: .relaxed) else {
            journal.maintain()
            journalSending.store(false, ordering: .releasing)
            return
        }
        let events = batch.compactMap { record in AnalyticsEvent(record: record.bytes)?.json(eventID: record.eventID) }
        send(.sendEvents, [
            "events": .array(events),
            "journal": [
                "name": .string(journal.name), "dropped": .integer(Int64(clamping: counters.dropped)),
                "damaged": .integer(Int64(clamping: counters.quarantined)),
            ],
        ]) { [self] reply in
            if reply.resultCode == 0 {
                lossesTold.store(lost, ordering: .relaxed)
                if let last = batch.last?.sequence { journal.acknowledge(upTo: last) }
                sendBatch(journal, retryAfter: Client.journalRetryMillisecondsMin)
            } else {
                log(.warn, "metrics were not taken, they stay in the journal: \(reply.message)")
                journalSending.store(false, ordering: .releasing)
                retryJournal(afterMilliseconds: delay)
            }
        }
    }

    private func retryJournal(afterMilliseconds delay: Int64) {
        if journalRetryScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        let scheduled = reactor?.schedule(afterMilliseconds: delay) { [self] in
            withJournal { [self] journal in
                journalRetryScheduled.store(false, ordering: .releasing)
                sendJournal(journal, retryAfter: min(delay * 2, Client.journalRetryMillisecondsMax))
            }
        }
        if scheduled == nil { journalRetryScheduled.store(false, ordering: .releasing) }
    }
}
