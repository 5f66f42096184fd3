import Codecs
import Linux
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import PostgreSQL
@testable import Service

// Two servers at one push, at one reservation, or at the registrations that they are for.

private func register(_ device: String, _ player: ServiceBench.Player, _ more: JSONObject = [:]) -> Request {
    var registration: JSONObject = ["deviceKey": .string(device), "pushEnabled": true]
    for (key, value) in more.members { registration[key] = value }
    return client("push.register", .object(registration), player)
}

let crossingsOfPushes: [Race] = [
    Race("a push is cancelled at two servers at once", cure: [.claims]) { world, round in
        let player = try world.bench.login("the secret of the player in round \(round)")
        #expect(world.bench.groups[0].answer(register("d", player)).isSuccess)
        let sent = world.bench.ask("console.sendPush", ["title": "t", "userIds": [.string(player.userId)]])
        let id = try #require(sent.body["messageId"]?.stringValue)
        // As if it were being sent to so many.
        for sql in [
            "UPDATE push_campaigns SET state = '\(PushCampaign.State.cancelling)', due_date = 1, ended_date = NULL WHERE campaign = \(id)",
            """
            INSERT INTO push_waiting (device_key, user_id, seq) SELECT 'd' || n, w.user_id, w.seq
            FROM push_waiting w CROSS JOIN generate_series(2, \(3 * SlicedWork.rows)) n WHERE w.user_id = '\(player.userId)'
            """,
        ] { _ = try world.bench.databases[0].run(sql, []) }
        let cancel = PostgreSQLBench.request("console.cancelPush", ["messageId": .string(id)])
        #expect(world.interleaved(cancel, behind: "FROM push_campaigns WHERE campaign = ?", by: cancel).isSuccess)
    } wrong: { world in
        let whole = try world.count("push_campaigns", "withdrawn = \(3 * SlicedWork.rows)")
        return whole == 4 ? "" : "\(whole) of 4 pushes say of how many they were withdrawn"
    },
    Race("somebody registers behind the question when a push by the players' clocks is due next", cure: [.locks]) { world, round in
        let players = try ["in the east", "in the west"].map { try world.bench.login("the secret of the player \($0) of round \(round)") }
        #expect(world.bench.groups[0].answer(register("d", players[0])).isSuccess)
        let hour: Int64 = 3_600_000
        let date = world.bench.clock.epochMilliseconds() + 30 * hour
        let push: JSON = ["title": "t", "localTime": true, "sendDate": .integer(date)]
        #expect(world.bench.ask("console.sendPush", push).body["state"] == "SCHEDULED")
        // Each is given a time, and then the first one's comes.
        for hours in [6, 24] as [Int64] {
            world.bench.clock.advance(hours * hour)
            guard hours == 6, var work = world.bench.groups[0].dueSweep() else { continue }
            while let more = world.bench.groups[0].proceed(work).unfinished { work = more }
        }
        world.crossed(nil, behind: "SELECT MIN(due_date) FROM push_planned", by: register("d", players[1], ["offsetMinutes": -600]))
    } wrong: { world in
        let lost = try world.count(
            "push_planned", "campaign IN (SELECT campaign FROM push_campaigns WHERE due_date IS NULL OR due_date > push_planned.due_date)")
        return lost == 0 ? "" : "\(lost) players have a time at which nobody looks"
    },
    Race("another push overtakes one that is being sent", cure: [.claims]) { world, round in
        let players = try ["many devices", "one"].map { try world.bench.login("the secret of the player with \($0) of round \(round)") }
        // A whole slice of devices comes before the other player's.
        if round == 0 {
            let many = """
                INSERT INTO push_tokens (device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country,
                    timezone, offset_minutes, sandbox, options, registered_date)
                SELECT 'a' || n, '\(players[0].userId)', 't' || n, 1, 0, 0, 'en', '', '', 0, 0, '{}', 1
                FROM generate_series(1, \(SlicedWork.rows)) n
                """
            #expect(try world.bench.databases[0].run(many, []) == SlicedWork.rows)
        }
        #expect(world.bench.groups[0].answer(register("z", players[1])).isSuccess)
        let toOne: JSON = ["title": "other", "userIds": [.string(players[1].userId)]]
        world.crossed(
            PostgreSQLBench.request("console.sendPush", ["title": "first"]), isBegun: true, behind: "FROM push_tokens WHERE (device_key",
            by: PostgreSQLBench.request("console.sendPush", toOne))
    } wrong: { world in
        let late = try world.bench.databases[0].query(
            """
            SELECT COUNT(*) FROM push_waiting late JOIN push_waiting w ON w.device_key = late.device_key AND w.user_id = late.user_id
            WHERE late.seq < w.seq AND CAST(CAST(late.xmin AS TEXT) AS BIGINT) > CAST(CAST(w.xmin AS TEXT) AS BIGINT)
            """, []
        ).first?.integer(0)
        return late == 0 ? "" : "\(late ?? -1) messages came behind those that devices have by then"
    },
    Race("a member withdraws behind the question whether its device is registered", cure: [.locks]) { world, round in
        let player = try world.bench.login("the secret of the player in round \(round)")
        world.crossed(
            register("d", player), behind: "FROM push_tokens WHERE device_key = ? AND user_id", by: client("gateway.withdraw", [:], player))
    } wrong: { world in
        let left = try world.count("push_tokens", "user_id IN (SELECT user_id FROM members WHERE valid = 'D')")
        return left == 0 ? "" : "\(left) registrations of who has withdrawn"
    },
]

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"), .serialized)
struct `Pushes of two servers over one PostgreSQL` {
    private static let columns = """
        state, push, title, send_date, is_local, life, due_date, seq, place, place_device, place_user, accepted, withheld, withdrawn,
        delivered, clicked, request
        """

