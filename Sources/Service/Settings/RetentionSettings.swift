import Codecs
import Linux

/// How long what is nobody's money is kept. Ledger, payments that were paid and unmatched money stay for ever, and have no key here.
struct RetentionSettings: Equatable, SettingsTable {
    static let daysMax: Int64 = 36_500
    /// A store that decides late, or a device that was away, still finds its reservation.
    static let unpaidPaymentDaysMin: Int64 = 30

    /// As long as a client's journal is believed its dates: until then the same event, sent again, is known. The sums stay.
    var eventDays = Analytics.eventDaysPast
    /// Reservations and orders for which no store took money.
    var unpaidPaymentDays: Int64 = 400
    /// Bans that are over: long enough for a complaint.
    var banDays: Int64 = 1_095

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("eventDays", &eventDays, in: 1...Self.daysMax)
        fields.integer("unpaidPaymentDays", &unpaidPaymentDays, in: Self.unpaidPaymentDaysMin...Self.daysMax)
        fields.integer("banDays", &banDays, in: 1...Self.daysMax)
    }
}
