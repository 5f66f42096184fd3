import Codecs
import Linux
import Messages
import PushRules
import Storage

/// Whom a campaign reaches, and the message that waits for them.
extension Push {
    static let queueColumns =
        "device_key, user_id, push_enabled, ad_agreement, ad_agreement_night, offset_minutes, country, timezone, language"

    /// Behind them, one for each tag that the campaign asks for: whether the player has it.
    private static let columnOfTags = 9

    /// The next registrations: they have the message, or, each in a zone of its own, a time at which they have it.
    func sendNext(_ campaign: inout PushCampaign) throws(Failure) {
        if campaign.state == PushCampaign.State.scheduled {
            guard campaign.isLocal || campaign.sendDate &+ campaign.lifeMilliseconds > now else {
                return campaign.end(PushCampaign.State.expired)
            }
            campaign.state = PushCampaign.State.sending
        }
        let (tokens, isThrough) = try nextTokens(&campaign)
        // The time to live is over: a long queue, or a server that was down. The rest counts as withheld.
        let isLate = !campaign.isLocal && core.isOver(campaign.sendDate &+ campaign.lifeMilliseconds)
        var takers: [Row] = []
        for token in tokens {
            if isLate || !isMeant(token, campaign) || !(campaign.isLocal || takes(token, campaign)) {
                campaign.withheld += 1
            } else if campaign.isLocal {
                try plan(campaign.id, token, shownDate(token, campaign))
            } else {
                takers.append(token)
            }
        }
        if !campaign.isLocal {
            campaign.accepted += Int64(takers.count)
            try queue(&campaign, takers.map { ($0, nil) }, expires: campaign.sendDate &+ campaign.lifeMilliseconds)
            if campaign.users != nil { tell(takers) }
        }
        guard isThrough else { return }
        if campaign.isLocal {
            campaign.state = PushCampaign.State.planned
        } else {
            if campaign.users == nil, campaign.accepted > 0 { raise(.pushWaiting) }
            campaign.end(PushCampaign.State.sent)
        }
    }

    func nextTokens(_ campaign: inout PushCampaign) throws(Failure) -> (tokens: [Row], isThrough: Bool) {
        #if !hasFeature(Embedded)
        // A game that has its service in itself has few registrations, and goes through all.
        if campaign.users == nil, let condition = campaign.tags { return try nextTagged(&campaign, condition) }
        #endif
        guard let users = campaign.users else {
            let tokens = try tokens(
                campaign, "WHERE (device_key, user_id) > (?, ?) ORDER BY device_key, user_id LIMIT \(SlicedWork.rows)",
                [.text(campaign.placeDevice), .text(campaign.placeUser)])
            if let end = tokens.last { (campaign.placeDevice, campaign.placeUser) = (end.text(0), end.text(1)) }
            return (tokens, tokens.count < SlicedWork.rows)
        }
        var tokens: [Row] = []
        while campaign.place < users.count, tokens.count < SlicedWork.rows {
            for token in try self.tokens(campaign, "WHERE user_id = ? ORDER BY registered_date", [.text(users[Int(campaign.place)])])
            where hasTags(token, campaign) { tokens.append(token) }
            campaign.place += 1
        }
        return (tokens, campaign.place >= users.count)
    }

    /// - Parameter rows: which registrations, behind FROM.
    func tokens(_ campaign: PushCampaign, _ rows: String, _ values: [Value]) throws(Failure) -> [Row] {
        var columns = Self.queueColumns
        let tags = campaign.tags?.tags ?? []
        for _ in tags { columns += ", (SELECT COUNT(*) FROM push_tagged g WHERE g.user_id = push_tokens.user_id AND g.tag_id = ?)" }
        return try query("SELECT \(columns) FROM push_tokens \(rows)", tags.map { .text($0) } + values)
    }

    func isMeant(_ token: Row, _ campaign: PushCampaign) -> Bool {
        if campaign.isUnreadable || !hasTags(token, campaign) { return false }
        if let countries = campaign.countries, !countries.contains(token.text(6)) { return false }
        guard let languages = campaign.languages else { return true }
        return Self.place(of: token.text(8), in: languages) != nil
    }

    func hasTags(_ token: Row, _ campaign: PushCampaign) -> Bool {
        guard let condition = campaign.tags else { return true }
        let places = condition.tags
        return condition.holds { tag in places.firstIndex(of: tag).map { token.bool(Self.columnOfTags + $0) } ?? false }
    }

    /// Whether a registration agreed to this, now where the player is.
    func takes(_ token: Row, _ campaign: PushCampaign) -> Bool {
        let consent = PushConsent(isAgreeNotice: token.bool(3), isAgreeNight: token.bool(4))
        return token.bool(2)
            && consent.decide(
                isNotice: campaign.isAdvertisement, epochMilliseconds: now,
                offsetSeconds: playerZone(token).offsetSeconds(epochMilliseconds: now)) == .told
    }

    func playerZone(_ token: Row) -> PlayerZone {
        PlayerZone(core.zones.zone(token.text(7)), name: token.text(7), offsetMinutes: token.integer(5))
    }

