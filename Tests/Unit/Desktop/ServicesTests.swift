import CLinux
import Linux
import Synchronization
import Testing

@testable import Desktop

@Test func `in a sandbox the portal shows the notice, and presses arrive`() throws {
    let world = try #require(DesktopWorld(isSandboxed: true))
    let portal = try #require(world.fake("portal", "2"))
    #expect(
        world.show("a") {
            $0.bodyMarkup = "<b>B</b>"
            $0.urgency = .critical
            $0.isTransient = true
            $0.actions = [Notice.Action(key: "ACCEPT_ID", label: "Accept"), Notice.Action(key: "app.quit", label: "Quit")]
            $0.replyLabel = "Answer"
        })
    #expect(
        portal.expect("add") == "add a Ta | <b>B</b> | ACCEPT_ID=Accept,inline-reply=Answer | urgent | "
            + "buttons,category,default-action,display-hint,markup-body,priority,title")
    #expect(world.told.waits("shown a 0"))
    portal.say("press a ACCEPT_ID")
    #expect(world.told.waits("pressed a ACCEPT_ID token -"))
    portal.say("press a inline-reply")
    #expect(world.told.waits("pressed a inline-reply token words"))
    portal.say("press other default")
    #expect(world.desktop.close("a"))
    #expect(portal.expect("remove") == "remove a")
    #expect(world.told.waits("closed a closedByCall"))
    #expect(!world.told.all.contains { $0.contains("other") })
}

@Test func `the first version of the portal is given what it knows`() throws {
    let world = try #require(DesktopWorld(isSandboxed: true))
    let portal = try #require(world.fake("portal", "1"))
    try Files.replaceDurably(world.folder.file("picture"), [1, 2, 3])
    #expect(
        world.show("a") {
            $0.bodyMarkup = "<b>B</b>"
            $0.isTransient = true
            $0.isSilent = true
            $0.replyLabel = "Answer"
            $0.imagePath = world.folder.file("picture")
        })
    #expect(portal.expect("add") == "add a Ta | <B> |  | normal | body,buttons,default-action,icon,priority,title")
}

private final class MeteredTold: @unchecked Sendable {
    let told = Told()
    func add(_ metered: Metered) { told.add("\(metered)") }
}

@Test func `the network manager says whether the network costs money, at once and when it changes`() throws {
    let world = try #require(DesktopWorld())
    let manager = try #require(world.fake("network", "3"))
    let heard = MeteredTold()
    #expect(world.desktop.metered == .unknown)
    #expect(world.desktop.watchMetered { heard.add($0) })
    #expect(heard.told.waits("yes"))
    #expect(world.desktop.metered == .yes)
    manager.say("metered 4")
    #expect(heard.told.waits("no"))
    manager.say("invalidate 1")
    #expect(heard.told.waits("yes", count: 2))
    manager.say("metered 0")
    #expect(heard.told.waits("unknown"))
    manager.say("metered 2")
    #expect(heard.told.waits("no", count: 2))
    manager.end()
    #expect(heard.told.waits("unknown", count: 2))
    #expect(world.desktop.metered == .unknown)
    let rude = try #require(world.fake("network", "100"))
    #expect(rude.expect("get") != nil)
    #expect(world.settles())
    #expect(world.desktop.metered == .unknown)
}

@Test func `in a sandbox the portal says whether the network costs money`() throws {
    let world = try #require(DesktopWorld(isSandboxed: true))
    let portal = try #require(world.fake("portal", "2"))
    let heard = MeteredTold()
    #expect(world.desktop.watchMetered { heard.add($0) })
    #expect(heard.told.waits("no"))
    portal.say("metered 1")
    #expect(heard.told.waits("yes"))
}

/// Asks and waits; nil when it could not be asked or was not answered.
private func ask(_ world: DesktopWorld, _ task: SecretTask, _ value: String = "1") -> SecretAnswer? {
    final class Box: @unchecked Sendable { var answer: SecretAnswer? }
    let box = Box()
    let latch = Latch()
    let isTaken = world.desktop.secret(task, [("game", "test"), ("which", value)]) {
        box.answer = $0
        latch.open()
    }
    guard isTaken, latch.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000)) else { return nil }
    return box.answer
}

/// The first exchanges of a loaded machine may take longer than they are given.
private func awaits(_ expected: SecretAnswer, _ ask: () -> SecretAnswer?) -> Bool {
    for _ in 0..<40 where ask() == expected { return true }
    return false
}

@Test func `a secret is stored, found and deleted`() throws {
    let world = try #require(DesktopWorld())
    let keeper = try #require(world.fake("secrets"))
    let bytes: [UInt8] = [0, 1, 255, 10]
    #expect(ask(world, .lookUp) == .notThere)
    #expect(awaits(.done) { ask(world, .store(label: "Game", bytes)) })
    #expect(keeper.expect("stored") == "stored Game")
    #expect(awaits(.found(bytes)) { ask(world, .lookUp) })
    #expect(ask(world, .lookUp, "2") == .notThere)
    #expect(awaits(.done) { ask(world, .store(label: "Game", [])) })
    #expect(awaits(.found([])) { ask(world, .lookUp) })
    #expect(awaits(.done) { ask(world, .delete) })
    #expect(ask(world, .lookUp) == .notThere)
    #expect(ask(world, .delete) == .notThere)
}

@Test(arguments: ["locked", "mute", "empty", "prompt"])
func `a keeper that is locked, does not answer, keeps nothing or wants to ask the player counts as not there`(_ kind: String) throws {
    let world = try #require(DesktopWorld())
    let keeper = try #require(world.fake("secrets", kind))
    #expect(ask(world, .store(label: "Game", [1])) == .notThere)
    #expect(ask(world, .lookUp) == .notThere)
    #expect(ask(world, .delete) == .notThere)
    #expect(keeper.expect("session") != nil)
}

@Test func `a secret without attributes, with too many or too large is not taken`() throws {
    let world = try #require(DesktopWorld())
    #expect(!world.desktop.secret(.lookUp, []) { _ in })
    let many = (0...DesktopLimit.attributesMax).map { (name: "\($0)", value: "") }
    #expect(!world.desktop.secret(.lookUp, many) { _ in })
    #expect(!world.desktop.secret(.lookUp, [("a", "b\0")]) { _ in })
    let large = [UInt8](repeating: 0, count: DesktopLimit.secretBytesMax + 1)
    #expect(!world.desktop.secret(.store(label: "x", large), [("a", "b")]) { _ in })
}
