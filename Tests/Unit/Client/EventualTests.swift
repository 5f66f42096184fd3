import CLinux
import Codecs
import Linux
import Messages
import Testing

@testable import Client
@testable import Documents

/// saveEventually and deleteEventually, with a service that is there or not.
@Suite struct `Changes that are kept` {
    @Test func `a change is on the disk before the service is asked, and is sent again as the same after a kill`() throws {
        let eventual = try EventualBench()
        eventual.save(try EventualBench.horse("windy", points: 5))
        let first = try eventual.request(.objectsUpdate).request
        try eventual.killAndStart()
        let again = try eventual.request(.objectsUpdate)
        #expect(again.request.parameters == first.parameters)
        #expect(again.request.parameters["requestId"]?.stringValue?.utf8.count == 32)
        #expect(again.request.parameters["fields"] == ["points": ["__op": "Increment", "amount": 5]])
        eventual.answer(again)
        try eventual.killAndStart()
        #expect(!eventual.bench.isAsked(.objectsUpdate))
    }

    @Test func `changes go one after the other in the order in which they were made, also after a kill`() throws {
        let eventual = try EventualBench()
        for number in 1...5 { eventual.save(try EventualBench.horse("horse\(number)", points: 1)) }
        eventual.delete(DataObject(className: "Horse", objectId: "horse6"))
        for number in [1, 2, 3] {
            let question = try eventual.request(.objectsUpdate)
            #expect(question.request.parameters["objectId"] == .string("horse\(number)"))
            #expect(!eventual.bench.isAsked(.objectsUpdate) && !eventual.bench.isAsked(.objectsDelete))
            if number < 3 { eventual.answer(question) }
        }
        #expect(eventual.ended == ["ok", "ok"])
        // From the first that was not answered: a change that was is not made again, whatever the service remembers.
        try eventual.killAndStart()
        for number in 3...6 {
            let question = try eventual.request(number == 6 ? .objectsDelete : .objectsUpdate)
            #expect(question.request.parameters["objectId"] == .string("horse\(number)"))
            #expect(!eventual.bench.isAsked(.objectsUpdate) && !eventual.bench.isAsked(.objectsDelete))
            eventual.answer(question)
        }
        #expect(
            try Files.read(eventual.file, bytesMax: 1_000).map { String(decoding: $0, as: UTF8.self) }?.contains(#""changes":[]"#) == true)
    }

    @Test func `what was answered has left the file when it is told, though another change waits`() throws {
        let eventual = try EventualBench()
        var seen: [Bool] = []
        let file = eventual.file
        eventual.datastore.saveEventually(try EventualBench.horse("first", points: 5)) { _ in
            let text = (try? Files.read(file, bytesMax: 10_000)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) } ?? ""
            seen = [text.contains("first"), text.contains("second")]
        }
        eventual.bench.turn()
        eventual.save(try EventualBench.horse("second", points: 10))
        eventual.answer(try eventual.request(.objectsUpdate))
        #expect(seen == [false, true])
        try eventual.killAndStart()
        #expect(try eventual.request(.objectsUpdate).request.parameters["objectId"] == "second")
    }

    @Test func `what is answered while another thread tells a change as kept is told behind it`() {
        let bench = ClientBench()
        var told: [String] = []
        var turn: EventualTurn?
        let owner = DataTurns.Owner(client: bench.client, life: 0)
        turn = EventualTurn(DataObject(className: "Horse"), owner, creating: nil, begun: 0) { _ in
            turn?.tell(.answered([:])) { told.append("answered") }
            told.append("kept")
        }
        turn?.tell(.waits)
        turn?.tell(.answered([:])) { told.append("answered again") }
        #expect(told == ["kept", "answered", "answered again"])
    }

    @Test func `a change on the disk whose service hangs is told as kept, and not as failed`() throws {
        let eventual = try EventualBench()
        eventual.save(try EventualBench.horse("windy", points: 5))
        let question = try eventual.request(.objectsUpdate)
        eventual.bench.advance(ClientDatastore.Eventual.answerMilliseconds)
        #expect(eventual.ended == ["ok"])
        eventual.bench.advance(60_000)
        eventual.answer(question)
        #expect(eventual.ended == ["ok"])
    }