    /// The message may be gone again when those who had it first have all been told: then it comes back for the rest. It is written in any
    /// case: whoever lets it go at the same moment waits, and sees for whom it is. Who asks for more
    /// asks for what is behind the last that he was told: so a message that others have overtaken gets a new place in the order.
    func queue(_ campaign: inout PushCampaign, _ takers: [(token: Row, expires: Int64?)], expires: Int64) throws(Failure) {
        if takers.isEmpty { return }
        if campaign.seq != persisted.pushStamp { campaign.seq = try core.nextPushStamp() } else { try core.keepPushStamp() }
        try run(
            """
            INSERT INTO push_messages (seq, content, expires_date, campaign) VALUES (?, ?, ?, ?)
            ON CONFLICT (seq) DO UPDATE SET expires_date = excluded.expires_date
            """,
            [.integer(campaign.seq), .text(campaign.content.text()), .integer(expires), .integer(campaign.id)])
        for (token, expires) in takers {
            let (device, user) = (token.values[0], token.values[1])
            try run(
                """
                INSERT INTO push_waiting (device_key, user_id, seq, expires_date) VALUES (?, ?, ?, ?)
                ON CONFLICT (device_key, user_id, seq) DO NOTHING
                """,
                [device, user, .integer(campaign.seq), expires.map { .integer($0) } ?? .null])
            try run(
                """
                DELETE FROM push_waiting WHERE device_key = ? AND user_id = ? AND seq <= (SELECT w.seq FROM push_waiting w
                    WHERE w.device_key = ? AND w.user_id = ? ORDER BY w.seq DESC LIMIT 1 OFFSET \(Self.pushWaitingMax))
                """, [device, user, device, user])
        }
    }

    func tell(_ takers: [Row]) {
        var told: Set<String> = []
        for taker in takers where told.insert(taker.text(1)).inserted { raise(.pushWaiting, userId: taker.text(1)) }
    }
}

#if !hasFeature(Embedded)
/// Whom a condition of tags reaches, found by an index from tags to members: as many looks as the rarest tag that all of them need has
/// members, however many are registered.
extension Push {
    /// The next members, in the order of their ids; a slice takes so many steps that it looks no more often than others.
    func nextTagged(_ campaign: inout PushCampaign, _ condition: TagCondition) throws(Failure) -> (tokens: [Row], isThrough: Bool) {
        var tokens: [Row] = []
        for _ in 0..<SlicedWork.rows / (TagCondition.tagsMax + 1) {
            guard let user = try nextTagged(behind: campaign.placeUser, condition) else { return (tokens, true) }
            campaign.placeUser = user
            for token in try self.tokens(campaign, "WHERE user_id = ? ORDER BY registered_date", [.text(user)])
            where hasTags(token, campaign) { tokens.append(token) }
        }
        return (tokens, false)
    }

    /// The first member who can be meant: of tags that are all needed the one that comes last says where to go on.
    private func nextTagged(behind user: String, _ condition: TagCondition) throws(Failure) -> String? {
        var firsts: [String: String] = [:]
        for tag in condition.tags {
            let sql = "SELECT user_id FROM push_tagged WHERE tag_id = ? AND user_id > ? ORDER BY user_id LIMIT 1"
            firsts[tag] = try query(sql, [.text(tag), .text(user)]).first?.text(0)
        }
        let users = firsts.values.sorted()
        let place = condition.place { tag in firsts[tag].flatMap { users.firstIndex(of: $0) } ?? Int.max }
        return place < users.count ? users[place] : nil
    }
}

/// Counts the registrations that a push would reach now; sends nothing.
extension Push {
    /// Registrations that are looked at; they stand in an order of random keys, so what is behind is alike.
    static let reachRowsMax = 200_000
    /// Other operators wait until it has ended. Of those who have tags a slice looks at few.
    static let reachSlicesMax = reachRowsMax / SlicedWork.rows

    /// {userIds?, countries?, languages?, tags?, advertisement?} -> {registrations, receivers, isWhole}: how many registrations such a push
    /// is for, and how many of them take it at this time. `isWhole` false: there are more than were looked at.
    func reach(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        let isAd = try parameters.bool("advertisement", default: false)
        let push = try audience(parameters, try conditionOfTags(parameters), content: ["isAd": .bool(isAd)])
        let campaign = PushCampaign(asking: push)
        return SlicedWork((campaign: campaign, slices: 0, meant: Int64(0), takers: Int64(0))) { (state) throws(Failure) in
            let (tokens, isThrough) = try nextTokens(&state.campaign)
            for token in tokens where isMeant(token, state.campaign) {
                state.meant += 1
                if takes(token, state.campaign) { state.takers += 1 }
            }
            state.slices += 1
            guard isThrough || state.slices >= Self.reachSlicesMax else { return nil }
            return .success(["registrations": .integer(state.meant), "receivers": .integer(state.takers), "isWhole": .bool(isThrough)])
        }
    }
}

extension PushCampaign {
    /// One that nobody sends.
    init(asking push: JSONObject) {
        self.init(Row([.integer(0), .text(State.scheduled), .text(JSON.object(push).text())]))
    }
}
#endif
