import Linux

/// What is read of a member together with its session: one statement in place of two or three, and one round trip to PostgreSQL less,
/// because what depends on the session's member need not wait for it. In a game's own process nothing waits, and there is one statement.
enum SessionReading {
    case standing
    /// With the days on which it played.
    case played
    /// With these and its identities, a row each.
    case identities

    #if hasFeature(Embedded)
    @inline(__always) var sql: String {
        """
        SELECT s.user_id, s.idp_code, s.expires_date, s.predecessor_hash, s.successor_hash, m.valid, m.registered_date,
            m.last_login_date
        FROM sessions s JOIN members m ON m.user_id = s.user_id WHERE s.token_hash = ?
        """
    }
    #else
    static let columnCount = 9

    var sql: String {
        switch self {
        case .standing: Self.withStanding
        case .played: Self.withPlayed
        case .identities: Self.withIdentities
        }
    }

    private static let columns = """
        s.user_id, s.idp_code, s.expires_date, s.predecessor_hash, s.successor_hash, m.valid, m.registered_date, m.last_login_date,
        s.heard_until
        """
    private static let session = "sessions s JOIN members m ON m.user_id = s.user_id"

    private static let withStanding = "SELECT \(columns) FROM \(session) WHERE s.token_hash = ?"
    private static let withPlayed = "SELECT \(columns), \(Figures.MemberRow.columns) FROM \(session) WHERE s.token_hash = ?"
    private static let withIdentities = """
        SELECT \(columns), \(Figures.MemberRow.columns), \(StoredMember.Mapping.columns) FROM \(session)
        LEFT JOIN mappings a ON a.user_id = s.user_id \(StoredMember.Mapping.revocations)
        WHERE s.token_hash = ? ORDER BY a.registered_date, a.idp_code
        """
    #endif
}
