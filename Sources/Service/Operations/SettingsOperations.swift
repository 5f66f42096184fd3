import Codecs
import Linux
import Messages

/// The console requests that read and change the settings.
extension Operations {
    /// Replaces the whole settings; parts that are not given fall back to their defaults. `settings` is an object, or its JSON text.
    func loadSettings(_ request: Request) throws(Failure) -> Reply {
        try refuseOvertaken(request)
        #if !hasFeature(Embedded)
        let file = try fileToLoad(request)
        if file?.isLoaded == true { return .success(["isLoaded": true]) }
        #endif
        guard let given = request.parameters["settings"] else { throw Failure.refused(ResultCode.parameterInvalid, "settings: is missing") }
        let asGiven = try Self.parsedText(given)
        let changed = try Self.read(asGiven, insteadOf: settings, core.keeper, isServer: core.keepsEvents)
        try checkApp(changed)
        #if !hasFeature(Embedded)
        if !request.isOwnProcess { try WeakSecrets.refuse(asGiven) }
        try noteKeyDates(changed)
        #endif
        try change(to: changed)
        #if !hasFeature(Embedded)
        if let file { try persist(PersistedState.Name.settingsFile, file.digest) }
        #endif
        return .success()
    }

    private static func read(
        _ given: JSON, insteadOf old: ConsoleSettings, _ keeper: (any SecretKeeper)?, isServer: Bool
    ) throws(Failure) -> ConsoleSettings {
        let json = SettingsSecrets.kept(given, insteadOf: old.json, keeper)
        let changed = try checked { () throws(SettingsError) in
            let changed = try ConsoleSettings(json: json)
            try changed.checkSecrets(insteadOf: old, isServer: isServer)
            return changed
        }
        try checkPrices(changed)
        return changed
    }

    #if !hasFeature(Embedded)
    /// Why no app of a server can begin with these settings; nil: one can.
    static func refusal(ofFirst settings: JSON, _ keeper: (any SecretKeeper)?) -> String? {
        do throws(Failure) {
            let asGiven = try parsedText(settings)
            _ = try read(asGiven, insteadOf: ConsoleSettings(), keeper, isServer: true)
            try WeakSecrets.refuse(asGiven)
        } catch {
            if case .refused(let reply) = error { return reply.message }
        }
        return nil
    }

    /// What a server was started with is the same file for all servers of a database: the second that reads it, and one that remembers
    /// nothing, would undo what an operator has changed since.
    private func fileToLoad(_ request: Request) throws(Failure) -> (digest: String, isLoaded: Bool)? {
        guard let digest = try Parameters(request.parameters).optionalText("file", bytesMax: 64) else { return nil }
        return (digest, try stored(PersistedState.Name.settingsFile) == digest)
    }
    #endif

    /// A game whose settings name another app would be refused at its next start.
    private func checkApp(_ changed: ConsoleSettings) throws(Failure) {
        guard core.believesAsker, let known = core.gamebaseAppId, let named = changed.app.appId, named != known else { return }
        throw Failure.refused(
            ResultCode.parameterInvalid,
            "app.appId: these are settings of the app \"\(named)\", and this is \"\(known)\"; initialize as \"\(named)\", or change them")
    }

    var shownSettings: JSON { SettingsSecrets.shown(settings.json) }

    #if hasFeature(Embedded)
    /// {} -> {settings}
    func saveSettings(_ request: Request) -> Reply { .success(["settings": shownSettings]) }
    #endif

    func setLaunchingStatus(_ request: Request) throws(Failure) -> Reply {
        try refuseOvertaken(request)
        let parameters = Parameters(request.parameters)
        let status = try parameters.integer("status", in: 0...999)
        guard LaunchingStatus.name(status) != nil else {
            throw parameters.wrong("status", "must be a launching status (\(LaunchingStatus.allowed)), is \(status)")
        }
        var changed = settings
        changed.launching.status = status
        changed.launching.message = try parameters.optionalText("message", bytesMax: SettingsObject.textBytesMax) ?? ""
        try change(to: changed)
        return .success()
    }

    /// `maintenance` null takes it away. Without a beginning it begins now.
    func setMaintenance(_ request: Request) throws(Failure) -> Reply {
        try refuseOvertaken(request)
        var changed = settings
        guard let given = request.parameters["maintenance"] else {
            throw Failure.refused(ResultCode.parameterInvalid, "maintenance: is missing; null removes it")
        }
        if !given.isNull {
            let json = try Self.parsedText(given)
            var maintenance = try Self.checked { () throws(SettingsError) in try MaintenanceSettings(json, at: "$") }
            if maintenance.beginMilliseconds == nil {
                let begin = now - now % 1000
                maintenance.beginMilliseconds = begin
                maintenance.beginDate = ISO8601.text(epochMilliseconds: begin)
            }
            #if !hasFeature(Embedded)
            if core.keepsEvents, let end = maintenance.endMilliseconds, end <= now {
                throw Failure.refused(
                    ResultCode.parameterInvalid, "endDate: is over (\(maintenance.endDate ?? "")); it would keep nobody out")
            }
            #endif
            changed.maintenance = maintenance
        } else {
            changed.maintenance = nil
        }
        try change(to: changed)
        return .success()
    }

