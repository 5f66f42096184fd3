import Codecs
import Desktop
import Linux
import Media
import PushRules

/// The picture, sound or film of a push (iap_push.md 5.5). Whatever goes wrong with it, the push is shown without.
extension ClientNotifications {
    /// In the storage directory: a cache, which anybody may clear. Without such a directory there are no media.
    static let mediaFolderName = "media"
    /// How long the desktop may take to say whether the network costs money.
    static let meteredMilliseconds: Int64 = 1_000
    /// What a call about media takes besides the fetch.
    static let mediaCallMilliseconds = meteredMilliseconds + 4_000
    /// What the host may choose for a fetch.
    public static let mediaTimeoutMilliseconds: ClosedRange<Int64> = 1_000...MediaPace.totalMillisecondsMax
    private static let meteredWaitersMax = 64

    // MARK: Fetching

    /// Puts the file of its media beside a push of the inbox.
    /// - Parameter then: when it is there, or will not be; with the push as it is then, nil when it was read or removed meanwhile.
    func withMedia(_ entry: InboxEntry, then: @escaping (InboxEntry?) -> Void) {
        guard let address = entry.rest["media"]?.stringValue else { return then(entry) }
        let life = lock.locked { state.life }
        fetch(address) { [self] file in
            let now: InboxEntry? = lock.locked {
                guard state.life == life else { return nil }
                if let file { _ = own.content.inbox.setMedia(file.path, of: entry.id, entry.userId) }
                return own.content.inbox.entry(entry.id, of: entry.userId)
            }
            if file != nil, now != nil { save() }
            then(now?.isRead == false ? now : nil)
        }
    }

    /// For a host that is handed pushes by others: its message with the file beside it.
    /// - Parameter completion: with the path of the file; nil without.
    @export(interface) public func fetchMedia(of note: PushNote, completion: @escaping (PushNote?, GamebaseError?) -> Void) {
        use()
        let milliseconds = lock.locked { settings.mediaMilliseconds } + Self.mediaCallMilliseconds
        let interest = MediaInterest()
        let call: OpenCall<PushNote>? = client.open(
            Self.domain, needs: .served, timeoutMilliseconds: milliseconds, onAbort: { [self] in lose([interest]) }, completion)
        guard let call else { return }
        guard let address = note.media else { return call.succeed(note) }
        lock.locked {
            own.mediaCalls.removeAll { !$0.call.isOpen }
            own.mediaCalls.append(Part.MediaCall(call: call, note: note, interest: interest))
        }
        fetch(address, interest) { file in call.succeed(note.with(media: file?.path)) }
    }

    /// What is being fetched for `fetchMedia` is answered without it, and its transfers end.
    @export(interface) public func endMediaCalls() {
        let calls = lock.locked {
            defer { own.mediaCalls = [] }
            return own.mediaCalls
        }
        for each in calls { each.call.succeed(each.note) }
        lose(calls.map { $0.interest })
    }

    private func lose(_ interests: [MediaInterest]) {
        for interest in interests { interest.lose() }
        lock.locked { own.media }?.review()
    }

    private func fetch(_ address: String, _ interest: MediaInterest? = nil, then: @escaping (MediaFile?) -> Void) {
        let wait = Crossing(then)
        whenMeteredIsKnown { [self] isMetered in
            let rules = lock.locked {
                MediaRules(
                    isMetered: isMetered, allowsHTTP: settings.allowsInsecureMedia, allowsLocal: settings.allowsLocalMedia,
                    totalMilliseconds: settings.mediaMilliseconds)
            }
            if interest?.isOver == true { return wait.value(nil) }
            let isTaken = fetcher()?.fetch(address, rules, interest) { [self] answer in
                switch answer {
                case .success(let file): wait.value(file)
                case .failure(let why):
                    client.log(.info, "a push has no media: \(Self.reason(why))")
                    wait.value(nil)
                }
            }
            if isTaken != true { wait.value(nil) }
        }
    }

