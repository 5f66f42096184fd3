import Codecs
import Linux
import Messages
import Storage

/// Who asks the request under way, or the slice of its work, as whoever carries it knows.
struct Asker: Sendable {
    /// It comes from this process, or from an operator: what it says that nobody can prove is believed.
    var isBelieved = true
    /// It is that of whoever carries requests, and asks stores.
    var isCarrier = false
    /// Empty: this machine.
    var network = ""
    /// The user of the mobile backend, once it was asked for.
    var userId: String?
}

/// Whose a row is: a user's of the mobile backend, and of the network from which it came. What the operator brings, or the game's own
/// process, is nobody's share.
struct StorageOwner: Equatable, Sendable {
    var user = ""
    var network = ""

    init() {}

    /// - Parameter user: a text that is not one of a network.
    init(user: String, network: String) { (self.user, self.network) = (user, network) }

    var isNobody: Bool { user.isEmpty && network.isEmpty }
}

/// What is counted of storage, by whose it is.
enum ShareKind: String, CaseIterable, Sendable {
    case objects, objectBytes, installations, roles, files, fileBytes
    /// Of one day.
    case accounts, guests, devices, metricBytes
    /// Of one day, to one mailbox.
    case mails

    var isDaily: Bool {
        switch self {
        case .accounts, .guests, .devices, .metricBytes, .mails: true
        default: false
        }
    }
}

extension ServiceCore {
    /// Of what is stored now.
    var storageOwner: StorageOwner {
        #if hasFeature(Embedded)
        StorageOwner()
        #else
        if asker.isBelieved { return StorageOwner() }
        return StorageOwner(user: asker.userId.map { "u" + $0 } ?? "", network: Self.name(ofNetwork: asker.network))
        #endif
    }
}

#if !hasFeature(Embedded)
/// A share of the app's storage for each user and each network: nobody uses up what is everybody's. Sums are rows, one for each owner and
/// kind, changed in the transaction of what they count, so that nobody has to count; a limit may be passed by what is under way at the
/// same moment at several servers, and by no more.
extension ServiceCore {
    /// A network of strangers has at most this part of all files.
    private static let networkPartOfFiles: Int64 = 4

    /// An address is nothing to keep longer than what it counts: only its digest is kept.
    private static func name(ofNetwork network: String) -> String {
        let digits = 24
        return network.isEmpty ? "" : "n" + String(decoding: fingerprint("network \(network)").utf8.prefix(digits), as: UTF8.self)
    }

    private static let adding = """
        INSERT INTO storage_shares (owner, kind, day, amount) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner, kind, day) DO UPDATE SET amount = storage_shares.amount + excluded.amount
        """

    /// Adds what comes; refuses what is beyond the share of its user or its network.
    func charge(_ amounts: [(kind: ShareKind, amount: Int64)], to owner: StorageOwner) throws(Failure) {
        if owner.isNobody { return }
        if !owner.user.isEmpty { try charge(amounts, owner.user, settings.shares.user.limits, "user") }
        if !owner.network.isEmpty { try charge(amounts, owner.network, settings.shares.network.limits, "network") }
    }

    /// Adds what a network of strangers makes without an account, or beside one; a network that is this machine has no share.
    func chargeNetwork(_ amount: Int64, _ kind: ShareKind) throws(Failure) {
        try charge([(kind, amount)], to: StorageOwner(user: "", network: storageOwner.network))
    }

    private func charge(
        _ amounts: [(kind: ShareKind, amount: Int64)], _ owner: String, _ limits: [ShareKind: Int64], _ whose: String
    ) throws(Failure) {
        let rows = try query(
            "SELECT kind, amount FROM storage_shares WHERE owner = ? AND day IN (0, ?)", [.text(owner), .integer(shareDay)])
        for (kind, amount) in amounts where amount > 0 {
            guard var limit = limits[kind] else { continue }
            if kind == .fileBytes { limit = min(limit, settings.ncmb.fileQuotaBytes / Self.networkPartOfFiles) }
            let held = rows.first { $0.text(0) == kind.rawValue }?.integer(1) ?? 0
            guard held &+ (sharesUnderWay[owner + kind.rawValue] ?? 0) &+ amount <= limit else {
                throw Failure.refused(.quotaPassed, Self.text(kind, limit, whose))
            }
        }
        for (kind, amount) in amounts where limits[kind] != nil { try add(amount, kind, to: owner) }
    }

