import Codecs
import Linux
import Messages
import Storage

/// Campaigns that reach each player when a clock of his own zone shows their time: a row for each of them, in the order of time.
extension Push {
    /// When the player's clock shows the time. One that it has shown already is now.
    func localDate(_ token: Row, _ campaign: PushCampaign) -> Int64 {
        max(shownDate(token, campaign), min(campaign.id, now))
    }

    /// When the player's clock shows the time, or showed it: it does not depend on ours, and so is what is kept.
    func shownDate(_ token: Row, _ campaign: PushCampaign) -> Int64 { playerZone(token).epochMilliseconds(local: campaign.sendDate) }

    func plan(_ id: Int64, _ token: Row, _ date: Int64) throws(Failure) {
        try run(
            """
            INSERT INTO push_planned (campaign, due_date, device_key, user_id) VALUES (?, ?, ?, ?)
            ON CONFLICT (campaign, due_date, device_key, user_id) DO NOTHING
            """, [.integer(id), .integer(date), token.values[0], token.values[1]])
    }

    /// Whose time has come.
    func sendPlanned(_ campaign: inout PushCampaign) throws(Failure) {
        let due = try query(
            """
            SELECT due_date, device_key, user_id FROM push_planned WHERE campaign = ? AND due_date <= ? ORDER BY due_date
            LIMIT \(SlicedWork.rows)
            """, [.integer(campaign.id), .integer(now)])
        if due.isEmpty {
            // A registration that gets a time now either commits first, or reads the state that is written here.
            try core.lock("push_campaigns", "campaign", .integer(campaign.id))
            let next = try query("SELECT MIN(due_date) FROM push_planned WHERE campaign = ?", [.integer(campaign.id)]).first?.integerOrNil(
                0)
            campaign.dueDate = next
            if next == nil { campaign.end(PushCampaign.State.sent) }
            return
        }
        var takers: [(token: Row, expires: Int64?)] = []
        // A registration that went and came again in another zone has two times.
        var taken: Set<String> = []
        for row in due {
            try claim(
                "DELETE FROM push_planned WHERE campaign = ? AND due_date = ? AND device_key = ? AND user_id = ?",
                [.integer(campaign.id)] + row.values)
            guard
                let token = try tokens(campaign, "WHERE device_key = ? AND user_id = ?", [row.values[1], row.values[2]]).first
            else { continue }
            let date = localDate(token, campaign)
            let expires = date &+ campaign.lifeMilliseconds
            // A registration removed and made again may have received the push at the time of its former zone.
            if row.integer(0) != date, try seq(of: campaign.id, row.values[1], row.values[2]) != nil { continue }
            if date > now {
                // The player has moved to another zone meanwhile.
                try plan(campaign.id, token, date)
            } else if expires > now, isMeant(token, campaign), takes(token, campaign) {
                if taken.insert("\(token.text(0)) \(token.text(1))").inserted { takers.append((token, expires)) }
            } else {
                campaign.withheld += 1
            }
        }
        campaign.accepted += Int64(takers.count)
        let last = campaign.sendDate &+ CalendarDay.dayMilliseconds &+ campaign.lifeMilliseconds
        try queue(&campaign, takers, expires: max(last, now &+ campaign.lifeMilliseconds))
        tell(takers.map { $0.token })
    }

    /// Plans the open campaigns in local time for a new registration, also while the others are still being planned: that goes through
    /// random device keys in their order, and may be behind this one.
    func planPushes(device: String, _ userId: String) throws(Failure) {
        let given = " AND state IN ('\(PushCampaign.State.sending)', '\(PushCampaign.State.planned)')"
        for campaign in try localCampaigns(given) {
            if let users = campaign.users, !users.contains(userId) { continue }
            let token = try tokens(campaign, "WHERE device_key = ? AND user_id = ?", [.text(device), .text(userId)]).first
            guard let token, isMeant(token, campaign) else { continue }
            let date = localDate(token, campaign)
            // A registration removed and made again may have received the push.
            guard date > now, try seq(of: campaign.id, token.values[0], token.values[1]) == nil, try isOpen(campaign.id) else { continue }
            try plan(campaign.id, token, date)
            try note(date, of: campaign.id)
        }
    }

    /// The open campaigns in local time, in the order in which their rows are locked. The database does not sort them: for this order it
    /// would read all campaigns that are over. A game's own service locks nothing.
    private func localCampaigns(_ condition: String = "") throws(Failure) -> [PushCampaign] {
        let campaigns = try query(
            "SELECT \(PushCampaign.columns) FROM push_campaigns WHERE due_date > 0 AND is_local = 1\(condition)", []
        ).map { PushCampaign($0) }
        #if hasFeature(Embedded)
        return campaigns
        #else
        return campaigns.sorted { $0.id < $1.id }
        #endif
    }

    /// Until the transaction ends nobody says when the campaign is due next, or ends it.
    private func isOpen(_ id: Int64) throws(Failure) -> Bool {
        guard core.isShared else { return true }
        let campaign = Value.integer(id)
        try core.lock("push_campaigns", "campaign", campaign)
        return try !query(
            "SELECT 1 FROM push_campaigns WHERE campaign = ? AND due_date > 0 AND state <> '\(PushCampaign.State.cancelling)'", [campaign]
        ).isEmpty
    }

    private func note(_ date: Int64, of id: Int64) throws(Failure) {
        try run(
            "UPDATE push_campaigns SET due_date = ? WHERE campaign = ? AND due_date > ?",
            [.integer(date), .integer(id), .integer(date)])
        core.nextCampaignDate = min(core.nextCampaignDate, date)
    }

    #if !hasFeature(Embedded)
    /// The times that a registration may have, when it is about to say another zone.
    func timesLeft(
        by zone: Value, _ offset: Value, device: String, _ userId: String
    ) throws(Failure) -> [(campaign: PushCampaign, date: Int64)] {
        let key: [Value] = [.text(device), .text(userId)]
        let stays = try query(
            "SELECT 1 FROM push_tokens WHERE device_key = ? AND user_id = ? AND timezone = ? AND offset_minutes = ?", key + [zone, offset])
        guard stays.isEmpty else { return [] }
        var times: [(campaign: PushCampaign, date: Int64)] = []
        for campaign in try localCampaigns() {
            guard let token = try tokens(campaign, "WHERE device_key = ? AND user_id = ?", key).first else { continue }
            times.append((campaign, shownDate(token, campaign)))
        }
        return times
    }

    /// Who has moved has the time of the new zone, and at once what its clocks have shown already.
    func planAnew(_ times: [(campaign: PushCampaign, date: Int64)], device: String, _ userId: String) throws(Failure) {
        let key: [Value] = [.text(device), .text(userId)]
        for (campaign, old) in times {
            guard let token = try tokens(campaign, "WHERE device_key = ? AND user_id = ?", key).first, try isOpen(campaign.id) else {
                continue
            }
            let gone = try runCounted(
                "DELETE FROM push_planned WHERE campaign = ? AND due_date = ? AND device_key = ? AND user_id = ?",
                [.integer(campaign.id), .integer(old)] + key)
            if gone == 0 { continue }
            let date = max(PushCampaign.atOnce, localDate(token, campaign))
            try plan(campaign.id, token, date)
            try note(date, of: campaign.id)
        }
    }
    #endif
}
