import Codecs
import Linux
import Messages
import Storage

/// Push registration: which player on which device agreed to what ("Push" page of the SDK).
extension Push {
    /// What tokens of this service call themselves, where the vendor's say APNS or FCM.
    static let pushType = "LINUX"
    static let pushTokenBytes = 20
    /// A member's registrations on other devices beyond these end, oldest first.
    static let pushDevicesPerMemberMax = 32
    /// Of what a registration keeps for its game, as JSON.
    static let pushOptionsBytesMax = 4_096

    static let pushTokenColumns =
        "token, push_enabled, ad_agreement, ad_agreement_night, language, country, timezone, sandbox, registered_date, options"

    /// Registers, or registers again: the device keeps its token, and options that are not named; everything else is replaced.
    func registerPush(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticatedAlone(request)
        let parameters = Parameters(request.parameters)
        let device = try parameters.text("deviceKey", bytesMax: 64)
        let isEnabled = try parameters.bool("pushEnabled", default: false)
        let before = try pushToken(device, session.userId)
        let isNew = before == nil
        // Without `options` the stored ones stay.
        let options = try Self.options(parameters) ?? before?.text(9) ?? "{}"
        let values: [Value] = [
            Value(isEnabled), Value(try parameters.bool("adAgreement", default: false)),
            Value(try parameters.bool("adAgreementNight", default: false)),
            .text(try parameters.optionalText("languageCode", bytesMax: 32) ?? settings.app.defaultLanguage),
            .text(try parameters.optionalText("deviceCountryCode", bytesMax: 8) ?? ""),
            .text(try parameters.optionalText("timezone", bytesMax: 64) ?? ""),
            .integer(try parameters.optionalInteger("offsetMinutes", in: -1440...1440) ?? 0),
            Value(try parameters.bool("sandbox", default: false)), .text(options), .integer(now),
        ]
        #if !hasFeature(Embedded)
        let times = isNew ? [] : try timesLeft(by: values[5], values[6], device: device, session.userId)
        #endif
        try run(
            """
            INSERT INTO push_tokens (push_enabled, ad_agreement, ad_agreement_night, language, country, timezone, offset_minutes, sandbox,
                options, registered_date, device_key, user_id, token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (device_key, user_id) DO UPDATE SET push_enabled = excluded.push_enabled, ad_agreement = excluded.ad_agreement,
                ad_agreement_night = excluded.ad_agreement_night, language = excluded.language, country = excluded.country,
                timezone = excluded.timezone, offset_minutes = excluded.offset_minutes, sandbox = excluded.sandbox,
                options = excluded.options, registered_date = excluded.registered_date
            """, values + [.text(device), .text(session.userId), .text(Hex.encode(core.random.bytes(Self.pushTokenBytes)))])
        if isNew { try planPushes(device: device, session.userId) }
        #if !hasFeature(Embedded)
        try planAnew(times, device: device, session.userId)
        #endif
        if !isEnabled { try run("DELETE FROM push_waiting WHERE device_key = ? AND user_id = ?", [.text(device), .text(session.userId)]) }
        try endOldest(of: session.userId, but: device)
        return .success(["options": Self.stored(options) ?? [:]])
    }

    /// Of more devices than a member may have, those that registered first, and what waits for them.
    private func endOldest(of userId: String, but device: String) throws(Failure) {
        let beyond = try query(
            """
            SELECT device_key, user_id, registered_date FROM push_tokens WHERE user_id = ? AND device_key <> ?
            ORDER BY registered_date DESC LIMIT \(SlicedWork.rows) OFFSET \(Self.pushDevicesPerMemberMax - 1)
            """, [.text(userId), .text(device)])
        for row in beyond {
            // One that registers again at this moment stays.
            let gone = try runCounted("DELETE FROM push_tokens WHERE device_key = ? AND user_id = ? AND registered_date = ?", row.values)
            if gone == 0 { continue }
            try run("DELETE FROM push_waiting WHERE device_key = ? AND user_id = ?", [row.values[0], row.values[1]])
        }
    }

    private static func options(_ parameters: Parameters) throws(Failure) -> String? {
        guard let options = parameters.value("options")?.text() else { return nil }
        guard options.utf8.count <= pushOptionsBytesMax else {
            throw parameters.wrong("options", "must be at most \(pushOptionsBytesMax) bytes of JSON, is \(options.utf8.count)")
        }
        return options
    }

    func queryPushToken(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        let device = try Parameters(request.parameters).text("deviceKey", bytesMax: 64)
        guard let row = try pushToken(device, session.userId) else {
            throw Failure.refused(ResultCode.pushTokenMissing, "this player has not registered for push on this device")
        }
        return .success([
            "pushType": .string(Self.pushType), "token": .string(row.text(0)), "userId": .string(session.userId),
            "deviceCountryCode": .string(row.text(5)), "timezone": .string(row.text(6)),
            "registeredDateTime": .string(ISO8601.text(epochMilliseconds: row.integer(8))), "languageCode": .string(row.text(4)),
            "sandbox": .bool(row.bool(7)),
            "agreement": Self.agreement(row),
        ])
    }

    /// - Parameter row: of `pushTokenColumns`.
    static func agreement(_ row: Row) -> JSON {
        ["pushEnabled": .bool(row.bool(1)), "adAgreement": .bool(row.bool(2)), "adAgreementNight": .bool(row.bool(3))]
    }

    func pushToken(_ device: String, _ userId: String) throws(Failure) -> Row? {
        try query(
            "SELECT \(Self.pushTokenColumns) FROM push_tokens WHERE device_key = ? AND user_id = ?", [.text(device), .text(userId)]
        ).first
    }

    func forgetTags(of userId: String) throws(Failure) { try run("DELETE FROM push_tagged WHERE user_id = ?", [.text(userId)]) }

    /// A member who has gone is sent nothing and leaves nothing behind.
    func forgetPush(of userId: String) throws(Failure) {
        try run("DELETE FROM push_waiting WHERE user_id = ?", [.text(userId)])
        try run("DELETE FROM push_results WHERE user_id = ?", [.text(userId)])
        try run("DELETE FROM push_tokens WHERE user_id = ?", [.text(userId)])
    }
}
