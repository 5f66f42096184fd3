import Codecs
import Linux
import Messages
import Storage

/// Analytics events from clients, each kept once however often it is sent ("Analytics" page of the SDK).
extension Analytics {
    static let analyticsDataBytesMax = 16 << 10
    static let eventIdBytesMax = 128
    static let journalNameBytesMax = 64

    /// {events: [{eventId, type, time, userId, data}], metricsKey?, journal?: {name, dropped, damaged}}
    /// -> {accepted, duplicates, rejected, reasons}. A wrong event is left out with its reason and does not hold up the others: a journal
    /// that must be taken whole would stop at it for ever.
    #if hasFeature(Embedded)
    func sendEvents(_ request: Request) throws(Failure) -> Reply {
        let sent = try sent(request)
        return try answer(sent, accepted: store(sent.events, sent))
    }
    #else
    /// Metrics that are kept in one turn. Each is kept once, so a batch that ends in the middle is sent again.
    static let eventsInTurn = 80

    func sendEvents(_ request: Request) throws(Failure) -> SlicedWork {
        let sent = try sent(request)
        return SlicedWork((sent: sent, place: 0, accepted: Int64(0))) { (state) throws(Failure) in
            var end = min(state.place + Self.eventsInTurn, state.sent.events.count)
            if state.place > 0 || core.isShared { end -= try leaveOutGone(&state.sent, state.place..<end) }
            state.accepted += try store(Array(state.sent.events[state.place..<end]), state.sent)
            state.place = end
            return end == state.sent.events.count ? try answer(state.sent, accepted: state.accepted) : nil
        }
    }

    /// Between two turns a member may have withdrawn, or have been erased; where others write, too, since it was looked at.
    /// - Returns: how many events are left out.
    private func leaveOutGone(_ sent: inout AnalyticsEvents.Batch, _ places: Range<Int>) throws(Failure) -> Int {
        let gone = try gone(of: [sent.userId] + sent.events[places].map { $0.userId })
        if gone.isEmpty { return 0 }
        if gone.contains(sent.userId) { sent.journal = nil }
        let left = sent.events[places].filter { !gone.contains($0.userId) }
        sent.events.replaceSubrange(places, with: left)
        let reason = JSON.string("events: the member of one has withdrawn meanwhile")
        sent.reasons += [JSON](repeating: reason, count: places.count - left.count)
        return places.count - left.count
    }
    #endif

    private func answer(_ sent: AnalyticsEvents.Batch, accepted: Int64) throws(Failure) -> Reply {
        if let journal = sent.journal { try note(losses: journal, sent) }
        return .success([
            "accepted": .integer(accepted), "duplicates": .integer(Int64(sent.events.count) - accepted),
            "rejected": .integer(Int64(sent.reasons.count)), "reasons": .array(sent.reasons),
        ])
    }

    private func sent(_ request: Request) throws(Failure) -> AnalyticsEvents.Batch {
        let session = try members.authenticated(request, admitting: .bannedToo)
        let parameters = Parameters(request.parameters)
        var sent = AnalyticsEvents.Batch(userId: session.userId, isOwnProcess: request.isOwnProcess)
        #if !hasFeature(Embedded)
        var read: [(entry: Parameters, event: AnalyticsEvents.Event)] = []
        #endif
        for entry in try parameters.objects("events", countMax: Limit.metricsInRequest) {
            do throws(Failure) {
                let event = try Self.event(entry)
                #if hasFeature(Embedded)
                try take(event, entry, of: try reporter(event.userId), &sent)
                #else
                read.append((entry, event))
                #endif
            } catch {
                try sent.leaveOut(error)
            }
        }
        if parameters.value("journal") != nil {
            let journal = try parameters.object("journal")
            sent.journal = journal
            sent.journalName = try journal.optionalText("name", bytesMax: Self.journalNameBytesMax)
        }
        #if !hasFeature(Embedded)
        let reporters = try reporters(of: read.map { $0.event.userId }, session, request)
        for (entry, event) in read {
            do throws(Failure) {
                try take(event, entry, of: reporters[event.userId], &sent)
            } catch {
                try sent.leaveOut(error)
            }
        }
        #endif
        return sent
    }

    /// - Parameter reporter: nil when the asker may report nothing of the event's member.
    private func take(
        _ event: AnalyticsEvents.Event, _ entry: Parameters, of reporter: Reporter?, _ sent: inout AnalyticsEvents.Batch
    ) throws(Failure) {
        guard let reporter else { throw entry.wrong("userId", "is another member's") }
        if reporter.isGone { throw entry.wrong("userId", "belongs to a member who has withdrawn") }
        sent.events.append(bounded(event, since: reporter.registeredDate))
    }

    /// What a device's clock says is believed between the member's registration and now, give or take a day, and not behind the days that
    /// are counted. What is later than now would keep all that comes behind it from being the newest.
    private func bounded(_ event: AnalyticsEvents.Event, since registered: Int64) -> AnalyticsEvents.Event {
        var event = event
        let length = CalendarDay.dayMilliseconds
        let isLikely = event.date >= registered - length && event.date <= now + length
        event.date = min(event.date, now)
        let day = settings.day(of: max(event.date, registered))
        event.day = isLikely && day >= settings.day(of: now) - Self.eventDaysPast ? day : nil
        #if !hasFeature(Embedded)
        event.secondsSinceJoining = max(0, event.date - registered) / 1000
        #endif
        return event
    }