    /// {products}: all of them anew. A server takes also {product: {gamebaseProductId, price, currency?}} -> {price, currency}: one price.
    func setCatalogue(_ request: Request) throws(Failure) -> Reply {
        try refuseOvertaken(request)
        #if !hasFeature(Embedded)
        if request.parameters["product"] != nil {
            guard request.parameters["products"] == nil else {
                throw Failure.refused(
                    ResultCode.parameterInvalid, "product: changes one price, and products all of them; give one of the two")
            }
            return try setPrice(try Parameters(request.parameters).object("product"))
        }
        #endif
        guard let given = request.parameters["products"] else { throw Failure.refused(ResultCode.parameterInvalid, "products: is missing") }
        let json = try Self.parsedText(given)
        var changed = settings
        changed.products = try Self.checked { () throws(SettingsError) in try Product.catalogue(json, at: "$") }
        try Self.checked { () throws(SettingsError) in try changed.checkTogether() }
        try Self.checkPrices(changed)
        try change(to: changed)
        return .success()
    }

    #if !hasFeature(Embedded)
    private func setPrice(_ given: Parameters) throws(Failure) -> Reply {
        let id = try given.text("gamebaseProductId", bytesMax: 255)
        guard let place = settings.products.firstIndex(where: { $0.gamebaseProductId == id }) else {
            throw given.wrong("gamebaseProductId", "there is no product \"\(id)\"")
        }
        let before = settings.products[place]
        guard var product = before.json.objectValue else { return .success() }
        product["price"] = .string(try given.text("price", bytesMax: 64))
        if let currency = try given.optionalText("currency", bytesMax: 8) { product["currency"] = .string(currency) }
        // A text that was made of the price is made anew.
        if before.localizedPrice == "\(before.currency) \(before.price)" { product["localizedPrice"] = nil }
        var products = settings.products.map { $0.json }
        products[place] = .object(product)
        var changed = settings
        changed.products = try Self.checked { () throws(SettingsError) in try Product.catalogue(.array(products), at: "$") }
        try Self.checked { () throws(SettingsError) in try changed.checkTogether() }
        try Self.checkPrices(changed)
        try change(to: changed)
        let kept = changed.products[place]
        return .success(["price": .string(kept.price), "currency": .string(kept.currency)])
    }
    #endif

    /// Settings that are kept are not checked so: a table that a store has changed must not keep a server from starting.
    private static func checkPrices(_ changed: ConsoleSettings) throws(Failure) {
        #if !hasFeature(Embedded)
        try checked { () throws(SettingsError) in try changed.checkPrices() }
        #endif
    }

    func setSandboxStore(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        var changed = settings
        changed.sandboxStore.outcome = try parameters.oneOf("outcome", SandboxStoreSettings.outcomes)
        changed.sandboxStore.delayMilliseconds =
            try parameters.optionalInteger("delayMilliseconds", in: 0...SandboxStoreSettings.delayMillisecondsMax) ?? 0
        try change(to: changed)
        return .success()
    }

    /// Stores the settings, uses them from the next request on and tells every client.
    private func change(to changed: ConsoleSettings) throws(Failure) {
        try persist(PersistedState.Name.settings, changed.json.text())
        try members.transferAccountsChanged(changed.transferAccount)
        if changed.ncmb.indexes != settings.ncmb.indexes { core.hasUndeclaredIndex = true }
        #if !hasFeature(Embedded)
        try noteMaintenance(changed.maintenance)
        #endif
        // Its keys may be others, and what everybody may read.
        core.rightsChanged(.backend)
        core.settings = changed
        raise(.launchingChanged)
    }

    private static func checked<Value>(_ read: () throws(SettingsError) -> Value) throws(Failure) -> Value {
        do throws(SettingsError) {
            return try read()
        } catch {
            throw Failure.refused(ResultCode.parameterInvalid, error.message)
        }
    }

    /// Text is read as JSON; everything else is taken as it is.
    private static func parsedText(_ json: JSON) throws(Failure) -> JSON {
        guard let text = json.stringValue else { return json }
        do throws(JSONError) {
            return try JSON.parse(text, limits: ConsoleSettings.limits)
        } catch {
            throw Failure.refused(ResultCode.parameterInvalid, "$: not JSON at line \(error.line), column \(error.column): \(error.reason)")
        }
    }
}

/// Optimistic locking: who changes the settings may say which ones it has read, and is refused when they are others by now. In a game's own
/// process nobody else changes them.
extension Operations {
    #if hasFeature(Embedded)
    func refuseOvertaken(_ request: Request) throws(Failure) {}
    #else
    private static let digits = 32

    /// Names the settings in force by what is shown of them, so that it tells nothing of secrets.
    var revision: String {
        String(decoding: Hex.encode(SHA256.hash(Array(shownSettings.text().utf8))).utf8.prefix(Self.digits), as: UTF8.self)
    }

    /// Who does not say what was read is not compared.
    func refuseOvertaken(_ request: Request) throws(Failure) {
        guard let read = try Parameters(request.parameters).optionalText("revision", bytesMax: Self.digits) else { return }
        let now = revision
        if read == now { return }
        throw Failure.refused(
            ResultCode.settingsChanged, "revision: the settings were changed since they were read; read them again",
            body: ["revision": .string(now)])
    }
    #endif
}
