import Codecs
import Linux
import Messages
import Storage
import Testing

@testable import Server

/// People who sign in to the console: what needs no server (OneTimeCode.swift, ConsoleRole.swift, Metrics.swift).
@Suite struct `People of the console` {
    private static let secret = Array("12345678901234567890".utf8)

    /// RFC 6238, appendix B, of SHA-1.
    private static let vectors: [(seconds: Int64, code: String)] = [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ]

    @Test func `codes are those of RFC 6238`() {
        for (seconds, code) in Self.vectors {
            #expect(OneTimeCode.code(Self.secret, step: seconds / 30, digits: 8) == code)
            #expect(OneTimeCode.code(Self.secret, step: seconds / 30) == String(code.suffix(6)))
        }
    }

    @Test func `a code is good in its step and the ones beside it, and not again`() throws {
        let now: Int64 = 1_111_111_111_000
        let step = now / 30_000
        for off in Int64(-3)...3 {
            let code = try #require(OneTimeCode.code(Self.secret, step: step + off))
            #expect((OneTimeCode.step(of: code, Self.secret, at: now, after: 0) == step + off) == (abs(off) <= 1))
            #expect(OneTimeCode.step(of: code, Self.secret, at: now, after: step + off) == nil)
            #expect((OneTimeCode.step(of: code, Self.secret, at: now, after: step) != nil) == (off == 1))
        }
        for wrong in ["", "1", "12345", "1234567", "abcdef", "\u{FF11}\u{FF12}\u{FF13}\u{FF14}\u{FF15}\u{FF16}"] {
            #expect(OneTimeCode.step(of: wrong, Self.secret, at: now, after: 0) == nil)
        }
    }

    /// RFC 4648, section 10, without padding.
    @Test func `secrets are written as RFC 4648 has it`() {
        let vectors = [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB")]
        for (text, encoded) in vectors + [("foobar", "MZXW6YTBOI")] { #expect(Base32.encode(Array(text.utf8)) == encoded) }
        for (host, issuer) in [("play.example:8443", "play.example"), ("[::1]:80", "%5B%3A%3A1%5D"), ("", "libgamebase")] {
            let address = OneTimeCode.address(Self.secret, of: "A/da", at: host)
            #expect(address.hasPrefix("otpauth://totp/\(issuer)%3AA%2Fda?secret=GEZDGNBV") && address.contains("&issuer=\(issuer)&"))
        }
    }

    @Test func `each request of an operator has a role, and no other request has one`() {
        for name in RequestName.allCases {
            #expect((ConsoleRole.needed(for: name) != nil) == (name.facts.asker == .console), "\(name.text)")
        }
    }

    @Test func `a token is told from every key by its form`() {
        #expect(PeopleSecret.isToken("gbp_" + String(repeating: "x", count: 43)))
        for text in ["", "gbp_", String(repeating: "x", count: 47), "gbp_" + String(repeating: "x", count: 44)] {
            #expect(!PeopleSecret.isToken(text))
        }
    }

    @Test func `how long requests took between two looks is read from what was counted between them`() throws {
        var metrics = Metrics()
        metrics.count(app: "a", .getServerTime, 0, nanoseconds: 9_000_000_000)
        let old = metrics.sums(of: "a")
        #expect(Metrics.milliseconds(0.5, from: old, to: metrics.sums(of: "a")) == nil)
        for _ in 0..<100 { metrics.count(app: "a", .getServerTime, 0, nanoseconds: 3_000_000) }
        metrics.count(app: "b", .getServerTime, 0, nanoseconds: 9_000_000_000)
        let sums = metrics.sums(of: "a")
        #expect(sums.requests - old.requests == 100 && sums.failed == 0)
        let half = try #require(Metrics.milliseconds(0.5, from: old, to: sums))
        #expect(half > 2.5 && half <= 5)
        #expect(try #require(Metrics.milliseconds(0.99, from: old, to: sums)) >= half)
        metrics.count(app: "a", .getServerTime, 0, nanoseconds: 60_000_000_000)
        #expect(Metrics.milliseconds(1, from: sums, to: metrics.sums(of: "a")) == 10_000)
    }
}

/// Passwords that wait (Aside.swift, Door.swift).
@Suite struct `Work beside the loop` {
    private final class Done: @unchecked Sendable { var texts: [String] = [] }
    private final class Hands: @unchecked Sendable { var nanoseconds: Int64 = 0 }

    @Test func `guesses of strangers take no place of people who came from there before, and wait behind them`() {
        let aside = Aside("test-aside")
        let done = Done()
        func run(_ pace: Aside.Pace, _ text: String) -> Bool { aside.run(at: pace, most: 2) { done.texts.append(text) } }
        #expect([run(.last, "guess 1"), run(.last, "guess 2"), run(.last, "guess 3")] == [true, true, false])
        #expect([run(.slow, "known 1"), run(.slow, "known 2"), run(.slow, "known 3")] == [true, true, false])
        #expect(run(.quick, "session"))
        #expect(aside.start())
        aside.end(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 30_000))
        #expect(done.texts == ["session", "known 1", "known 2", "guess 1", "guess 2"])
        #expect(!run(.slow, "too late"))
    }

    @Test func `the work of an asker who has had much of the thread waits behind that of others`() {
        let hands = Hands()
        let aside = Aside("test-aside", now: { hands.nanoseconds })
        let done = Done()
        func run(_ asker: UInt64, _ text: String) {
            aside.run(by: asker) {
                hands.nanoseconds += 50_000_000
                done.texts.append(text)
            }
        }
        for text in ["long 1", "long 2", "long 3"] { run(1, text) }
        run(2, "a player's")
        run(3, "another's")
        run(2, "the player's next")
        #expect(aside.start())
        aside.end(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 30_000))
        #expect(done.texts == ["long 1", "a player's", "another's", "long 2", "the player's next", "long 3"])
    }
}

