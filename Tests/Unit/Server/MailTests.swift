import Codecs
import Messages
import Testing

@testable import Server
@testable import Service

private let day: Int64 = 86_400_000
private let year = 365 * day

/// A server's service with mail in its settings, and two users.
private struct QueueBench {
    let bench: ServiceBench

    static let mail: JSON = [
        "host": "localhost", "from": "no-reply@example.com", "baseUrl": "https://games.example.com/", "retrySeconds": 10,
        "timeoutSeconds": 5,
    ]

    init(_ changes: JSONObject = [:], app: JSON = ["appId": "Shop", "name": "The Shop"]) throws {
        var mail = Self.mail.objectValue ?? [:]
        for member in changes.members { mail[member.key] = member.value }
        bench = try ServiceBench(settings: ["app": app, "mail": .object(mail)], keepsEvents: true, keeper: TestKeeper())
        bench.service.core.passwordCost = 8
        for name in ["ann", "bob"] {
            let fields: JSON = ["userName": .string(name), "password": "first", "mailAddress": .string("\(name)@b.c")]
            #expect(bench.ask("objects.create", ["className": "user", "fields": fields]).isSuccess)
        }
    }

    func reset(_ name: String, languages: String = "") {
        #expect(
            bench.ask("users.requestPasswordReset", ["mailAddress": .string("\(name)@b.c"), "languages": .string(languages)]).isSuccess)
    }

    func look(_ ended: [JSON] = [], most: Int64 = 8) -> JSON {
        let parameters: JSON = ["max": .integer(most), "ended": .array(ended)]
        let reply = bench.ask(Request(.carrierMails, origin: .carrier, transactionId: "t", parameters: parameters))
        #expect(reply.message == "")
        return reply.body
    }

    func taken() -> [JSON] { look()["mails"]?.arrayValue ?? [] }

    func ended(_ mail: JSON, _ state: String, _ reason: String = "") -> JSON {
        ["id": mail["id"] ?? .null, "lease": mail["lease"] ?? .null, "state": .string(state), "reason": .string(reason)]
    }

    func count(_ state: String) -> Int64? { look(most: 0)["counts"]?[state]?.int64Value }
}

@Suite struct `Mails of a server` {
    @Test func `are one each, for as long as a lease is, and none is taken twice meanwhile`() throws {
        let world = try QueueBench()
        world.reset("ann")
        world.reset("bob")
        let mails = world.taken()
        #expect(mails.map { $0["mailAddress"] } == ["ann@b.c", "bob@b.c"])
        #expect(world.taken() == [])
        let key = try #require(mails[0]["key"]?.stringValue)
        let link = "https://games.example.com/v1/apps/Shop/mail/password-reset?key=\(key)"
        #expect(mails[0]["link"] == .string(link))
        #expect(mails[0]["text"]?.stringValue?.contains(link) == true)
        #expect(mails[0]["text"]?.stringValue?.contains("The Shop") == true)
        #expect(world.look([world.ended(mails[0], "SENT")])["mails"] == [])
        // Whoever had the other one is gone: it is the same mail again.
        world.bench.clock.advance(10_001)
        let again = world.taken()
        #expect(again.count == 1 && again[0]["id"] == mails[1]["id"] && again[0]["text"] == mails[1]["text"])
        #expect(world.look([world.ended(again[0], "SENT")])["mails"] == [])
        #expect(try world.bench.database.query("SELECT sealed_key FROM mails", []).allSatisfy { $0.text(0).isEmpty })
    }

    @Test func `are tried again after waits that grow, and given up in the end`() throws {
        let world = try QueueBench()
        world.reset("ann")
        var waits: [Int64] = []
        for _ in 0..<11 {
            let mail = try #require(world.taken().first)
            let next = try #require(world.look([world.ended(mail, "QUEUED", "450 later")])["nextMilliseconds"]?.int64Value)
            #expect(world.taken() == [])
            waits.append(next / 1000)
            world.bench.clock.advance(next)
        }
        #expect(waits == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
        let last = try #require(world.taken().first)
        #expect(last["tries"] == 12)
        #expect(world.look([world.ended(last, "UNKNOWN", "no answer")])["counts"]?["GIVEN_UP"] == 1)
        let shown = world.bench.console("mails")
        #expect(shown.body["mails"]?.arrayValue?.first?["reason"] == "no answer")
    }

