import Codecs
import Linux
import Messages
import Storage

/// Pushes as game servers asked for them ("Messages" and "Reservations" of the NHN Cloud Push API v2.4 guide): their words are kept as long
/// as their pushes are. A reservation has dates, and each of them is a campaign of its own: durable, sent once, and over by itself.
extension Push {
    static let wordsBytesMax = 131_072
    static let reservationDatesMax = 100
    /// Of all reservations, that are to come.
    static let datesWaitingMax: Int64 = 1_000
    static let reservationsNamedMax = 100
    /// Where the last clocks show a time, it was in UTC so long ago.
    private static let lastClockMilliseconds: Int64 = 12 * 3_600_000

    /// - Returns: nil when they are of a push that nobody asks about in these words.
    func words(_ parameters: Parameters) throws(Failure) -> String? {
        guard let words = parameters.value("words")?.text() else { return nil }
        guard words.utf8.count <= Self.wordsBytesMax else {
            throw parameters.wrong("content", "must be at most \(Self.wordsBytesMax) bytes of JSON, with target")
        }
        return words
    }

    private func keep(_ words: String, of request: Int64, isReservation: Bool) throws(Failure) {
        try run(
            "INSERT INTO push_requests (request, words, is_reservation, created_date, updated_date) VALUES (?, ?, ?, ?, ?)",
            [.integer(request), .text(words), Value(isReservation), .integer(now), .integer(now)])
    }

    /// As `sendPush`, of a game server.
    func sendPush(_ parameters: Parameters, tags: [String]?, words: String) throws(Failure) -> SlicedWork {
        let start = try startOfPush(parameters, tags)
        return SlicedWork(core.begun.flatMap { Int64($0) }, begun: { $0.map { "\($0)" } }) { (sent) throws(Failure) in
            if sent == nil {
                let campaign = try insertCampaign(start)
                try keep(words, of: campaign.id, isReservation: false)
                try run("UPDATE push_campaigns SET request = campaign WHERE campaign = ?", [.integer(campaign.id)])
                sent = campaign.id
            }
            guard let id = sent else { return nil }
            return try proceedOnRequest(id)
        }
    }

    // MARK: Reservations

    /// As `sendPush`, at each of {schedules} -> {reservationId}.
    func reserve(_ parameters: Parameters, tags: [String]?, words: String) throws(Failure) -> SlicedWork {
        let dates = try dates(parameters)
        let start = try startOfPush(parameters, tags)
        return SlicedWork(()) { (_) throws(Failure) in
            let request = try core.nextPushStamp()
            try keep(words, of: request, isReservation: true)
            try insert(dates, start, request)
            return .success(["reservationId": .string("\(request)")])
        }
    }

    /// What is to come of a reservation becomes another; a date that was sent stays as it was, and is not sent again. Nor does a date come
    /// again that an operator has cancelled.
    func change(_ request: Int64, _ parameters: Parameters, tags: [String]?, words: String) throws(Failure) {
        let dates = try dates(parameters)
        let start = try startOfPush(parameters, tags)
        let waits = "request = ? AND state = '\(PushCampaign.State.scheduled)'"
        try lock(request)
        let isWaiting = try !query("SELECT 1 FROM push_campaigns WHERE \(waits) LIMIT 1", [.integer(request)]).isEmpty
        // Players have their times long before the first of them: until then nothing is sent. No life is left to one that is replaced,
        // by which it is told from one that an operator cancels.
        let planned = try runCounted(
            """
            UPDATE push_campaigns SET state = '\(PushCampaign.State.cancelling)', due_date = ?, life = 0 WHERE request = ? AND is_local = 1
            AND accepted = 0 AND state IN ('\(PushCampaign.State.sending)', '\(PushCampaign.State.planned)')
            """, [.integer(PushCampaign.atOnce), .integer(request)])
        guard isWaiting || planned > 0 else {
            throw Failure.refused(ResultCode.pushOver, "reservationId: every date is being sent, or over")
        }
        if isWaiting { try claim("DELETE FROM push_campaigns WHERE \(waits)", [.integer(request)]) }
        if planned > 0 { core.nextCampaignDate = min(core.nextCampaignDate, now) }
        let over = try query(
            "SELECT send_date FROM push_campaigns WHERE request = ? AND is_local = ? AND life > 0",
            [.integer(request), Value(start.isLocal)]
        ).map { $0.integer(0) }
        try insert(dates.filter { !over.contains($0) }, start, request)
        try run(
            "UPDATE push_requests SET words = ?, updated_date = ? WHERE request = ?", [.text(words), .integer(now), .integer(request)])
    }