    @Test func `ids of objects that were created are let go of while another player's change waits`() throws {
        let eventual = try EventualBench()
        try eventual.logIn("ann")
        eventual.save(try EventualBench.horse("hers", points: 1))
        eventual.leave(try eventual.request(.objectsUpdate))
        eventual.datastore.logOut { _ in }
        eventual.bench.turn()
        for number in 0..<ClientDatastore.Eventual.idsBetweenLooks + 5 {
            eventual.save(DataObject(className: "Horse"))
            eventual.bench.advance(60_000)
            eventual.answer(try eventual.request(.objectsCreate), ["objectId": .string("made\(number)")])
        }
        let client = eventual.client
        let (ids, line) = client.lock.locked { (client.state.datastore.eventual.ids.count, client.state.datastore.eventual.line.count) }
        #expect(ids < 10 && line == 1)
    }

    @Test func `a user who is too large for the identity's file is remembered by name and session, and logs in`() throws {
        let eventual = try EventualBench()
        for count in [1_000, 7_500, 20_000] {
            eventual.datastore.logIn(.userName, "ann", password: "p") { _, error in #expect(error == nil) }
            let numbers = JSON.array((0..<count).map { .integer(Int64($0 % 10)) })
            let answer: JSON = ["objectId": "ann", "sessionToken": "t", "userName": "ann", "numbers": numbers]
            try eventual.bench.take(.usersLogIn).answer(.success(["answer": answer]))
            eventual.bench.turn()
            #expect(eventual.datastore.currentUser?.objectId == "ann")
            try eventual.killAndStart()
            #expect(eventual.datastore.currentUser?.objectId == "ann")
            #expect(eventual.datastore.currentUser?.value("userName") == "ann")
            #expect(eventual.datastore.currentUser?.sessionToken == "t")
        }
    }

    @Test func `what the service cannot be asked for is told as kept, asked again later and later, and known when it was answered`() throws
    {
        let eventual = try EventualBench()
        let horse = DataObject(className: "Horse")
        try horse.change("name", .set(.value("Windy")))
        eventual.save(horse)
        eventual.leave(try eventual.request(.objectsCreate))
        #expect(eventual.ended == ["ok"] && horse.objectId == nil)
        try horse.change("points", .increment(2))
        eventual.save(horse)
        #expect(eventual.ended == ["ok", "ok"])
        for delay: Int64 in [1_000, 2_000, 4_000] {
            eventual.bench.advance(delay - 1)
            #expect(!eventual.bench.isAsked(.objectsCreate))
            eventual.bench.advance(1)
            if delay < 4_000 { eventual.leave(try eventual.request(.objectsCreate)) }
        }
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "made", "createDate": "2020-01-01T00:00:00.000Z"])
        #expect(horse.objectId == "made" && horse.createDate == 1_577_836_800_000)
        let change = try eventual.request(.objectsUpdate)
        #expect(change.request.parameters["objectId"] == "made")
        #expect(change.request.parameters["fields"] == ["points": 2])
        eventual.answer(change)
        #expect(horse.value("points") == 2 && horse.value("name") == "Windy" && eventual.ended.count == 2)
    }

    @Test func `what the service cannot be asked for is asked every minute at last, and soon again behind an answer`() throws {
        let eventual = try EventualBench()
        let horse = try EventualBench.horse("h", points: 1)
        eventual.save(horse)
        eventual.leave(try eventual.request(.objectsUpdate))
        for seconds: Int64 in [1, 2, 4, 8, 16, 32, 60, 60] {
            eventual.bench.advance(seconds * 1_000 - 1)
            #expect(!eventual.bench.isAsked(.objectsUpdate))
            eventual.bench.advance(1)
            eventual.leave(try eventual.request(.objectsUpdate))
        }
        eventual.bench.advance(60_000)
        eventual.answer(try eventual.request(.objectsUpdate))
        try horse.change("points", .increment(2))
        eventual.save(horse)
        eventual.leave(try eventual.request(.objectsUpdate))
        eventual.bench.advance(999)
        #expect(!eventual.bench.isAsked(.objectsUpdate))
        eventual.bench.advance(1)
        eventual.answer(try eventual.request(.objectsUpdate))
        #expect(eventual.ended == ["ok", "ok"])
    }

    @Test func `what waits is asked at once when the service is back, and soon again when it goes`() throws {
        let eventual = try EventualBench()
        eventual.save(try EventualBench.horse("h", points: 1))
        eventual.leave(try eventual.request(.objectsUpdate))
        for seconds: Int64 in [1, 2, 4] {
            eventual.bench.advance(seconds * 1_000)
            eventual.leave(try eventual.request(.objectsUpdate))
        }
        eventual.datastore.serviceReturned()
        eventual.bench.turn()
        eventual.leave(try eventual.request(.objectsUpdate))
        eventual.bench.advance(999)
        #expect(!eventual.bench.isAsked(.objectsUpdate))
        eventual.bench.advance(1)
        eventual.answer(try eventual.request(.objectsUpdate))
        #expect(eventual.ended == ["ok"])
    }

    @Test func `a change that names an object that was kept finds it in another life`() throws {
        let eventual = try EventualBench()
        let horse = DataObject(className: "Horse")
        let rider = DataObject(className: "Rider")
        try horse.change("name", .set(.value("Windy")))
        try rider.change("horses", .add([.object(horse)]))
        eventual.save(rider)
        let lost = try eventual.request(.objectsCreate)
        #expect(lost.request.parameters["className"] == "Horse")
        eventual.leave(lost)
        #expect(eventual.ended == ["ok"] && rider.objectId == nil)
        try eventual.killAndStart()
        let first = try eventual.request(.objectsCreate)
        #expect(first.request.parameters == lost.request.parameters)
        eventual.answer(first, ["objectId": "windy", "createDate": "2020-01-01T00:00:00.000Z"])
        let second = try eventual.request(.objectsCreate)
        #expect(second.request.parameters["className"] == "Rider")
        #expect(second.request.parameters["fields"]?["horses"]?.arrayValue?.first?["objectId"] == "windy")
    }

    @Test func `an object that was kept and is refused is new again, and nothing is made that names it`() throws {
        let eventual = try EventualBench()
        let role = DataObject(className: "role")
        let team = DataObject(className: "Team")
        try role.change("roleName", .set(.value("guild")))
        try team.change("role", .set(.object(role)))
        eventual.save(team)
        eventual.leave(try eventual.request(.objectsCreate))
        #expect(eventual.ended == ["ok"])
        try role.change("level", .set(.value(3)))
        eventual.saveNow(role)
        eventual.bench.advance(1_000)
        let kept = try eventual.request(.objectsCreate)
        #expect(kept.request.parameters["requestId"] != nil && kept.request.parameters["className"] == "role")
        eventual.refuse(kept, "E409001")
        // The save that waited goes on, with all that the object has; the team is not asked for.
        let again = try eventual.request(.objectsCreate)
        #expect(again.request.parameters["className"] == "role" && again.request.parameters["requestId"] == nil)
        #expect(again.request.parameters["fields"]?["roleName"] == "guild" && again.request.parameters["fields"]?["level"] == 3)
        #expect(!eventual.bench.isAsked(.objectsCreate))
        eventual.refuse(again, "E409001")
        #expect(eventual.ended == ["ok", "409001"])
        try role.change("roleName", .set(.value("other")))
        eventual.saveNow(team)
        let first = try eventual.request(.objectsCreate)
        #expect(first.request.parameters["fields"]?["roleName"] == "other" && first.request.parameters["fields"]?["level"] == 3)
        eventual.answer(first, ["objectId": "made", "createDate": "2020-01-01T00:00:00.000Z"])
        let second = try eventual.request(.objectsCreate)
        #expect(second.request.parameters["className"] == "Team")
        #expect(second.request.parameters["fields"]?["role"]?["objectId"] == "made")
    }

    @Test func `a change that names an object whose creation waits for another log-in waits with it`() throws {
        let eventual = try EventualBench()
        try eventual.logIn("ann")
        let horse = DataObject(className: "Horse")
        let rider = DataObject(className: "Rider")
        eventual.save(horse)
        eventual.leave(try eventual.request(.objectsCreate))
        eventual.datastore.logOut { _ in }
        eventual.bench.turn()
        try rider.change("horse", .set(.object(horse)))
        eventual.save(rider)
        eventual.bench.advance(60_000)
        #expect(!eventual.bench.isAsked(.objectsCreate) && eventual.ended == ["ok", "ok"])
        try eventual.logIn("ann")
        let first = try eventual.request(.objectsCreate)
        #expect(first.request.parameters["className"] == "Horse")
        eventual.answer(first, ["objectId": "made", "createDate": "2020-01-01T00:00:00.000Z"])
        let second = try eventual.request(.objectsCreate)
        #expect(second.request.parameters["className"] == "Rider")
        #expect(second.request.parameters["fields"]?["horse"]?["objectId"] == "made")
    }

    @Test func `a change of an object whose creation waits for another log-in waits with it, and goes when that is refused`() throws {
        for isRefused in [false, true] {
            let eventual = try EventualBench()
            try eventual.logIn("ann")
            let horse = DataObject(className: "Horse")
            try horse.change("name", .set(.value("Windy")))
            eventual.save(horse)
            eventual.leave(try eventual.request(.objectsCreate))
            eventual.datastore.logOut { _ in }
            eventual.bench.turn()
            try horse.change("points", .set(.value(1)))
            eventual.save(horse)
            eventual.bench.advance(60_000)
            #expect(!eventual.bench.isAsked(.objectsUpdate) && eventual.ended == ["ok", "ok"])
            try eventual.logIn("ann")
            let first = try eventual.request(.objectsCreate)
            if isRefused {
                eventual.refuse(first, "E403001")
                #expect(!eventual.bench.isAsked(.objectsUpdate) && horse.value("name") == "Windy" && horse.value("points") == 1)
                eventual.saveNow(horse)
                #expect(try eventual.request(.objectsCreate).request.parameters["fields"] == ["name": "Windy", "points": 1])
                continue
            }
            eventual.answer(first, ["objectId": "made", "createDate": "2020-01-01T00:00:00.000Z"])
            let second = try eventual.request(.objectsUpdate)
            #expect(second.request.parameters["objectId"] == "made" && second.request.parameters["fields"] == ["points": 1])
        }
    }

    @Test func `an installation that an earlier life kept is made once, and has what both lives saved`() throws {
        let eventual = try EventualBench()
        let first = try #require(eventual.datastore.currentInstallation)
        try first.change("deviceToken", .set(.value("t")))
        try first.change("channels", .set(.value(["Eagle"])))
        eventual.save(first)
        eventual.leave(try eventual.request(.objectsCreate))
        try eventual.killAndStart()
        let installation = try #require(eventual.datastore.currentInstallation)
        #expect(installation.value("deviceToken") == "t" && installation.value("channels") == ["Eagle"])
        try installation.change("channels", .addUnique([.value("Hawk")]))
        eventual.save(installation)
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "i", "createDate": "2020-01-01T00:00:00.000Z"])
        let change = try eventual.request(.objectsUpdate)
        #expect(change.request.parameters["objectId"] == "i" && change.request.parameters["deviceToken"] == "t")
        #expect(change.request.parameters["fields"]?["channels"] == ["Eagle", "Hawk"])
        eventual.answer(change)
        #expect(installation.objectId == "i" && !eventual.bench.isAsked(.objectsCreate))
        try eventual.killAndStart()
        let remembered = eventual.datastore.currentInstallation
        #expect(remembered?.objectId == "i" && remembered?.value("channels") == ["Eagle", "Hawk"])
    }

    @Test func `an installation whose creation an earlier life kept, and that is refused, is new with all it has`() throws {
        let eventual = try EventualBench()
        let first = try #require(eventual.datastore.currentInstallation)
        try first.change("deviceToken", .set(.value("t")))
        eventual.save(first)
        eventual.leave(try eventual.request(.objectsCreate))
        try eventual.killAndStart()
        let installation = try #require(eventual.datastore.currentInstallation)
        eventual.refuse(try eventual.request(.objectsCreate), "E403001")
        eventual.saveNow(installation)
        #expect(try eventual.request(.objectsCreate).request.parameters["fields"]?["deviceToken"] == "t")
    }

    @Test func `what an earlier life kept of the current user is shown by the next, and remembered when it is answered`() throws {
        let eventual = try EventualBench()
        try eventual.logIn("ann")
        let ann = try #require(eventual.datastore.currentUser)
        try ann.change("level", .set(.value(4)))
        eventual.save(ann)
        eventual.leave(try eventual.request(.objectsUpdate))
        try ann.change("level", .increment(2))
        eventual.save(ann)
        // With one of the two answered the device remembers the sum of both, of which one still waits.
        for left in [2, 1, 0] {
            try eventual.killAndStart()
            #expect(eventual.datastore.currentUser?.value("level") == 6)
            if left > 0 { eventual.answer(try eventual.request(.objectsUpdate)) }
        }
        #expect(!eventual.bench.isAsked(.objectsUpdate))
    }

    /// Without it a REAL app's service takes nobody's word for an installation.
    @Test func `a change of an installation brings the token that the service knows it by by then, also after a kill`() throws {
        let eventual = try EventualBench()
        let installation = DataObject(className: ClientDatastore.installationClass)
        try installation.change("deviceToken", .set(.value("first")))
        eventual.save(installation)
        eventual.leave(try eventual.request(.objectsCreate))
        for token in ["second", "third"] {
            try installation.change("deviceToken", .set(.value(.string(token))))
            eventual.save(installation)
        }
        eventual.delete(installation)
        try eventual.killAndStart()
        let made = try eventual.request(.objectsCreate)
        #expect(made.request.parameters["deviceToken"] == nil)
        eventual.answer(made, ["objectId": "made", "createDate": "2020-01-01T00:00:00.000Z"])
        for (name, token) in [(RequestName.objectsUpdate, "first"), (.objectsUpdate, "second"), (.objectsDelete, "third")] {
            let question = try eventual.request(name)
            #expect(question.request.parameters["deviceToken"] == .string(token) && question.request.parameters["objectId"] == "made")
            eventual.answer(question)
        }
    }

    @Test func `other requests about the object wait for its changes`() throws {
        let eventual = try EventualBench()
        let horse = DataObject(className: "Horse")
        try horse.change("name", .set(.value("Windy")))
        eventual.save(horse)
        eventual.leave(try eventual.request(.objectsCreate))
        try horse.change("points", .set(.value(1)))
        eventual.saveNow(horse)
        #expect(!eventual.bench.isAsked(.objectsCreate) && !eventual.bench.isAsked(.objectsUpdate))
        eventual.bench.advance(1_000)
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "made", "createDate": "2020-01-01T00:00:00.000Z"])
        let change = try eventual.request(.objectsUpdate)
        #expect(change.request.parameters["objectId"] == "made" && change.request.parameters["fields"] == ["points": 1])
    }

    @Test func `what is answered about an object that was deleted meanwhile is not told to its handle, which may be a new one`() throws {
        let eventual = try EventualBench()
        let horse = DataObject(className: "Horse")
        try horse.change("name", .set(.value("Windy")))
        eventual.save(horse)
        eventual.leave(try eventual.request(.objectsCreate))
        eventual.delete(horse)
        #expect(eventual.ended == ["ok", "ok"])
        try horse.change("name", .set(.value("Stormy")))
        eventual.bench.advance(1_000)
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "made", "createDate": "2020-01-01T00:00:00.000Z"])
        #expect(horse.objectId == nil && horse.createDate == nil)
        let gone = try eventual.request(.objectsDelete)
        #expect(gone.request.parameters["objectId"] == "made")
        eventual.answer(gone)
        eventual.saveNow(horse)
        #expect(try eventual.request(.objectsCreate).request.parameters["fields"] == ["name": "Stormy"])
    }

    @Test func `a change is sent while its user is logged in, and waits for the next log-in when the session has ended`() throws {
        let eventual = try EventualBench()
        try eventual.logIn("ann")
        eventual.save(try EventualBench.horse("windy", points: 1))
        let first = try eventual.request(.objectsUpdate)
        #expect(first.request.accessToken == "token of ann")
        eventual.refuse(first, "E401001")
        #expect(eventual.ended == ["ok"] && eventual.datastore.currentUser == nil)
        try eventual.logIn("bob")
        #expect(!eventual.bench.isAsked(.objectsUpdate))
        eventual.save(try EventualBench.horse("cloudy", points: 1))
        eventual.answer(try eventual.request(.objectsUpdate))
        try eventual.killAndStart()
        // The device remembers bob. What the service has answered him may be asked again.
        while eventual.bench.isAsked(.objectsUpdate) {
            let question = try eventual.request(.objectsUpdate)
            #expect(question.request.accessToken == "token of bob" && question.request.parameters["objectId"] == "cloudy")
            eventual.answer(question)
        }
        try eventual.logIn("ann")
        let again = try eventual.request(.objectsUpdate)
        #expect(again.request.parameters["requestId"] == first.request.parameters["requestId"])
        #expect(again.request.accessToken == "token of ann")
    }

    @Test func `a user who is deleted without a service goes when it is back, behind what it saved, though nobody is logged in`() throws {
        let eventual = try EventualBench()
        try eventual.logIn("ann")
        let ann = try #require(eventual.datastore.currentUser)
        eventual.save(try EventualBench.horse("windy", points: 1))
        eventual.leave(try eventual.request(.objectsUpdate))
        eventual.delete(ann)
        #expect(eventual.ended == ["ok", "ok"] && eventual.datastore.currentUser == nil)
        try eventual.killAndStart()
        #expect(eventual.datastore.currentUser == nil)
        let change = try eventual.request(.objectsUpdate)
        #expect(change.request.accessToken == "token of ann" && !eventual.bench.isAsked(.objectsDelete))
        eventual.answer(change)
        let deletion = try eventual.request(.objectsDelete)
        #expect(deletion.request.accessToken == "token of ann" && deletion.request.parameters["objectId"] == "ann")
        // A session that is over is asked with once; the user's next log-in sends it.
        eventual.refuse(deletion, "E401001")
        #expect(!eventual.bench.isAsked(.objectsDelete))
        try eventual.logIn("ann")
        eventual.answer(try eventual.request(.objectsDelete))
        #expect(eventual.datastore.currentUser == nil)
    }

    @Test func `an anonymous user gets a name behind what it has saved eventually, which nobody could send later`() throws {
        let eventual = try EventualBench()
        let anonymous = try eventual.logInAnonymously()
        eventual.save(try EventualBench.horse("windy", points: 1))
        eventual.leave(try eventual.request(.objectsUpdate))
        eventual.datastore.signUpFromAnonymous(anonymous, userName: "ann", password: "p") { _ in }
        eventual.bench.turn()
        let change = try eventual.request(.objectsUpdate)
        #expect(change.request.accessToken == "token of anon" && !eventual.bench.isAsked(.objectsGet))
        eventual.answer(change)
        #expect(try eventual.request(.objectsGet).request.parameters["objectId"] == "anon")
    }

    @Test func `a creation without room ends with the anonymous user that gets a name, and keeps no place`() throws {
        let eventual = try EventualBench()
        let anonymous = try eventual.logInAnonymously()
        let horse = DataObject(className: "Horse")
        eventual.save(horse)
        eventual.leave(try eventual.request(.objectsCreate))
        eventual.bench.advance(1_000)
        eventual.refuse(try eventual.request(.objectsCreate), "E429001")
        eventual.datastore.signUpFromAnonymous(anonymous, userName: "ann", password: "p") { _ in }
        eventual.bench.turn()
        #expect(try eventual.request(.objectsGet).request.parameters["objectId"] == "anon")
        // It is new again, and the next save sends all of it.
        eventual.bench.advance(60_000)
        #expect(!eventual.bench.isAsked(.objectsCreate))
        eventual.saveNow(horse)
        #expect(eventual.bench.isAsked(.objectsCreate))
    }

    @Test func `what the service refuses is put back and told, and does not hold up what follows`() throws {
        let eventual = try EventualBench()
        let horse = try EventualBench.horse("windy", points: 1)
        eventual.save(horse)
        eventual.save(try EventualBench.horse("cloudy", points: 1))
        eventual.refuse(try eventual.request(.objectsUpdate), "E403001")
        #expect(eventual.ended == ["403001"])
        eventual.answer(try eventual.request(.objectsUpdate))
        #expect(eventual.ended == ["403001", "ok"])
        eventual.saveNow(horse)
        let change = try eventual.request(.objectsUpdate)
        #expect(change.request.parameters["fields"] == ["points": ["__op": "Increment", "amount": 1]])
    }

    @Test func `a creation that was told as kept and passes the quota waits for room, and holds up nothing else`() throws {
        let eventual = try EventualBench()
        let horse = DataObject(className: "Horse")
        eventual.save(horse)
        eventual.leave(try eventual.request(.objectsCreate))
        eventual.save(DataObject(className: "Horse"))
        eventual.delete(DataObject(className: "Horse", objectId: "old"))
        #expect(eventual.ended == ["ok", "ok", "ok"])
        eventual.bench.advance(1_000)
        let first = try eventual.request(.objectsCreate)
        eventual.refuse(first, "E429001")
        #expect(!eventual.bench.isAsked(.objectsCreate))
        // A deletion makes room.
        eventual.answer(try eventual.request(.objectsDelete))
        let again = try eventual.request(.objectsCreate)
        #expect(again.request.parameters == first.request.parameters)
        eventual.refuse(again, "E429001")
        #expect(!eventual.bench.isAsked(.objectsCreate))
        eventual.bench.advance(60_000)
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "made", "createDate": "2020-01-01T00:00:00.000Z"])
        #expect(horse.objectId == "made")
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "second", "createDate": "2020-01-01T00:00:00.000Z"])
        // A call that waits hears of it, and nothing is kept.
        eventual.save(DataObject(className: "Horse"))
        eventual.refuse(try eventual.request(.objectsCreate), "E429001")
        #expect(eventual.ended.last == "429001")
        eventual.bench.advance(60_000)
        #expect(!eventual.bench.isAsked(.objectsCreate))
    }

    @Test func `a server that does not have the app says nothing of a change, which stays`() throws {
        let eventual = try EventualBench()
        eventual.save(try EventualBench.horse("windy", points: 1))
        for code in [ResultCode.appUnregistered, ResultCode.apiUnknown] {
            try eventual.request(.objectsUpdate).answer(.failure(code, "there is no such app on this server"))
            eventual.bench.turn()
            #expect(eventual.ended == ["ok"] && !eventual.bench.isAsked(.objectsUpdate))
            eventual.bench.advance(60_000)
        }
        eventual.answer(try eventual.request(.objectsUpdate))
        #expect(!eventual.bench.isAsked(.objectsUpdate) && eventual.ended == ["ok"])
    }

    @Test func `more changes than the limit are refused, and those before stay`() throws {
        let eventual = try EventualBench()
        eventual.save(try EventualBench.horse("horse", points: 1))
        eventual.leave(try eventual.request(.objectsUpdate))
        for _ in 1..<EventualFile.changesMax { eventual.save(try EventualBench.horse("horse", points: 1)) }
        let more = try EventualBench.horse("horse", points: 1)
        eventual.save(more)
        #expect(eventual.ended.dropLast().allSatisfy { $0 == "ok" } && eventual.ended.last == "11002")
        #expect(more.value("points") == 1)
        let large = try EventualBench.horse("horse", points: 1)
        try large.change("text", .set(.value(.string(String(repeating: "x", count: EventualFile.bytesMax)))))
        eventual.save(large)
        #expect(eventual.ended.last == "11002")
        try eventual.killAndStart()
        var sent = 0
        while eventual.bench.isAsked(.objectsUpdate) {
            eventual.answer(try eventual.request(.objectsUpdate))
            sent += 1
        }
        #expect(sent == EventualFile.changesMax)
    }

    @Test func `changes of users who never log in again leave places for the next user's`() {
        var part = ClientDatastore.Eventual()
        var room = EventualFile.changesMax
        for user in ["ann", "bob", "cid", ""] {
            let change = EventualChange(
                kind: .update, requestId: "r", user: user, className: "Horse", objectId: "windy", fields: ["points": 1])
            for _ in 0..<room {
                #expect(part.hasRoom(for: change))
                part.append(change)
            }
            #expect(!part.hasRoom(for: change))
            room /= 2
        }
    }

    @Test func `changes of users who never log in again leave bytes for the next user's, and are all read by the next life`() throws {
        let eventual = try EventualBench()
        var room = EventualFile.bytesMax
        for user in ["ann", "bob", "cid"] {
            try eventual.logIn(user)
            let (most, more) = (try EventualBench.horse("horse", points: 1), try EventualBench.horse("horse", points: 1))
            try most.change("text", .set(.value(.string(String(repeating: "x", count: room - 1_000)))))
            try more.change("text", .set(.value(.string(String(repeating: "x", count: 4_000)))))
            eventual.save(most)
            eventual.leave(try eventual.request(.objectsUpdate))
            eventual.save(more)
            #expect(eventual.ended.suffix(2) == ["ok", "11002"])
            eventual.datastore.logOut { _ in }
            eventual.bench.turn()
            eventual.bench.advance(60_000)
            room /= 2
        }
        try eventual.killAndStart()
        #expect(eventual.client.lock.locked { eventual.client.state.datastore.eventual.line.count } == 3)
    }

    @Test func `a shutdown leaves a change to the next start, and to no save after it`() throws {
        let eventual = try EventualBench()
        let horse = try EventualBench.horse("windy", points: 1)
        eventual.save(horse)
        _ = eventual.client.shutdown(timeoutMilliseconds: 0)
        try eventual.killAndStart()
        eventual.answer(try eventual.request(.objectsUpdate))
        eventual.saveNow(horse)
        #expect(try eventual.request(.objectsUpdate).request.parameters["fields"] == [:])
    }

    @Test func `a new object that a shutdown kept from the disk can be saved after it, one that is on the disk is not made twice`() throws {
        let eventual = try EventualBench(isOpen: false)
        let lost = DataObject(className: "Horse")
        try lost.change("name", .set(.value("Windy")))
        eventual.save(lost)
        _ = eventual.client.shutdown(timeoutMilliseconds: 0)
        try eventual.killAndStart()
        eventual.saveNow(lost)
        #expect(try eventual.request(.objectsCreate).request.parameters["fields"] == ["name": "Windy"])

        let kept = DataObject(className: "Horse")
        try kept.change("name", .set(.value("Cloudy")))
        eventual.save(kept)
        #expect(try eventual.request(.objectsCreate).request.parameters["fields"] == ["name": "Cloudy"])
        _ = eventual.client.shutdown(timeoutMilliseconds: 0)
        try eventual.killAndStart()
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "cloudy", "createDate": "2020-01-01T00:00:00.000Z"])
        eventual.saveNow(kept)
        #expect(!eventual.bench.isAsked(.objectsCreate) && eventual.ended.last == "11002")
    }

    private static func checked(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let sum = bytes.withUnsafeBytes { CRC32C.shared.checksum($0) }
        return Array(Hex.encode([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> UInt32($0)) }).utf8) + bytes
    }

    @Test func `a change that cannot be read costs the others nothing, and a copy of the file is kept`() throws {
        let eventual = try EventualBench()
        for name in ["windy", "stormy", "cloudy"] { eventual.save(try EventualBench.horse(name, points: 1)) }
        eventual.leave(try eventual.request(.objectsUpdate))
        let text = String(decoding: try #require(try Files.read(eventual.file, bytesMax: 1 << 20)).dropFirst(8), as: UTF8.self)
        let content = try #require(try JSON.parse(text).objectValue)
        let changes = try #require(content["changes"]?.arrayValue)
        let wrongs: [(String, JSON?)] = [("kind", "upsert"), ("kind", 7), ("fields", []), ("requestId", nil)]
        for (key, value) in wrongs {
            var (content, changes) = (content, changes)
            var change = try #require(changes[1].objectValue)
            change[key] = value
            changes[1] = .object(change)
            content["changes"] = .array(changes)
            let bytes = Self.checked(JSON.object(content).text())
            try Files.replaceDurably(eventual.file, bytes)
            try eventual.killAndStart()
            for name in ["windy", "cloudy"] {
                let request = try eventual.request(.objectsUpdate)
                #expect(request.request.parameters["objectId"] == .string(name))
                eventual.answer(request)
            }
            #expect(!eventual.bench.isAsked(.objectsUpdate))
            let aside = eventual.file + ".damaged-1795000000"
            #expect(try Files.read(aside, bytesMax: 1 << 20) == bytes)
            unlink(aside)
        }
    }

    @Test func `a damaged file is kept aside, one of a newer version stays, and neither is sent`() throws {
        for (damage, ended) in [("\u{0}", "ok"), ("", "11001")] {
            let eventual = try EventualBench()
            eventual.save(try EventualBench.horse("windy", points: 1))
            var bytes = try #require(try Files.read(eventual.file, bytesMax: 1 << 20))
            if damage.isEmpty {
                bytes = Self.checked(#"{"version":2,"changes":[],"ids":{}}"#)
            } else {
                bytes[bytes.count / 2] ^= 1
            }
            try Files.replaceDurably(eventual.file, bytes)
            try eventual.killAndStart()
            #expect(!eventual.bench.isAsked(.objectsUpdate))
            let kept = damage.isEmpty ? eventual.file : eventual.file + ".damaged-1795000000"
            #expect(try Files.read(kept, bytesMax: 1 << 20) == bytes)
            eventual.save(try EventualBench.horse("cloudy", points: 1))
            if damage.isEmpty {
                #expect(eventual.ended.last == ended)
            } else {
                eventual.answer(try eventual.request(.objectsUpdate))
                #expect(eventual.ended.last == ended)
            }
        }
    }

    @Test(arguments: SimulatorDisk.Fault.allCases)
    func `what the disk failed to keep is refused and sent by nobody, whatever is in the file, until it is saved again`(
        fault: SimulatorDisk.Fault
    ) throws {
        let eventual = try EventualBench()
        eventual.save(try EventualBench.horse("cloudy", points: 1))
        eventual.leave(try eventual.request(.objectsUpdate))
        let horse = try EventualBench.horse("windy", points: 1)
        SimulatorDisk.fail(eventual.folder, fault)
        eventual.save(horse)
        #expect(eventual.ended == ["ok", "11001"])
        SimulatorDisk.fail(eventual.folder, nil)
        try eventual.killAndStart()
        // What was kept before is, and nothing else.
        let kept = try eventual.request(.objectsUpdate)
        #expect(kept.request.parameters["objectId"] == "cloudy")
        eventual.answer(kept)
        #expect(!eventual.bench.isAsked(.objectsUpdate))
        eventual.save(horse)
        let change = try eventual.request(.objectsUpdate)
        #expect(change.request.parameters["objectId"] == "windy")
        #expect(change.request.parameters["fields"] == ["points": ["__op": "Increment", "amount": 1]])
    }

    @Test func `a new user and a new password are not kept`() throws {
        let eventual = try EventualBench()
        let user = DataObject(className: "user")
        try user.change("userName", .set(.value("ann")))
        eventual.save(user)
        let known = DataObject(className: "user", objectId: "ann")
        try known.change("password", .set(.value("secret")))
        eventual.save(known)
        #expect(eventual.ended == ["400005", "400005"])
        #expect(try Files.read(eventual.file, bytesMax: 1 << 20) == nil)
    }
}
