/// What is read of a member together with its session: one statement in place of two or three, and one round trip to PostgreSQL less,
/// because what depends on the session's member need not wait for it.
enum SessionReading {
    case standing
    /// With the days on which it played.
    case played
    /// With these and its identities, a row each.
    case identities

    static let columnCount = 9

    private static let columns = """
        s.user_id, s.idp_code, s.expires_date, s.predecessor_hash, s.successor_hash, m.valid, m.registered_date, m.last_login_date,
        s.heard_until
        """
    private static let session = "sessions s JOIN members m ON m.user_id = s.user_id"
    private static let withPlayed = "\(session) LEFT JOIN member_figures f ON f.user_id = s.user_id"

    var sql: String {
        switch self {
        case .standing: "SELECT \(Self.columns) FROM \(Self.session) WHERE s.token_hash = ?"
        case .played: "SELECT \(Self.columns), \(Figures.MemberRow.columns) FROM \(Self.withPlayed) WHERE s.token_hash = ?"
        case .identities:
            """
            SELECT \(Self.columns), \(Figures.MemberRow.columns), \(Member.Mapping.columns) FROM \(Self.withPlayed)
            LEFT JOIN mappings a ON a.user_id = s.user_id \(Member.Mapping.revocations)
            WHERE s.token_hash = ? ORDER BY a.registered_date, a.idp_code
            """
        }
    }
}
