import Codecs
import Linux
import Messages
import Synchronization

/// Start, initialize and shutdown: the only places where threads, descriptors and files of a client begin and end.
extension Client {
    static let gamebaseDomain: StaticString = "TCGB.Gamebase.TCGBGamebase"
    /// Granted to every shutdown, so that a limit of zero still ends threads that are idle.
    static let shutdownMillisecondsMin: Int64 = 50
    static let statusPollMilliseconds: Int64 = 120_000

    /// Starts the client if it does not run, and reads the launching information. May be called again at any time.
    @export(interface) public func initialize(_ configuration: Configuration, completion: @escaping (JSON?, GamebaseError?) -> Void) {
        // One that fails while the client runs leaves it as it was.
        let before = isInitialized ? self.configuration : nil
        if let error = start(configuration) {
            refuse(error) { completion(nil, $0) }
            return
        }
        guard
            let call = open(
                Client.gamebaseDomain, needs: .started, onAbort: { [self] in startFailed(except: nil, restoring: before) {} }, completion
            )
        else { return }
        let life = lock.locked { () -> UInt64 in
            state.startCalls.append(call.identifier)
            return state.life
        }
        send(.openService, [:]) { [self] reply in
            guard call.isOpen else { return }
            if let error = storageError(reply) {
                fail(call, error, restoring: before)
            } else {
                openDevice(known: reply.body["device"]?.stringValue, of: life, for: call, restoring: before)
            }
        }
    }

    /// Guest identity, and whether it and the storage know each other. Runs on the service's thread, once its storage is open and therefore ours alone.
    private func openDevice(known: String?, of life: UInt64, for call: OpenCall<JSON>, restoring before: Configuration?) {
        switch openDevice(known: known, of: life) {
        case nil: break
        case .failure(let failure):
            guard failure.wasSetAside else { return fail(call, failure.error, restoring: before) }
            // Told now, so that the next initialize may begin anew.
            send(.openService, ["device": ""]) { [self] _ in fail(call, failure.error, restoring: before) }
        case .success(let introduction):
            guard let userId = introduction.userId else {
                return readLaunching(for: call, introducing: introduction.device, restoring: before)
            }
            send(.openService, ["userId": .string(userId)]) { [self] reply in
                guard call.isOpen else { return }
                if let error = storageError(reply) { return fail(call, error, restoring: before) }
                readLaunching(for: call, introducing: introduction.device, restoring: before)
            }
        }
    }

    /// Opens storage and device of a client that may run without Gamebase.
    /// - Parameter then: comes on a service thread, with the life that it is for; not at all when a shutdown came between.
    func openDevice(then: @escaping (GamebaseError?, _ life: UInt64) -> Void) {
        let life = lock.locked { state.life }
        send(.openService, [:]) { [self] reply in
            if let error = storageError(reply) { return then(error, life) }
            switch openDevice(known: reply.body["device"]?.stringValue, of: life) {
            case nil: break
            case .failure(let failure):
                guard failure.wasSetAside else { return then(failure.error, life) }
                send(.openService, ["device": ""]) { _ in then(failure.error, life) }
            case .success(let introduction):
                if let device = introduction.device { send(.openService, ["device": .string(device)]) { _ in } }
                guard let userId = introduction.userId else { return then(nil, life) }
                send(.openService, ["userId": .string(userId)]) { [self] reply in then(storageError(reply), life) }
            }
        }
    }

    private func fail(_ call: OpenCall<JSON>, _ error: GamebaseError, restoring before: Configuration?) {
        startFailed(except: call.identifier, restoring: before) { call.fail(error) }
    }

