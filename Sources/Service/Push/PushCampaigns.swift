import Codecs
import Linux
import Messages
import Storage

/// Campaigns are sent slice by slice. Each slice is durable with the place that it came to, so that whatever ends the process in between,
/// the next start goes on behind it: nobody has a message twice.
extension Push {
    /// Not yet over; an operator who schedules more by mistake is told.
    static let campaignsOpenMax = 100
    static let sendAheadMilliseconds = 366 * CalendarDay.dayMilliseconds
    /// Players' own times are counted a little before the first of them, 24 hours ahead of UTC.
    static let planMilliseconds = 25 * 3_600_000 as Int64
    /// Work that fails is not tried again at once.
    static let retryMilliseconds: Int64 = 60_000

    func startOfCampaign(_ parameters: Parameters, _ push: JSONObject) throws(Failure) -> PushStart {
        let isLocal = try parameters.bool("localTime", default: false)
        let life = try parameters.optionalInteger("timeToLiveSeconds", in: 1...Self.pushTimeToLiveSecondsMax)
        let date = try sendDate(parameters)
        guard !isLocal || date != nil else { throw parameters.wrong("localTime", "needs sendDate, which says what the clocks show") }
        guard (date ?? now) <= now &+ Self.sendAheadMilliseconds else {
            throw parameters.wrong("sendDate", "must be at most \(Self.sendAheadMilliseconds / CalendarDay.dayMilliseconds) days ahead")
        }
        return PushStart(
            push: .object(push), title: push["content"]?["text"]?["title"]?.stringValue ?? "",
            sendDate: isLocal ? date ?? now : max(date ?? now, now), isLocal: isLocal,
            lifeMilliseconds: (life ?? Self.pushTimeToLiveSecondsMax) * 1000)
    }

    /// As the console's other dates, or in milliseconds since 1970.
    private func sendDate(_ parameters: Parameters) throws(Failure) -> Int64? {
        guard let value = parameters.value("sendDate") else { return nil }
        guard let text = value.stringValue else { return try parameters.integer("sendDate", in: Int64.min...Int64.max) }
        guard let date = ISO8601.parse(text) else {
            throw parameters.wrong("sendDate", "must be milliseconds since 1970 or a date such as 2026-01-31T09:00:00+09:00")
        }
        return date
    }

    /// A mistake in a push of an operator at a server would be seen by nobody: it is refused. Game servers ask in words of their own.
    func sendOperatorsPush(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        #if !hasFeature(Embedded)
        if let users = try parameters.texts("userIds", countMax: Self.pushUsersMax, bytesMax: 64) {
            try members.refuseNobody(users, parameters)
        }
        try refusePast(parameters)
        return try sendPush(parameters, tags: try conditionOfTags(parameters))
        #else
        return try sendPush(parameters)
        #endif
    }

    #if !hasFeature(Embedded)
    /// Clocks differ, and a request is on its way for a while: so late a date is now.
    static let sendLateMilliseconds: Int64 = 10 * 60_000

    /// Refuses a past date of an operator or a game server. A local time counts as past 12 hours after it in UTC, when it has come in every
    /// zone.
    func refusePast(_ parameters: Parameters) throws(Failure) {
        guard core.keepsEvents, let date = try sendDate(parameters) else { return }
        let late = try parameters.bool("localTime", default: false) ? CalendarDay.dayMilliseconds / 2 : Self.sendLateMilliseconds
        guard date < now &- late else { return }
        throw parameters.wrong("sendDate", "is over (\(ISO8601.text(epochMilliseconds: date))); leave it out for now")
    }
    #endif

    private func due(_ start: PushStart) -> Int64 {
        start.isLocal ? max(PushCampaign.atOnce, start.sendDate &- Self.planMilliseconds) : start.sendDate
    }

