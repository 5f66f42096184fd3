import Codecs
import Linux
import Storage

/// A number of 0 to 999 that no other service of the app has: payment numbers and event numbers end in it. It is leased by the server's
/// clock. Should a process sleep through its lease and another take the number, their numbers would meet in a primary key and one of them
/// would be asked once more; but it looks first, and begins anew when it has lapsed.
final class InstanceNumber {
    static let count: Int64 = 1_000
    static let leaseMilliseconds: Int64 = 180_000
    static let renewMilliseconds: Int64 = 45_000
    /// The first lease is short, until the service has lived for a while: servers that end and begin again and again would else hold all
    /// numbers.
    static let firstLeaseMilliseconds: Int64 = 20_000
    static let firstRenewMilliseconds: Int64 = 5_000

    let value: Int64
    private let holder: String
    private var renewDeadline: Int64
    let marks: CommitMarks

    private init(_ value: Int64, _ holder: String, _ clock: any Clock) {
        self.value = value
        self.holder = holder
        marks = CommitMarks(of: value)
        renewDeadline = deadlineNanoseconds(clock, afterMilliseconds: Self.firstRenewMilliseconds)
    }

    private static let now = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)"

    static func take(_ database: PostgreSQLDatabase, _ clock: any Clock) throws(StorageError) -> InstanceNumber {
        let holder = Hex.encode(SystemRandom().bytes(16))
        guard !holder.isEmpty else { throw .ioError(SystemRandom.missing) }
        try shorten(database)
        let taken = try database.query("SELECT name FROM service_leases WHERE name >= 'n' AND name < 'o' AND expires_date > \(now)", [])
        let names = Set(taken.map { $0.text(0) })
        for number in 0..<count where !names.contains(name(number)) {
            // Free, or given up: of two that see it so, one gets it.
            let isTaken = try database.run(
                """
                INSERT INTO service_leases (name, holder, expires_date) VALUES (?, ?, \(now) + \(firstLeaseMilliseconds))
                ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_date = excluded.expires_date
                WHERE service_leases.expires_date <= \(now)
                """, [.text(name(number)), .text(holder)])
            guard isTaken == 1 else { continue }
            let taken = InstanceNumber(number, holder, clock)
            // Whoever moves the app looks for numbers when it has its lock, so that one of the two sees the other.
            let refusal: String?
            do throws(StorageError) { refusal = try PostgreSQLMoveLock.refusal(database) } catch {
                // Whoever is asked to try again takes a number anew.
                taken.giveBack(database)
                throw error
            }
            guard let refusal else {
                taken.marks.forgetAll(database)
                return taken
            }
            taken.giveBack(database)
            throw .inUse(refusal)
        }
        throw .inUse(
            "\(count) services use this app's database already; one that ended gives its number back, at the latest after "
                + "\(leaseMilliseconds / 1000) seconds")
    }

    private static func name(_ number: Int64) -> String { "n\(number)" }

    /// Before a transaction.
    /// - Returns: false when it lapsed: another may have it.
    func isKept(_ database: PostgreSQLDatabase, _ clock: any Clock) throws(StorageError) -> Bool {
        guard clock.monotonicNanoseconds() >= renewDeadline else { return true }
        let isKept = try database.run(
            """
            UPDATE service_leases SET expires_date = \(Self.now) + \(Self.leaseMilliseconds)
            WHERE name = ? AND holder = ? AND expires_date > \(Self.now)
            """, [.text(Self.name(value)), .text(holder)])
        guard isKept == 1 else { return false }
        marks.forget(database)
        renewDeadline = deadlineNanoseconds(clock, afterMilliseconds: Self.renewMilliseconds)
        return true
    }

    /// True also for a lapsed lease that no other server took. It is a write, so its commit follows all earlier commits.
    func isOwn(_ database: PostgreSQLDatabase) throws(StorageError) -> Bool {
        try database.run(
            "UPDATE service_leases SET holder = holder WHERE name = ? AND holder = ?", [.text(Self.name(value)), .text(holder)])
            == 1
    }

    /// Leases of a clock that was ahead lapse as late as one that is taken now. A service that lives renews its own before that.
    static func shorten(_ database: PostgreSQLDatabase) throws(StorageError) {
        let latest = "\(now) + \(leaseMilliseconds)"
        _ = try database.runAlone(
            "UPDATE service_leases SET expires_date = \(latest) WHERE name >= 'n' AND name < 'o' AND expires_date > \(latest)", [])
    }

    /// How long services may still use the app's data, though they are gone: until their leases lapse. 0: nobody uses it.
    static func millisecondsInUse(_ database: PostgreSQLDatabase) throws(StorageError) -> Int64 {
        let last = try database.query(
            "SELECT COALESCE(MAX(expires_date), 0) - \(now) FROM service_leases WHERE name >= 'n' AND name < 'o'", []
        ).first
        return max(0, last?.integerOrNil(0) ?? 0)
    }

    func giveBack(_ database: PostgreSQLDatabase) {
        marks.forget(database)
        do throws(StorageError) {
            _ = try database.run("DELETE FROM service_leases WHERE name = ? AND holder = ?", [.text(Self.name(value)), .text(holder)])
        } catch {
            // Then it lapses.
        }
    }
}
