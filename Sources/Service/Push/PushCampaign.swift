import Codecs
import PushRules
import Storage

/// A push of the console on its way: whom it is for, when, and how far it is.
struct PushCampaign {
    /// What the operator reads of one, and what is kept.
    enum State {
        static let scheduled = "SCHEDULED"
        static let sending = "SENDING"
        /// Each player has a time of his own.
        static let planned = "PLANNED"
        static let cancelling = "CANCELLING"
        static let sent = "SENT"
        static let cancelled = "CANCELLED"
        static let expired = "EXPIRED"
        /// Sent, or on the way.
        static let sentOnes = [sending, planned, sent]
    }

    /// Due, whatever a clock says now or said then.
    static let atOnce: Int64 = 1

    static let columns = """
        campaign, state, push, send_date, is_local, life, due_date, seq, place, place_device, place_user, accepted, withheld, withdrawn
        """

    let id: Int64
    let readState: String
    let content: JSON
    let users: [String]?
    let countries: [String]?
    let languages: [String]?
    let tags: TagCondition?
    /// It names tags, and nobody can say which: then it reaches nobody, and not everybody.
    let isUnreadable: Bool
    let sendDate: Int64
    let isLocal: Bool
    let lifeMilliseconds: Int64
    /// Nil when it is over.
    var dueDate: Int64?
    var state: String
    /// Of the message that the last slice sent.
    var seq: Int64
    /// The next of `users`; without them, the registration that was the last.
    var place: Int64
    var placeDevice: String
    var placeUser: String
    var accepted: Int64
    var withheld: Int64
    var withdrawn: Int64
    /// How far it was, as it was read. One that is planned or cancelled stays in its place, and counts.
    let readPlace: [Value]

    init(_ row: Row) {
        id = row.integer(0)
        readState = row.text(1)
        state = readState
        let push = Push.stored(row.text(2)) ?? [:]
        content = push["content"] ?? [:]
        users = Self.texts(push["userIds"])
        countries = Self.texts(push["countries"])
        languages = Self.texts(push["languages"])
        let words = Self.texts(push["tags"])
        tags = words.flatMap { TagCondition($0) }
        isUnreadable = words != nil && tags == nil
        sendDate = row.integer(3)
        isLocal = row.bool(4)
        lifeMilliseconds = row.integer(5)
        dueDate = row.integerOrNil(6)
        seq = row.integer(7)
        place = row.integer(8)
        placeDevice = row.text(9)
        placeUser = row.text(10)
        accepted = row.integer(11)
        withheld = row.integer(12)
        withdrawn = row.integer(13)
        readPlace = [
            .integer(id), .text(readState), .integer(place), .text(placeDevice), .text(placeUser), .integer(accepted), .integer(withheld),
            .integer(withdrawn),
        ]
    }

    private static func texts(_ json: JSON?) -> [String]? { json?.arrayValue?.compactMap { $0.stringValue } }

    var isAdvertisement: Bool { content["isAd"]?.boolValue ?? false }

    mutating func end(_ state: String) {
        self.state = state
        dueDate = nil
    }
}

/// What a push of the console asks for, checked.
struct PushStart {
    let push: JSON
    let title: String
    /// With `isLocal` what clocks show, counted as if they were in UTC.
    let sendDate: Int64
    let isLocal: Bool
    let lifeMilliseconds: Int64
}
