@testable import Messages
@testable import Service
import Codecs
import Testing

/// What game servers ask of members, pushes and coupons, which a server alone answers.
extension GrowthStory {
    func serversOfMembers() throws {
        let other = try bench.login("a-guest-whom-game-servers-look-at")
        let leaving = try bench.login("a-guest-whom-game-servers-let-go")
        let google = bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": "google", "accessToken": "carl"], "member": [:]]).body
        let carl = google["member"]?["userId"]?.stringValue ?? ""
        let token = google["token"]?["accessToken"]?.stringValue ?? ""
        let ids: JSON = [.string(other.userId), .string(carl), "NOBODY"]
        let hour: Int64 = 3_600_000
        func date(_ milliseconds: Int64) -> String {
            PercentEncoding.encode(ISO8601.text(epochMilliseconds: bench.clock.epochMilliseconds() + milliseconds))
        }
        let times = "begin=\(date(-hour))&end=\(date(hour))&page=0&size=10&order=ASC"
        let members = "/tcgb-member/v1.3/apps/Shop", gateway = "/tcgb-gateway/v1.3/apps/Shop"
        let launching = "/tcgb-launching/v1.3/apps/Shop"
        _ = try bench.server("GET", "\(members)/members/\(other.userId)")
        _ = try bench.server("POST", "\(members)/members", ids)
        _ = try bench.server("POST", "\(members)/auth/authKeys", ids)
        _ = try bench.server("POST", "\(members)/members/userIds/authKeys?authSystem=gbid", ["carl"])
        _ = try bench.server("POST", "\(gateway)/idps/google/members", ["carl"])
        _ = try bench.server("GET", "\(gateway)/members/\(carl)/idps/google?accessToken=\(token)")
        let ban: JSON = [
            "userIdList": [.string(other.userId)], "banTypeCode": "PERMANENT", "templateCode": 0, "banReason": "r",
            "banCaller": "APP_SERVER", "regUser": "u",
        ]
        _ = try bench.server("POST", "\(gateway)/members/ban", ban)
        let release: JSON = [
            "userIdList": [.string(other.userId)], "banReleaseReason": "r", "banReleaseCaller": "APP_SERVER", "releaseUser": "u",
        ]
        _ = try bench.server("DELETE", "\(gateway)/members/ban", release)
        for list in ["members/bans", "members/bans/release"] { _ = try bench.server("GET", "\(members)/\(list)?\(times)") }
        _ = try bench.server("POST", "\(gateway)/members/transfer-account", ["account": ["id": "nobody", "password": "wrong"]])
        _ = try bench.server("DELETE", "\(gateway)/members/\(leaving.userId)?regUser=u")
        _ = try bench.server("GET", "\(members)/logs/withdrawal?\(times)")
        _ = try bench.server("GET", "\(launching)/launching/simple?osCode=LINUX&storeCode=SANDBOX&clientVersion=1.0")
        _ = try bench.server("GET", "\(launching)/maintenances/under-maintenance")
        try pushes(other.userId)
        _ = try bench.server("POST", "\(gateway)/members/\(other.userId)/coupons/XMAS?storeCode=ALL")
        _ = try bench.server("GET", "\(gateway)/coupons/codes/XMAS")
        try leaderboard(other.userId, carl)
        _ = bench.console("findMembers", ["text": .string(other.userId)])
        _ = bench.console("mails")
        _ = bench.console("alarms")
        _ = bench.console("testAlarm")
        _ = bench.console("clearBounce", ["mailAddress": "a@b.c"])
    }

