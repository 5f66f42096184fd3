import Codecs
import Messages
import PushRules
import Testing

@testable import Client

@Suite struct `Push messages of a session` {
    private static let message: JSON = ["seq": 7, "id": "5", "title": "t", "body": "", "extras": "{}"]

    /// The service's answer to the oldest question for what waits.
    private static func receive(_ bench: ClientBench, _ messages: JSON = [], options: JSON = [:]) throws {
        try bench.take(.pushReceive).answer(
            .success(["token": "the registration's", "messages": messages, "options": options, "agreement": [:]]))
        bench.turn()
    }

    @Test func `one whose handler ends the session stays its player's, and is not shown to who comes next`() throws {
        let bench = try ClientBench(playing: "U")
        var shown = 0
        bench.client.hostDelegate = HostDelegate(showNotification: { _, _, _ in shown += 1 })
        bench.client.notifications.use()
        try bench.take(.openService).answer(.success())
        bench.turn()
        bench.client.addEventHandler(identity: EventHandlerIdentity(function: 2, context: 0)) { [weak bench] event in
            if event.category == EventMessage.Category.pushReceivedMessage { bench?.client.accounts.endSession() }
        }
        try Self.receive(bench, [Self.message])
        #expect(bench.client.userID == nil)
        #expect(bench.client.lock.locked { bench.client.state.notifications.content.inbox.entries.map { $0.userId } } == ["U"])
        #expect(bench.client.notifications.unreadCount(group: nil) == 0 && shown == 0)
    }

    @Test func `those whose fetch failed are fetched again in a minute, by one timer, until they are there`() throws {
        let bench = try ClientBench(playing: "U")
        bench.client.receive(ServerEvent(kind: .pushWaiting, userId: "U"))
        for _ in 0..<2 { try bench.take(.pushReceive).answer(.failure(ResultCode.timeout, "nobody is there")) }
        for isThere in [false, true] {
            bench.advance(PushState.againMilliseconds - 1)
            #expect(!bench.isAsked(.pushReceive))
            bench.advance(1)
            let again = try bench.take(.pushReceive)
            #expect(!bench.isAsked(.pushReceive))
            if isThere {
                again.answer(.success(["token": "the registration's", "messages": [Self.message], "options": [:], "agreement": [:]]))
            } else {
                again.answer(.failure(ResultCode.timeout, "nobody is there"))
            }
        }
        bench.turn()
        #expect(bench.heard.filter { $0 == EventMessage.Category.pushReceivedMessage }.count == 1)
        bench.advance(PushState.againMilliseconds)
        #expect(!bench.isAsked(.pushReceive))
    }

    @Test func `one that the service could not be told of is told of again, and not heard again in the next session`() throws {
        let bench = try ClientBench(playing: "U")
        try Self.receive(bench, [Self.message])
        try bench.take(.pushAcknowledge).answer(.failure(ResultCode.timeout, "nobody is there"))
        bench.turn()
        #expect(!bench.isAsked(.pushAcknowledge))
        bench.client.accounts.endSession()
        try bench.logIn(as: "U")
        try Self.receive(bench, [Self.message])
        #expect(bench.heard.filter { $0 == EventMessage.Category.pushReceivedMessage }.count == 1)
        let again = try bench.take(.pushAcknowledge)
        #expect(again.request.parameters["seq"] == 7 && again.request.parameters["token"] == "the registration's")
        again.answer(.success())
        bench.advance(PushState.againMilliseconds)
        #expect(!bench.isAsked(.pushAcknowledge))
    }

    @Test func `a registration that names no options keeps those of before, though the session has not heard of them yet`() throws {
        let bench = try ClientBench(playing: "U")
        var ended = 0
        let agreed = PushConfiguration(pushEnabled: false, adAgreement: false, adAgreementNight: false)
        bench.client.push.registerPush(agreed, options: nil) { if $0 == nil { ended += 1 } }
        let asked = try bench.take(.pushRegister)
        #expect(!asked.request.parameters.text().contains("options"))
        asked.answer(.success(["options": ["foregroundEnabled": true, "soundEnabled": false]]))
        bench.turn()
        let options = bench.client.lock.locked { bench.client.state.push.options }
        #expect(ended == 1 && options == NotificationOptions(foregroundEnabled: true, badgeEnabled: true, soundEnabled: false))
    }

    @Test func `a press is counted under the whole title of a button that has no id of its own`() throws {
        let bench = try ClientBench(playing: "U")
        try Self.receive(bench)
        let title = String(repeating: "あ", count: ActionBook.titleBytesMax / 3)
        #expect(bench.client.push.pressed(PushMessage(identifier: "5", title: "t", body: nil), "OPEN_APP", userText: nil, action: title))
        #expect(try bench.take(.pushClicked).request.parameters["action"] == .string(title))
    }

    @Test func `a click that started the game is counted when its player has logged in, once`() throws {
        let bench = try ClientBench(playing: nil)
        for number in 1...(PushState.clicksMax + 1) {
            bench.client.push.pushClicked(PushMessage(identifier: "\(number)", title: "t", body: nil))
        }
        bench.turn()
        #expect(!bench.isAsked(.pushClicked))
        try bench.logIn(as: "U")
        try Self.receive(bench)
        for number in 2...(PushState.clicksMax + 1) {
            let asked = try bench.take(.pushClicked).request.parameters
            #expect(asked["messageId"] == .string("\(number)") && asked["token"] == "the registration's")
        }
        // The next is counted at once, and none once more.
        bench.client.push.pushClicked(PushMessage(identifier: "99", title: "t", body: nil))
        #expect(try bench.take(.pushClicked).request.parameters["messageId"] == "99")
        #expect(!bench.isAsked(.pushClicked))
    }
}