    /// What is to come of these is not sent; who was not told of what is being sent is not told.
    func cancel(_ requests: [Int64]) -> SlicedWork {
        SlicedWork((isBegun: false, left: requests)) { (state) throws(Failure) in
            if !state.isBegun {
                state.isBegun = true
                for request in requests.sorted() { try cancel(request) }
            }
            guard let request = state.left.last else { return .success() }
            let next = try query(
                "SELECT campaign FROM push_campaigns WHERE request = ? AND state = '\(PushCampaign.State.cancelling)' LIMIT 1",
                [.integer(request)]
            ).first
            if let next { _ = try proceedOnRequest(next.integer(0)) } else { state.left.removeLast() }
            return nil
        }
    }

    /// Orders a change and a cancellation of one reservation: without the lock the second does not see dates that the first inserted.
    private func lock(_ request: Int64) throws(Failure) { try core.lock("push_requests", "request", .integer(request)) }

    private func cancel(_ request: Int64) throws(Failure) {
        try lock(request)
        try run(
            """
            UPDATE push_campaigns SET state = '\(PushCampaign.State.cancelled)', due_date = NULL, ended_date = ?, push = ''
            WHERE request = ? AND state = '\(PushCampaign.State.scheduled)'
            """, [.integer(now), .integer(request)])
        try run(
            "UPDATE push_campaigns SET state = '\(PushCampaign.State.cancelling)', due_date = ? WHERE request = ? AND due_date > 0",
            [.integer(PushCampaign.atOnce), .integer(request)])
    }

    /// In order, each once.
    private func dates(_ parameters: Parameters) throws(Failure) -> [Int64] {
        let isLocal = try parameters.bool("localTime", default: false)
        let life = try parameters.optionalInteger("timeToLiveSeconds", in: 1...Self.pushTimeToLiveSecondsMax) ?? 0
        let wait = life * 1000 + (isLocal ? Self.lastClockMilliseconds : 0)
        let texts = try parameters.texts("schedules", countMax: Self.reservationDatesMax, bytesMax: 32) ?? []
        var dates: Set<Int64> = []
        for (place, text) in texts.enumerated() {
            guard let date = ISO8601.parse(text) else {
                throw parameters.wrong("schedules[\(place)]", "must be a date such as 2026-12-30T12:40")
            }
            guard date > now &- wait else { throw parameters.wrong("schedules[\(place)]", "is over") }
            guard date <= now &+ Self.sendAheadMilliseconds else {
                throw parameters.wrong(
                    "schedules[\(place)]", "must be at most \(Self.sendAheadMilliseconds / CalendarDay.dayMilliseconds) days ahead")
            }
            dates.insert(date)
        }
        guard !dates.isEmpty else { throw parameters.wrong("schedules", "must be a list of 1 to \(Self.reservationDatesMax) dates") }
        return dates.sorted()
    }

    private func insert(_ dates: [Int64], _ start: PushStart, _ request: Int64) throws(Failure) {
        // Dates that were replaced do not count: they are being withdrawn.
        let counted = "SELECT COUNT(*) FROM push_campaigns WHERE due_date > 0 AND state <> '\(PushCampaign.State.cancelling)'"
        let waiting = try query(counted, []).first?.integer(0) ?? 0
        guard waiting + Int64(dates.count) <= Self.datesWaitingMax else {
            throw Failure.refused(ResultCode.pushLimit, "schedules: \(waiting) dates wait already, of \(Self.datesWaitingMax) that may")
        }
        for date in dates {
            let start = PushStart(
                push: start.push, title: start.title, sendDate: date, isLocal: start.isLocal, lifeMilliseconds: start.lifeMilliseconds)
            let id = try insertCampaign(start, isReserved: true).id
            try run("UPDATE push_campaigns SET request = ? WHERE campaign = ?", [.integer(request), .integer(id)])
        }
    }

    /// Of campaigns that are about to go.
    /// - Parameters:
    ///   - few: which, as a question with one place.
    func sweepRequests(_ few: String, _ date: Value) throws(Failure) {
        for row in try query("SELECT DISTINCT request FROM push_campaigns WHERE request > 0 AND campaign IN (\(few))", [date]) {
            let others = "SELECT 1 FROM push_campaigns c WHERE c.request = push_requests.request AND c.campaign NOT IN (\(few))"
            try run("DELETE FROM push_requests WHERE request = ? AND NOT EXISTS (\(others))", [row.values[0], date])
        }
    }
}
