import Codecs
import Linux
import Messages
import Storage

/// Payments by day, as the ledger enters them: money that a store has taken or given back.
extension Figures {
    /// A cohort's money is counted up to the day of joining, and up to so many days later.
    static let worthDays: [Int64] = [0, 1, 7, 30, 90]
    /// A first payment that comes later is one count.
    static let delayMax: Int64 = 91

    func noteMoney(_ movement: String, _ payment: Payment, amount: String, currency: String) throws(Failure) {
        let isPaid: Bool
        switch movement {
        case Movement.captured, Movement.renewed, Movement.imported: isPaid = true
        case Movement.refunded, Movement.chargeback: isPaid = false
        default: return
        }
        let today = settings.day(of: now), unit = currency + " " + amount
        let member = try member(payment.userId)
        let segment = member?.segment ?? .unknown
        addAmount(isPaid ? .paid : .refunded, of: payment, segment, unit, today)
        if movement == Movement.renewed { noteRenewed(payment) }
        // Nobody's figures but a sandbox app's are of tests.
        let isCounted = !payment.isSandbox || settings.app.isSandbox
        #if !hasFeature(Embedded)
        if isCounted, member == nil { try addWorthOfGone(isPaid ? .worth : .worthBack, payment.userId, unit, today) }
        #endif
        guard let member, isCounted else { return }
        #if !hasFeature(Embedded)
        addWorth(isPaid ? .worth : .worthBack, of: member, unit: unit, today)
        #endif
        if isPaid { try notePayer(payment, member, segment, today) }
        #if !hasFeature(Embedded)
        if isPaid, isFirstDay(today, of: member) { addAmount(.paidByNew, of: payment, segment, unit, today) }
        #endif
    }

    private func addAmount(_ measure: Measure, of payment: Payment, _ segment: Segment, _ unit: String, _ today: Int64) {
        let number: Int64 = payment.isSandbox ? 1 : 0
        add(measure, value: segment.ofPayment(payment), number: number, unit: unit, day: today)
        #if !hasFeature(Embedded)
        for (dimension, value) in segment.knownInGame {
            add(measure, by: dimension, value: value, number: number, unit: unit, day: today)
        }
        #endif
    }

    private func addPayer(_ measure: Measure, _ segment: Segment, _ today: Int64) {
        add(measure, value: segment.ofPayer, day: today)
        #if !hasFeature(Embedded)
        for (dimension, value) in segment.knownInGame { add(measure, by: dimension, value: value, day: today) }
        #endif
    }

    #if !hasFeature(Embedded)
    /// Of those who joined on the day of the member, all and those who came as it did.
    private func addWorth(_ measure: Measure, of member: MemberRow, unit: String = "", _ today: Int64) {
        let joined = member.joined
        let (day, number) = (joined.day, Self.bucket(today - joined.day))
        add(measure, number: number, unit: unit, day: day)
        for dimension in Segment.placesOfWorth {
            add(measure, by: dimension, value: joined.segment.values[dimension], number: number, unit: unit, day: day)
        }
    }
    #endif

    #if !hasFeature(Embedded)
    /// A member that has withdrawn keeps the day on which it joined: what a store gives back later is taken from those of that day. Where
    /// it came from is forgotten. One that withdrew under an earlier version has its date alone.
    private func addWorthOfGone(_ measure: Measure, _ userId: String, _ unit: String, _ today: Int64) throws(Failure) {
        let rows = try query("SELECT joined_day, registered_date FROM members WHERE user_id = ?", [.text(userId)])
        guard let row = rows.first else { return }
        let day = row.integerOrNil(0) ?? settings.day(of: row.integer(1))
        add(measure, number: Self.bucket(today - day), unit: unit, day: day)
    }
    #endif

    private func notePayer(_ payment: Payment, _ member: MemberRow, _ segment: Segment, _ today: Int64) throws(Failure) {
        if member.lastPaidDay == today { return }
        let first = isFirstDay(today, of: member) ? today : member.firstPaidDay ?? today
        try claim(
            "UPDATE members SET first_paid_day = ?, last_paid_day = ? WHERE user_id = ? AND COALESCE(last_paid_day, -1) = ?",
            [.integer(first), .integer(today), .text(payment.userId), .integer(member.lastPaidDay ?? -1)])
        addPayer(.payers, segment, today)
        #if !hasFeature(Embedded)
        add(.payerGap, number: member.lastPaidDay.map { min(max(1, today - $0), Self.gapMax) } ?? 0, day: today)
        #endif
        guard member.firstPaidDay == nil else { return }
        addPayer(.newPayers, segment, today)
        #if !hasFeature(Embedded)
        addWorth(.converts, of: member, today)
        add(.firstProduct, value: payment.gamebaseProductId, day: today)
        add(.delay, number: min(max(0, today - member.joined.day), Self.delayMax), day: today)
        #endif
    }

    /// A first day that is to come, and that no other one followed, was written by a clock that was ahead: it is this one, and its payer
    /// was counted then. With days behind it, the clock of today is as likely to be the wrong one.
    private func isFirstDay(_ today: Int64, of member: MemberRow) -> Bool {
        guard let first = member.firstPaidDay else { return true }
        return first == today || (first > today && first == member.lastPaidDay)
    }

    /// The place in `worthDays` of the first that is not before; behind the last one its count.
    static func bucket(_ age: Int64) -> Int64 {
        Int64(worthDays.firstIndex { age <= $0 } ?? worthDays.count)
    }
}

/// Subscriptions by day: those that players begin to have, have again, pay for once more and no longer have, each when it is entered. A
/// game's own process sells those of the SANDBOX store alone, and counts none.
extension Figures {
    #if hasFeature(Embedded)
    func noteSubscription(_ subscription: Subscription, isNew: Bool = false) throws(Failure) {}
    func noteRenewed(_ payment: Payment) {}
    #else
    /// The sums of this day are those of now.
    static let dayOfNow: Int64 = 0

    /// Called whenever a subscription is stored: only what players have of it counts.
    func noteSubscription(_ subscription: Subscription, isNew: Bool = false) throws(Failure) {
        guard subscription.isListed != subscription.wasListed else { return }
        subscription.wasListed = subscription.isListed
        let rows = try query("SELECT \(Payment.columns) FROM payments WHERE payment_seq = ?", [.text(subscription.paymentSeq)])
        guard let payment = rows.first.map({ Payment($0) }) else { return }
        noteSubscription(!subscription.isListed ? .lapsed : isNew ? .subscribed : .resumed, payment)
        noteSubscription(.subscribers, payment, day: Self.dayOfNow, subscription.isListed ? 1 : -1)
    }

    func noteRenewed(_ payment: Payment) { noteSubscription(.renewed, payment) }

    private func noteSubscription(_ measure: Measure, _ payment: Payment, day: Int64? = nil, _ amount: Int64 = 1) {
        add(
            measure, value: Segment.unknown.ofPayment(payment), number: payment.isSandbox ? 1 : 0, day: day ?? settings.day(of: now), amount
        )
    }
    #endif
}