    /// Lets go of the service when the last initialize that ran has failed and none succeeded before: then the next one begins with
    /// nothing, in another directory too. Only the thread stays, for the callbacks.
    /// - Parameter then: runs when the service's files are closed, so that who tries again finds them free.
    private func startFailed(except call: CallIdentifier?, restoring before: Configuration?, then: @escaping @Sendable () -> Void) {
        let left = lock.locked {
            () -> (home: ServiceHome, folder: FileLock?, written: Latch?, subscription: Int64?, waiting: [(GamebaseError?) -> Void])? in
            state.startCalls.removeAll { $0 == call || !calls.isOpen($0) }
            if isInitialized, let before { state.configuration = before }
            guard state.phase == .started, !isInitialized, !state.isIAPInitialized, !state.hasDatastore, state.startCalls.isEmpty,
                let home = state.home
            else {
                return nil
            }
            let subscription = state.subscription
            // A service that others share may be opening the folder still, and does not end with this client.
            let written = isSharing && filesDirectory != nil ? Latch() : nil
            if let written { state.folderLeft = written }
            state.home = nil
            home.follow(state.homeLeft)
            state.homeLeft = home
            state.subscription = nil
            state.device = nil
            let folderLock = state.folderLock
            state.folderLock = nil
            state.configuration = nil
            // Late answers of that service are not answers to the next attempt.
            state.life &+= 1
            return (home, folderLock, written, subscription, notifications.leaveFile())
        }
        guard let left else { return then() }
        left.folder?.release()
        if let written = left.written { left.home.perform { written.open() } }
        for work in left.waiting { work(notInitialized(Client.gamebaseDomain)) }
        if let subscription = left.subscription {
            _ = left.home.connection.unsubscribe(subscription, untilNanoseconds: platform.clock.monotonicNanoseconds())
        }
        left.home.leave(then: then)
    }

    /// - Parameter isIAPKey: the app's name is the key of NHN Cloud purchases, and Gamebase may come later under its own.
    /// - Parameter namesApp: false: it names the default directory alone, and the service learns of no app.
    func start(_ configuration: Configuration, isIAPKey: Bool = false, namesApp: Bool = true) -> GamebaseError? {
        lock.locked {
            switch state.phase {
            case _ where isDestroyed:
                return GamebaseError(
                    GamebaseError.Code.notInitialized, "the instance is destroyed", domain: "\(Client.gamebaseDomain)")
            case .stopping:
                return GamebaseError(
                    GamebaseError.Code.notInitialized, "a shutdown is running; initialize again when it has returned",
                    domain: "\(Client.gamebaseDomain)")
            case .started where state.home == nil: return startService(configuration, isIAPKey, namesApp)
            case .started:
                if let running = state.configuration, running.appID != configuration.appID, !state.isStartedByIAP {
                    return GamebaseError(
                        GamebaseError.Code.invalidParameter,
                        "configuration.appID: this instance runs as \(running.appID); shut it down before it becomes another app",
                        domain: "\(Client.gamebaseDomain)")
                }
                if let refusal = otherService(configuration) { return refusal }
                state.configuration = configuration
                state.isStartedByIAP = false
                if namesApp, !isIAPKey { state.home?.remote?.setApp(configuration.appID) }
                if let code = configuration.displayLanguageCode { languages.request(code) }
                return nil
            case .stopped: return startThreads(configuration, isIAPKey, namesApp)
            }
        }
    }

    /// Called with the lock held. Touches no file: that is for the service's thread.
    private func startThreads(_ configuration: Configuration, _ isIAPKey: Bool, _ namesApp: Bool) -> GamebaseError? {
        if ThreadsAtFork.mayHaveLeftLocks { return forkedWhileRunning }
        if platform.random.bytes(1).isEmpty {
            return GamebaseError(
                GamebaseError.Code.invalidInternalState, SystemRandom.missing, domain: "\(Client.gamebaseDomain)")
        }
        guard ThreadValues.areThere(platform) else { return noResources("a key for values of threads (PTHREAD_KEYS_MAX)") }
        guard let reactor = Reactor.make(clock: platform.clock, waits: runLoop.waits) else { return noResources("a descriptor") }
        reactor.onStart = { [self] in runLoop.libraryThreadStarted() }
        reactor.onWake = { [self] in
            analytics.lookAtJournal()
            runLoop.deliverOnLibraryThread()
        }
        reactor.callsHost = { [runLoop] in runLoop.deliversOnLibraryThread }
        reactor.onTick = { [self] in failOverdueCalls() }
        reactor.onNetwork = { [self] monitor in networkMayHaveChanged(monitor) }
        switch makeHome(configuration, isIAPKey, namesApp) {
        case .failure(let error): return error
        case .success(let home):
            guard platform.service != nil || reactor.start() else {
                _ = home.leave(untilNanoseconds: platform.clock.monotonicNanoseconds())
                return noResources("a thread")
            }
            let life = state.life &+ 1
            let language = configuration.displayLanguageCode ?? languages.inUse.requested
            let clicks = push.earlyClicks
            let (homeLeft, folderLeft) = (state.homeLeft, state.folderLeft)
            state = State()
            state.homeLeft = homeLeft
            state.folderLeft = folderLeft
            push.earlyClicks = clicks
            state.life = life
            state.phase = .started
            state.configuration = configuration
            state.home = home
            state.reactor = reactor
            languages.begin(requested: language)
            // The timers of an earlier life went with its thread.
            analytics.forgetJournalTimers()
            runLoop.open(wakeLibraryThread: { reactor.wake() }, onThreadEnded: { [self] in threadEnded() })
            return nil
        }
    }

