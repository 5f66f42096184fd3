import Codecs
import Linux
import Testing

@testable import PushRules

@Suite struct `Consent to pushes` {
    // 5.2: the defaults.
    @Test(arguments: [("KR", false), ("kr", false), ("JP", true), ("ZZ", true), ("", true), ("KRX", true)])
    func `a new player has agreed to everything, but not to the night in Korea`(country: String, night: Bool) {
        let consent = PushConsent(.neverInstalled, country: country)
        #expect(consent.isAgreeNotice && consent.isAgreeNight == night)
        #expect(PushConsent.asksForNight(country: country) == !night)
    }

    @Test(arguments: ["KR", "JP", ""]) func `a player of whom the service keeps nothing has agreed to the notice, and nowhere to the night`(
        country: String
    ) {
        let consent = PushConsent(.noServerValue, country: country)
        #expect(consent == PushConsent(isAgreeNotice: true, isAgreeNight: false) && PushConsent.read([:]) == consent)
    }

    @Test func `turning the notice off turns the night off, and turning it on brings no night back`() {
        let both = PushConsent(isAgreeNotice: true, isAgreeNight: true)
        #expect(both.with(notice: false) == PushConsent(isAgreeNotice: false, isAgreeNight: false))
        #expect(both.with(notice: false).with(notice: true) == PushConsent(isAgreeNotice: true, isAgreeNight: false))
        #expect(both.with(notice: false).with(night: true).isAgreeNight == false)
        #expect(both.with(night: false).with(night: true) == both)
    }

    @Test(
        arguments: [
            (#"{"isAgreeNotice":false,"isAgreeNight":true}"#, PushConsent(isAgreeNotice: false, isAgreeNight: false)),
            (#"{"isAgreeNotice":true}"#, PushConsent(isAgreeNotice: true, isAgreeNight: false)),
            (#"{"isAgreeNight":true}"#, PushConsent(isAgreeNotice: true, isAgreeNight: true)),
            (#"{"isAgreeNight":null}"#, PushConsent(isAgreeNotice: true, isAgreeNight: false)),
            (#"{"isAgreeNotice":1}"#, nil), (#"{"isAgreeNight":"yes"}"#, nil), ("[]", nil), (#""""#, nil),
        ] as [(String, PushConsent?)])
    func `what was kept is read, with what the service has of what is missing`(text: String, consent: PushConsent?) throws {
        #expect(PushConsent.read(try JSON.parse(text)) == consent)
        if let consent { #expect(PushConsent.read(consent.json) == consent) }
    }

    static let day: Int64 = 20_000 * 86_400_000
    private static func at(_ hour: Int64, _ minute: Int64 = 0, _ second: Int64 = 0, _ millisecond: Int64 = 0) -> Int64 {
        day + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    }

    // 5.2: night is 21:00 to 08:00, in the player's zone.
    @Test(
        arguments: [
            (at(20, 59, 59, 999), 0, false), (at(21), 0, true), (at(23, 59, 59, 999), 0, true), (at(24), 0, true), (at(0), 0, true),
            (at(7, 59, 59, 999), 0, true), (at(8), 0, false), (at(12), 0, false), (at(12), 9 * 3600, true),
            (at(11, 59, 59), 9 * 3600, false),
            (at(23), 9 * 3600, false), (at(22, 59, 59), 9 * 3600, true), (at(5), -8 * 3600, true), (at(4, 59), -8 * 3600, false),
            (at(15, 14, 59), 20_700, false), (at(15, 15), 20_700, true), (-1, 0, true), (-12 * 3_600_000, 0, false), (.min, 0, false),
            (.max, 0, false),
        ] as [(Int64, Int, Bool)])
    func `the night begins at 21:00 and ends before 08:00 of the player's clock`(time: Int64, offset: Int, isNight: Bool) {
        if time != .min, time != .max { #expect(NightHours.contains(epochMilliseconds: time, offsetSeconds: offset) == isNight) }
        _ = NightHours.contains(epochMilliseconds: time, offsetSeconds: .max)
        _ = NightHours.contains(epochMilliseconds: time, offsetSeconds: .min)
    }

    // 5.3: notice=false is sent regardless, notice=true obeys both.
    @Test(
        arguments: [
            (false, false, false, true, .told), (false, true, true, true, .told), (true, false, false, false, .withheldByNotice),
            (true, false, false, true, .withheldByNotice), (true, true, false, false, .told), (true, true, false, true, .withheldByNight),
            (true, true, true, true, .told), (true, true, true, false, .told),
        ] as [(Bool, Bool, Bool, Bool, PushDecision)])
    func `a push that advertises obeys both, and any other none`(
        isNotice: Bool, notice: Bool, night: Bool, isNight: Bool, decision: PushDecision
    ) {
        let consent = PushConsent(isAgreeNotice: notice, isAgreeNight: night)
        #expect(consent.decide(isNotice: isNotice, epochMilliseconds: Self.at(isNight ? 22 : 12), offsetSeconds: 0) == decision)
    }
}
