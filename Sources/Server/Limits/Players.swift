import Messages

/// Whose an access token is, as far as this server has heard it at a login: what counts as one player. A token that it does not know
/// counts by itself. A digest of each is kept, never the token.
struct Players {
    private var young: [UInt64: UInt64] = [:]
    private var old: [UInt64: UInt64] = [:]

    static let countMax = 262_144

    /// The key of the player's bucket.
    mutating func key(token: String, app: String) -> UInt64 {
        let token = Limits.key("\(app)\n\(token)")
        if let player = young[token] { return player }
        guard let player = old[token] else { return token }
        put(token, player)
        return player
    }

    /// The player whose token it is, as far as this server knows; a token that anybody may have invented is nobody's.
    func player(token: String, app: String) -> UInt64? {
        let token = Limits.key("\(app)\n\(token)")
        return young[token] ?? old[token]
    }

    /// Notes what a login answered.
    mutating func note(_ reply: Reply, app: String) {
        guard reply.isSuccess, let token = reply.body["token"]?["accessToken"]?.stringValue,
            let userId = reply.body["member"]?["userId"]?.stringValue
        else { return }
        note(token: token, userId: userId, app: app)
    }

    mutating func note(token: String, userId: String, app: String) {
        put(Limits.key("\(app)\n\(token)"), Limits.key("\(app)\n\nuser \(userId)"))
    }

    /// Notes that a service knew the session of a token.
    mutating func note(session token: String, app: String) {
        let key = Limits.key("\(app)\n\(token)")
        if young[key] == nil { put(key, old[key] ?? key) }
    }

    private mutating func put(_ token: UInt64, _ player: UInt64) {
        if young.count >= Self.countMax / 2, young[token] == nil {
            old = young
            young = [:]
        }
        young[token] = player
    }
}
