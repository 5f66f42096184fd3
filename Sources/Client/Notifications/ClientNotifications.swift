import Codecs
import Desktop
import Linux
import Media
import PushRules

/// Who shows a push to the player.
public enum NotificationDisplay: Int32, Sendable {
    /// The host's `showNotification` where it has one, else the desktop.
    case desktop = 0
    /// The delegate.
    case host = 1
    case off = 2
}

/// What the host hears of notifications. Called inside the run loop.
public struct NotificationDelegate {
    public var received: ((PushNote) -> Void)?
    public var clicked: ((PushNote) -> Void)?
    public var pressed: ((PushNote, _ category: String?, _ action: String, _ text: String?) -> Void)?
    /// The player wants to see the game; with what a Wayland compositor wants to know of who asks.
    public var raise: ((_ activationToken: String?) -> Void)?
    public var show: ((PushNote) -> Void)?
    public var hide: ((_ key: String) -> Void)?

    @export(interface) public init() {}
}

/// Notifications as the player sees them: local pushes, the inbox, the desktop, agreement ("HIVE" page of the SDK; iap_push.md 5 and 6).
public struct ClientNotifications: ClientCapability {
    let client: Client

    static let domain: StaticString = "HIVE.Push"
    /// A clock that was set is noticed after so long at the latest.
    static let lookMilliseconds: Int64 = 30_000
    /// Before what found no room in the run loop is told again.
    static let retryMilliseconds: Int64 = 1_000
    static let actionFileName = "hive_push_actions.json"

    enum Opening { case not, underWay, done }

    struct Part {
        var opening = Opening.not
        /// What waits for the end of the opening: as many as there are calls, and messages on their way.
        var waiting: [(GamebaseError?) -> Void] = []
        var file: CheckedFile?
        var content = NotificationContent()
        var startedAt = Int64.max
        var timer: Reactor.TimerIdentifier?
        var isSaving = false
        /// What is to be written changed since the file was begun last.
        var isDirty = false
        var afterSave: [(GamebaseError?) -> Void] = []
        /// What the game is hearing at this moment, a drain inside another: local pushes, and those that the inbox is yet to have.
        var telling: [PendingPushes.Fired] = []
        var hearing: [InboxEntry] = []
        /// The inbox has what no file was begun with.
        var isKeptUnsaved = false
        var book = ActionBook()
        var desktop: Desktop?
        /// Keys of notices that were given to the desktop, until it has none of the key.
        var shown: Set<String> = []
        /// Keys of the groups that the player has unfolded.
        var unfolded: Set<String> = []
        var media: MediaFetcher?
        var mediaCalls: [MediaCall] = []
        var watchesMetered = false
        /// The desktop has answered, or had its time for it.
        var knowsMetered = false
        var meteredWaiters: [(Bool) -> Void] = []

        struct MediaCall {
            let call: OpenCall<PushNote>
            let note: PushNote
            let interest: MediaInterest
        }
    }

