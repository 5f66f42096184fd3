import Codecs
import Messages
import Testing

@testable import Server

@Suite struct `A ticket of a sign-in` {
    private static let now: Int64 = 1_800_000_000_000, year: Int64 = 365 * 86_400_000

    @Test func `is good until its time is over, and never longer, whatever the clock showed that made it`() throws {
        let ticket = SignInTicket(try Secrets.read(file: nil).orElse("a-secrets-key-of-the-tests-0123456789"), app: "Shop")
        let times: [(SignInTicket.Purpose, Int64)] = [
            (.browser, SignInTicket.browserMilliseconds), (.state, SignInTicket.browserMilliseconds),
            (.person, SignInTicket.browserMilliseconds), (.proof, SignInTicket.proofMilliseconds),
            (.device, IdentityProvider.deviceSecondsMax * 1000 + SignInTicket.proofMilliseconds),
        ]
        for (purpose, time) in times {
            // Clocks of two servers may be a minute apart.
            for (made, isGood) in [
                (0, true), (1 - time, true), (-time, false), (-Self.year, false), (60_000, true), (60_001, false), (Self.year, false),
            ] {
                let text = try #require(ticket.seal(purpose, ["idP": "oidc"], until: Self.now + made + time))
                #expect((ticket.open(purpose, text, now: Self.now) != nil) == isGood, "\(purpose) that was made at \(made)")
            }
        }
    }
}

@Suite struct `A sign-in that goes on` {
    /// The game asks again for a code that is typed elsewhere as long as it is not refused (`ServiceSignIn.swift`).
    @Test func `is not refused because the service does not answer, and is where no provider is asked`() {
        let silent = SignInDesk.reply(SignInDesk.verdict(ofNo: .wrong("the service does not answer"), "oidc"))
        #expect(silent.resultCode == ResultCode.remoteSystemError && silent.message == "the service does not answer")
        #expect(SignInDesk.reply(SignInDesk.verdict(ofNo: .none, "oidc")).resultCode == ResultCode.authenticationWrong)
    }
}