    private func pushes(_ userId: String) throws {
        let push = "/tcgb-push/v1.3/apps/Shop"
        let hour: Int64 = 3_600_000
        let content: JSON = ["default": ["title": "t", "body": "b"]]
        _ = try bench.server(
            "POST", "\(push)/messages",
            ["target": ["type": "UID", "to": [.string(userId)]], "content": content, "messageType": "NOTIFICATION"])
        let day = ISO8601.text(epochMilliseconds: bench.clock.epochMilliseconds() + 24 * hour).prefix(10)
        let reservation: JSON = [
            "schedules": [.string("\(day)T00:00"), .string("\(day)T12:00")], "isLocalTime": false, "target": ["type": "ALL"],
            "content": content, "messageType": "NOTIFICATION",
        ]
        let made = try bench.server("POST", "\(push)/reservations", reservation)
        let id = made["reservation"]?["reservationIdString"]?.stringValue ?? ""
        #expect(try bench.server("PUT", "\(push)/reservations/\(id)", reservation).headerCode == 0)
        let asked = [
            "messages", "messages?messageStatus=COMPLETE", "reservations", "reservations/\(id)", "reservations/\(id)/messages",
            "message-errors", "logs/message", "stats?eventCategory=MESSAGE", "stats/total?eventCategory=TOKEN_LANGUAGE",
            "tokens?uid=\(userId)", "tokens-by-cursor?limit=3",
        ]
        for path in asked { #expect(try bench.server("GET", "\(push)/\(path)").headerCode == 0, "\(path)") }
        let schedule: JSON = [
            "type": "EVERY_DAY", "fromDate": .string("\(day)"), "toDate": .string("\(day)"), "times": ["09:30"],
        ]
        #expect(try bench.server("POST", "\(push)/schedules", schedule).headerCode == 0)
        try tags(push, userId)
        _ = try bench.server("DELETE", "\(push)/reservations?reservationIds=\(id)")
        let tokens = try bench.server("GET", "\(push)/tokens-by-cursor?limit=1")["tokens"]?.arrayValue ?? []
        let token = tokens.first?["token"]?.stringValue ?? ""
        #expect(try bench.server("DELETE", "\(push)/tokens/\(token)").headerCode == 0)
    }

    private func tags(_ push: String, _ userId: String) throws {
        let made = try bench.server("POST", "\(push)/tags", ["tagName": "thirty"])
        let tag = made["tag"]?["tagId"]?.stringValue ?? ""
        let steps: [(String, String, JSON?)] = [
            ("PUT", "tags/\(tag)", ["tagName": "30s"]), ("GET", "tags", nil), ("GET", "tags?tagName=30s", nil), ("GET", "tags/\(tag)", nil),
            ("POST", "tags/\(tag)/uids", ["uids": [.string(userId), .string(GrowthWorld.userId)]]),
            ("GET", "tags/\(tag)/uids", nil), ("GET", "uids/\(GrowthWorld.userId)", nil),
            (
                "POST", "messages",
                ["target": ["type": "TAG", "to": [.string(tag)]], "content": ["default": ["title": "t"]], "messageType": "NOTIFICATION"]
            ),
            ("GET", "logs/message?uid=\(GrowthWorld.userId)", nil), ("GET", "logs/message?messageId=1", nil),
            ("PUT", "uids/\(userId)/tag-ids", ["tagIds": []]), ("DELETE", "uids?uids=\(userId)", nil), ("DELETE", "tags/\(tag)", nil),
        ]
        for (method, path, body) in steps {
            #expect(try bench.server(method, "\(push)/\(path)", body).headerCode == 0, "\(method) \(path)")
        }
    }

    private func leaderboard(_ one: String, _ other: String) throws {
        let board = "/tcgb-leaderboard/v1.3/apps/Shop"
        for (path, score) in [(one, 5), (other, 7), (one, 9)] {
            _ = try bench.server("POST", "\(board)/factors/1/users/\(path)/score", ["score": .integer(Int64(score)), "transactionId": 1])
        }
        _ = try bench.server("POST", "\(board)/scores", [["factor": 1, "userId": .string(one), "score": 11]])
        for path in ["factors", "factors/1/user-count", "factors/1/users?userId=\(one)", "factors/1/users?start=1&size=10"] {
            _ = try bench.server("GET", "\(board)/\(path)")
        }
        _ = try bench.server("POST", "\(board)/get-users", [["factor": 1, "userId": .string(one)]])
        _ = try bench.server("POST", "\(board)/factors/1/users", [1, 2])
        _ = bench.ask("leaderboard.ranks", ["factor": 1, "before": 50, "after": 50], token: player.token)
        _ = bench.ask("leaderboard.ranks", ["factor": 1, "start": 1, "count": 100], token: player.token)
        _ = try bench.server("DELETE", "\(board)/factors/1/users?userId=\(one)")
    }
}