    private func fetcher() -> MediaFetcher? {
        lock.locked {
            guard state.phase == .started, let folder = client.filesDirectory else { return nil }
            if own.media == nil {
                let facts = MediaFacts(cacheFolder: folder + "/" + Self.mediaFolderName)
                own.media = MediaFetcher(facts, clock: platform.clock, random: platform.random)
            }
            return own.media
        }
    }

    private static func reason(_ why: MediaFailure) -> String {
        switch why {
        case .address: "its address is not an allowed https address (HIVEPush_setMediaExceptions)"
        case .hostNotAllowed: "it lies on this machine or in its own network (HIVEPush_setMediaExceptions)"
        case .metered: "the network costs money"
        case .queueFull: "too many wait"
        case .stopped: "the game ends"
        case .timedOut: "it did not come in time"
        case .noLibrary: MediaFetcher.lack
        case .cache: "it cannot be written"
        case .unreachable, .incomplete: "the network or its server failed"
        case .untrusted: "its server has no certificate that is trusted"
        case .tooManyRedirects: "its address leads on and on"
        case .status(let status): "its server answered \(status)"
        case .encoded, .headersTooLarge: "its server's answer is not the file"
        case .unknownType, .wrongKind: "its content does not match its name, or cannot be shown"
        case .tooLarge: "it is too large"
        case .transfer(let code): "libcurl has an error \(code)"
        }
    }

    // MARK: What the network costs

    /// The host's word; else what the desktop's network manager says, which is asked from the first call on. Unknown before it has
    /// answered.
    private var metered: Metered {
        let (said, known) = lock.locked { (settings.metered, own.desktop) }
        if said != .unknown { return said }
        watchMetered()
        return known?.metered ?? .unknown
    }

    /// The same as C has it: 0 unknown, 1 no, 2 yes.
    @export(interface) public var meteredCode: UInt8 { metered.rawValue }

    /// - Parameter code: 1 no, 2 yes; any other leaves it to the desktop.
    @export(interface) public func setMetered(code: UInt32) {
        let metered = UInt8(exactly: code).flatMap { Metered(rawValue: $0) } ?? .unknown
        lock.locked { settings.metered = metered }
    }

    @export(interface) public func setMediaExceptions(insecure: Bool, local: Bool) {
        lock.locked {
            settings.allowsInsecureMedia = insecure
            settings.allowsLocalMedia = local
        }
    }

    /// - Parameter milliseconds: in `mediaTimeoutMilliseconds`.
    @export(interface) public func setMediaTimeout(milliseconds: Int64) { lock.locked { settings.mediaMilliseconds = milliseconds } }

    private func watchMetered() {
        guard let desktop = desktop() else { return }
        let isFirst = lock.locked {
            defer { own.watchesMetered = true }
            return !own.watchesMetered
        }
        if isFirst, !desktop.watchMetered({ [self] _ in tellMetered() }) { lock.locked { own.watchesMetered = false } }
    }

    /// A desktop that does not say so in a second is taken for one whose network is free.
    private func whenMeteredIsKnown(_ then: @escaping (Bool) -> Void) {
        if client.networkStatus == .wwan, lock.locked({ settings.metered }) == .unknown { return then(true) }
        let now = metered
        if now != .unknown { return then(now == .yes) }
        let waits = lock.locked { () -> Bool in
            guard let reactor = state.reactor, own.desktop != nil, !own.knowsMetered, own.meteredWaiters.count < Self.meteredWaitersMax
            else { return false }
            if own.meteredWaiters.isEmpty,
                reactor.schedule(afterMilliseconds: Self.meteredMilliseconds, { [self] in tellMetered() }) == nil
            {
                return false
            }
            own.meteredWaiters.append(then)
            return true
        }
        if !waits { then(false) }
    }

    /// Once for all that wait: what is not known by now is not waited for again.
    func tellMetered() {
        let (waiters, desktop) = lock.locked {
            own.knowsMetered = true
            defer { own.meteredWaiters = [] }
            return (own.meteredWaiters, own.desktop)
        }
        for then in waiters { then(desktop?.metered == .yes) }
    }
}

extension PushNote {
    func with(media path: String?) -> PushNote {
        guard let path, let entry = entry.with(media: path) else { return self }
        return PushNote(entry, buttons)
    }
}