    @Test(arguments: [year, -year]) func `are sent when they are due, whatever the clock was once`(_ wrong: Int64) throws {
        let world = try QueueBench()
        world.reset("ann")
        let mail = try #require(world.taken().first)
        world.bench.clock.advance(wrong)
        _ = world.look([world.ended(mail, "QUEUED")], most: 0)
        world.bench.clock.advance(-wrong)
        world.bench.clock.advance(20_000)
        #expect(world.taken().count + (world.count("GIVEN_UP").map { Int($0) } ?? 0) == 1, "behind a clock that was \(wrong) ms wrong")
    }

    @Test func `whose key was used, or is over, are not sent`() throws {
        let world = try QueueBench()
        world.reset("ann")
        let first = try #require(world.taken().first)
        #expect(world.look([world.ended(first, "UNKNOWN")])["mails"] == [])
        #expect(world.bench.ask("users.finishPasswordReset", ["key": first["key"] ?? .null, "password": "second"]).isSuccess)
        world.bench.clock.advance(20_000)
        #expect(world.taken() == [] && world.count("UNKNOWN") == 0 && world.count("GIVEN_UP") == 0)
        world.reset("bob")
        world.bench.clock.advance(day + 1)
        #expect(world.taken() == [] && world.count("GIVEN_UP") == 1)
    }

    @Test func `to one address are few in a day, and none after a bounce until it is cleared`() throws {
        let world = try QueueBench(["addressPerDay": 2])
        for _ in 0..<4 { world.reset("ann") }
        #expect(world.taken().count == 2)
        world.reset("bob")
        let mail = try #require(world.taken().first)
        #expect(world.look([world.ended(mail, "BOUNCED", "550 5.1.1 nobody")])["counts"]?["BOUNCED"] == 1)
        world.reset("bob")
        #expect(world.taken() == [])
        #expect(world.bench.console("mails").body["bounces"]?.arrayValue?.map { $0["mailAddress"] } == ["bob@b.c"])
        #expect(world.bench.console("clearBounce", ["mailAddress": "bob@b.c"]).body["cleared"] == 1)
        world.reset("bob")
        #expect(world.taken().count == 1)
    }

    @Test func `to one address are as many on the next day`() throws {
        let world = try QueueBench(["addressPerDay": 2])
        for _ in 0..<3 { world.reset("ann") }
        let first = world.taken()
        #expect(first.count == 2)
        #expect(world.look(first.map { world.ended($0, "SENT") })["mails"] == [])
        world.bench.clock.advance(day - 1)
        world.reset("ann")
        #expect(world.taken() == [])
        world.bench.clock.advance(1)
        for _ in 0..<3 { world.reset("ann") }
        #expect(world.taken().count == 2)
    }

    @Test(arguments: ["SENT", "BOUNCED", "GIVEN_UP"]) func `of an hour are no more than it may have, whatever became of them`(
        _ state: String
    ) throws {
        let world = try QueueBench(["perHour": 2])
        for name in ["ann", "bob"] { world.reset(name) }
        let first = world.taken()
        #expect(world.look([world.ended(first[0], "SENT"), world.ended(first[1], state)])["mails"] == [])
        world.reset("ann")
        world.bench.clock.advance(3_600_000 - 1)
        let full = world.look()
        #expect(full["mails"] == [] && full["nextMilliseconds"] == .integer(MailLimit.fullMilliseconds))
        world.bench.clock.advance(1)
        #expect(world.taken().count == 1)
    }

    @Test func `to one box are few in a day, however its address is written`() throws {
        let world = try QueueBench(["addressPerDay": 3])
        func ask(_ address: String) {
            #expect(world.bench.ask("users.requestMailEntry", ["mailAddress": .string(address)]).isSuccess)
        }
        for address in ["eve@b.c", "Eve@b.c", "eve@B.C", "EVE@b.c", "eve+1@b.c", "eve+2@b.c"] { ask(address) }
        #expect(Set(world.taken().compactMap { $0["mailAddress"]?.stringValue }) == ["eve@b.c", "Eve@b.c", "eve@B.C"])
        for address in ["+eve@b.c", "even@b.c", "eve@b.d"] { ask(address) }
        #expect(world.taken().count == 3)
        world.bench.clock.advance(day)
        ask("EVE@b.c")
        #expect(world.taken().contains { $0["mailAddress"] == "EVE@b.c" })
    }

