import Codecs
import Linux
import Messages
import Synchronization

/// Whether the service lets the player in, and what it says when it does not.
public struct ClientLaunching: ClientCapability {
    let client: Client

    /// Guarded by the client's lock.
    struct Part {
        var information: JSON?
        /// How many reads were begun.
        var reads: Int64 = 0
        /// Which of them the information is of.
        var read: Int64 = 0
        /// It changed while it was being read for the first time.
        var isOutdated = false
        var readAtNanoseconds: Int64 = 0
        var statusTimer: Reactor.TimerIdentifier?
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.launching }
        nonmutating _modify { yield &client.state.launching }
    }
}

/// The launching information: is the service open, for this version, for this player.
extension ClientLaunching {
    /// A status older than this is read again before a login.
    static let statusFreshMilliseconds: Int64 = 30_000
    static let launchingApi = RequestName.getLaunching

    /// 200 to 299 lets the player in, known code or not (vendor page "Initialization").
    static func isPlayable(_ status: Int32) -> Bool { status >= 200 && status < 300 }

    /// As last read; nil before.
    var informations: JSON? { lock.locked { own.information } }

    func launchingParameters() -> JSON {
        let (appID, userId) = lock.locked { (state.configuration?.appID, state.session?.userId) }
        var parameters = memberParameters()
        parameters[Self.metricsKeyParameter] = nil
        parameters["appId"] = .string(appID ?? "")
        parameters["userId"] = .string(userId ?? "0")
        return .object(parameters)
    }

    private static let metricsKeyParameter = "metricsKey"

    /// The device as launching and login requests describe it. A login also sends the key of the device's metrics.
    func memberParameters() -> JSONObject {
        let (configuration, device, language, store) = lock.locked {
            (state.configuration, state.device?.identity, languages.inUse, state.chosenStore)
        }
        let uuid = device?.uuid ?? ""
        return [
            Self.metricsKeyParameter: .string(device?.metricsKey ?? ""),
            "clientVersion": .string(configuration?.appVersion ?? ""),
            "sdkVersion": .string(Client.version),
            "uuid": .string(uuid),
            "deviceKey": .string(uuid),
            "osCode": "LINUX",
            "osVersion": .string(SystemFacts.osVersion),
            "deviceModel": .string(SystemFacts.deviceModel),
            "deviceLanguage": .string(language.device),
            "displayLanguage": .string(language.effective),
            "deviceCountryCode": .string(language.country),
            "usimCountryCode": "ZZ",
            "storeCode": .string(store ?? configuration?.storeCode ?? ""),
        ]
    }

    /// A read that is under way.
    struct Read {
        fileprivate let life: UInt64
        fileprivate let number: Int64
    }

    func beginRead() -> Read {
        lock.locked {
            own.reads += 1
            return Read(life: state.life, number: own.reads)
        }
    }

    /// - Parameter read: an answer that was held up on its way does not undo a later one, nor reach the next life.
    /// - Returns: whether the game was initialized before and the status is another one now; false when the client does not run.
    @discardableResult
    func adopt(launching: JSON, of read: Read, first: Bool) -> Bool {
        let status = ClientLaunching.statusCode(launching)
        // Here, on a service thread, because both are read from files: the zone's name each time, its rules when they are first asked for.
        let zone = LocalTime.zoneName
        _ = LocalTime.offsetMinutes(epochMilliseconds: platform.clock.epochMilliseconds())
        return lock.locked {
            guard client.isRunning(read.life), state.home != nil, first || own.information != nil, read.number > own.read else {
                return false
            }
            own.read = read.number
            let before = client.launchingCode.load(ordering: .relaxed)
            let isChanged = own.information != nil && before != status
            own.information = launching
            state.zoneName = zone
            own.readAtNanoseconds = platform.clock.monotonicNanoseconds()
            languages.adopt(consoleDefault: launching["launching"]?["app"]?["language"]?["defaultLanguage"]?.stringValue)
            client.launchingCode.store(status, ordering: .relaxed)
            client.sandbox.store(launching["launching"]?["app"]?["typeCode"]?.stringValue == "SANDBOX", ordering: .relaxed)
            client.ready.store(true, ordering: .releasing)
            return isChanged
        }
    }

