import Codecs
import Linux
import Messages
import Storage

extension Schema {
    /// Of wrong tries at a subject there is a row for each place that they came from, and one for all. Places are digests of networks: no
    /// address of anybody is kept.
    static let proofTries = [
        "DROP TABLE user_tries",
        """
        CREATE TABLE proof_tries (subject TEXT NOT NULL, place TEXT NOT NULL, tries BIGINT NOT NULL, first_date BIGINT NOT NULL,
            PRIMARY KEY (subject, place))
        """,
        "CREATE INDEX proof_tries_by_date ON proof_tries (first_date)",
        """
        CREATE TABLE proven_places (owner TEXT NOT NULL, place TEXT NOT NULL, proven_date BIGINT NOT NULL, PRIMARY KEY (owner, place))
        """,
        "CREATE INDEX proven_places_by_owner ON proven_places (owner, proven_date)",
        "CREATE INDEX proven_places_by_date ON proven_places (proven_date)",
    ]
}

/// What somebody tries to prove with a password or a key that a person can choose. Wrong tries count for the network that they come from,
/// and over all networks for what they are tried at. Then the rest of the world is refused for a while; but a network from where the same
/// owner has proven itself is let in further, so that nobody closes an account to its owner by guessing elsewhere.
struct ProofTries {
    static let ofPlaceMax: Int64 = 10
    /// Of a network from where the owner came before.
    static let ofKnownPlaceMax: Int64 = 30
    static let ofAllMax: Int64 = 100
    /// From the first one on that is counted.
    static let milliseconds: Int64 = 15 * 60_000
    static let placesOfOwnerMax: Int64 = 8
    static let provenDays: Int64 = 90
    /// Rows that are over and go with each that comes: there are never more than a time's tries need.
    static let sweptRows = 4

    private static let allPlaces = ""

    let core: ServiceCore
    let subject: String
    private let network: String
    private let mostOfAll: Int64

    /// - Parameter mostOfAll: of a subject that everybody tries at.
    init(_ core: ServiceCore, _ subject: String, from network: String, mostOfAll: Int64 = ProofTries.ofAllMax) {
        self.core = core
        self.subject = subject
        self.network = network
        self.mostOfAll = mostOfAll
    }

    /// How many tries are there already.
    private struct Count {
        var tries: Int64 = 0
        var first: Int64
    }

    private var place: String { ServiceCore.fingerprint("\(subject)\n\(network)") }

    private func counts() throws(Failure) -> (here: Count, all: Count) {
        var found = (here: Count(first: core.now), all: Count(first: core.now))
        for row in try core.query(
            "SELECT place, tries, first_date FROM proof_tries WHERE subject = ? AND place IN (?, ?)",
            [.text(subject), .text(place), .text(Self.allPlaces)])
        // A first try that is further ahead than tries count was made by a clock that was wrong.
        where row.integer(2) > core.now &- Self.milliseconds && row.integer(2) <= core.now &+ Self.milliseconds {
            let count = Count(tries: row.integer(1), first: row.integer(2))
            if row.text(0) == Self.allPlaces { found.all = count } else { found.here = count }
        }
        return found
    }

    /// - Parameter owner: whose places are known; nil: nobody has the subject.
    /// - Returns: nil: it may be tried. Else the milliseconds until strangers may; `isOpen` when the owner comes from here.
    func closed(to owner: String?) throws(Failure) -> (milliseconds: Int64, isOpen: Bool)? {
        let (here, all) = try counts()
        guard here.tries >= Self.ofPlaceMax || all.tries >= mostOfAll else { return nil }
        let first = here.tries >= Self.ofPlaceMax ? here.first : all.first
        let isOpen = here.tries < Self.ofKnownPlaceMax ? try isKnown(to: owner) : false
        return (max(1, first &+ Self.milliseconds &- core.now), isOpen)
    }

    /// - Parameter refusal: of too many tries, with the milliseconds.
    func admit(_ owner: String?, _ refusal: (Int64) -> Failure) throws(Failure) {
        if let closed = try closed(to: owner), !closed.isOpen { throw refusal(closed.milliseconds) }
    }

