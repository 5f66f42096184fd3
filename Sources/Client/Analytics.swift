import Linux
import Service
import Synchronization
import Wire

/// Metrics. An accepted event is in the journal when the call returns, and leaves it when the service has stored it: a process
/// that dies in between sends it again, and the service knows it by its id.
extension Client {
    /// How long events gather before a batch is sent.
    static let journalDelayMilliseconds: Int64 = 1_000
    static let journalBatchEventsMax = 500
    static let journalBatchBytesMax = 256 << 10
    /// After a batch that was not taken: first wait, doubled each time up to the longest.
    static let journalRetryMillisecondsMin: Int64 = 1_000
    static let journalRetryMillisecondsMax: Int64 = 300_000

    @export(interface) public func setGameUserData(_ data: GameUserData) {
        append("TCGBAnalytics_setGameUserData") { state, session in
            state.userData = data
            return .setUserMeta(
                userLevel: data.userLevel, channelId: data.channelId, characterId: data.characterId, classId: data.classId)
        }
    }

    @export(interface) public func traceLevelUp(_ data: LevelUpData) {
        append("TCGBAnalytics_traceLevelUpWithLevelUpData") { state, session in
            state.userData?.userLevel = data.userLevel
            return .levelUp(userLevel: data.userLevel, levelUpTime: data.levelUpTime)
        }
    }

    /// The purchase metric that the SDK sends by itself.
    func recordPurchase(_ receipt: PurchasableReceipt) {
        append("the purchase metric") { _, _ in
            .completePurchase(
                paymentSeq: receipt.paymentSeq, gamebaseProductId: receipt.gamebaseProductId ?? "", price: receipt.priceString ?? "",
                currency: receipt.currency ?? "", storeCode: receipt.storeCode ?? "")
        }
    }

    /// Events before login are dropped with a log line, as the vendor's page says.
    private func append(_ caller: StaticString, _ make: (inout State, Session) -> AnalyticsEvent.Detail) {
        enum Outcome { case accepted, loggedOut, full }
        let outcome: Outcome = lock.locked {
            guard let session = state.session, let journal = state.journal else { return .loggedOut }
            let event = AnalyticsEvent(
                time: platform.clock.epochMilliseconds(), userId: session.userId, detail: make(&state, session))
            return event.append(to: journal) ? .accepted : .full
        }
        switch outcome {
        case .accepted: sendJournalSoon()
        case .loggedOut: log(.warn, "\(caller): dropped, nobody is logged in")
        case .full: log(.error, "\(caller): dropped, the journal is full; the count of drops is reported with the next batch")
        }
    }

    /// Opened by the first login, because nobody can report before. Runs on a service thread, which may wait for the disk.
    /// Without a journal the player still plays; what is reported is dropped with a log line.
    func openJournal() {
        let (isOpen, directory) = lock.locked {
            (state.journal != nil, !isSharing ? state.home?.directory : host.storage?.path)
        }
        if isOpen { return }
        do throws(JournalError) {
            let journal = try AnalyticsJournal.open(storageDirectory: directory, random: platform.random)
            let kept: Bool = lock.locked {
                guard state.phase == .started, state.journal == nil else { return false }
                state.journal = journal
                return true
            }
            if !kept { journal.close() }
        } catch {
            log(.error, "metrics will be dropped: \(error.message)")
        }
    }

    // MARK: Sending

    func sendJournalSoon() {
        if !journalScheduled.exchange(true, ordering: .acquiringAndReleasing) { scheduleJournal(Client.journalDelayMilliseconds) }
    }

    private func scheduleJournal(_ delay: Int64) {
        let scheduled = reactor?.schedule(afterMilliseconds: delay) { [self] in
            journalScheduled.store(false, ordering: .releasing)
            sendJournal(retryAfter: Client.journalRetryMillisecondsMin)
        }
        if scheduled == nil { journalScheduled.store(false, ordering: .releasing) }
    }

    /// With a start: no timer and no batch of an earlier life counts any more.
    func forgetJournalTimers() {
        journalScheduled.store(false, ordering: .releasing)
        journalSending.store(false, ordering: .releasing)
        journalRetryScheduled.store(false, ordering: .releasing)
    }

    /// One batch at a time: a service that does not answer must not be sent the same events again every second.
    private func sendJournal(retryAfter delay: Int64) {
        guard let journal = lock.locked({ state.phase == .started ? state.journal : nil }) else { return }
        if journalSending.exchange(true, ordering: .acquiringAndReleasing) { return }
        sendBatch(journal, retryAfter: delay)
    }

    private func sendBatch(_ journal: AnalyticsJournal, retryAfter delay: Int64) {
        let batch = journal.readBatch(max: Client.journalBatchEventsMax, bytesMax: Client.journalBatchBytesMax)
        guard let last = batch.last?.sequence else {
            journal.maintain()
            journalSending.store(false, ordering: .releasing)
            return
        }
        let events = batch.compactMap { record in AnalyticsEvent(record: record.bytes)?.json(eventID: record.eventID) }
        send("presence.sendEvents", ["events": .array(events)]) { [self] reply in
            if reply.resultCode == 0 {
                journal.acknowledge(upTo: last)
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
            journalRetryScheduled.store(false, ordering: .releasing)
            sendJournal(retryAfter: min(delay * 2, Client.journalRetryMillisecondsMax))
        }
        if scheduled == nil { journalRetryScheduled.store(false, ordering: .releasing) }
    }
}
