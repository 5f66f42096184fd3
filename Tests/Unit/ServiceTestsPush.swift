@testable import Service
import Codecs
import Testing

@Suite struct `Push messages to everyone` {
    @Test func `a device that more players share than one slice takes gets a message for each of them`() throws {
        let bench = try ServiceBench()
        let players = SlicedWork.rows + 50
        let numbers = "WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < \(999 + players))"
        for insertion in [
            "INSERT INTO members (user_id, valid, registered_date) \(numbers) SELECT 'U' || i, 'Y', 1 FROM n",
            """
            INSERT INTO push_tokens (device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country,
                timezone, offset_minutes, sandbox, options, registered_date)
            \(numbers) SELECT 'shared', 'U' || i, 't' || i, 1, 0, 0, 'en', '', '', 0, 0, '{}', 1 FROM n
            """,
        ] { #expect(try bench.database.run(insertion, []) == players) }
        let sent = bench.console("sendPush", ["title": "t"])
        #expect(sent.body["accepted"] == .integer(Int64(players)))
        #expect(try bench.count("push_waiting", "device_key = 'shared'") == Int64(players))
    }
}
