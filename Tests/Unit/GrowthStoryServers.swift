@testable import Messages
@testable import Service
import Testing
import Wire

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
        let launching = "/tcgb-launching/v1.3/apps/Shop", push = "/tcgb-push/v1.3/apps/Shop"
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
        let content: JSON = ["default": ["title": "t", "body": "b"]]
        _ = try bench.server(
            "POST", "\(push)/messages",
            ["target": ["type": "UID", "to": [.string(other.userId)]], "content": content, "messageType": "NOTIFICATION"])
        let later = bench.console("sendPush", ["title": "later", "sendDate": .integer(bench.clock.epochMilliseconds() + hour)])
        let id = later.body["messageId"]?.stringValue ?? "\(later.body["messageId"]?.int64Value ?? 0)"
        _ = try bench.server("GET", "\(push)/messages/\(id)")
        _ = try bench.server("DELETE", "\(push)/reservations?reservationIds=\(id)")
        _ = try bench.server("POST", "\(gateway)/members/\(other.userId)/coupons/XMAS?storeCode=ALL")
        _ = try bench.server("GET", "\(gateway)/coupons/codes/XMAS")
        try leaderboard(other.userId, carl)
        _ = bench.console("findMembers", ["text": .string(other.userId)])
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
        _ = try bench.server("DELETE", "\(board)/factors/1/users?userId=\(one)")
    }
}