    /// Belongs to the host, and is forgotten by shutdown.
    struct HostPart {
        /// A function of these headers was called: from then on pushes are kept.
        var isUsed = false
        var delegate = NotificationDelegate()
        var display = NotificationDisplay.desktop
        var isInFront = true
        var book: ActionBook?
        var name = ""
        var desktopEntry = ""
        var icon = ""
        /// Hive's game language.
        var language: String?
        /// The host's word for it.
        var metered = Metered.unknown
        var allowsInsecureMedia = false
        var allowsLocalMedia = false
        var mediaMilliseconds = MediaPace().totalMilliseconds
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.notifications }
        nonmutating _modify { yield &client.state.notifications }
    }

    /// Guarded by `lock`.
    @inline(__always) var settings: HostPart {
        _read { yield client.host.notifications }
        nonmutating _modify { yield &client.host.notifications }
    }

    // MARK: What the host sets

    /// From the first call on pushes are kept, of this life, too.
    @export(interface) public func use() {
        let begins = lock.locked {
            defer { settings.isUsed = true }
            return !settings.isUsed && state.phase == .started
        }
        if begins { whenOpen { _ in } }
    }

    @export(interface) public func setDelegate(_ delegate: NotificationDelegate) { lock.locked { settings.delegate = delegate } }

    @export(interface) public func setDisplay(_ display: NotificationDisplay) { lock.locked { settings.display = display } }

    var isInFront: Bool { lock.locked { settings.isInFront } }

    /// Whether the player looks at the game.
    @export(interface) public func setInFront(_ isInFront: Bool) { lock.locked { settings.isInFront = isInFront } }

    /// How the desktop names the game. Counts from the first notice on.
    @export(interface) public func setApplication(name: String, desktopEntry: String, icon: String) {
        lock.locked {
            settings.name = name
            settings.desktopEntry = desktopEntry
            settings.icon = icon
        }
    }

    @export(interface) public var language: String? { lock.locked { settings.language } }
    @export(interface) public func setLanguage(_ tag: String?) { lock.locked { settings.language = tag } }

    /// In which the player reads pushes and mails, the best first: Hive's game language, else what Gamebase was told, else the
    /// desktop's. With the lock held.
    var gameLanguages: [String] {
        if let chosen = settings.language { return [chosen] }
        let known = languages.inUse
        return [known.requested, known.device, known.effective].compactMap { $0 }
    }

    /// - Parameter bytes: of a `hive_push_actions.json`.
    /// - Returns: why it is refused, with its place. Then what was there stays.
    @export(interface) public func setActions(_ bytes: [UInt8]) -> String? {
        do throws(ActionFileError) {
            let book = try readActions(bytes, of: Self.actionFileName)
            lock.locked { settings.book = book }
            return nil
        } catch {
            return error.message
        }
    }

    private func readActions(_ bytes: [UInt8], of name: String) throws(ActionFileError) -> ActionBook {
        let book = try ActionBook.read(bytes)
        for warning in book.warnings { client.log(.warn, "\(name): \(warning)") }
        return book
    }

    /// Whether somebody shows notifications, as far as it is known here.
    var areShown: Bool {
        lock.locked { host.delegate?.showNotification != nil || (settings.isUsed && settings.display != .off) }
    }

    /// With the lock held.
    func forgetHost() { settings = HostPart() }

    // MARK: The life

    /// The client runs. Late pushes are told now. On a thread that may wait for the disk.
    func begin() {
        let now = platform.clock.epochMilliseconds()
        let (isUsed, directory) = lock.locked {
            own.startedAt = now
            return (settings.isUsed, client.filesDirectory)
        }
        guard isUsed || directory.map({ Files.exists($0 + "/" + NotificationContent.fileName) }) == true else { return }
        whenOpen { _ in }
    }

    /// Before the threads end.
    func end(untilNanoseconds deadline: Int64) -> Bool {
        // What waits for its media is shown without.
        tellMetered()
        let (media, desktop) = lock.locked { (own.media, own.desktop) }
        let hasEnded = media?.shutdown(untilNanoseconds: deadline) ?? true
        return desktop?.shutdown(untilNanoseconds: deadline) ?? true && hasEnded
    }

    /// Keeps the pushes whose handlers run at this moment as told: a handler may shut the game down. Called before the service is left.
    func keepTold() {
        let isKept = lock.locked { () -> Bool in
            for fired in own.telling { own.isKeptUnsaved = own.content.pending.settle(fired, wasTold: true) || own.isKeptUnsaved }
            for entry in own.hearing { own.isKeptUnsaved = own.content.inbox.add(entry).isNew || own.isKeptUnsaved }
            own.telling = []
            own.hearing = []
            return !own.isKeptUnsaved
        }
        if !isKept { save() }
    }

    // MARK: The file

    /// The start has failed, and the next one may have another directory. Called with the lock held.
    /// - Returns: what waits for the file, to be called without the lock.
    func leaveFile() -> [(GamebaseError?) -> Void] {
        let waiting = own.waiting + own.afterSave
        state.reactor?.cancel(own.timer)
        own.timer = nil
        own.opening = .not
        own.waiting = []
        own.file = nil
        own.content = NotificationContent()
        own.isSaving = false
        own.isDirty = false
        own.afterSave = []
        return waiting
    }

    /// - Parameter work: runs at once, or on the service's thread when the file has been read; with the reason when it cannot be.
    func whenOpen(_ work: @escaping (GamebaseError?) -> Void) {
        let begins: Bool? = lock.locked {
            if own.opening == .done { return nil }
            own.waiting.append(work)
            defer { own.opening = .underWay }
            return own.opening == .not
        }
        guard let begins else { return work(nil) }
        if begins { client.openDevice { [self] error, life in open(error, life) } }
    }

    private func open(_ error: GamebaseError?, _ life: UInt64) {
        guard let directory = lock.locked({ client.isRunning(life) ? .some(client.filesDirectory) : nil }) else { return }
        let file = CheckedFile(directory: directory, name: NotificationContent.fileName, bytesMax: NotificationContent.bytesMax)
        var content: NotificationContent?
        var obstacle = error
        if error == nil {
            do throws(DeviceError) {
                let loaded = try file.load(
                    epochSeconds: platform.clock.epochMilliseconds() / 1000, loss: "The notifications in it are not there",
                    NotificationContent.read)
                content = loaded?.content
                if let warning = loaded?.warning { client.log(.error, warning) }
            } catch {
                client.log(.error, error.message)
                // What is damaged was set aside; what cannot be read, or not by this version, is not written over.
                if case .damaged = error {} else { obstacle = Self.notKept(error) }
            }
        }
        let book = obstacle == nil ? ownBook() : nil
        let waiting: [(GamebaseError?) -> Void] = lock.locked {
            guard client.isRunning(life) else { return [] }
            own.opening = obstacle == nil ? .done : .not
            if obstacle == nil {
                own.file = file
                if let content { own.content = content }
                if let book { own.book = book }
            }
            defer { own.waiting = [] }
            return own.waiting
        }
        for work in waiting { work(obstacle) }
        if obstacle == nil { look() }
    }

    /// The file beside the program ("Advanced implementation" of the page: it is read when the game starts).
    private func ownBook() -> ActionBook? {
        guard let folder = platform.gameFolder() else { return nil }
        let path = folder + "/" + Self.actionFileName
        let bytes: [UInt8]?
        do throws(FileError) { bytes = try Files.read(path, bytesMax: ActionBook.fileBytesMax) } catch {
            client.log(.error, error.message)
            return nil
        }
        guard let bytes else { return nil }
        do throws(ActionFileError) { return try readActions(bytes, of: path) } catch {
            client.log(.error, "\(path): \(error.message)")
            return nil
        }
    }

    /// - Parameter then: when the change is on the disk, or the reason why it is not. It stays in memory in any case, and is written with
    ///   the next.
    func save(_ then: ((GamebaseError?) -> Void)? = nil) {
        let life: UInt64? = lock.locked {
            // Of a life that began since, whose file is still to be read: nothing of it has changed.
            guard own.file != nil else { return nil }
            own.isDirty = true
            if let then { own.afterSave.append(then) }
            defer { own.isSaving = true }
            return own.isSaving ? nil : state.life
        }
        if let life { mayWaitForDisk { [self] in write(life) } }
    }

    /// What comes while the disk is busy is written together.
    /// - Parameter life: whose work it is: after a shutdown that did not wait for it, the file is the next one's.
    private func write(_ life: UInt64) {
        while true {
            let taken: (CheckedFile, NotificationContent, [(GamebaseError?) -> Void])? = lock.locked {
                guard state.life == life, let file = own.file else { return nil }
                own.isDirty = false
                own.isKeptUnsaved = false
                defer { own.afterSave = [] }
                return (file, own.content, own.afterSave)
            }
            guard let (file, content, waiting) = taken else { return }
            var failure: GamebaseError?
            do throws(DeviceError) {
                try file.save(content.json)
            } catch {
                failure = Self.notKept(error)
                client.log(.error, "notifications: \(error.message)")
            }
            for then in waiting { then(failure) }
            let isOver: Bool = lock.locked {
                guard state.life == life else { return true }
                own.isSaving = own.isDirty
                return !own.isDirty
            }
            if isOver { return }
        }
    }

    private static func notKept(_ error: DeviceError) -> GamebaseError {
        GamebaseError(GamebaseError.Code.invalidInternalState, error.message, domain: "\(domain)")
    }

    /// A call that waits for the file: `body` changes the content under the lock, and the answer comes when it is on the disk.
    func change<Answer>(
        _ completion: @escaping (Answer?, GamebaseError?) -> Void, _ body: @escaping () -> Answer,
        then: @escaping (Answer) -> Void = { _ in }
    ) {
        guard let call: OpenCall<Answer> = client.open(Self.domain, needs: .served, completion) else { return }
        use()
        whenOpen { [self] error in
            if let error { return call.fail(error) }
            let answer = lock.locked { body() }
            then(answer)
            save { call.finish(answer, $0) }
        }
    }

    /// A call that reads.
    func read<Answer>(_ completion: @escaping (Answer?, GamebaseError?) -> Void, _ body: @escaping () -> Answer) {
        guard let call: OpenCall<Answer> = client.open(Self.domain, needs: .served, completion) else { return }
        use()
        whenOpen { [self] error in call.finish(error == nil ? lock.locked { body() } : nil, error) }
    }
}
