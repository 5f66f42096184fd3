import CLinux
import Linux
import Testing

@testable import Desktop

@Test func `a notice is shown with what the server can show of it, pressed and closed`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("caps=actions,body,body-markup,sound,inline-reply"))
    #expect(
        world.show("a") {
            $0.bodyMarkup = "<b>B</b>"
            $0.actions = [Notice.Action(key: "ACCEPT_ID", label: "Accept")]
            $0.replyLabel = "Answer"
            $0.imagePath = "/tmp/a picture.png"
            $0.soundPath = "/tmp/a.wav"
            $0.category = "x-game.OFFER"
            $0.urgency = .critical
            $0.isTransient = true
            $0.timeoutMilliseconds = 5000
        })
    let line = try #require(server.expect("notify"))
    #expect(
        line == "notify 7 0 Ta | <b>B</b> | ACCEPT_ID,Accept,inline-reply,Answer | category=x-game.OFFER,desktop-entry=game,"
            + "image-path=file:///tmp/a%20picture.png,sound-file=/tmp/a.wav,transient=1,urgency=2,"
            + "x-kde-reply-placeholder-text=Answer | 5000")
    #expect(world.told.waits("shown a 7"))
    #expect(world.told.has("server rude"))
    server.say("token 7 tok")
    server.say("press 7 ACCEPT_ID")
    #expect(world.told.waits("pressed a ACCEPT_ID tok -"))
    server.say("press 7 default")
    #expect(world.told.waits("pressed a default - -"))
    server.say("reply 7 some words")
    #expect(world.told.waits("pressed a inline-reply - some words"))
    server.say("press 7 ANOTHER_ID")
    server.say("close 7 2")
    #expect(world.told.waits("closed a dismissed"))
    #expect(!world.told.all.contains { $0.contains("ANOTHER_ID") })
}

@Test func `a server without capabilities gets plain text and no buttons`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("caps="))
    #expect(
        world.show("a") {
            $0.bodyMarkup = "<b>B</b>"
            $0.actions = [Notice.Action(key: "ACCEPT_ID", label: "Accept")]
            $0.replyLabel = "Answer"
            $0.soundPath = "/tmp/a.wav"
        })
    #expect(server.expect("notify") == "notify 7 0 Ta | <B> |  | desktop-entry=game,urgency=1 | -1")
}

@Test func `a notice of the same key replaces the one before, in order and one at a time`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("reply=late"))
    #expect(world.show("a") { $0.title = "1" })
    #expect(server.expect("notify")?.hasPrefix("notify 7 0 1 ") == true)
    #expect(world.show("a") { $0.title = "2" })
    #expect(world.show("a") { $0.title = "3" })
    #expect(world.settles())
    server.say("answer")
    #expect(world.told.waits("shown a 7"))
    // The second was overtaken while the first had no answer.
    #expect(server.expect("notify")?.hasPrefix("notify 7 7 3 ") == true)
    server.say("answer")
    #expect(world.told.waits("shown a 7", count: 2))
    #expect(world.desktop.close("a"))
    #expect(server.expect("closing") == "closing 7")
    #expect(world.told.waits("closed a closedByCall"))
}

@Test func `a notice that is shown while the one before is taken away is no notice that ended`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("close=late"))
    #expect(world.show("a"))
    #expect(world.told.waits("shown a 7"))
    #expect(world.desktop.close("a"))
    #expect(server.expect("closing") == "closing 7")
    #expect(world.show("a") { $0.title = "2" })
    #expect(world.settles())
    server.say("answer")
    #expect(world.told.waits("shown a 8"))
    #expect(!world.told.all.contains { $0.hasPrefix("closed") })
    server.say("press 8 default")
    #expect(world.told.waits("pressed a default - -"))
}

@Test func `what is on the screen stays its owner's when the server refuses what is to replace it`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("reply=once"))
    #expect(world.show("a") { $0.title = "1" })
    #expect(world.told.waits("shown a 7"))
    #expect(world.show("a") { $0.title = "2" })
    #expect(world.told.waits("unavailable a refused kept"))
    server.say("press 7 default")
    #expect(world.told.waits("pressed a default - -"))
    #expect(world.desktop.close("a"))
    #expect(server.expect("closing") == "closing 7")
    #expect(world.told.waits("closed a closedByCall"))
}

