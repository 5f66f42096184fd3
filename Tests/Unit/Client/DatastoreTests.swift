import Codecs
import Linux
import Messages
import Testing

@testable import Client
@testable import Documents

/// The mobile backend on one device, whose disk may fail and whose service answers when the test says so.
@Suite struct `The mobile backend on a device` {
    @Test func `a save that was done stays done when its user cannot be remembered`() throws {
        let eventual = try EventualBench()
        try eventual.logIn("ann")
        let user = try #require(eventual.datastore.currentUser)
        try user.change("points", .increment(3))
        SimulatorDisk.fail(eventual.folder, .flush)
        eventual.saveNow(user)
        let save = try eventual.request(.objectsUpdate)
        #expect(save.request.parameters["fields"] == ["points": ["__op": "Increment", "amount": 3]])
        eventual.answer(save, ["updateDate": "2020-01-01T00:00:00.000Z"])
        #expect(eventual.ended == ["11001"])
        SimulatorDisk.fail(eventual.folder, nil)
        #expect(user.value("points") == 3 && user.updateDate == 1_577_836_800_000)
        // What the service has is not sent again.
        eventual.saveNow(user)
        let again = try eventual.request(.objectsUpdate)
        #expect(again.request.parameters["fields"] == [:])
        eventual.answer(again, ["updateDate": "2020-01-01T00:00:00.001Z"])
        #expect(eventual.ended == ["11001", "ok"] && eventual.datastore.currentUser === user)
        try eventual.killAndStart()
        #expect(eventual.datastore.currentUser?.value("points") == 3)
    }

    @Test func `nobody is logged in who cannot be remembered`() throws {
        let eventual = try EventualBench()
        var ended: [String] = []
        SimulatorDisk.fail(eventual.folder, .flush)
        eventual.datastore.logIn(.userName, "ann", password: "p") { user, error in
            ended.append(user == nil ? "\(error?.code ?? 0)" : "ok")
        }
        let answer: JSON = ["objectId": "ann", "sessionToken": "token of ann", "userName": "ann"]
        eventual.answer(try eventual.request(.usersLogIn), answer)
        SimulatorDisk.fail(eventual.folder, nil)
        #expect(ended == ["11001"] && eventual.datastore.currentUser == nil)
        try eventual.killAndStart()
        #expect(eventual.datastore.currentUser == nil)
    }

    @Test(arguments: [true, false]) func `of an upload that fails, or is cancelled, nothing stays at the service`(isCancelled: Bool) throws
    {
        let eventual = try EventualBench()
        let file = eventual.datastore.newFile("map", bytes: [1, 2, 3])
        eventual.datastore.saveFile(file, progress: nil) { _ in }
        eventual.bench.turn()
        try eventual.request(.filesBegin).answer(.success(["upload": "u"]))
        eventual.bench.turn()
        let part = try eventual.request(.filesAppend)
        if isCancelled { file.cancelTransfers() }
        if isCancelled { eventual.answer(part) } else { eventual.refuse(part, "E429001") }
        let last = try eventual.request(.filesFinish)
        #expect(last.request.parameters == ["upload": "u", "abandons": true])
    }

    @Test func `who asks for the user waits for the file again when the keys are set again after a start that failed`() throws {
        let eventual = try EventualBench()
        try eventual.logIn("ann")
        #expect(eventual.client.shutdown(timeoutMilliseconds: 0))
        func isAnswered() -> Bool { eventual.client.lock.locked { eventual.client.state.datastore.opened }.wait(untilNanoseconds: 0) }
        #expect(eventual.client.setStorageDirectory(eventual.folder))
        // Of the life before.
        while eventual.bench.isAsked(.openService) { _ = try eventual.request(.openService) }
        for refusal in [Reply.failure(ResultCode.storageLocked, "in use"), nil] {
            eventual.datastore.setKeys(application: "a", client: "c")
            #expect(!isAnswered())
            try eventual.request(.openService).answer(refusal ?? .success())
            eventual.bench.turn()
            #expect(isAnswered(), "\(String(describing: refusal))")
        }
        #expect(eventual.datastore.currentUser?.objectId == "ann")
    }

    @Test func `pushes are looked for once a minute, whether the service answers or not`() throws {
        let eventual = try EventualBench()
        let installation = try #require(eventual.datastore.currentInstallation)
        try installation.change(InstallationFields.token, .set(.value("t")))
        eventual.saveNow(installation)
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "i", "createDate": "2020-01-01T00:00:00.000Z"])
        #expect(eventual.ended == ["ok"])
        var told: [String] = []
        eventual.datastore.setPushHandler { told.append($0) }
        for minute in 0..<4 {
            let look = try eventual.request(.installationsReceive)
            #expect(look.request.parameters["installationId"] == "i" && look.request.parameters["deviceToken"] == "t")
            #expect(!eventual.bench.isAsked(.installationsReceive))
            switch minute {
            case 0: look.answer(.success(["messages": []]))
            case 1: look.answer(.failure(ResultCode.timeout, "nobody is there"))
            case 2: look.answer(.success(["messages": [["seq": 7, "message": "hello"]]]))
            default: #expect(look.request.parameters["after"] == 7)
            }
            eventual.bench.turn()
            eventual.bench.advance(InstallationHearing.lookMilliseconds - 1)
            #expect(!eventual.bench.isAsked(.installationsReceive))
            eventual.bench.advance(1)
        }
        #expect(told.count == 1 && told[0].contains("hello"))
        // That it was heard is told again until somebody has taken note of it.
        for isThere in [false, true] {
            let heard = try eventual.request(.installationsAcknowledge)
            #expect(heard.request.parameters["seq"] == 7)
            heard.answer(isThere ? .success() : .failure(ResultCode.timeout, "nobody is there"))
            eventual.bench.advance(InstallationHearing.lookMilliseconds)
        }
        #expect(!eventual.bench.isAsked(.installationsAcknowledge))
    }
}