/// What two servers keep of people in one database, and one does while the other is at it (PeopleStore.swift).
@Suite struct `People at two servers` {
    /// Lets somebody act before it gives anything.
    private final class Overtaken: RandomSource, @unchecked Sendable {
        var act: (() -> Void)?
        private(set) var given: [UInt8] = []
        private let random = ServiceTestRandom(seed: 7)

        func bytes(_ count: Int) -> [UInt8] {
            let now = act
            act = nil
            now?()
            given = random.bytes(count)
            return given
        }
    }

    private let random = Overtaken()
    private let database: SharedDatabase
    private let here: PeopleStore
    private let there: PeopleStore
    private let place = SignInPlace(address: "192.0.2.1", agent: "a browser")
    private let form: JSON = ["name": "ann", "password": "the first one"]

    init() throws {
        let clock = ServiceTestClock()
        let secrets = try Secrets.read(file: nil).orElse("a-secrets-key-of-the-tests-0123456789")
        database = try SharedDatabase()
        try Migrations.apply(PeopleSchema.migrations, to: database.real)
        here = PeopleStore(database, clock, random, secrets)
        there = PeopleStore(database.real, clock, ServiceTestRandom(seed: 8), secrets)
        let link = try there.link()
        try there.make(by: .first, ["secret": link["secret"] ?? nil, "name": "ann", "password": "the first one"])
    }

