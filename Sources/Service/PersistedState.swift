import Codecs
import Linux
import Storage

/// The small values that outlive the process, besides the tables: cached here, one row each in `service_state`.
struct PersistedState {
    /// The app id that the first client brought, while no settings name one.
    var adoptedAppId: String?
    /// The key that NHN Cloud purchases brought without Gamebase: it names the app until Gamebase does, and stands beside it then.
    var iapAppKey: String?
    var clockOffsetMilliseconds: Int64 = 0
    /// The last server push's stamp; clients ignore a stamp that they have seen.
    var pushStamp: Int64 = 0
    /// The device whose file lies beside this storage; nil before there was one.
    var device: String?
    /// The last round of sweeping; nil before the first member.
    var swept: SweepNote?
    /// Of `SecretsKept`; nil: nothing is.
    var secretsKept: String?
    /// Grows with every change of these and of the settings in a database that services share.
    var version: Int64 = 0

    enum Name {
        static let settings = "settings"
        static let adoptedAppId = "adoptedAppId"
        static let iapAppKey = "iapAppKey"
        static let clockOffset = "clockOffsetMilliseconds"
        static let pushStamp = "pushStamp"
        static let device = "device"
        static let sweptDate = "sweptDate"
        static let version = "version"
        static let keyDates = "keyDates"
        static let secretsKept = "secretsKept"
        static let settingsFile = "settingsFile"
        /// Holds nothing: who changes which roles are inside of roles locks it.
        static let innerRoles = "innerRoles"
        /// With the id of a member behind it that is being erased. It holds nothing.
        static let erasure = "erasure:"
    }
}

extension ServiceCore {
    /// The app that this service serves; nil until the settings or the first client name it.
    var appId: String? { gamebaseAppId ?? persisted.iapAppKey }

    /// The same without the key of NHN Cloud purchases, which is another name.
    var gamebaseAppId: String? { settings.app.appId ?? persisted.adoptedAppId }

    func readCachedState() throws(StorageError) {
        var fresh = PersistedState()
        var stored: String?
        var swept: String?
        for row in try database.query("SELECT name, value FROM service_state", []) {
            let value = row.text(1)
            switch row.text(0) {
            case PersistedState.Name.settings: stored = value
            case PersistedState.Name.adoptedAppId: fresh.adoptedAppId = value
            case PersistedState.Name.iapAppKey: fresh.iapAppKey = value
            case PersistedState.Name.clockOffset: fresh.clockOffsetMilliseconds = Int64(value) ?? 0
            case PersistedState.Name.pushStamp: fresh.pushStamp = Int64(value) ?? 0
            case PersistedState.Name.device: fresh.device = value.isEmpty ? nil : value
            case PersistedState.Name.sweptDate: swept = value
            case PersistedState.Name.secretsKept: fresh.secretsKept = value
            case PersistedState.Name.version: fresh.version = Int64(value) ?? 0
            default: break
            }
        }
        fresh.swept = swept.map { SweepNote($0, offset: fresh.clockOffsetMilliseconds) }
        let freshSettings = try Self.settings(stored)
        lastPaymentSeq = max(lastPaymentSeq, try newestStoredNumber())
        persisted = fresh
        settings = freshSettings
        noteWitness()
    }

    /// Of the payments that are kept.
    func newestNumber() throws(Failure) -> Int64 {
        do throws(StorageError) {
            return try newestStoredNumber()
        } catch {
            throw Failure.storage(error)
        }
    }

    /// Imported numbers may be anything printable, so the highest text need not be a number.
    private func newestStoredNumber() throws(StorageError) -> Int64 {
        var above = "9223"
        while true {
            let rows = try database.query(
                "SELECT payment_seq FROM payments WHERE payment_seq < ? AND LENGTH(payment_seq) = 19 ORDER BY payment_seq DESC LIMIT 100",
                [.text(above)])
            for row in rows {
                above = row.text(0)
                if let number = Self.number(above) { return number }
            }
            if rows.count < 100 { return 0 }
        }
    }

    /// A function that stays one: the settings have forty fields, each of which would be destroyed on every way out of its caller.
    @inline(never)
    private static func settings(_ stored: String?) throws(StorageError) -> ConsoleSettings {
        guard let stored else { return ConsoleSettings() }
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(stored, limits: ConsoleSettings.limits)
        } catch {
            throw StorageError.corrupt("the stored console settings are not JSON: \(error.reason)")
        }
        do throws(SettingsError) {
            return try ConsoleSettings(json: json)
        } catch {
            throw StorageError.corrupt("the stored console settings are not readable: \(error.message)")
        }
    }

    /// Writes a value through. The caller changes the cached one after it: what a refusal goes back to is noted here.
    func persist(_ name: String, _ value: String) throws(Failure) {
        if progress.cached == nil { progress.cached = RequestProgress.Cached(settings, persisted) }
        if isShared { try claimVersion() }
        try run(
            "INSERT INTO service_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [.text(name), .text(value)])
    }

    /// What is cached is changed by one service at a time: of two that have read the same, the second is overtaken.
    private func claimVersion() throws(Failure) {
        let name = Value.text(PersistedState.Name.version)
        try run("INSERT INTO service_state (name, value) VALUES (?, '0') ON CONFLICT (name) DO NOTHING", [name])
        try claim(
            "UPDATE service_state SET value = ? WHERE name = ? AND value = ?",
            [.text("\(persisted.version + 1)"), name, .text("\(persisted.version)")])
        persisted.version += 1
    }

    /// The newest stamp is the one that was read, or the request is overtaken; and until the transaction ends nobody gives a later one.
    func keepPushStamp() throws(Failure) {
        guard isShared else { return }
        let stamp = Value.text("\(persisted.pushStamp)")
        try claim("UPDATE service_state SET value = ? WHERE name = ? AND value = ?", [stamp, .text(PersistedState.Name.pushStamp), stamp])
    }

    /// Grows with every push: the time, or one more than the last when the clock stands or goes back.
    func nextPushStamp() throws(Failure) -> Int64 {
        let stamp = max(now, persisted.pushStamp &+ 1)
        try persist(PersistedState.Name.pushStamp, "\(stamp)")
        persisted.pushStamp = stamp
        return stamp
    }
}

#if !hasFeature(Embedded)
/// Values of `service_state` that nothing caches: of services that share a database each reads what the others wrote.
extension Capability {
    func stored(_ name: String) throws(Failure) -> String? {
        try query("SELECT value FROM service_state WHERE name = ?", [.text(name)]).first?.text(0)
    }

    /// - Parameter old: what was read; nil: there was no value.
    /// - Returns: false when another service has changed it meanwhile.
    func replace(_ name: String, _ old: String?, by value: String) throws(Failure) -> Bool {
        guard let old else {
            return try runCounted(
                "INSERT INTO service_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [.text(name), .text(value)]) > 0
        }
        if old == value { return true }
        return try runCounted(
            "UPDATE service_state SET value = ? WHERE name = ? AND value = ?", [.text(value), .text(name), .text(old)]) > 0
    }
}
#endif
