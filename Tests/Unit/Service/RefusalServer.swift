@testable import Messages
@testable import Service
import Codecs

/// What game servers ask about members, pushes and coupons, as their front makes it requests.
extension RefusalWorld {
    /// A key that is made at once.
    static let quickSalt = JSON.string(PasswordSalt.text(random: [UInt8](repeating: 7, count: 16), iterations: 1))

    func fillServerBodies() {
        let ann = players["ann"] ?? ServiceBench.Player(userId: "", token: "")
        let bob = players["bob"] ?? ServiceBench.Player(userId: "", token: "")
        let ids: JSON = [.string(ann.userId), "NOBODY", .string(players["freed"]?.userId ?? "")]
        let time = "begin=2020-01-01T00%3A00%3A00Z&end=2999-01-01T00%3A00%3A00Z"
        let page = "page=0&size=10&order=ASC"
        let members = "tcgb-member/v1.3/apps/Shop", gateway = "tcgb-gateway/v1.3/apps/Shop"
        let launching = "tcgb-launching/v1.3/apps/Shop"
        serve("\(members)/members/\(ann.userId)", nil, "GET")
        serve("\(members)/members", ids)
        serve("\(members)/auth/authKeys", ids)
        serve("\(members)/members/userIds/authKeys?authSystem=gbid", ["bob"])
        serve("\(gateway)/idps/google/members", ["bob"])
        serve("\(gateway)/members/\(bob.userId)/idps/google?accessToken=\(bob.token)", nil, "GET")
        serve(
            "\(gateway)/members/ban",
            [
                "userIdList": ids, "banTypeCode": "TEMPORARY", "end": "2999-01-01T00:00:00Z", "templateCode": 0, "banReason": "r",
                "flags": "leaderboard", "banCaller": "APP_SERVER", "regUser": "u",
            ])
        serve(
            "\(gateway)/members/ban",
            ["userIdList": ids, "banReleaseReason": "r", "banReleaseCaller": "APP_SERVER", "releaseUser": "u"], "DELETE")
        serve("\(members)/members/bans?\(time)&\(page)", nil, "GET")
        serve("\(gateway)/members/transfer-account", ["account": ["id": account["id"] ?? nil, "password": "wrong"]])
        serve("\(gateway)/members/\(ann.userId)?regUser=u", nil, "DELETE")
        serve("\(members)/logs/withdrawal?\(time)&\(page)&eventLogType=WAA", nil, "GET")
        serve("\(launching)/launching/simple?osCode=WINDOWS&storeCode=SANDBOX&clientVersion=1.0", nil, "GET")
        serve("\(launching)/maintenances/under-maintenance", nil, "GET")
        serve("\(gateway)/members/\(ann.userId)/coupons/XMAS?storeCode=ALL", nil)
        serve("\(gateway)/coupons/codes/XMAS", nil, "GET")
        let board = "tcgb-leaderboard/v1.3/apps/Shop"
        let score: JSON = ["factor": 1, "userId": .string(ann.userId), "score": 5, "transactionId": 1, "extra": "e"]
        serve("\(board)/scores-with-extra", [score])
        serve("\(board)/factors/1/users/\(ann.userId)/score-with-extra", score)
        serve("\(board)/factors/1/user-count", nil, "GET")
        serve("\(board)/factors/1/users?userId=\(ann.userId)&prevSize=1&nextSize=1", nil, "GET")
        serve("\(board)/get-users", [["factor": 1, "userId": .string(ann.userId)]])
        serve("\(board)/factors/1/users", [1])
        serve("\(board)/factors/1/users?userId=\(ann.userId)", nil, "DELETE")
    }

    func fillPushBodies() {
        let ann = players["ann"] ?? ServiceBench.Player(userId: "", token: "")
        let push = "tcgb-push/v1.3/apps/Shop"
        serve(
            "\(push)/messages",
            [
                "target": ["type": "UID", "to": [.string(ann.userId)]], "content": ["default": ["title": "t", "body": "b"]],
                "messageType": "NOTIFICATION",
            ])
        serve("\(push)/reservations?reservationIds=1", nil, "DELETE")
        serve("\(push)/messages/1", nil, "GET")
        serve("\(push)/messages?from=2020&to=2020&deliveryType=INSTANT&messageStatus=READY&pageIndex=0&pageSize=1", nil, "GET")
        serve("\(push)/message-errors?messageId=1&messageErrorType=a&messageErrorCause=a&limit=1&pageNumber=1", nil, "GET")
        serve("\(push)/reservations/1", nil, "GET")
        serve("\(push)/reservations?deliveryFrom=2020&deliveryTo=2020&reservationStatus=RESERVED", nil, "GET")
        serve("\(push)/reservations/1/messages", nil, "GET")
        serve(
            "\(push)/stats?eventCategory=MESSAGE&statisticsType=DAILY&timeUnit=DAYS&from=2020&to=2020&messageId=1&extra1s=FCM"
                + "&statsIds=a&statsCriteria=EVENT", nil, "GET")
        serve("\(push)/tokens?uid=\(ann.userId)", nil, "GET")
        serve("\(push)/tokens-by-cursor?cursorUid=\(ann.userId)&cursorToken=t&limit=1", nil, "GET")
        serve("\(push)/tokens/t?pushType=LINUX", nil, "DELETE")
        serve(
            "\(push)/reservations/1",
            [
                "schedules": ["2029-01-01T00:00"], "isLocalTime": false, "target": ["type": "TAG", "to": ["A", "AND", "B"]],
                "content": ["default": ["title": "t", "body": "b"]], "messageType": "NOTIFICATION",
            ], "PUT")
        serve(
            "\(push)/schedules",
            [
                "type": "EVERY_MONTH", "fromDate": "2020-01-01", "toDate": "2020-01-02", "times": ["09:30"], "days": [1],
                "daysOfWeek": ["MONDAY"],
            ])
        serve("\(push)/logs/message?messageId=1&uid=\(ann.userId)&token=t&pushType=FCM&from=2020&to=2020&limit=1&pageNumber=1", nil, "GET")
        serve("\(push)/tags?tagName=thirty", nil, "GET")
        serve("\(push)/tags/A", ["tagName": "thirty"], "PUT")
        serve("\(push)/tags/A", nil, "DELETE")
        serve("\(push)/tags/A/uids?offsetUid=\(ann.userId)&limit=1", nil, "GET")
        serve("\(push)/uids/\(ann.userId)/tag-ids", ["tagIds": ["A"]])
        serve("\(push)/uids?uids=NOBODY", nil, "DELETE")
    }
}
