@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// A change that is sent again because its answer was lost.
@Suite struct `Changes with an id` {
    static func request(_ api: String, _ parameters: JSON, _ id: String?, token: String? = nil) -> Request {
        var request = Request(
            api: api, origin: api.hasPrefix("console.") ? .console : .client, transactionId: "t", accessToken: token,
            parameters: parameters)
        request.changeId = id
        return request
    }

    /// Log-ins of guests and by tokens keep no answer (`Log-ins with an id`).
    static let login: JSON = ["idPInfo": ["idPCode": "google", "accessToken": "ann"], "member": [:]]

    static func shop() throws -> ServiceBench {
        var settings = try #require(ServiceBench.shopSettings.objectValue)
        settings["idPs"] = ["guest": [:], "google": [:]]
        return try ServiceBench(settings: .object(settings))
    }

    static let id = "0123456789abcdef0123456789abcdef"

    @Test func `sent again it is made once, and the first answer comes again`() throws {
        let bench = try Self.shop()
        let first = bench.ask(Self.request("gateway.idPLogin", Self.login, Self.id))
        #expect(first.message == "")
        let again = bench.ask(Self.request("gateway.idPLogin", Self.login, Self.id))
        #expect(again.form == first.form)
        #expect(try bench.count("sessions") == 1)
        // Without an id, and with another, it is a log-in of its own.
        #expect(bench.ask(Self.request("gateway.idPLogin", Self.login, nil)).form != first.form)
        #expect(bench.ask(Self.request("gateway.idPLogin", Self.login, Self.id + "1")).form != first.form)
        #expect(try bench.count("sessions") == 3)
    }

