@testable import Messages
@testable import Service
import Codecs
import Testing

@Suite struct `Tickets of the customer service` {
    private func verify(_ bench: ServiceBench, _ player: ServiceBench.Player, _ ticket: JSON) -> Int32 {
        let access: JSON = ["wire": "gamebase", "appId": "Shop", "key": "shop-secret"]
        let body: JSON = ["userId": .string(player.userId), "ticket": ticket, "purpose": "openContact"]
        let parameters: JSON = ["access": access, "body": body]
        return bench.ask(Request(api: "server.verifyTicket", origin: .gameServer, transactionId: "t", parameters: parameters)).resultCode
    }

    @Test func `a ticket is good for ten seconds, and with the tenth it is over`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop", "secretKey": "shop-secret"], "customerService": ["type": "GAMEBASE", "url": "https://example.com/cs"],
        ])
        let player = try bench.login()
        for (waited, code) in [(9_999, 0), (10_000, ResultCode.ticketExpired)] as [(Int64, Int32)] {
            let ticket = try #require(bench.ask("contact.prepare", token: player.token).body["ticket"])
            bench.clock.advance(waited)
            #expect(verify(bench, player, ticket) == code, "\(waited)")
        }
    }

    @Test func `without an address of the customer service there is nothing to open, and no ticket`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        #expect(bench.ask("contact.prepare", token: player.token).resultCode == ResultCode.contactUrlMissing)
        #expect(try bench.count("short_term_tickets") == 0)
    }
}
