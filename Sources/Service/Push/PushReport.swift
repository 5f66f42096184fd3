import Codecs
import Linux
import Messages
import Storage

/// What an operator reads of campaigns, how one is cancelled, and when all of it goes.
extension Push {
    static let campaignsReportedMax = 100
    /// Ended ones beyond them go, oldest first, as do those that are older.
    static let campaignsMax = 1_000
    static let campaignDays: Int64 = 90

    private static let reportColumns =
        "campaign, state, title, send_date, is_local, accepted, withheld, withdrawn, delivered, clicked"

    /// The newest first. Behind them a server names older ones that wait for their date still, the next one first: they can be cancelled.
    func reportedCampaigns() throws(Failure) -> JSON {
        var rows = try query(
            "SELECT \(Self.reportColumns) FROM push_campaigns ORDER BY campaign DESC LIMIT \(Self.campaignsReportedMax)", [])
        #if !hasFeature(Embedded)
        if rows.count == Self.campaignsReportedMax, let oldest = rows.last {
            rows += try query(
                """
                SELECT \(Self.reportColumns) FROM push_campaigns WHERE due_date > ? AND campaign < ? ORDER BY due_date, campaign
                LIMIT \(Self.campaignsReportedMax)
                """, [.integer(PushCampaign.atOnce), oldest.values[0]])
        }
        #endif
        var list: [JSON] = []
        for row in rows { list.append(try reported(row)) }
        return .array(list)
    }

    func report(of id: Int64) throws(Failure) -> Reply? {
        guard let row = try query("SELECT \(Self.reportColumns) FROM push_campaigns WHERE campaign = ?", [.integer(id)]).first else {
            return nil
        }
        return .success(try reported(row))
    }

    private func reported(_ row: Row) throws(Failure) -> JSON {
        var actions = JSONObject()
        for action in try query("SELECT action, clicks FROM push_actions WHERE campaign = ? LIMIT \(Self.actionsMax)", [row.values[0]]) {
            actions[action.text(0)] = .integer(action.integer(1))
        }
        var report: JSONObject = [
            "messageId": .string("\(row.integer(0))"), "state": .string(row.text(1)), "title": .string(row.text(2)),
            "sendDate": .integer(row.integer(3)), "localTime": .bool(row.bool(4)),
        ]
        for (place, name) in ["accepted", "withheld", "withdrawn", "delivered", "clicked"].enumerated() {
            report[name] = .integer(row.integer(5 + place))
        }
        report["actions"] = .object(actions)
        return .object(report)
    }

    /// {messageId} -> as in the report: nobody more is sent the message, and who was not told of it is not told. One that is over stays as
    /// it is, and its state says so.
    func cancelPush(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        let id = Int64(try parameters.text("messageId", bytesMax: 20)) ?? -1
        return SlicedWork(false) { (isBegun) throws(Failure) in
            if !isBegun {
                guard let found = try campaign(id) else { throw parameters.wrong("messageId", "names no push that is kept") }
                isBegun = true
                if found.dueDate != nil {
                    try run(
                        "UPDATE push_campaigns SET state = ?, due_date = ? WHERE campaign = ? AND due_date IS NOT NULL",
                        [.text(PushCampaign.State.cancelling), .integer(PushCampaign.atOnce), .integer(id)])
                }
            }
            return try proceedOnRequest(id)
        }
    }

    /// One slice of what is left of a cancelled campaign.
    func withdraw(_ campaign: inout PushCampaign) throws(Failure) {
        let id = Value.integer(campaign.id)
        let planned = try runCounted(
            """
            DELETE FROM push_planned WHERE (campaign, due_date, device_key, user_id) IN
            (SELECT campaign, due_date, device_key, user_id FROM push_planned WHERE campaign = ? LIMIT \(SlicedWork.rows))
            """, [id])
        if planned > 0 { return }
        if try isLeft("push_planned WHERE campaign = ?", id) { return }
        let few = "SELECT seq FROM push_messages WHERE campaign = ? ORDER BY seq LIMIT 20"
        let waiting = try runCounted(
            """
            DELETE FROM push_waiting WHERE (device_key, user_id, seq) IN
            (SELECT device_key, user_id, seq FROM push_waiting WHERE seq IN (\(few)) LIMIT \(SlicedWork.rows))
            """, [id])
        campaign.withdrawn += Int64(waiting)
        if waiting > 0 { return }
        if try isLeft("push_waiting WHERE seq IN (\(few))", id) { return }
        if try runCounted("DELETE FROM push_messages WHERE seq IN (\(few))", [id]) > 0 { return }
        campaign.end(PushCampaign.State.cancelled)
    }

    /// Whether rows are left. A DELETE that waited for another server's may have deleted none, and there are more.
    private func isLeft(_ rows: String, _ campaign: Value) throws(Failure) -> Bool {
        guard core.isShared else { return false }
        return try !query("SELECT 1 FROM " + rows + " LIMIT 1", [campaign]).isEmpty
    }

    /// A bite of campaigns that nobody asks about any more, after what was counted for them.
    /// - Returns: whether nothing is left.
    func sweepCampaigns(_ due: Int64) throws(Failure) -> Bool {
        let beyond = try query(
            """
            SELECT ended_date FROM push_campaigns WHERE ended_date > 0 ORDER BY ended_date DESC
            LIMIT 1 OFFSET \(Self.campaignsMax)
            """, []
        ).first
        let date = Value.integer(max(due &- Self.campaignDays * CalendarDay.dayMilliseconds, beyond?.integer(0) ?? Int64.min))
        let few = "SELECT campaign FROM push_campaigns WHERE ended_date <= ? ORDER BY ended_date LIMIT 10"
        let results = try runCounted(
            """
            DELETE FROM push_results WHERE (user_id, device_key, seq, what) IN
            (SELECT user_id, device_key, seq, what FROM push_results WHERE campaign IN (\(few)) LIMIT \(SlicedWork.rows))
            """, [date])
        if results > 0 { return false }
        try run("DELETE FROM push_actions WHERE campaign IN (\(few))", [date])
        #if !hasFeature(Embedded)
        try sweepRequests(few, date)
        #endif
        return try runCounted("DELETE FROM push_campaigns WHERE campaign IN (\(few))", [date]) == 0
    }
}
