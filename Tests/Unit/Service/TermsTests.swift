@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// Terms of two kinds of countries, agreed to on a device and by members.
@Suite struct `Terms of several countries` {
    private static func terms(_ seq: Int64, _ country: String, isReconsentRequired: Bool = true) -> JSON {
        [
            "termsSeq": .integer(seq), "termsVersion": "1", "termsCountryType": .string(country),
            "reconsentRequired": .bool(isReconsentRequired),
            "contents": [["termsContentSeq": 11, "name": "rules", "required": true], ["termsContentSeq": 12, "name": "mail"]],
        ]
    }

    private let bench: ServiceBench

    init() throws {
        bench = try ServiceBench(settings: ["app": ["appId": "Shop"], "terms": [Self.terms(1, "KOREAN"), Self.terms(2, "ETC")]])
    }

    private func agree(_ seq: Int64, mail: Bool, _ player: ServiceBench.Player? = nil) {
        let contents: JSON = [["termsContentSeq": 11, "agreed": true], ["termsContentSeq": 12, "agreed": .bool(mail)]]
        let terms: JSON = ["deviceKey": "device", "termsSeq": .integer(seq), "termsVersion": "1", "contents": contents]
        #expect(bench.ask("tos.updateTerms", terms, token: player?.token).message == "")
    }

    private func query(_ country: String, _ player: ServiceBench.Player) -> JSON {
        bench.ask("tos.queryTerms", ["deviceKey": "device", "country": .string(country)], token: player.token).body
    }

    /// Of the two items of each.
    private func agreed(_ country: String, _ player: ServiceBench.Player) -> [JSON] {
        (query(country, player)["contents"]?.arrayValue ?? []).map { $0["agreed"] ?? .null }
    }

    @Test func `what was agreed to on a device holds for a member, but for what the member has said by then`() throws {
        let early = try bench.login("the-secret-of-who-said-it-before"), same = try bench.login("the-secret-of-who-said-it-at-once")
        let late = try bench.login("the-secret-of-who-says-it-behind"), silent = try bench.login("the-secret-of-who-says-nothing!!")
        agree(2, mail: false, early)
        bench.clock.advance(1)
        agree(1, mail: true)
        agree(2, mail: true)
        agree(2, mail: false, same)
        bench.clock.advance(1)
        agree(2, mail: false, late)
        for (player, mail) in [(early, true), (same, false), (late, false), (silent, true)] {
            #expect(bench.ask("tos.adoptTerms", ["deviceKey": "another"], token: player.token).message == "")
            #expect(query("KR", player)["isAgreed"] == false)
            #expect(bench.ask("tos.adoptTerms", ["deviceKey": "device"], token: player.token).message == "")
            #expect(query("KR", player)["isAgreed"] == true && query("JP", player)["isAgreed"] == true)
            #expect(agreed("KR", player) == [true, true])
            #expect(agreed("JP", player) == [true, .bool(mail)])
        }
    }

    private func refuse(_ seq: Int64, _ player: ServiceBench.Player) {
        let terms: JSON = [
            "deviceKey": "device", "termsSeq": .integer(seq), "termsVersion": "1",
            "contents": [["termsContentSeq": 11, "agreed": false]],
        ]
        #expect(bench.ask("tos.updateTerms", terms, token: player.token).message == "")
    }

    @Test func `who has refused since stays so, though the device's agreement is brought once more`() throws {
        let player = try bench.login()
        agree(1, mail: true)
        agree(2, mail: true)
        bench.clock.advance(1)
        for _ in 0..<2 {
            #expect(bench.ask("tos.adoptTerms", ["deviceKey": "device"], token: player.token).message == "")
            #expect(query("JP", player)["isAgreed"] == true)
        }
        refuse(2, player)
        // The answer to the first one was lost, and the game asks at its next log-in.
        #expect(bench.ask("tos.adoptTerms", ["deviceKey": "device"], token: player.token).message == "")
        #expect(query("JP", player)["isAgreed"] == false && query("KR", player)["isAgreed"] == true)
        #expect(agreed("JP", player) == [false, true])
        agree(2, mail: false, player)
        #expect(query("JP", player)["isAgreed"] == true && agreed("JP", player) == [true, false])
    }

    @Test func `who refuses terms that need no new consent has none to those before them either`() throws {
        let here = try bench.login("the-secret-of-who-plays-here-ok!"), there = try bench.login("the-secret-of-who-plays-there-ok")
        for player in [here, there] {
            agree(1, mail: true, player)
            agree(2, mail: true, player)
        }
        let next: JSON = [Self.terms(1, "KOREAN"), Self.terms(3, "ETC", isReconsentRequired: false)]
        #expect(bench.console("loadSettings", ["settings": ["app": ["appId": "Shop"], "terms": next]]).message == "")
        refuse(3, here)
        #expect(query("JP", here)["isAgreed"] == false && query("KR", here)["isAgreed"] == true)
        #expect(query("JP", there)["isAgreed"] == true)
    }

    @Test func `terms that need no new consent need one of who has agreed to those of another country alone`() throws {
        let here = try bench.login("the-secret-of-who-plays-here-ok!"), there = try bench.login("the-secret-of-who-plays-there-ok")
        agree(2, mail: true, here)
        agree(1, mail: true, there)
        let next: JSON = [Self.terms(1, "KOREAN"), Self.terms(3, "ETC", isReconsentRequired: false)]
        #expect(bench.console("loadSettings", ["settings": ["app": ["appId": "Shop"], "terms": next]]).message == "")
        #expect(query("JP", here)["isAgreed"] == true)
        #expect(query("JP", there)["isAgreed"] == false)
    }
}