    private static func event(_ entry: Parameters) throws(Failure) -> AnalyticsEvents.Event {
        let data = entry.value("data") ?? [:]
        guard data.objectValue != nil else { throw entry.wrong("data", "must be an object, is \(data.kindName)") }
        let text = data.text()
        guard text.utf8.count <= analyticsDataBytesMax else { throw entry.wrong("data", "must be at most \(analyticsDataBytesMax) bytes") }
        let id = try entry.text("eventId", bytesMax: eventIdBytesMax)
        guard !id.utf8.starts(with: saleIdPrefix.utf8) else { throw entry.wrong("eventId", "begins like the service's own") }
        return AnalyticsEvents.Event(
            id: id, type: try entry.oneOf("type", AnalyticsEvents.sent),
            userId: try entry.text("userId", bytesMax: 64), date: try entry.integer("time", in: 0...Int64.max), day: nil, data: data,
            text: text)
    }

    /// - Returns: how many were not there already.
    private func store(_ events: [AnalyticsEvents.Event], _ sent: AnalyticsEvents.Batch) throws(Failure) -> Int64 {
        var sums = AnalyticsSums(journal: sent.journalName)
        var count: Int64 = 0
        #if !hasFeature(Embedded)
        var bytes: Int64 = 0
        // What is there is read for all of them before any is written, in a trip for many.
        var known: Set<String> = core.isShared ? try kept(events) : []
        #endif
        for event in events {
            #if hasFeature(Embedded)
            guard try store(event) else { continue }
            #else
            if core.isShared {
                guard known.insert(event.id).inserted else { continue }
                try claim(Self.storing, Self.row(event, now))
            } else {
                guard try store(event) else { continue }
            }
            bytes += Self.rowBytes + Int64(event.text.utf8.count)
            #endif
            count += 1
            sums.add(event)
        }
        #if !hasFeature(Embedded)
        // A stranger can make guests and send metrics, which are kept for weeks. The client keeps a refused batch in its journal and
        // retries.
        if bytes > 0 { try core.chargeNetwork(bytes, .metricBytes) }
        #endif
        try add(sums)
        return count
    }

    #if !hasFeature(Embedded)
    /// What a row takes beside its data: the id, the member, two dates and a line of the table's index.
    private static let rowBytes: Int64 = 256

    private func kept(_ events: [AnalyticsEvents.Event]) throws(Failure) -> Set<String> {
        var known: Set<String> = []
        for ids in IdList.parts(events.map { $0.id }) {
            for row in try query("SELECT event_id FROM analytics_events WHERE event_id IN \(IdList.places)", ids) {
                known.insert(row.text(0))
            }
        }
        return known
    }
    #endif

    /// - Returns: false when the event was there already.
    func store(_ event: AnalyticsEvents.Event) throws(Failure) -> Bool {
        if core.isShared {
            // What was read before saves waiting for a count.
            if try !query("SELECT event_id FROM analytics_events WHERE event_id = ?", [.text(event.id)]).isEmpty { return false }
            try claim(Self.storing, Self.row(event, now))
            return true
        }
        return try runCounted(Self.storing, Self.row(event, now)) > 0
    }

    private static let storing =
        """
        INSERT INTO analytics_events (event_id, type, user_id, event_date, received_date, data) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (event_id) DO NOTHING
        """

    private static func row(_ event: AnalyticsEvents.Event, _ now: Int64) -> [Value] {
        [.text(event.id), .text(event.type), .text(event.userId), .integer(event.date), .integer(now), .text(event.text)]
    }
}

enum AnalyticsEvents {
    static let setUserMeta = "setUserMeta"
    static let levelUp = "levelUp"
    static let completePurchase = "completePurchase"
    /// What clients send; purchases the service records itself.
    static let sent = [setUserMeta, levelUp]

    struct Batch {
        /// Who sends it.
        let userId: String
        let isOwnProcess: Bool
        var events: [Event] = []
        /// Why others were left out.
        var reasons: [JSON] = []
        var journal: Parameters?
        /// Events of one journal come in the order in which they happened, whatever the device's clock said.
        var journalName: String?

        mutating func leaveOut(_ failure: Failure) throws(Failure) {
            guard case .refused(let reply) = failure else { throw failure }
            reasons.append(.string(reply.message))
        }
    }

    struct Event {
        var id: String
        var type: String
        var userId: String
        var date: Int64
        /// On which its member is counted as active, from 1970 in the app's zone; nil when the date cannot be right.
        var day: Int64?
        var data: JSON
        var text: String
        #if !hasFeature(Embedded)
        var secondsSinceJoining: Int64 = 0
        #endif
    }
}

/// The purchase metric, stored in the transaction that grants: whoever dies when, there is one for each grant.
extension Analytics {
    func recordSale(_ payment: Payment) throws(Failure) {
        var data: JSONObject = [
            "paymentSeq": .string(payment.paymentSeq), "gamebaseProductId": .string(payment.gamebaseProductId),
            "price": .string(payment.price), "currency": .string(payment.currency), "storeCode": .string(payment.storeCode),
        ]
        // What the game had said about its user when it reported the payment; none when another call settles it.
        if let user = core.buyerData, let level = user["userLevel"]?.int64Value {
            data["userLevel"] = .integer(level)
            for key in ["channelId", "characterId", "classId"] {
                if let text = user[key]?.stringValue, text.utf8.count <= Limit.metricTextBytes { data[key] = .string(text) }
            }
        }
        let isNew = try store(
            AnalyticsEvents.Event(
                id: Self.saleIdPrefix + payment.paymentSeq, type: AnalyticsEvents.completePurchase, userId: payment.userId, date: now,
                day: nil, data: .null, text: JSON.object(data).text()))
        if isNew { try count(AnalyticsEvents.completePurchase, 1) }
    }

    /// No event of a client begins so, or it could take the place of a purchase.
    static let saleIdPrefix = "purchase-"
}
