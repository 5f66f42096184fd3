import Linux
import Storage
import Wire

/// Analytics events from clients, each kept once however often it is sent ("Analytics" page of the SDK).
extension Service {
    static let analyticsBatchMax = 500
    static let analyticsDataBytesMax = 16 << 10
    static let eventIdBytesMax = 128

    private enum EventType {
        static let setUserMeta = "setUserMeta"
        static let levelUp = "levelUp"
        static let completePurchase = "completePurchase"
        static let all = [setUserMeta, levelUp, completePurchase]
    }

    private struct AnalyticsEvent {
        var id: String
        var type: String
        var userId: String
        var date: Int64
        var data: JSON
        var text: String
    }

    /// {events: [{eventId, type, time, userId, data}]} -> {accepted, duplicates, rejected, reasons}. A wrong event is left out with
    /// its reason and does not hold up the others: a journal that must be taken whole would stop at it for ever.
    func sendEvents(_ request: Request) throws(Failure) -> Reply {
        _ = try authenticated(request, admitting: .bannedToo)
        var events: [AnalyticsEvent] = []
        var reasons: [JSON] = []
        for entry in try Parameters(request.parameters).objects("events", countMax: Self.analyticsBatchMax) {
            do throws(Failure) {
                events.append(try Self.event(entry))
            } catch {
                guard case .refused(let reply) = error else { throw error }
                reasons.append(.string(reply.message))
            }
        }
        var accepted: Int64 = 0
        for event in events where try store(event) { accepted += 1 }
        return .success([
            "accepted": .integer(accepted), "duplicates": .integer(Int64(events.count) - accepted),
            "rejected": .integer(Int64(reasons.count)), "reasons": .array(reasons),
        ])
    }

    private static func event(_ entry: Parameters) throws(Failure) -> AnalyticsEvent {
        let data = entry.value("data") ?? [:]
        guard data.objectValue != nil else { throw entry.wrong("data", "must be an object, is \(data.kindName)") }
        let text = data.text()
        guard text.utf8.count <= analyticsDataBytesMax else { throw entry.wrong("data", "must be at most \(analyticsDataBytesMax) bytes") }
        return AnalyticsEvent(
            id: try entry.text("eventId", bytesMax: eventIdBytesMax), type: try entry.oneOf("type", EventType.all),
            userId: try entry.text("userId", bytesMax: 64), date: try entry.integer("time", in: 0...Int64.max), data: data, text: text)
    }

    /// - Returns: false when the event was there already.
    private func store(_ event: AnalyticsEvent) throws(Failure) -> Bool {
        let inserted = try run(
            """
            INSERT INTO analytics_events (event_id, type, user_id, event_date, received_date, data) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (event_id) DO NOTHING
            """,
            [.text(event.id), .text(event.type), .text(event.userId), .integer(event.date), .integer(now), .text(event.text)])
        if inserted == 0 { return false }
        if event.type != EventType.completePurchase, let level = event.data["userLevel"]?.int64Value { try note(level, of: event) }
        return true
    }

    /// The newest level wins, in whatever order the events arrive.
    private func note(_ level: Int64, of event: AnalyticsEvent) throws(Failure) {
        try run(
            """
            INSERT INTO user_levels (user_id, user_level, channel_id, character_id, class_id, event_date) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET user_level = excluded.user_level,
                channel_id = COALESCE(excluded.channel_id, user_levels.channel_id),
                character_id = COALESCE(excluded.character_id, user_levels.character_id),
                class_id = COALESCE(excluded.class_id, user_levels.class_id), event_date = excluded.event_date
            WHERE excluded.event_date >= user_levels.event_date
            """,
            [
                .text(event.userId), .integer(level), Value(event.data["channelId"]?.stringValue),
                Value(event.data["characterId"]?.stringValue), Value(event.data["classId"]?.stringValue), .integer(event.date),
            ])
    }
}