    private static func text(_ kind: ShareKind, _ limit: Int64, _ whose: String) -> String {
        let (all, what) =
            switch kind {
            case .objectBytes: (" bytes of objects", "delete some")
            case .fileBytes: (" bytes of files", "delete some")
            case .metricBytes: (" bytes of metrics of a day", "wait a day")
            case .accounts, .guests, .devices: (" new \(kind.rawValue) of a day", "wait a day")
            default: (" \(kind.rawValue)", "delete some")
            }
        return "This \(whose) has its share of \(limit)\(all); \(what), or ask the operator for more (shares.\(whose).\(kind.rawValue))."
    }

    /// What goes.
    func release(_ amounts: [(kind: ShareKind, amount: Int64)], of owner: StorageOwner) throws(Failure) {
        for name in [owner.user, owner.network] where !name.isEmpty {
            for (kind, amount) in amounts where !kind.isDaily { try add(-amount, kind, to: name) }
        }
    }

    private func add(_ amount: Int64, _ kind: ShareKind, to owner: String) throws(Failure) {
        if amount == 0 { return }
        // Sums are written at the end of a transaction that others share, so that nobody waits for them crosswise.
        if isShared { sharesUnderWay[owner + kind.rawValue, default: 0] += amount }
        try tally(Self.adding, [.text(owner), .text(kind.rawValue), .integer(kind.isDaily ? shareDay : 0)], amount)
    }

    /// Adds one to a daily count, unless it has reached the limit.
    /// - Returns: whether it was added.
    func takeOfDay(_ kind: ShareKind, _ most: Int64, of owner: String) throws(Failure) -> Bool {
        let held =
            try query(
                "SELECT amount FROM storage_shares WHERE owner = ? AND kind = ? AND day = ?",
                [.text(owner), .text(kind.rawValue), .integer(shareDay)]
            ).first?.integer(0) ?? 0
        guard held &+ (sharesUnderWay[owner + kind.rawValue] ?? 0) < most else { return false }
        try add(1, kind, to: owner)
        return true
    }

    /// Until the transaction ends no other service counts this owner's kind of today.
    func lockShare(_ kind: ShareKind, of owner: String) throws(Failure) {
        let key: [Value] = [.text(owner), .text(kind.rawValue), .integer(shareDay)]
        try run(
            "INSERT INTO storage_shares (owner, kind, day, amount) VALUES (?, ?, ?, 0) ON CONFLICT (owner, kind, day) DO NOTHING", key)
        _ = try query("SELECT amount FROM storage_shares WHERE owner = ? AND kind = ? AND day = ? FOR UPDATE", key)
        lookAtClock()
    }

    private var shareDay: Int64 { now / CalendarDay.dayMilliseconds }
}
#endif

extension Value {
    /// NULL for a name that is none.
    static func named(_ name: String) -> Value { name.isEmpty ? .null : .text(name) }
}

extension Schema {
    static let storageShares = [
        "ALTER TABLE objects ADD COLUMN owner TEXT",
        "ALTER TABLE objects ADD COLUMN network TEXT",
        "ALTER TABLE objects ADD COLUMN bytes BIGINT",
        "ALTER TABLE file_contents ADD COLUMN owner TEXT",
        "ALTER TABLE file_contents ADD COLUMN network TEXT",
        """
        CREATE TABLE storage_shares (owner TEXT NOT NULL, kind TEXT NOT NULL, day BIGINT NOT NULL, amount BIGINT NOT NULL,
            PRIMARY KEY (owner, kind, day))
        """,
        "CREATE INDEX storage_shares_by_day ON storage_shares (day) WHERE day > 0",
    ]
}