@Test func `a press is told as one on the notice that the player saw, while another is on its way, and after it was refused`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("reply=late"))
    func show(_ mark: String, _ button: String) -> Bool {
        world.show("a") {
            $0.mark = mark
            $0.actions = [Notice.Action(key: button, label: button)]
        }
    }
    #expect(show("first", "buy"))
    #expect(server.expect("notify") != nil)
    server.say("answer")
    #expect(world.told.waits("shown a 7"))
    #expect(show("second", "sell"))
    #expect(server.expect("notify") != nil)
    for action in ["default", "buy"] {
        server.say("press 7 \(action)")
        #expect(world.told.waits("pressed a=first \(action) - -"))
    }
    // One that only the second has is one on the second.
    server.say("press 7 sell")
    #expect(world.told.waits("pressed a=second sell - -"))
    server.say("answer")
    #expect(world.told.waits("shown a 7", count: 2))
    server.say("press 7 default")
    #expect(world.told.waits("pressed a=second default - -"))
    let other = try #require(DesktopWorld()), refusing = try #require(other.rude("reply=once"))
    #expect(other.show("a") { $0.mark = "first" })
    #expect(other.told.waits("shown a 7"))
    #expect(other.show("a") { $0.mark = "second" })
    #expect(other.told.waits("unavailable a refused kept"))
    refusing.say("press 7 default")
    #expect(other.told.waits("pressed a=first default - -"))
}

@Test func `what is on the screen stays its owner's when what is to replace it is one of too many, or too large`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("reply=late"))
    #expect(world.show("a"))
    #expect(server.expect("notify") != nil)
    server.say("answer")
    #expect(world.told.waits("shown a 7"))
    #expect(world.show("a") { $0.title = String(repeating: "x", count: DesktopLimit.titleBytesMax + 1) })
    #expect(world.told.waits("unavailable a tooLarge kept"))
    for index in 0..<DesktopLimit.unansweredMax { #expect(world.show("given\(index)")) }
    #expect(world.show("a"))
    for index in 0..<DesktopLimit.waitingMax { #expect(world.show("waiting\(index)")) }
    #expect(world.told.waits("unavailable a tooMany kept"))
    server.say("press 7 default")
    #expect(world.told.waits("pressed a default - -"))
    #expect(world.desktop.close("a"))
    #expect(server.expect("closing") == "closing 7")
    #expect(world.told.waits("closed a closedByCall"))
}

@Test func `what is on the screen stays its owner's when the server never answers to what is to replace it`() throws {
    let world = try #require(DesktopWorld(pace: DesktopWorld.impatient))
    let server = try #require(world.rude("reply=late"))
    #expect(world.show("a"))
    #expect(server.expect("notify") != nil)
    server.say("answer")
    #expect(world.told.waits("shown a 7"))
    #expect(world.show("a") { $0.keepMilliseconds = 900 })
    #expect(world.told.waits("unavailable a expired kept"))
    server.say("press 7 default")
    #expect(world.told.waits("pressed a default - -"))
    #expect(world.desktop.close("a"))
    #expect(server.expect("closing") == "closing 7")
    #expect(world.told.waits("closed a closedByCall"))
}

@Test func `what the player does before the server has answered is not lost`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("early"))
    #expect(world.show("a"))
    #expect(world.told.waits("pressed a default token -"))
    #expect(world.told.all.prefix(2) == ["server rude", "shown a 7"])
    _ = server
}

@Test func `a server that never answers is told of, and not asked twice`() throws {
    let world = try #require(DesktopWorld(pace: DesktopWorld.impatient))
    let server = try #require(world.rude("reply=late"))
    #expect(world.show("a"))
    #expect(world.told.waits("unavailable a slow kept"))
    #expect(server.expect("notify") != nil)
    server.say("answer")
    #expect(world.told.waits("shown a 7"))
    server.say("press 7 default")
    #expect(world.told.waits("pressed a default - -"))
    server.say("answer")
    #expect(server.expect("did answer") != nil)
    #expect(world.told.all.filter { $0.hasPrefix("shown") }.count == 1)
}

@Test func `a server that says nothing about itself is given nothing, and a notice waits no longer than it may`() throws {
    let world = try #require(DesktopWorld(pace: DesktopWorld.impatient))
    let server = try #require(world.rude("mute"))
    #expect(world.show("a") { $0.keepMilliseconds = 900 })
    #expect(world.told.waits("unavailable a slow kept"))
    #expect(world.told.waits("unavailable a expired dropped"))
    #expect(!world.told.all.contains { $0.hasPrefix("shown") })
    _ = server
}

@Test func `what was on the screen of a server that ends is told, and what waits is shown by the next`() throws {
    let world = try #require(DesktopWorld())
    let first = try #require(world.rude("caps=body"))
    #expect(world.show("a"))
    #expect(world.told.waits("shown a 7"))
    first.end()
    #expect(world.told.waits("closed a serverGone"))
    #expect(world.told.waits("server none"))
    #expect(world.show("b"))
    #expect(world.told.waits("unavailable b noService kept"))
    // What it can do is asked again.
    let second = try #require(world.rude("caps=actions"))
    #expect(world.show("c") { $0.actions = [Notice.Action(key: "X", label: "Y")] })
    #expect(second.expect("notify 7 0 Tb") != nil)
    #expect(second.expect("notify 8 0 Tc")?.contains("X,Y") == true)
    #expect(world.told.waits("shown c 8"))
}

