import Linux
import Service
import Synchronization
import Wire

/// The launching information: is the service open, for this version, for this player.
extension Client {
    /// A status older than this is read again before a login.
    static let statusFreshMilliseconds: Int64 = 30_000

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

    func adopt(launching: JSON) {
        let status = Client.statusCode(launching)
        lock.locked {
            guard state.phase == .started, state.home != nil else { return }
            state.launching = launching
            state.launchingReadAtNanoseconds = platform.clock.monotonicNanoseconds()
            state.languages.consoleDefault = launching["launching"]?["app"]?["language"]?["defaultLanguage"]?.stringValue
            launchingCode.store(status, ordering: .relaxed)
            sandbox.store(launching["launching"]?["app"]?["typeCode"]?.stringValue == "SANDBOX", ordering: .relaxed)
            ready.store(true, ordering: .releasing)
        }
    }

    static func statusCode(_ launching: JSON) -> Int32 {
        Int32(clamping: launching["launching"]?["status"]?["code"]?.int64Value ?? 0)
    }

    func scheduleStatusPoll() {
        guard let reactor else { return }
        let timer = reactor.schedule(afterMilliseconds: Client.statusPollMilliseconds, repeating: true) { [self] in
            readLaunchingStatus {}
        }
        let earlier = lock.locked {
            defer { state.statusTimer = timer }
            return state.statusTimer
        }
        reactor.cancel(earlier)
    }

    /// Reads the status again and raises `observerLaunching` when it changed. `then` runs in any case.
    func readLaunchingStatus(then: @escaping () -> Void) {
        send("launching.getLaunchingStatus", launchingParameters()) { [self] reply in
            if reply.resultCode == 0 {
                adopt(status: reply.body)
            } else {
                log(.warn, "launching status: \(reply.message)")
            }
            then()
        }
    }

    private func adopt(status body: JSON) {
        let code = Client.statusCode(body)
        guard code != 0, let status = body["launching"]?["status"] else { return }
        let changed: Bool = lock.locked {
            guard state.phase == .started, let launching = state.launching else { return false }
            let before = launchingCode.load(ordering: .relaxed)
            state.launching = launching.replacing(status: status, maintenance: body["launching"]?["maintenance"])
            state.launchingReadAtNanoseconds = platform.clock.monotonicNanoseconds()
            launchingCode.store(code, ordering: .relaxed)
            return before != code
        }
        if changed {
            raise(EventCategory.observerLaunching, [
                "code": .integer(Int64(code)), "message": status["message"] ?? "", "extras": .null,
            ])
            showLaunchingPopup()
        }
    }

    /// Calls `then` with a status that is fresh enough to decide about a login.
    func withFreshStatus(_ then: @escaping (Int32) -> Void) {
        let age = platform.clock.monotonicNanoseconds() - lock.locked { state.launchingReadAtNanoseconds }
        if age <= Client.statusFreshMilliseconds * 1_000_000 {
            then(launchingStatus)
        } else {
            readLaunchingStatus { [self] in then(launchingStatus) }
        }
    }
}

extension JSON {
    /// The launching information with another status, and the maintenance that goes with it.
    fileprivate func replacing(status: JSON, maintenance: JSON?) -> JSON {
        guard var whole = objectValue, var launching = whole["launching"]?.objectValue else { return self }
        launching["status"] = status
        launching["maintenance"] = maintenance
        whole["launching"] = .object(launching)
        return .object(whole)
    }
}
