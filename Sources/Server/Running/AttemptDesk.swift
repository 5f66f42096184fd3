import Codecs
import Messages

/// What one step of a test found.
struct AttemptStep {
    let step: String
    let isGood: Bool
    let message: String

    static func good(_ step: String, _ message: String) -> AttemptStep { AttemptStep(step: step, isGood: true, message: message) }
    static func bad(_ step: String, _ message: String) -> AttemptStep { AttemptStep(step: step, isGood: false, message: message) }

    var json: JSON { ["step": .string(step), "ok": .bool(isGood), "message": .string(message)] }
}

/// Tests a provider or a store of an app as the settings have it: asks it, and says step by step what works. Nothing is kept or entered.
/// One test of an app runs at a time, and asks two questions at most. Belongs to the loop.
final class AttemptDesk {
    private let loop: Loop
    private let stores: StoreDesk
    private let signIn: SignInDesk
    private var running: Set<String> = []

    static let idPCode = "idPCode"
    static let storeCode = "storeCode"
    static let parameters = [idPCode, storeCode]
    static let textBytesMax = 255
    /// Codes of the settings that an error message lists.
    static let namesMax = 32
    static let laterSeconds: Int64 = 1

    init(_ loop: Loop, _ stores: StoreDesk, _ signIn: SignInDesk) {
        self.loop = loop
        self.stores = stores
        self.signIn = signIn
    }

    /// For the audit log.
    static func named(_ form: JSON?) -> JSONObject {
        var kept = JSONObject()
        for name in parameters { if let value = form?[name] { kept[name] = value } }
        return AuditLine.object(.object(kept))
    }

    /// {idPCode} or {storeCode} -> {sound, steps: [{step, ok, message}]}
    func run(_ form: JSON, _ app: App, _ answer: @escaping (HTTPAnswer) -> Void) {
        if let wrong = Self.refusal(of: form) { return answer(HTTPAnswer(status: 400, ResultCode.parameterInvalid, wrong)) }
        guard running.insert(app.id).inserted else {
            var later = HTTPAnswer(status: 429, ResultCode.tooManyRequests, "a test of this app is under way")
            later.retryAfter = Self.laterSeconds
            return answer(later)
        }
        loop.carry(.consoleSaveSettings, origin: .console, to: app.home) { [self] reply in
            let end: (Found) -> Void = { [self] found in
                running.remove(app.id)
                answer(Self.answer(found))
            }
            guard reply.isSuccess else { return end(.refusal(HTTPAnswer(reply, isForOperator: true))) }
            let settings = reply.body["settings"] ?? [:]
            if let code = form[Self.idPCode]?.stringValue { return attempt(idP: code, settings, app, end) }
            attempt(store: form[Self.storeCode]?.stringValue ?? "", settings, app, end)
        }
    }

    private enum Found {
        case steps([AttemptStep])
        case refusal(HTTPAnswer)
    }

    private static func answer(_ found: Found) -> HTTPAnswer {
        switch found {
        case .refusal(let answer): return answer
        case .steps(let steps):
            let isSound = !steps.isEmpty && steps.allSatisfy { $0.isGood }
            return HTTPAnswer(
                .success(["sound": .bool(isSound), "steps": .array(steps.map { $0.json })]), isForOperator: true)
        }
    }

    private static func refusal(of form: JSON) -> String? {
        let members = form.objectValue?.members ?? []
        guard members.count == 1, let member = members.first else { return "idPCode or storeCode: one of them is needed" }
        guard let code = member.value.stringValue, !code.isEmpty, code.utf8.count <= textBytesMax else {
            return "\(member.key): must be a code of the settings"
        }
        return nil
    }

    private static func unknown(_ parameter: String, _ code: String, _ names: [String]) -> Found {
        let known = names.isEmpty ? "none" : names.prefix(namesMax).joined(separator: ", ")
        let message = "\(parameter): the settings have no \"\(code)\"; there are \(known)"
        return .refusal(HTTPAnswer(status: 404, ResultCode.parameterInvalid, message))
    }

    private func attempt(idP code: String, _ settings: JSON, _ app: App, _ end: @escaping (Found) -> Void) {
        let idPs = settings["idPs"]?.objectValue ?? [:]
        // Guests need no entry.
        let found = code == SignInDesk.guest ? idPs[code] ?? .object([:]) : idPs[code]
        guard let idP = found else {
            return end(Self.unknown(Self.idPCode, code, idPs.members.map { $0.key }))
        }
        if idP["enabled"]?.boolValue == false {
            return end(.steps([.bad("settings", "enabled is false: players cannot sign in with \(code), and it is not tested")]))
        }
        if code == SignInDesk.guest { return end(.steps([.good("settings", "guests have no provider to test")])) }
        if idP["interface"]?.stringValue ?? AskedIdP.none == AskedIdP.none {
            let isBelieved = settings["app"]?["typeCode"]?.stringValue == "SANDBOX"
            let message = "this server does not ask \(code), because its interface is \(AskedIdP.none)"
            let step: AttemptStep =
                isBelieved
                ? .good("settings", message + "; a SANDBOX app believes the game")
                : .bad("settings", message + "; a REAL app refuses its players")
            return end(.steps([step]))
        }
        signIn.attempt(code, app) { end(.steps($0)) }
    }

    private func attempt(store code: String, _ settings: JSON, _ app: App, _ end: @escaping (Found) -> Void) {
        let all = settings["stores"]?.arrayValue ?? []
        guard let store = all.first(where: { $0["storeCode"]?.stringValue == code }) else {
            return end(Self.unknown(Self.storeCode, code, all.compactMap { $0["storeCode"]?.stringValue }))
        }
        let verification = store["verification"]?.stringValue ?? "EMBEDDED"
        guard verification == "STORE" else {
            return end(.steps([.good("settings", "this server does not ask \(code), because its verification is \(verification)")]))
        }
        stores.attempt(code, app) { end(.steps($0)) }
    }
}