    @Test func `a member who withdraws while it is to get a tag gets none`() throws {
        let world = try RaceWorld(
            Race("", cure: []) { _, _ in
            } wrong: { _ in
                ""
            }, without: [])
        let player = try world.bench.login()
        let tag = world.bench.groups[0].answer(server("server.keepTag", ["tagName": "t"])).body["tagId"] ?? nil
        let tagging: JSON = ["uids": [.string(player.userId)], "tagIds": [tag], "how": "ADD"]
        let replies = world.crossed(
            server("server.tagUsers", tagging), behind: "SELECT valid FROM members WHERE user_id",
            by: client("gateway.withdraw", [:], player))
        #expect(replies.map { $0.isSuccess } == [false, true])
        #expect(try world.count("push_tagged") == 0)
    }

    @Test func `a reservation is cancelled with the dates that a change gives it while the cancellation waits`() throws {
        let bench = try PostgreSQLBench()
        let date = ISO8601.text(epochMilliseconds: bench.clock.epochMilliseconds() + 3_600_000)
        let reservation: JSON = ["title": "t", "schedules": [.string(date)], "words": [:]]
        let id = try #require(bench.groups[0].answer(server("server.sendPush", reservation)).body["reservationId"]?.stringValue)
        let request: [Value] = [.integer(try #require(Int64(id)))]
        // As a change does it.
        let other = try PostgreSQLWorld.database(bench.home)
        try other.begin()
        _ = try other.query("SELECT request FROM push_requests WHERE request = ? FOR UPDATE", request)
        let made = "INSERT INTO push_campaigns (campaign, \(Self.columns)) SELECT campaign + 1, \(Self.columns) FROM push_campaigns"
        #expect(try other.run("\(made) WHERE request = ?", request) == 1)
        #expect(try other.run("DELETE FROM push_campaigns WHERE campaign = (SELECT MIN(campaign) FROM push_campaigns)", []) == 1)
        let process = try bench.databases[0].query("SELECT CAST(pg_backend_pid() AS BIGINT)", []).first?.integer(0) ?? 0
        let group = Unchecked(content: bench.groups[0])
        nonisolated(unsafe) var reply: Reply?
        let thread = Thread.start(name: "cancel") {
            reply = group.content.taken(server("server.cancelPush", ["reservationIds": [.string(id)]]))
        }
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 10_000)
        let waiting = "SELECT COUNT(*) FROM pg_locks WHERE CAST(pid AS BIGINT) = ? AND NOT granted"
        while try other.query(waiting, [.integer(process)]).first?.integer(0) == 0, SystemClock().monotonicNanoseconds() < deadline {}
        try other.commit()
        thread?.join()
        #expect(reply?.isSuccess == true)
        #expect(try bench.count("push_campaigns") == 1 && bench.count("push_campaigns", "state = 'CANCELLED'") == 1)
        other.close()
    }
}
