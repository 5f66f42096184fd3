import Codecs
import Messages
import Testing

@testable import Server

@Suite struct `The console's roles` {
    @Test func `what a viewer reads opens nothing and names no player`() {
        let body: JSON = [
            "unmatchedMoney": [["userId": "PLAYER", "storeTransactionId": "STORE", "orderKey": "ORDER", "reason": "unknown"]],
            "app": ["appId": "Shop", "secretKey": "s", "nested": ["accessToken": "t"]], "users": ["registered": 3], "none": ["userId": nil],
            "coupons": [["couponCode": "SERIAL-1", "title": "Christmas"]],
        ]
        let wanted: JSON = [
            "unmatchedMoney": [["userId": "", "storeTransactionId": "", "orderKey": "", "reason": "unknown"]],
            "app": ["appId": "Shop", "secretKey": "", "nested": ["accessToken": ""]], "users": ["registered": 3], "none": ["userId": nil],
            "coupons": [["couponCode": "", "title": "Christmas"]],
        ]
        #expect(Reply.success(body).withoutSecrets.body == wanted)
    }

    @Test func `a viewer is not told that a secret can be guessed, and finds a list where there is one`() {
        let body: JSON = ["deviceKeys": ["digest"], "keys": [], "weakSecrets": ["$.app.secretKey: is that of the examples"]]
        let wanted: JSON = ["deviceKeys": [], "keys": []]
        #expect(Reply.success(body).withoutSecrets.body == wanted)
    }
}
