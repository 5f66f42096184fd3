import Codecs
import Messages
import Testing

@testable import Service

@Suite struct `Coupons` {
    @Test func `a code that a player guesses counts as a wrong proof, and one that a game server passes on does not`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop", "secretKey": "the-secret-of-the-shop"], "coupons": [["couponCode": "XMAS", "title": "Christmas"]],
        ])
        let player = try bench.login()
        let guessed = bench.ask("coupon.use", ["couponCode": "GUESS"], token: player.token)
        #expect(guessed.resultCode == ResultCode.couponInvalid && guessed.proof == .wrong)
        let access: JSON = ["wire": "gamebase", "appId": "Shop", "key": "the-secret-of-the-shop"]
        for name: RequestName in [.serverUseCoupon, .serverCoupon] {
            var body: JSONObject = ["couponCode": "GUESS"]
            if name == .serverUseCoupon { body["userId"] = .string(player.userId) }
            let request = Request(
                name, origin: .gameServer, transactionId: "t", parameters: ["access": access, "body": .object(body)])
            let passedOn = bench.ask(request)
            #expect(passedOn.resultCode == ResultCode.couponInvalid && passedOn.proof == .right, "\(name)")
        }
        // What is wrong with a coupon that there is nobody guessed.
        #expect(bench.ask("coupon.use", ["couponCode": "XMAS"], token: player.token).isSuccess)
        let again = bench.ask("coupon.use", ["couponCode": "XMAS"], token: player.token)
        #expect(again.resultCode == ResultCode.couponUsed && again.proof == nil)
    }

    @Test func `a player who has guessed ten codes is told nothing of the eleventh, and another player is`() throws {
        let bench = try ServiceBench(settings: ["app": ["appId": "Shop"], "coupons": [["couponCode": "XMAS", "title": "Christmas"]]])
        let (player, other) = (try bench.login(), try bench.login("the-secret-of-quite-another-guest"))
        func used(_ code: String, _ player: ServiceBench.Player) -> Int32 {
            bench.ask("coupon.use", ["couponCode": .string(code)], token: player.token).resultCode
        }
        for number in 0..<Int(ProofTries.ofPlaceMax) { #expect(used("GUESS \(number)", player) == ResultCode.couponInvalid) }
        #expect(used("GUESS", player) == ResultCode.tooManyRequests)
        #expect(used("XMAS", player) == ResultCode.tooManyRequests)
        #expect(used("XMAS", other) == 0)
        bench.clock.advance(ProofTries.milliseconds)
        #expect(used("XMAS", player) == 0)
    }

    @Test func `a coupon is good from its first millisecond on, and with that of its end it is no longer`() throws {
        let begin = ServiceTestClock().epochMilliseconds() + 60_000, end = begin + 60_000
        let coupons = ["EARLY", "FIRST", "LAST", "LATE"].map { code -> JSON in
            [
                "couponCode": .string(code), "title": "t", "startDate": .string(ISO8601.text(epochMilliseconds: begin)),
                "endDate": .string(ISO8601.text(epochMilliseconds: end)),
            ]
        }
        let bench = try ServiceBench(settings: ["app": ["appId": "Shop"], "coupons": .array(coupons)])
        let player = try bench.login()
        func used(_ code: String, at date: Int64) -> Int32 {
            bench.clock.advance(date - bench.clock.epochMilliseconds())
            return bench.ask("coupon.use", ["couponCode": .string(code)], token: player.token).resultCode
        }
        #expect(used("EARLY", at: begin - 1) == ResultCode.couponTooEarly)
        #expect(used("FIRST", at: begin) == 0)
        #expect(used("LAST", at: end - 1) == 0)
        #expect(used("LATE", at: end) == ResultCode.couponTooLate)
    }
}