    @Test func `an id that names another change is refused, whatever differs, and nothing is told of the first`() throws {
        let bench = try Self.shop()
        let player = try bench.login()
        let parameters: JSON = ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "SANDBOX"]
        let first = bench.ask(Self.request("purchase.reserve", parameters, Self.id, token: player.token))
        #expect(first.message == "")
        let other: JSON = ["requestId": "s", "gamebaseProductId": "gem", "storeCode": "SANDBOX"]
        let stranger = try bench.login("another-guest-secret-of-32-chars")
        for request in [
            Self.request("purchase.reserve", other, Self.id, token: player.token),
            Self.request("purchase.reserve", parameters, Self.id, token: stranger.token),
            Self.request("gateway.idPLogin", Self.login, Self.id),
        ] {
            let reply = bench.ask(request)
            #expect(reply.resultCode == ResultCode.changeIdTaken && reply.body == [:])
        }
        #expect(try bench.count("payments") == 1)
    }

    @Test func `a provider's notice that is delivered again ends no session that was opened since`() throws {
        let bench = try Self.shop()
        func token() throws -> String {
            try #require(bench.ask(Self.request("gateway.idPLogin", Self.login, nil)).body["token"]?["accessToken"]?.stringValue)
        }
        func notify(_ id: String) -> Reply {
            var request = Request(
                .carrierIdPNotice, origin: .carrier, transactionId: "t",
                parameters: ["idPCode": "google", "authKey": "ann", "kind": "CONSENT_REVOKED"])
            request.changeId = id
            return bench.ask(request)
        }
        func isIn(_ token: String) -> Bool { bench.ask("purchase.open", token: token).isSuccess }
        let before = try token()
        #expect(notify(Self.id).body["isKnown"] == true && !isIn(before))
        let since = try token()
        #expect(notify(Self.id).body["isKnown"] == true && isIn(since))
        #expect(notify(Self.id + "1").body["isKnown"] == true && !isIn(since), "another one is another notice")
    }

    @Test func `an id of the wrong length is refused, and says so`() throws {
        let bench = try Self.shop()
        for id in ["", String(repeating: "x", count: 15), String(repeating: "x", count: 65)] {
            let reply = bench.ask(Self.request("gateway.idPLogin", Self.login, id))
            #expect(reply.resultCode == ResultCode.parameterInvalid && reply.message.contains("Idempotency-Key"))
        }
        #expect(try bench.count("members") == 0)
    }

    @Test func `what was refused is asked again, but what a refusal keeps is kept once`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"], "ncmb": ["applicationKey": "a", "clientKey": "c"],
        ])
        _ = bench.ask(Self.request("users.logIn", ["userName": "horse", "password": "wrong"], Self.id))
        _ = bench.ask(Self.request("users.logIn", ["userName": "horse", "password": "wrong"], Self.id))
        // One wrong try, though it was sent twice.
        #expect(try bench.database.query("SELECT tries FROM proof_tries WHERE place = ''", []).map { $0.integer(0) } == [1])
        let unknown: JSON = ["requestId": "r", "gamebaseProductId": "none", "storeCode": "SANDBOX"]
        let player = try bench.login()
        #expect(!bench.ask(Self.request("purchase.reserve", unknown, Self.id + "2", token: player.token)).isSuccess)
        #expect(try bench.count("change_answers") == 1)
    }

    @Test func `the answer of long work is kept with its last slice`() throws {
        let bench = try Self.shop()
        let parameters: JSON = ["title": "t", "body": "b"]
        let first = bench.ask(Self.request("console.sendPush", parameters, Self.id))
        #expect(first.message == "")
        #expect(bench.ask(Self.request("console.sendPush", parameters, Self.id)).form == first.form)
        #expect(try bench.count("push_campaigns") == 1)
    }

    /// Begins it, and dies after some slices.
    private func begin(_ request: Request, on bench: ServiceBench, slices: Int) throws -> SlicedWork {
        try bench.database.begin()
        #expect(try bench.service.reply(to: request).message == "")
        let work = try #require(bench.service.takeUnfinished())
        try bench.service.commit()
        for _ in 0..<slices {
            try bench.database.begin()
            #expect(try bench.service.proceed(work) == nil)
            try bench.service.commit()
        }
        return work
    }

    private func benchWithDevices(_ count: Int) throws -> ServiceBench {
        let bench = try Self.shop()
        let player = try bench.login()
        for device in 0..<count {
            _ = try bench.database.run(
                """
                INSERT INTO push_tokens (device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country,
                    timezone, offset_minutes, sandbox, options, registered_date) VALUES (?, ?, ?, 1, 1, 1, 'en', 'US', 'UTC', 0, 1, '{}', 0)
                """, [.text("device \(1000 + device)"), .text(player.userId), .text("token \(device)")])
        }
        return bench
    }

    @Test(arguments: [0, 1, 2]) func `a push whose server died in the middle, sent again, goes on and reaches each once`(slices: Int) throws
    {
        let bench = try benchWithDevices(850)
        let request = Self.request("console.sendPush", ["title": "t", "body": "b"], Self.id)
        _ = try begin(request, on: bench, slices: slices)
        let again = bench.ask(request)
        #expect(again.message == "" && again.body["accepted"] == 850)
        #expect(bench.ask(request).form == again.form)
        #expect(try bench.count("push_campaigns") == 1)
        #expect(try bench.count("push_waiting") == 850)
        #expect(bench.ask(Self.request("console.sendPush", ["title": "u", "body": "b"], Self.id)).resultCode == ResultCode.changeIdTaken)
    }

    @Test func `two tries of one push at once are one push with one answer`() throws {
        let bench = try benchWithDevices(850)
        let request = Self.request("console.sendPush", ["title": "t", "body": "b"], Self.id)
        let first = try begin(request, on: bench, slices: 1)
        let second = bench.ask(request)
        #expect(second.message == "" && second.body["accepted"] == 850)
        try bench.database.begin()
        guard case .commit(let reply)? = try bench.service.proceed(first) else { return #expect(Bool(false), "no answer") }
        try bench.service.commit()
        #expect(reply.form == second.form)
        #expect(try bench.count("push_campaigns") == 1)
        #expect(try bench.count("push_waiting") == 850)
    }

    @Test func `what is kept opens no session, neither the token nor the id can be read in the database`() throws {
        let bench = try Self.shop()
        let reply = bench.ask(Self.request("gateway.idPLogin", Self.login, Self.id))
        let token = try #require(reply.body["token"]?["accessToken"]?.stringValue)
        let rows = try bench.database.query("SELECT key_hash, subject_hash, answer FROM change_answers", [])
        #expect(rows.count == 1)
        let text = rows[0].text(0) + rows[0].text(1) + String(decoding: rows[0].blob(2), as: UTF8.self)
        #expect(!text.contains(token) && !text.contains(Self.id) && !text.contains("accessToken"))
    }

    @Test func `nobody who has the database can try passwords at what is kept of a sign-up`() throws {
        let bench = try Self.shop()
        let ann: JSON = ["className": "user", "fields": ["userName": "ann", "password": "a password of ann's"]]
        let signUp = Self.request("objects.create", ann, Self.id)
        let first = bench.ask(signUp)
        #expect(first.isSuccess && bench.ask(signUp).form == first.form)
        func kept() throws -> String { try bench.database.query("SELECT subject_hash FROM change_answers", [])[0].text(0) }
        let guess = ServiceCore.fingerprint("objects.create\n\n\(ann.text())")
        #expect(try kept() != guess)
        // A row of the version before, at most a day old.
        _ = try bench.database.run("UPDATE change_answers SET subject_hash = ?", [.text(guess)])
        #expect(bench.ask(signUp).form == first.form)
    }

    @Test func `answers are kept for a day`() throws {
        let bench = try Self.shop()
        let first = bench.ask(Self.request("gateway.idPLogin", Self.login, Self.id))
        bench.clock.advance(86_400_000 - 1000)
        #expect(bench.ask(Self.request("gateway.idPLogin", Self.login, Self.id)).form == first.form)
        bench.clock.advance(2 * 86_400_000)
        try bench.sweepAll()
        #expect(try bench.count("change_answers") == 0)
    }

    @Test func `a long answer of what may be asked again is not kept: it would fill a disk`() throws {
        let bench = try Self.shop()
        let player = try bench.login()
        func reserve(_ id: String) -> Reply {
            let wish: JSON = ["requestId": .string(id), "gamebaseProductId": "gem", "storeCode": "SANDBOX", "unlessOpen": true]
            return bench.ask(Self.request("purchase.reserve", wish, Self.id + id, token: player.token))
        }
        let first = reserve("first")
        #expect(first.isSuccess && reserve("first").form == first.form)
        let kept = try bench.count("change_answers")
        for number in 0..<30 { #expect(bench.reserve(player, "gem", requestId: "open \(number)").isSuccess) }
        let open = reserve("second")
        #expect(open.body["payments"]?.arrayValue?.count == 31)
        #expect(open.form.text().utf8.count > MadeOnce.unneededBytesMax)
        #expect(try bench.count("change_answers") == kept)
        let user: JSON = ["userName": "una", "password": "a long password", "save": .string(String(repeating: "x", count: 9_000))]
        #expect(bench.ask("objects.create", ["className": "user", "fields": user]).isSuccess)
        let login: JSON = ["userName": "una", "password": "a long password"]
        #expect(bench.ask(Self.request("users.logIn", login, Self.id + "log-in")).isSuccess)
        #expect(try bench.count("change_answers") == kept)
    }

    @Test func `requests that only read keep no answer`() throws {
        let bench = try Self.shop()
        #expect(bench.ask(Self.request("launching.getServerTime", [:], Self.id)).message == "")
        #expect(try bench.count("change_answers") == 0)
    }
}
