import Linux
import Messages
import Synchronization
import Wire

/// The launching information: is the service open, for this version, for this player.
extension Client {
    /// A status older than this is read again before a login.
    static let statusFreshMilliseconds: Int64 = 30_000
    static let launchingApi = RequestName.getLaunching

    /// 200 to 299 lets the player in, known code or not (vendor page "Initialization").
    static func isPlayable(_ status: Int32) -> Bool { status >= 200 && status < 300 }

    func launchingParameters() -> JSON {
        let state = lock.locked { self.state }
        var parameters = memberParameters(state)
        parameters["appId"] = .string(state.configuration?.appID ?? "")
        parameters["userId"] = .string(state.session?.userId ?? "0")
        return .object(parameters)
    }

    /// What the service is told about the device with launching and login requests.
    func memberParameters(_ state: State) -> JSONObject {
        [
            "clientVersion": .string(state.configuration?.appVersion ?? ""),
            "sdkVersion": .string(Client.version),
            "uuid": .string(state.device?.identity.uuid ?? ""),
            "deviceKey": .string(state.device?.identity.uuid ?? ""),
            "osCode": "LINUX",
            "osVersion": .string(SystemFacts.osVersion),
            "deviceModel": .string(SystemFacts.deviceModel),
            "deviceLanguage": .string(state.languages.device),
            "displayLanguage": .string(state.languages.effective),
            "deviceCountryCode": .string(state.languages.country),
            "usimCountryCode": "ZZ",
            "storeCode": .string(state.storeCode ?? state.configuration?.storeCode ?? ""),
        ]
    }

    /// - Returns: whether the game was initialized before and the status is another one now; false when the client does not run.
    @discardableResult
    func adopt(launching: JSON, first: Bool) -> Bool {
        let status = Client.statusCode(launching)
        // Here, on a service thread, because both are read from files: the zone's name each time, its rules when they are first asked for.
        let zone = LocalTime.zoneName
        _ = LocalTime.offsetMinutes(epochMilliseconds: platform.clock.epochMilliseconds())
        return lock.locked {
            guard state.phase == .started, state.home != nil, first || state.launching != nil else { return false }
            let before = launchingCode.load(ordering: .relaxed)
            let isChanged = state.launching != nil && before != status
            state.launching = launching
            state.zoneName = zone
            state.launchingReadAtNanoseconds = platform.clock.monotonicNanoseconds()
            state.languages.consoleDefault = launching["launching"]?["app"]?["language"]?["defaultLanguage"]?.stringValue
            launchingCode.store(status, ordering: .relaxed)
            sandbox.store(launching["launching"]?["app"]?["typeCode"]?.stringValue == "SANDBOX", ordering: .relaxed)
            ready.store(true, ordering: .releasing)
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
            defer { state.statusTimer = timer }
            return state.statusTimer
        }
        reactor.cancel(earlier)
    }

    /// Reads the information again and raises `observerLaunching` when its status changed. `then` runs in any case.
    func readLaunching(then: @escaping () -> Void) {
        fetchLaunching { _ in then() }
    }

    private func fetchLaunching(then: @escaping (Reply) -> Void) {
        send(Client.launchingApi, launchingParameters()) { [self] reply in
            if reply.resultCode != 0 {
                log(.warn, "launching: \(reply.message)")
            } else if adopt(launching: reply.body, first: false) {
                tellLaunchingStatus(reply.body)
            }
            then(reply)
        }
    }

    func tellLaunchingStatus(_ launching: JSON) {
        let status = launching["launching"]?["status"]
        raise(EventMessage.Category.observerLaunching, [
            "code": .integer(Int64(Client.statusCode(launching))), "message": status?["message"] ?? "", "extras": .null,
        ])
        showLaunchingPopup()
    }

    /// Reads the information again because the game asks for it, and hands it over.
    @export(interface) public func refreshLaunching(completion: @escaping (JSON?, GamebaseError?) -> Void) {
        guard let call = open("TCGB.Gamebase.TCGBLaunching", needs: .initialized, completion) else { return }
        fetchLaunching { reply in
            if reply.resultCode == 0 {
                call.succeed(reply.body)
            } else {
                call.fail(ServiceErrors.clientError(for: Client.launchingApi, reply, domain: "TCGB.Gamebase.TCGBLaunching"))
            }
        }
    }

    /// Calls `then` with a status that is fresh enough to decide about a login.
    func withFreshStatus(_ then: @escaping (Int32) -> Void) {
        let age = platform.clock.monotonicNanoseconds() - lock.locked { state.launchingReadAtNanoseconds }
        if age <= Client.statusFreshMilliseconds * 1_000_000 {
            then(launchingStatus)
        } else {
            readLaunching { [self] in then(launchingStatus) }
        }
    }
}