    /// Counts a wrong one. It is kept with the refusal, or guessing would be free.
    /// - Returns: the refusal; of an owner's network that has had its tries, that of too many.
    func wrong(_ what: KeptWhenRefused, _ refusal: Failure, _ tooMany: (Int64) -> Failure) throws(Failure) -> Failure {
        let (here, all) = try counts()
        let date = core.now
        let core = core, subject = subject
        let rows = [(place, here), (Self.allPlaces, all)]
        core.keepWhenRefused(what) { () throws(Failure) in
            // Of two that tried at once, the second one counts on.
            for (place, count) in rows {
                try core.claim(
                    """
                    INSERT INTO proof_tries (subject, place, tries, first_date) VALUES (?, ?, ?, ?)
                    ON CONFLICT (subject, place) DO UPDATE SET tries = excluded.tries, first_date = excluded.first_date
                    WHERE proof_tries.tries < excluded.tries OR proof_tries.first_date <= ? OR proof_tries.first_date > ?
                    """,
                    [
                        .text(subject), .text(place), .integer(count.tries + 1), .integer(count.first),
                        .integer(date &- Self.milliseconds), .integer(date &+ Self.milliseconds),
                    ])
            }
            try core.run(
                """
                DELETE FROM proof_tries WHERE (subject, place) IN
                (SELECT subject, place FROM proof_tries WHERE first_date < ? LIMIT \(Self.sweptRows)) AND first_date < ?
                """, [.integer(date &- Self.milliseconds), .integer(date &- Self.milliseconds)])
        }
        guard here.tries >= Self.ofPlaceMax || all.tries >= mostOfAll else { return refusal }
        let first = here.tries >= Self.ofPlaceMax ? here.first : all.first
        return tooMany(max(1, first &+ Self.milliseconds &- date))
    }

    /// The right one: what was tried from here is forgotten.
    func right(_ owner: String) throws(Failure) {
        if try counts().here.tries > 0 {
            try core.run("DELETE FROM proof_tries WHERE subject = ? AND place = ?", [.text(subject), .text(place)])
        }
        try core.noteProven(owner, from: network)
    }

    /// Wherever they came from: what is tried at is another now.
    func forget() throws(Failure) { try core.run("DELETE FROM proof_tries WHERE subject = ?", [.text(subject)]) }

    func isKnown(to owner: String?) throws(Failure) -> Bool {
        #if hasFeature(Embedded)
        return false
        #else
        guard let owner else { return false }
        return try core.provenDate(owner, from: network) != nil
        #endif
    }
}

extension ServiceCore {
    /// The owner has proven itself from there.
    func noteProven(_ owner: String, from network: String) throws(Failure) {
        #if !hasFeature(Embedded)
        let place = Value.text(Self.fingerprint("\(owner)\n\(network)"))
        let date = now
        let known = try provenDate(owner, from: network)
        if let known, known > date &- CalendarDay.dayMilliseconds { return }
        if known == nil {
            try run(
                """
                DELETE FROM proven_places WHERE owner = ? AND proven_date <= (SELECT proven_date FROM proven_places WHERE owner = ?
                ORDER BY proven_date DESC LIMIT 1 OFFSET \(ProofTries.placesOfOwnerMax - 1))
                """, [.text(owner), .text(owner)])
        }
        try run(
            """
            INSERT INTO proven_places (owner, place, proven_date) VALUES (?, ?, ?)
            ON CONFLICT (owner, place) DO UPDATE SET proven_date = excluded.proven_date
            """, [.text(owner), place, .integer(date)])
        #endif
    }

    func forgetProven(_ owner: String) throws(Failure) {
        #if !hasFeature(Embedded)
        try run("DELETE FROM proven_places WHERE owner = ?", [.text(owner)])
        #endif
    }

    #if !hasFeature(Embedded)
    fileprivate func provenDate(_ owner: String, from network: String) throws(Failure) -> Int64? {
        try query(
            "SELECT proven_date FROM proven_places WHERE owner = ? AND place = ?",
            [.text(owner), .text(Self.fingerprint("\(owner)\n\(network)"))]
        ).first.map { $0.integer(0) }.flatMap { $0 > now &- ProofTries.provenDays * CalendarDay.dayMilliseconds ? $0 : nil }
    }
    #endif
}

extension Failure {
    /// For who carries the request: so long the same is refused.
    func after(milliseconds: Int64) -> Failure {
        #if hasFeature(Embedded)
        return self
        #else
        guard case .refused(var reply) = self else { return self }
        reply.retryAfterSeconds = (milliseconds + 999) / 1_000
        return .refused(reply)
        #endif
    }
}