    /// Called with the lock held, after an attempt that failed.
    private func startService(_ configuration: Configuration, _ isIAPKey: Bool, _ namesApp: Bool) -> GamebaseError? {
        switch makeHome(configuration, isIAPKey, namesApp) {
        case .failure(let error): return error
        case .success(let home):
            state.configuration = configuration
            state.home = home
            languages.begin(requested: configuration.displayLanguageCode)
            return nil
        }
    }

    private func makeHome(_ configuration: Configuration, _ isIAPKey: Bool, _ namesApp: Bool) -> Result<ServiceHome, GamebaseError> {
        if isSharing {
            guard let home = sharedHome, home.join() else {
                return .failure(
                    GamebaseError(
                        GamebaseError.Code.notInitialized, "initialize the instance whose service is shared first",
                        domain: "\(Client.gamebaseDomain)"))
            }
            return .success(home)
        }
        if let service = platform.service { return .success(ServiceHome(connection: service, directory: host.storage?.path)) }
        guard let storage = host.storage ?? DefaultStorage.choice(appID: configuration.appID) else {
            return .failure(
                GamebaseError(
                    GamebaseError.Code.invalidInternalState,
                    "there is no place to keep data: set HOME or XDG_STATE_HOME, or call TCGBHost_setStorageDirectory",
                    domain: "\(Client.gamebaseDomain)"))
        }
        let directory = storage.path
        switch remoteAddress(configuration) {
        case .failure(let error): return .failure(error)
        case .success(let address?): return makeRemoteHome(address, configuration, isKey: isIAPKey, directory)
        case .success(nil): break
        }
        let service = platform.services.make(
            directory: directory, app: namesApp ? configuration.appID : nil, isIAPKey: isIAPKey, clock: platform.clock,
            random: platform.random)
        guard service.start() else { return .failure(noResources("a thread")) }
        return .success(ServiceHome(local: service, directory: directory))
    }

    private var forkedWhileRunning: GamebaseError {
        GamebaseError(
            GamebaseError.Code.invalidInternalState,
            "this process was forked while the library ran in its parent, whose locks it inherits as they were: initialize in a new program "
                + "(exec), or fork before the parent initializes or after its shutdown",
            domain: "\(Client.gamebaseDomain)")
    }

    func noResources(_ what: StaticString) -> GamebaseError {
        GamebaseError(
            GamebaseError.Code.invalidInternalState, "the system has not \(what) to give; close some and try again",
            domain: "\(Client.gamebaseDomain)")
    }

    private func storageError(_ reply: Reply) -> GamebaseError? {
        switch reply.resultCode {
        case ResultCode.storageLocked, ResultCode.storageFailed, ResultCode.storageFull: return storageError(reply.message)
        case ResultCode.serviceStopped, ResultCode.tooManyRequests:
            return ServiceErrors.clientError(for: .getLaunching, reply, domain: Client.gamebaseDomain)
        default: return nil
        }
    }

    /// What the service is to be told of the device.
    private struct Introduction {
        /// Whom the storage must know.
        var userId: String?
        /// For a storage that has met no device.
        var device: String?
    }

    private struct DeviceFailure: Error {
        let error: GamebaseError
        var wasSetAside = false
    }