    /// - Parameter isReserved: it is a date of a reservation, which has limits of its own.
    /// - Returns: its number, and whether it is to be sent at once.
    func insertCampaign(_ start: PushStart, isReserved: Bool = false) throws(Failure) -> (id: Int64, isNow: Bool) {
        let due = due(start)
        let isNow = due <= now && !start.isLocal
        if !isNow, !isReserved {
            // No index of requests helps here: most of what is over has none.
            let waiting = "SELECT COUNT(*) FROM push_campaigns WHERE due_date > 0 AND COALESCE(request, 0) = 0"
            let open = try query(waiting, []).first?.integer(0) ?? 0
            guard open < Self.campaignsOpenMax else {
                throw Failure.refused(
                    ResultCode.parameterInvalid, "sendDate: \(Self.campaignsOpenMax) pushes wait for theirs already; cancel one")
            }
        }
        try core.noteFirstSweep()
        let id = try core.nextPushStamp()
        try run(
            """
            INSERT INTO push_campaigns (campaign, state, push, title, send_date, is_local, life, due_date, seq, place, place_device,
                place_user, accepted, withheld, withdrawn, delivered, clicked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '', '', 0, 0, 0, 0, 0)
            """,
            [
                .integer(id), .text(PushCampaign.State.scheduled), .text(start.push.text()), .text(start.title), .integer(start.sendDate),
                Value(start.isLocal), .integer(start.lifeMilliseconds), .integer(isNow ? PushCampaign.atOnce : due), .integer(id),
            ])
        if !isNow || isReserved { core.nextCampaignDate = min(core.nextCampaignDate, due) }
        return (id, isNow)
    }

    func campaign(_ id: Int64) throws(Failure) -> PushCampaign? {
        try query("SELECT \(PushCampaign.columns) FROM push_campaigns WHERE campaign = ?", [.integer(id)]).first.map { PushCampaign($0) }
    }

    /// What is due, until nothing is.
    func dueCampaigns() -> SlicedWork? {
        guard core.nextCampaignDate <= now else { return nil }
        core.nextCampaignDate = now &+ Self.retryMilliseconds
        return SlicedWork(()) { (_) throws(Failure) in
            let due = try query(
                "SELECT campaign, due_date FROM push_campaigns WHERE due_date <= ? ORDER BY due_date LIMIT 1", [.integer(now)]
            ).first
            if let due {
                // One that cannot be gone on with is tried again later, and keeps no other waiting.
                guard try attempt({ () throws(Failure) in _ = try proceed(due.integer(0)) }) != nil else { return nil }
                try claim(
                    "UPDATE push_campaigns SET due_date = ? WHERE campaign = ? AND due_date = ?",
                    [.integer(now &+ Self.retryMilliseconds), due.values[0], due.values[1]])
                return nil
            }
            try noteNextCampaign()
            return .success()
        }
    }

    private func noteNextCampaign() throws(Failure) {
        do throws(StorageError) {
            try core.readNextCampaignDate()
        } catch {
            throw Failure.storage(error)
        }
    }

    /// One slice of what a request of the console does itself; it is looked after in case that this ends early.
    /// - Returns: its answer.
    func proceedOnRequest(_ id: Int64) throws(Failure) -> Reply? {
        if try proceed(id) {
            try noteNextCampaign()
            return try report(of: id) ?? .success()
        }
        core.nextCampaignDate = min(core.nextCampaignDate, now &+ Self.retryMilliseconds)
        return nil
    }

    /// One slice.
    /// - Returns: whether the campaign is over.
    func proceed(_ id: Int64) throws(Failure) -> Bool {
        guard var campaign = try campaign(id), campaign.dueDate != nil else { return true }
        switch campaign.state {
        case PushCampaign.State.cancelling: try withdraw(&campaign)
        case PushCampaign.State.planned: try sendPlanned(&campaign)
        default: try sendNext(&campaign)
        }
        let isOver = campaign.dueDate == nil
        // In a database that others write to, one of them may have been faster.
        try claim(
            """
            UPDATE push_campaigns SET state = ?, due_date = ?, ended_date = ?, seq = ?, place = ?, place_device = ?, place_user = ?,
                accepted = ?, withheld = ?, withdrawn = ?, push = CASE WHEN ? = 1 THEN '' ELSE push END
            WHERE campaign = ? AND state = ? AND place = ? AND place_device = ? AND place_user = ? AND accepted = ? AND withheld = ?
                AND withdrawn = ?
            """,
            [
                .text(campaign.state), campaign.dueDate.map { .integer($0) } ?? .null, isOver ? .integer(now) : .null,
                .integer(campaign.seq), .integer(campaign.place), .text(campaign.placeDevice), .text(campaign.placeUser),
                .integer(campaign.accepted), .integer(campaign.withheld), .integer(campaign.withdrawn), Value(isOver),
            ] + campaign.readPlace)
        return isOver
    }
}

extension ServiceCore {
    /// When a campaign is due next; in a database that others write to, not later than theirs are looked for.
    func readNextCampaignDate() throws(StorageError) {
        let next = try database.query("SELECT MIN(due_date) FROM push_campaigns", []).first?.integerOrNil(0) ?? Int64.max
        nextCampaignDate = isShared ? min(next, now &+ Notifications.lookMilliseconds) : next
    }
}