    @Test func `are in the language that is read, of those that there are`() throws {
        let own: JSON = ["language": "fr", "kind": "passwordReset", "subject": "Bonjour {userName}", "text": "{{ {link}"]
        let world = try QueueBench(["templates": [own]], app: ["appId": "Shop", "defaultLanguage": "ja"])
        for languages in ["fr-CA, en;q=0.5", "en;q=0.1, ko", "xx", "", "de;q=1, en-GB;q=0"] { world.reset("ann", languages: languages) }
        let subjects = world.taken().compactMap { $0["subject"]?.stringValue }
        #expect(subjects == ["Bonjour ann", "비밀번호 재설정"] + [String](repeating: "パスワードの再設定", count: 3))
    }

    @Test func `are written whatever a game gives as languages`() throws {
        let world = try QueueBench()
        for languages in ["ko;q=0.ééé, en;q=0.1", "ja;q=0.\u{1F600}, ko;q=0.25", ";q=0.ééé"] { world.reset("ann", languages: languages) }
        let subjects = world.taken().compactMap { $0["subject"]?.stringValue }
        #expect(subjects.sorted() == ["Set a new password", "Set a new password", "비밀번호 재설정"])
    }

    @Test func `without anything to seal their keys with, are refused in whole`() throws {
        let bench = try ServiceBench(settings: ["app": ["appId": "Shop"], "mail": QueueBench.mail], keepsEvents: true)
        let fields: JSON = ["userName": "ann", "password": "first", "mailAddress": "ann@b.c"]
        #expect(bench.ask("objects.create", ["className": "user", "fields": fields]).isSuccess)
        #expect(!bench.ask("users.requestPasswordReset", ["mailAddress": "ann@b.c"]).isSuccess)
        #expect(try bench.count("mails") == 0 && bench.count("one_time_keys") == 0)
    }
}

@Suite struct `What is said to a mail server` {
    private func verdict(_ lines: [String], whole: Int? = nil, _ failure: String? = nil) -> MailVerdict {
        var dialogue = MailDialogue()
        for (place, line) in lines.enumerated() {
            if place == whole { dialogue.isWhole = true }
            let bytes = Array(line.dropFirst(2).utf8)
            bytes.withUnsafeBytes { if line.hasPrefix("<") { dialogue.hear($0) } else { dialogue.tell($0) } }
        }
        if whole == lines.count { dialogue.isWhole = true }
        return dialogue.verdict(failure)
    }