    static func statusCode(_ launching: JSON) -> Int32 {
        Int32(clamping: launching["launching"]?["status"]?["code"]?.int64Value ?? 0)
    }

    func scheduleStatusPoll() {
        guard let reactor else { return }
        let timer = reactor.schedule(afterMilliseconds: Client.statusPollMilliseconds, repeating: true) { [self] in
            readLaunching {}
        }
        let earlier = lock.locked {
            defer { own.statusTimer = timer }
            return own.statusTimer
        }
        reactor.cancel(earlier)
    }

    /// The service may have changed it. While it is being read for the first time, it is read again behind that.
    func changed() {
        let isFirst = lock.locked {
            if own.information == nil { own.isOutdated = true }
            return own.information == nil
        }
        if !isFirst { readLaunching {} }
    }

    /// Behind the first read.
    func catchUp() {
        let isOutdated = lock.locked {
            defer { own.isOutdated = false }
            return own.isOutdated
        }
        if isOutdated { readLaunching {} }
    }

    /// Reads the information again and raises `observerLaunching` when its status changed. `then` runs in any case.
    func readLaunching(then: @escaping () -> Void) {
        fetchLaunching { _ in then() }
    }

    private func fetchLaunching(then: @escaping (Reply) -> Void) {
        let read = beginRead()
        client.send(ClientLaunching.launchingApi, launchingParameters()) { [self] reply in
            if reply.resultCode != 0 {
                client.log(.warn, "launching: \(reply.message)")
            } else if adopt(launching: reply.body, of: read, first: false) {
                tellLaunchingStatus(reply.body)
            }
            then(reply)
        }
    }

    func tellLaunchingStatus(_ launching: JSON) {
        let status = launching["launching"]?["status"]
        client.raise(
            EventMessage.Category.observerLaunching,
            [
                "code": .integer(Int64(ClientLaunching.statusCode(launching))), "message": status?["message"] ?? "", "extras": .null,
            ])
        showLaunchingPopup()
    }

    /// The service's time; 0 after an error.
    @export(interface) public func requestServerTime(completion: @escaping (Int64, GamebaseError?) -> Void) {
        guard
            let call: OpenCall<JSON> = client.open(
                "TCGB.Gamebase.TCGBLaunching", needs: .initialized, { completion($0?["date"]?.int64Value ?? 0, $1) })
        else { return }
        client.send(.getServerTime, [:], for: call, domain: "TCGB.Gamebase.TCGBLaunching") { call.succeed($0) }
    }

    /// Reads the information again because the game asks for it, and hands it over.
    @export(interface) public func refreshLaunching(completion: @escaping (JSON?, GamebaseError?) -> Void) {
        guard let call = client.open("TCGB.Gamebase.TCGBLaunching", needs: .initialized, completion) else { return }
        fetchLaunching { reply in
            if reply.resultCode == 0 {
                call.succeed(reply.body)
            } else {
                call.fail(ServiceErrors.clientError(for: ClientLaunching.launchingApi, reply, domain: "TCGB.Gamebase.TCGBLaunching"))
            }
        }
    }

    /// Calls `then` with a status that is fresh enough to decide about a login.
    func withFreshStatus(_ then: @escaping (Int32) -> Void) {
        let age = platform.clock.monotonicNanoseconds() - lock.locked { own.readAtNanoseconds }
        if age <= ClientLaunching.statusFreshMilliseconds * 1_000_000 {
            then(launchingStatus)
        } else {
            readLaunching { [self] in then(launchingStatus) }
        }
    }
}
