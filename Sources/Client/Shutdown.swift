import Linux
import Messages
import Synchronization

/// The end of a client's life. What is owed is delivered here, by the thread that shuts down; what cannot be in time waits for the next
/// drain or shutdown, and in a client that is destroyed for those of the default one (`RunLoop.retire`).
extension Client {
    /// What a shutdown grants the service to take note of the pushes that were told.
    static let acknowledgementMilliseconds: Int64 = 500

    /// Ends everything: outstanding calls fail with 110, what waits is delivered on this thread, threads are joined, files closed.
    /// - Returns: false when something did not end within the limit: a service that is stuck in the system, a callback of the
    ///   host that still runs on another thread, or callbacks that are still owed. What is stuck ends on its own and calls nothing back.
    @export(interface) public func shutdown(timeoutMilliseconds: Int64) -> Bool {
        let deadline = deadlineNanoseconds(
            platform.clock, afterMilliseconds: max(Client.shutdownMillisecondsMin, timeoutMilliseconds))
        while true {
            switch beginStopping() {
            case .stopped:
                if deliverRest(untilNanoseconds: deadline) { return awaitLeft(deadline) }
                // Another thread may have started the client meanwhile: then there is more to end.
                if phase == .stopped || platform.clock.monotonicNanoseconds() > deadline { return false }
            // Inside a callback of the shutdown that runs: the rest of it comes when this one has returned.
            case .stoppingHere: return deliverOwed(untilNanoseconds: deadline)
            case .stoppingElsewhere: if !waitUntilStopped(deadline) { return false }
            case .stop:
                leave(deadline)
                return finish(deadline)
            case .takeOver: return finish(deadline)
            }
        }
    }

    /// An end whose threads are joined and whose service is left; what is missing are the callbacks.
    final class Leaving {
        let inTime: Bool
        let journalClosed: Latch?
        let filesWritten: Latch?

        init(inTime: Bool, journalClosed: Latch?, filesWritten: Latch?) {
            self.inTime = inTime
            self.journalClosed = journalClosed
            self.filesWritten = filesWritten
        }
    }

    private enum Stopping {
        case stopped, stoppingHere, stoppingElsewhere, stop
        /// The thread that was at it has ended inside a callback.
        case takeOver
    }

    private func beginStopping() -> Stopping {
        lock.locked {
            switch state.phase {
            case .stopped: return .stopped
            case .stopping where host.stoppingThread == currentThreadIdentifier(): return .stoppingHere
            case .stopping:
                guard host.stoppingThread == 0, host.leaving != nil else { return .stoppingElsewhere }
                host.stoppingThread = currentThreadIdentifier()
                return .takeOver
            case .started:
                state.phase = .stopping
                ready.store(false, ordering: .releasing)
                host.stoppingThread = currentThreadIdentifier()
                return .stop
            }
        }
    }

    /// The part of the end in which nothing is called back. What it holds it lets go of: a thread that ends inside one of the callbacks that
    /// follow lets go of nothing, and descriptors would stay open.
    @inline(never)
    private func leave(_ deadline: Int64) {
        let (reactor, home, homeLeft, subscription) = lock.locked { (state.reactor, state.home, state.homeLeft, state.subscription) }
        analytics.endAnalytics()
        calls.failAll(endedByShutdown)
        runLoop.closeLibraryThread()
        // In this order: what the service need not keep any more is in the file.
        notifications.keepTold()
        push.acknowledgePushes(untilNanoseconds: deadline)
        datastore.acknowledgeMessages(untilNanoseconds: deadline)
        var inTime = reactor?.stop(untilNanoseconds: deadline) ?? true
        if !notifications.end(untilNanoseconds: deadline) { inTime = false }
        // Its descriptor must not outlive the thread that it wakes; and closing the journal may hold the tail for as long as the disk takes.
        journalTail.wakes(nil)
        let journalClosed = analytics.closeJournal()
        let filesWritten = awaitFiles()
        if let home {
            if let subscription, !home.connection.unsubscribe(subscription, untilNanoseconds: deadline) { inTime = false }
            if !home.leave(untilNanoseconds: deadline) { inTime = false }
        }
        if let homeLeft, !homeLeft.awaitEnd(untilNanoseconds: deadline) { inTime = false }
        if let folderLeft = lock.locked({ state.folderLeft }), !folderLeft.wait(untilNanoseconds: deadline) { inTime = false }
        lock.locked { host.leaving = Leaving(inTime: inTime, journalClosed: journalClosed, filesWritten: filesWritten) }
    }

