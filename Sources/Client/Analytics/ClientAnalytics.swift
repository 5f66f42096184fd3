import Codecs
import Linux
import Synchronization

/// Metrics: what the game reports, kept in a journal until the service has it.
public struct ClientAnalytics: ClientCapability {
    let client: Client

    /// Guarded by the client's lock.
    struct Part {
        var journal: AnalyticsJournal?
        /// A timer will open it, as it could not be opened.
        var isOpenedLater = false
        var userData: GameUserData?
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.analytics }
        nonmutating _modify { yield &client.state.analytics }
    }
}

/// Metrics. An accepted event is in the journal when the call returns, and leaves it when the service has stored it: a process
/// that dies in between sends it again, and the service knows it by its id. The purchase metric is the service's own: it is stored
/// with the grant, so that no process can die between the two.
extension ClientAnalytics {
    /// Called with the lock held.
    func sessionBegins(_ userId: String) { client.journalTail.begin(user: userId) }

    @export(interface) public func setGameUserData(_ data: GameUserData) {
        let event: AnalyticsEvent? = lock.locked {
            guard state.phase == .started, let session = state.session else { return nil }
            own.userData = data
            return AnalyticsEvent(
                time: platform.clock.epochMilliseconds(), userId: session.userId,
                detail: .setUserMeta(
                    userLevel: data.userLevel, channelId: data.channelId, characterId: data.characterId, classId: data.classId))
        }
        client.journalTail.level = event == nil ? nil : data.userLevel
        dropped("TCGBAnalytics_setGameUserData", event?.append(to: client.journalTail) ?? .noUser)
    }

    /// On the game's frame: no lock but the journal's end, no allocation.
    @export(interface) public func traceLevelUp(_ userLevel: Int32, levelUpTime: Int64) {
        let outcome =
            isInitialized
            ? client.journalTail.appendLevelUp(userLevel, levelUpTime: levelUpTime, time: platform.clock.epochMilliseconds()) : .noUser
        if outcome != .kept { dropped("TCGBAnalytics_traceLevelUpWithLevelUpData", outcome) }
    }

    /// Events before login are dropped with a log line, as the vendor's page says.
    @inline(never)
    private func dropped(_ caller: StaticString, _ outcome: JournalTail.Appended) {
        switch outcome {
        case .kept: break
        case .noUser: client.log(.warn, "\(caller): dropped, nobody is logged in")
        case .refused where lock.locked({ own.journal }) == nil: client.log(.error, "\(caller): dropped, there is no journal")
        case .refused:
            client.log(
                .error,
                "\(caller): dropped, the journal or the disk is full, or a text is longer than \(AnalyticsEvent.textBytesMax) bytes; "
                    + "see lostEvents in TCGBConsole_reportWithCompletion")
        }
    }

    /// What the game said about its user is forgotten, and nothing is taken until the next login: after logout, withdrawal and transfer.
    func resetAnalytics() {
        client.journalTail.endUser()
        lock.locked { own.userData = nil }
    }

    /// What the purchase metric says of the buyer: the data of this session, nothing when the game set none.
    var reportedUserData: JSON {
        let level = client.journalTail.level
        guard var data = lock.locked({ own.userData }) else { return .null }
        if let level { data.userLevel = level }
        data.rest = JSONObject()
        return data.json
    }

    // MARK: The journal's life

    /// Opened by the first login, because nobody can report before. Runs on a service thread, which may wait for the disk.
    /// Without a journal the player still plays; what is reported is dropped with a log line.
    func openJournal() {
        let (isOpen, directory, reactor, life) = lock.locked {
            (own.journal != nil, client.filesDirectory, state.reactor, state.life)
        }
        if isOpen { return }
        do throws(JournalError) {
            client.journalTail.wakes(reactor?.wakeUp)
            let journal = try AnalyticsJournal.prepare(storageDirectory: directory, random: platform.random, tail: client.journalTail)
            // The disk may have taken long: the tail may be another life's by now.
            let kept: Bool = lock.locked {
                guard client.isRunning(life), own.journal == nil else { return false }
                own.journal = journal
                journal.attach()
                return true
            }
            if !kept { journal.close() }
        } catch {
            client.log(.error, "metrics will be dropped: \(error.message)")
            openJournalLater()
        }
    }

    static let journalOpenMilliseconds: Int64 = 60_000

    /// The obstacle may go: a full disk, or a slow one that still closes the files of the life before.
    private func openJournalLater() {
        let reactor = lock.locked { () -> Reactor? in
            if own.isOpenedLater { return nil }
            own.isOpenedLater = state.reactor != nil
            return state.reactor
        }
        guard let reactor else { return }
        let timer = reactor.schedule(afterMilliseconds: ClientAnalytics.journalOpenMilliseconds) { [self] in
            lock.locked { own.isOpenedLater = false }
            // Otherwise the next login does.
            guard session != nil else { return }
            mayWaitForDisk { [self] in
                openJournal()
                sendJournalSoon()
            }
        }
        if timer == nil { lock.locked { own.isOpenedLater = false } }
    }

    /// Nothing is taken from here on. For the thread that shuts down: waits for nothing.
    func endAnalytics() {
        resetAnalytics()
        lock.locked { own.journal }?.detach()
    }

    /// Closes the journal on the service's thread, because a disk that is stuck may hold that up.
    /// - Returns: opened when it is closed; nil when there is none.
    func closeJournal() -> Latch? {
        let (journal, home) = lock.locked { (own.journal, state.home) }
        guard let journal, let home else { return nil }
        let closed = Latch()
        home.perform {
            journal.close()
            closed.open()
        }
        return closed
    }

    /// Does something with the journal on the service's thread. The client's own thread must not wait for a disk: it is the watchdog.
    func withJournal(_ body: @escaping @Sendable (AnalyticsJournal) -> Void) {
        let (journal, home) = lock.locked { state.phase == .started ? (own.journal, state.home) : (nil, nil) }
        if let journal, let home { home.perform { body(journal) } }
    }
}
