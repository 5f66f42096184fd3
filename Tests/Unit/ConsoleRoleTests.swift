import Messages
import Testing
import Wire

@testable import Server

@Suite struct `The console's roles` {
    @Test func `what a viewer reads opens nothing and names no player`() {
        let body: JSON = [
            "unmatchedMoney": [["userId": "PLAYER", "storeTransactionId": "STORE", "orderKey": "ORDER", "reason": "unknown"]],
            "app": ["appId": "Shop", "secretKey": "s", "nested": ["accessToken": "t"]], "users": ["registered": 3], "none": ["userId": nil],
        ]
        let wanted: JSON = [
            "unmatchedMoney": [["userId": "", "storeTransactionId": "", "orderKey": "", "reason": "unknown"]],
            "app": ["appId": "Shop", "secretKey": "", "nested": ["accessToken": ""]], "users": ["registered": 3], "none": ["userId": nil],
        ]
        #expect(Reply.success(body).withoutSecrets.body == wanted)
    }
}