    @Test func `says how the mail ended`() {
        let start = [
            "< 220 hello", "> EHLO a", "< 250-b", "< 250 AUTH PLAIN", "> AUTH PLAIN", "< 334 ", "> c2VjcmV0", "< 235 ok",
            "> MAIL FROM:<a@b>",
        ]
        let data = start + ["< 250 ok", "> RCPT TO:<c@d>", "< 250 ok", "> DATA", "< 354 go on"]
        #expect(verdict(data + ["< 250 2.0.0 taken"], whole: data.count) == .sent("250 2.0.0 taken"))
        #expect(verdict(data + ["< 250 taken", "> QUIT", "< 421 bye"], whole: data.count, "closed") == .sent("250 taken"))
        #expect(verdict(data, whole: data.count, "closed") == .unknown("no answer came to the whole mail: closed"))
        #expect(verdict(data, "timeout") == .later("timeout"))
        #expect(verdict(data + ["< 451 later"], whole: data.count) == .later("451 later"))
        #expect(verdict(data + ["< 550 5.1.1 nobody"], whole: data.count) == .bounced("550 5.1.1 nobody"))
        #expect(verdict(data + ["< 554 5.7.1 spam"], whole: data.count) == .refused("554 5.7.1 spam"))
        let rcpt = start + ["< 250 ok", "> RCPT TO:<c@d>"]
        #expect(verdict(rcpt + ["< 550 5.1.1 nobody"], "failed") == .bounced("550 5.1.1 nobody"))
        #expect(verdict(rcpt + ["< 550 5.7.1 no"], "failed") == .later("550 5.7.1 no"))
        #expect(verdict(rcpt + ["< 554 Relay access denied"], "failed") == .later("554 Relay access denied"))
        #expect(verdict(rcpt + ["< 450 busy", "> QUIT"], "failed") == .later("450 busy"))
        // A full mailbox is one tomorrow, too, and a sender who is not believed says nothing of the recipient.
        for text in [
            "552 5.2.2 The account is over quota", "552 mailbox full", "550 5.2.2 over quota", "550 5.3.1 disk full",
            "550 5.1.8 no such domain",
            "550 5.1.7 bad sender", "550 Sender verify failed",
        ] {
            #expect(verdict(rcpt + ["< " + text], "failed") == .later(text))
        }
        for text in ["550 5.2.1 disabled", "550 no such user", "551 user not local", "550 5.1.1 unknown to the sender's server"] {
            #expect(verdict(rcpt + ["< " + text], "failed") == .bounced(text))
        }
        #expect(verdict(data + ["< 550 5.1.8 no such domain"], whole: data.count) == .refused("550 5.1.8 no such domain"))
        #expect(verdict(start + ["< 550 not you"], "failed") == .later("550 not you"))
        #expect(verdict(["< 220 a", "> EHLO", "< 250 b", "> AUTH PLAIN", "< 535 no"], "denied") == .later("535 no"))
        #expect(verdict([], "nobody") == .later("nobody"))
        // What strangers say ends no line of a log.
        #expect(verdict(rcpt + ["< 550 5.1.1 a\r\nb\u{1b}"], "failed") == .bounced("550 5.1.1 a  b"))
    }

    @Test func `an address that a mail server repeats is not in the log, in whatever letters it comes`() {
        func logged(_ reason: String) -> String { MailDesk.withoutAddress(reason, "Ann.Lee@Example.com") }
        #expect(logged("550 5.1.1 <ann.lee@example.com>: nobody") == "550 5.1.1 <<address>>: nobody")
        #expect(logged("Ann.Lee@Example.com, ANN.LEE@EXAMPLE.COM") == "<address>, <address>")
        #expect(logged("550 Ann.Lee@Example.co") == "550 Ann.Lee@Example.co")
        #expect(logged("") == "" && MailDesk.withoutAddress("550 no", "") == "550 no")
        let long = "550 " + String(repeating: "x", count: MailDialogue.lineBytesMax - 13)
        #expect(logged(long + " ann.lee@") == long + " <address>")
        let short = String(long.dropLast()) + " ann.lee@"
        #expect(logged(short) == short)
    }

    @Test func `a mail is ASCII, in short lines, and the same each time`() {
        let name = String(repeating: "名前", count: 40) + "\r\nBcc: x@y"
        let mail = MailMessage(
            id: "abc", from: "a@b.example", fromName: name, to: "c@d", subject: name, text: "a\n.\nb" + name, date: 1_764_163_655_000)
        #expect(mail.bytes == mail.bytes)
        let text = String(decoding: mail.bytes, as: UTF8.self)
        #expect(mail.bytes.allSatisfy { $0 < 0x7F })
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 100 } && !text.contains("Bcc") && !lines.contains("."))
        #expect(text.hasPrefix("Date: Wed, 26 Nov 2025 13:27:35 +0000\r\n") && text.contains("Message-ID: <abc@b.example>\r\n"))
    }

    @Test func `a webhook is signed as stores sign theirs`() {
        let body = Array("{}".utf8)
        let field = WebhookSignature.field(body, secret: "secret", nowSeconds: 1_700_000_000)
        #expect(WebhookSignature.refusal(field, body, secret: "secret", nowSeconds: 1_700_000_010) == nil)
        #expect(WebhookSignature.refusal(field, body, secret: "other", nowSeconds: 1_700_000_010) != nil)
    }
}