@Test func `a notice that ends one server after the other is given up`() throws {
    let world = try #require(DesktopWorld())
    #expect(world.show("a"))
    for _ in 0..<3 {
        #expect(!world.told.has("unavailable a refused dropped"))
        let server = try #require(world.rude("die"))
        #expect(server.expect("notify") != nil)
        _ = server.wait()
    }
    #expect(world.told.waits("unavailable a refused dropped"))
}

@Test func `signals for others, of wrong types and without end change nothing`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude())
    #expect(world.show("a") { $0.replyLabel = "Answer" })
    #expect(world.told.waits("shown a 7"))
    for line in ["flood 10000", "wrong 7", "huge 7", "press 8 default", "close 8 1", "press 0 default", "close 7 99"] { server.say(line) }
    #expect(world.told.waits("closed a undefined"))
    #expect(world.told.all == ["server rude", "shown a 7", "closed a undefined"])
    #expect(world.show("b"))
    #expect(world.told.waits("shown b 8"))
}

@Test func `signals of somebody who is not the server are not heard`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude())
    #expect(world.show("a"))
    #expect(world.told.waits("shown a 7"))
    // Sent to one connection after the other: what is sent to all, the bus passes on by the name of its sender. The second claims that the
    // name has changed hands.
    let signals = [
        ["/org/freedesktop/Notifications", "org.freedesktop.Notifications.NotificationClosed", "uint32:7", "uint32:2"],
        [
            "/org/freedesktop/DBus", "org.freedesktop.DBus.NameOwnerChanged", "string:org.freedesktop.Notifications", "string:x",
            "string:no name",
        ],
    ]
    for number in 0..<6 {
        for signal in signals {
            let stranger = try #require(
                world.start(["dbus-send", "--session", "--type=signal", "--dest=:1.\(number)"] + signal, ready: ""))
            #expect(stranger.wait() == 0)
        }
    }
    server.say("press 7 default")
    #expect(world.told.waits("pressed a default - -"))
    #expect(world.told.all == ["server rude", "shown a 7", "pressed a default - -"])
}

@Test(arguments: ["wrong", "zero"]) func `an answer that is none is told as such`(_ kind: String) throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("reply=" + kind))
    #expect(world.show("a"))
    #expect(world.told.waits("unavailable a badAnswer dropped"))
    _ = server
}

@Test func `a server that gives two notices one number shows the later`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude("reply=same"))
    #expect(world.show("a"))
    #expect(world.told.waits("shown a 7"))
    #expect(world.show("b"))
    #expect(world.told.waits("shown b 7"))
    #expect(world.told.has("closed a forgotten"))
    server.say("press 7 default")
    #expect(world.told.waits("pressed b default - -"))
}

@Test func `more notices than may wait push out the oldest, and the owner is told`() throws {
    let world = try #require(DesktopWorld())
    let count = DesktopLimit.waitingMax + 3
    for index in 0..<count { #expect(world.show("n\(index)")) }
    for index in 0..<3 { #expect(world.told.waits("unavailable n\(index) tooMany dropped")) }
    let server = try #require(world.rude())
    #expect(world.told.waits("shown n\(count - 1) \(7 + count - 4)"))
    #expect(server.expect("notify")?.hasPrefix("notify 7 0 Tn3 ") == true)
}

@Test func `a notice that no desktop would take is refused at once`() throws {
    let world = try #require(DesktopWorld())
    #expect(world.show("a") { $0.title = String(repeating: "x", count: DesktopLimit.titleBytesMax + 1) })
    #expect(world.told.waits("unavailable a tooLarge dropped"))
    #expect(world.show("b") { $0.body = "a\0b" })
    #expect(world.told.waits("unavailable b tooLarge dropped"))
    #expect(world.show("c") { $0.actions = [Notice.Action(key: "", label: "x")] })
    #expect(world.told.waits("unavailable c tooLarge dropped"))
}

@Test func `a notice that waits can be taken back`() throws {
    let world = try #require(DesktopWorld())
    #expect(world.show("a"))
    #expect(world.told.waits("unavailable a noService kept"))
    #expect(world.desktop.close("a"))
    #expect(world.told.waits("closed a closedByCall"))
    let server = try #require(world.rude())
    #expect(world.show("b"))
    #expect(server.expect("notify")?.hasPrefix("notify 7 0 Tb ") == true)
}

@Test func `a service that the bus can start is started by a notice`() throws {
    let helper = try #require(DesktopWorld(startsBus: false))
    let script = Repository.file("Tests/harness/desktop/rude_notifications.py")
    // Started by the bus, its standard input would be at its end, so it is given one.
    let service = """
        [D-BUS Service]
        Name=org.freedesktop.Notifications
        Exec=/bin/sh -c "sleep 60 | /usr/bin/python3 \(script)"
        """
    _ = helper
    let world = try #require(DesktopWorld(services: service))
    #expect(world.show("a"))
    #expect(world.told.waits("shown a 7"))
}