    /// - Parameter known: the device that the storage has met; of no meaning for a client that shares another's storage.
    /// - Parameter life: whose work it is: the disk may take longer than a shutdown waits, and the next life has another device.
    /// - Returns: nil when that life is over.
    private func openDevice(known: String?, of life: UInt64) -> Result<Introduction, DeviceFailure>? {
        let (isOver, opened, directory) = lock.locked { (!isRunning(life), state.device != nil, filesDirectory) }
        if isOver { return nil }
        if opened { return .success(Introduction()) }
        do throws(DeviceFailure) {
            var folderLock: FileLock?
            if let directory, isSharing { folderLock = try lockStorage(directory) }
            if let directory, !isSharing, known != nil, !Device.exists(directory) {
                throw DeviceFailure(
                    error: storageError(
                        "\(Device.file(directory)) is missing, with the guest account in it. Put it back, or let TCGBConsole_startAnew set the "
                            + "other files aside and begin with a new player"))
            }
            let device = try makeDevice(directory)
            let identity = device.identity
            if let known, directory != nil, !isSharing, known != identity.uuid {
                throw DeviceFailure(
                    error: storageError(
                        "\(Device.file(directory ?? "")) is another installation's. Put back the files that belong together, or let "
                            + "TCGBConsole_startAnew set them aside and begin with a new player"))
            }
            let isKept = lock.locked { () -> Bool in
                guard isRunning(life) else { return false }
                state.device = device
                state.folderLock = folderLock
                return true
            }
            guard isKept else { return nil }
            guard directory != nil else { return .success(Introduction()) }
            return .success(Introduction(userId: identity.knownUserId, device: isSharing || known != nil ? nil : identity.uuid))
        } catch {
            return .failure(error)
        }
    }

    /// Makes the folder ready, and keeps other processes and instances out of it, as a service does with its own.
    private func lockStorage(_ directory: String) throws(DeviceFailure) -> FileLock {
        if let obstacle = platform.services.prepare(directory) { throw DeviceFailure(error: storageError(obstacle)) }
        let outcome: FileLock.StorageOutcome
        do throws(FileError) {
            outcome = try FileLock.take(storage: directory)
        } catch {
            throw DeviceFailure(error: storageError(error.message))
        }
        switch outcome {
        case .locked(let taken): return taken
        case .inUse(let holder): throw DeviceFailure(error: storageError(holder))
        }
    }

    private func makeDevice(_ directory: String?) throws(DeviceFailure) -> Device {
        do throws(DeviceError) {
            return try Device.open(directory: directory, platform: platform)
        } catch {
            var failure = DeviceFailure(error: storageError(error.message))
            if case .damaged = error { failure.wasSetAside = true }
            throw failure
        }
    }

    private func storageError(_ message: String) -> GamebaseError {
        GamebaseError(
            GamebaseError.Code.invalidInternalState, message, domain: "\(Client.gamebaseDomain)",
            underlying: GamebaseError(0, message, domain: "TCGB.Gamebase.Storage"))
    }

    /// - Parameter device: who the storage is to remember. The start does not wait for it: no player is there before a login, which comes
    ///   behind it. If it is not kept, the next start tells again.
    private func readLaunching(for call: OpenCall<JSON>, introducing device: String?, restoring before: Configuration?) {
        if subscribeToService() { notifications.begin() }
        let parameters = launching.launchingParameters()
        let read = launching.beginRead()
        send(ClientLaunching.launchingApi, parameters) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                let error = ServiceErrors.clientError(for: .getLaunching, reply, domain: Client.gamebaseDomain)
                launching.showLaunchingPopup(for: error)
                fail(call, error, restoring: before)
                return
            }
            if let device { send(.openService, ["device": .string(device)]) { _ in } }
            launching.adopt(launching: reply.body, of: read, first: true)
            launching.scheduleStatusPoll()
            launching.showLaunchingPopup()
            call.succeed(reply.body)
            launching.catchUp()
        }
    }

    /// - Returns: whether this was the first time in this life.
    func subscribeToService() -> Bool {
        lock.locked {
            // A shutdown has seen what there is to unsubscribe: what came behind it would hold client and service for ever.
            guard state.phase == .started, state.subscription == nil, let home = state.home else { return false }
            let life = state.life
            state.subscription = home.connection.subscribe { [self] event in
                guard lock.locked({ isRunning(life) }) else { return }
                receive(event)
            }
            return true
        }
    }

    private func failOverdueCalls() -> Bool {
        if calls.isEmpty { return false }
        calls.failOverdue(
            nowNanoseconds: runLoop.waits.monotonicNanoseconds(),
            GamebaseError(
                GamebaseError.Code.socketResponseTimeout, "the service did not answer in time; the outcome is unknown, ask again",
                domain: "TCGB.Gamebase.TCGBGamebase"))
        return true
    }
}