    @Test func `a password that is changed while it is looked at opens no session, and changes nothing`() throws {
        let there = self.there
        let ann = try there.signedIn(there.logIn(form, place))
        let second: JSON = ["password": "the first one", "newPassword": "the second one"]
        random.act = { _ = try? there.changePassword(ann, second) }
        #expect(throws: PeopleRefusal.self) { try here.logIn(form, place) }
        #expect(try here.sessions(ann)["sessions"]?.arrayValue?.count == 1)
        let third: JSON = ["password": "the second one", "newPassword": "the third one"]
        random.act = { _ = try? there.changePassword(ann, third) }
        #expect(throws: PeopleRefusal.self) {
            try here.changePassword(ann, ["password": "the second one", "newPassword": "the fourth one"])
        }
        let secret = try here.logIn(["name": "ann", "password": "the third one"], place)
        #expect(try there.person(secret)?.name == "ann")
    }

    @Test func `an account that is taken away while it signs in opens no session`() throws {
        let there = self.there
        let ann = try there.signedIn(there.logIn(form, place))
        let account = PeopleAccount(issuer: "https://accounts.example", subject: "1")
        _ = try there.connect(ann, to: account)
        random.act = { _ = try? there.disconnect(ann) }
        #expect(throws: PeopleRefusal.self) { try here.logIn(by: account, place) }
        #expect(try here.sessions(ann)["sessions"]?.arrayValue?.count == 1)
    }

    @Test func `another account in place of one ends the sessions that it opened, and the same one again ends none`() throws {
        let ann = try there.signedIn(there.logIn(form, place))
        let (old, new) = (
            PeopleAccount(issuer: "https://a.example", subject: "1"), PeopleAccount(issuer: "https://b.example", subject: "1")
        )
        let opened = try there.logIn(form, place)
        for _ in 0..<2 { _ = try there.connect(ann, to: old) }
        let byOld = try there.logIn(by: old, place)
        for secret in [opened, byOld] { #expect(try there.person(secret)?.name == "ann") }
        _ = try there.connect(ann, to: new)
        for secret in [opened, byOld] { #expect(try there.person(secret)?.name == nil) }
        #expect(try there.sessions(ann)["sessions"]?.arrayValue?.count == 1)
    }

    @Test func `an administrator whose provider is asked no more is not the one who is left`() throws {
        let (gone, now) = ("https://gone.example", "https://accounts.example")
        for (name, issuer) in [("bob", gone), ("eve", now)] {
            let invited = try there.invite(["roles": ["*": "administrator"]])
            let form: JSON = ["secret": invited["secret"] ?? nil, "name": .string(name)]
            try there.make(by: .invitation, form, PeopleAccount(issuer: issuer, subject: name))
        }
        let less: JSON = ["name": "ann", "roles": ["*": "viewer"]]
        try there.remove(["name": "eve"], now)
        for issuer in [nil, now] {
            #expect(throws: PeopleRefusal.self) { try there.change(less, issuer) }
            #expect(throws: PeopleRefusal.self) { try there.remove(["name": "ann"], issuer) }
        }
        try there.change(less, gone)
        #expect(throws: PeopleRefusal.self) { try there.remove(["name": "bob"], gone) }
        // Bob alone is left: a start of a server that asks another provider, or none, prints a link.
        #expect(try there.firstLink(gone) == nil)
        for issuer in [nil, now] { #expect(try there.firstLink(issuer) != nil) }
    }

    @Test func `a session that ends while the provider is asked connects no account`() throws {
        let ann = try there.signedIn(there.logIn(form, place))
        let invited = try there.invite(["roles": [:]])
        try there.make(by: .invitation, ["secret": invited["secret"] ?? nil, "name": "bob", "password": "the first one"])
        let bob = try there.signedIn(there.logIn(["name": "bob", "password": "the first one"], place))
        let stolen = try there.signedIn(there.logIn(form, place))
        try there.endOtherSessions(of: ann)
        try there.remove(["name": "bob"])
        let account = PeopleAccount(issuer: "https://accounts.example", subject: "1")
        for person in [stolen, bob] { #expect(throws: PeopleRefusal.self) { try here.connect(person, to: account) } }
        #expect(try database.real.query("SELECT subject FROM person_accounts", []).isEmpty)
        _ = try here.connect(ann, to: account)
        #expect(try there.list()["people"]?.arrayValue?.first?["hasAccount"] == true)
    }

    @Test func `nobody has a name that looks like another's`() throws {
        for name in ["ann\u{200B}", "\u{430}nn", "\u{FF41}nn", "a\u{301}nn", "\u{1112}\u{1161}\u{11AB}국"] {
            let invited = try there.invite(["roles": [:]])
            let form: JSON = ["secret": invited["secret"] ?? nil, "name": .string(name), "password": "the first one"]
            #expect(throws: PeopleRefusal.self, "\(name)") { try there.make(by: .invitation, form) }
        }
        for name in ["山田 学", "한국", "Ünal"] { #expect(try there.personName(["name": .string(name)]) == name) }
    }

    @Test func `of two that confirm a code at once one is given recovery codes, and they are good`() throws {
        let there = self.there
        let ann = try there.signedIn(there.logIn(form, place))
        _ = try here.changeCode(ann, [:])
        let code = try #require(OneTimeCode.code(random.given, step: here.now / 30_000))
        var first: JSON?
        random.act = { first = try? there.changeCode(ann, ["code": .string(code)]) }
        #expect(throws: PeopleRefusal.self) { try here.changeCode(ann, ["code": .string(code)]) }
        let recovery = try #require(first?["recoveryCodes"]?.arrayValue?.first)
        try there.checkCode(of: ann.id, ["code": recovery])
    }

    @Test func `ten wrong codes close codes for an hour from the tenth on, however long ago the first one was`() throws {
        let clock = ServiceTestClock()
        let store = PeopleStore(database.real, clock, random, try Secrets.read(file: nil).orElse("a-secrets-key-of-the-tests-0123456789"))
        let ann = try there.signedIn(there.logIn(form, place))
        _ = try there.changeCode(ann, [:])
        _ = try database.real.run("UPDATE person_codes SET is_confirmed = 1", [])
        func tried() -> Int {
            do throws(PeopleRefusal) { try store.checkCode(of: ann.id, ["code": "nocode"]) } catch { return error.status }
            return 200
        }
        #expect(tried() == 401)
        clock.advance(PeopleStore.wrongMilliseconds - 1_000)
        #expect((1...10).map { _ in tried() } == [401, 401, 401, 401, 401, 401, 401, 401, 401, 429])
        clock.advance(2_000)
        #expect(tried() == 429)
        clock.advance(PeopleStore.wrongMilliseconds)
        #expect(tried() == 401)
    }

    @Test func `codes outlive the key that sealed them, once a server has begun with a newer one before it`() throws {
        let ann = try there.signedIn(there.logIn(form, place))
        _ = try there.changeCode(ann, [:])
        _ = try database.real.run("UPDATE person_codes SET is_confirmed = 1", [])
        let folder = TestFolder()
        let path = folder.file("secrets")
        let newer = "a-newer-secrets-key-of-the-tests-0123456"
        try Files.replaceDurably(path, Array("\(newer)\na-secrets-key-of-the-tests-0123456789\n".utf8))
        // Another server does the same at this moment.
        database.conflictsAtCommit = 1
        try PeopleStore(database, ServiceTestClock(), random, Secrets.read(file: path)).sealCodesAnew()
        try Files.replaceDurably(path, Array("\(newer)\n".utf8))
        let later = PeopleStore(database.real, ServiceTestClock(), random, try Secrets.read(file: path))
        do throws(PeopleRefusal) {
            try later.checkCode(of: ann.id, ["code": "nocode"])
            Issue.record("a wrong code was right")
        } catch {
            #expect(error.status == 401, "\(error.message)")
        }
    }

    @Test func `wrong codes at both at once count each`() throws {
        let there = self.there
        let ann = try there.signedIn(there.logIn(form, place))
        _ = try there.changeCode(ann, [:])
        _ = try database.real.run("UPDATE person_codes SET is_confirmed = 1", [])
        let wrong: JSON = ["code": "nocode"]
        #expect(throws: PeopleRefusal.self) { try here.checkCode(of: ann.id, wrong) }
        database.overtake = ("UPDATE person_codes SET wrong", { try there.checkCode(of: ann.id, wrong) })
        #expect(throws: PeopleRefusal.self) { try here.checkCode(of: ann.id, wrong) }
        #expect(try database.real.query("SELECT wrong FROM person_codes", []).first?.integer(0) == 3)
    }
}

/// The database of one server's people, whose file is no longer where it was (People.swift).
@Suite struct `People in a file` {
    @Test func `on a full disk who has signed in is let in, and nobody else`() throws {
        let folder = TestFolder()
        let clock = ServiceTestClock()
        func opened() throws -> PeopleStore {
            let database = try SQLiteDatabase.open(path: folder.file("console.db"))
            try Migrations.apply(PeopleSchema.migrations, to: database)
            return PeopleStore(database, clock, ServiceTestRandom(seed: 7), nil)
        }
        let form: JSON = ["name": "ann", "password": "the first one"]
        let place = SignInPlace(address: "192.0.2.1", agent: "a browser")
        let before = try opened()
        let link = try before.link()
        try before.make(by: .first, ["secret": link["secret"] ?? nil, "name": "ann", "password": "the first one"])
        let secret = try before.logIn(form, place)
        let asked: JSON = ["name": "a program", "role": .string(ConsoleRole.administrator.rawValue), "app": .string(ConsoleRole.everyApp)]
        let token = try #require(try before.makeToken(before.signedIn(secret), asked)["token"]?.stringValue)
        before.close()
        // Its log is empty: all that is read is in the file.
        let store = try opened()
        clock.advance(PeopleStore.noteMilliseconds)
        try replaceDescriptor(ofFileEnding: folder.path + "/console.db-wal", with: "/dev/full")
        #expect(try store.signedIn(secret).name == "ann" && store.bearer(token).name == "ann")
        #expect(throws: PeopleRefusal.self) { try store.logIn(form, place) }
        #expect(try store.signedIn(secret).name == "ann")
    }

    @Test func `after a fault the file is opened anew, and nobody has to start the server again`() throws {
        let folder = TestFolder()
        let path = folder.file("console.db")
        let people = People(try #require(Loop.make()), ServiceTestClock()) { () throws(StorageError) in
            let database = try SQLiteDatabase.open(path: path)
            try Migrations.apply(PeopleSchema.migrations, to: database)
            return PeopleStore(database, ServiceTestClock(), ServiceTestRandom(seed: 7), nil)
        }
        #expect(try people.firstLink() != nil)
        try Files.move(path, to: path + ".elsewhere")
        #expect(throws: PeopleRefusal.self) { try people.firstLink() }
        try Files.move(path + ".elsewhere", to: path)
        #expect(try people.firstLink() != nil)
    }
}