    /// A service that others share does not end with this client: what it still writes for it, or opens, is awaited before the folder is
    /// let go.
    private func awaitFiles() -> Latch? {
        let (home, isIdle) = lock.locked { (state.home, !isSharing || filesDirectory == nil) }
        guard let home, !isIdle else { return nil }
        let written = Latch()
        home.perform { written.open() }
        return written
    }

    /// Lets the folder go, which others may have from then on: now, or behind what the service still writes into it.
    /// - Returns: opens when it is free; nil: it is.
    private func leaveFolder(isWritten: Bool) -> Latch? {
        let (home, folder) = lock.locked { (state.home, state.folderLock) }
        guard !isWritten, let home else {
            folder?.release()
            return nil
        }
        let isFree = Latch()
        home.perform {
            folder?.release()
            isFree.open()
        }
        return isFree
    }

    private func finish(_ deadline: Int64) -> Bool {
        let isDelivered = deliverOwed(untilNanoseconds: deadline)
        runLoop.close()
        let leaving = lock.locked { host.leaving }
        // Before the phase says that it is over: who starts again opens these files.
        let isClosed = leaving?.journalClosed?.wait(untilNanoseconds: deadline) ?? true
        let isWritten = leaving?.filesWritten?.wait(untilNanoseconds: deadline) ?? true
        let folderLeft = leaveFolder(isWritten: isWritten)
        // What the state held is let go outside the lock.
        let closed = lock.locked { () -> State in
            let closed = state
            let life = state.life &+ 1
            state = State()
            state.life = life
            state.folderLeft = folderLeft ?? closed.folderLeft
            if leaving?.inTime == false {
                closed.home?.follow(closed.homeLeft)
                state.homeLeft = closed.home ?? closed.homeLeft
            }
            host.stoppingThread = 0
            host.leaving = nil
            launchingCode.store(0, ordering: .relaxed)
            sandbox.store(false, ordering: .relaxed)
            host.stopped.broadcast()
            return closed
        }
        closed.datastore.end(of: self, life: closed.life)
        return isDelivered && isClosed && isWritten && leaving?.inTime ?? true
    }

    /// A call that slipped in while the phase changed is owed its completion too, and a screen that was opened meanwhile its end.
    private func deliverOwed(untilNanoseconds deadline: Int64) -> Bool {
        deliver(untilNanoseconds: deadline) { [self] in
            calls.failAll(endedByShutdown)
            finishAlerts()
            purchases.closeStores()
        }
    }

    /// Of a client that does not run: what an earlier shutdown left, and what was refused since.
    private func deliverRest(untilNanoseconds deadline: Int64) -> Bool {
        deliver(untilNanoseconds: deadline) { [self] in
            finishAlerts()
            purchases.closeStores()
        }
    }

    /// The host is forgotten in any case; when nothing is left, before another thread may deliver again.
    private func deliver(untilNanoseconds deadline: Int64, endCalls: () -> Void) -> Bool {
        let isDelivered = runLoop.deliverEverything(untilNanoseconds: deadline, endCalls: endCalls, atEnd: { [self] in forgetHost() })
        if !isDelivered { forgetHost() }
        return isDelivered
    }

    private var endedByShutdown: GamebaseError {
        GamebaseError(
            GamebaseError.Code.socketError, "shut down before the answer came; the outcome is unknown until the next start",
            domain: "\(Client.gamebaseDomain)")
    }

    /// The service of an earlier shutdown, and what one that is shared had to write, which did not end within its limit: until they have,
    /// the directory is nobody else's.
    private func awaitLeft(_ deadline: Int64) -> Bool {
        let (home, folder) = lock.locked { state.phase == .stopped ? (state.homeLeft, state.folderLeft) : (nil, nil) }
        guard home?.awaitEnd(untilNanoseconds: deadline) ?? true, folder?.wait(untilNanoseconds: deadline) ?? true else { return false }
        lock.locked {
            if state.homeLeft === home { state.homeLeft = nil }
            if state.folderLeft === folder { state.folderLeft = nil }
        }
        return true
    }

    private func waitUntilStopped(_ deadline: Int64) -> Bool {
        // The other thread waits for the callback that this one is in: waiting for it in turn would only burn both limits.
        if runLoop.isDeliveringHere { return false }
        return lock.locked {
            while state.phase == .stopping && host.stoppingThread != 0 {
                if !host.stopped.wait(lock, untilNanoseconds: deadline) { return state.phase != .stopping }
            }
            return true
        }
    }

    /// This thread ends inside a callback of this client: what it had in hand is free for others.
    func threadEnded() {
        let reactor = lock.locked { () -> Reactor? in
            if state.phase == .stopping, host.stoppingThread == currentThreadIdentifier(), host.leaving != nil {
                host.stoppingThread = 0
                host.stopped.broadcast()
            }
            return state.reactor
        }
        reactor?.threadEnded()
    }
}
