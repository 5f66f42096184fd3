import CLinux
import Linux
import Testing

@testable import Desktop

/// Against services that others wrote.
private let mockOptions = "{\"capabilities\": \"actions body body-markup\"}"

@Test func `the mock of python-dbusmock shows, presses and closes`() throws {
    let world = try #require(DesktopWorld())
    let mock = try #require(
        world.start(
            [DesktopWorld.python, "-u", "-m", "dbusmock", "--session", "-t", "notification_daemon", "-p", mockOptions], ready: ""))
    #expect(
        world.show("a") {
            $0.actions = [Notice.Action(key: "ACCEPT_ID", label: "Accept")]
            $0.imagePath = "/tmp/a.png"
        })
    #expect(world.told.waits("shown a 1"))
    _ = mock
    let script = """
        import dbus
        bus = dbus.SessionBus()
        mock = bus.get_object("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
        mock.EmitSignal("org.freedesktop.Notifications", "ActionInvoked", "us", [dbus.UInt32(1), "ACCEPT_ID"],
                        dbus_interface="org.freedesktop.DBus.Mock")
        """
    let emits = try #require(world.start([DesktopWorld.python, "-c", script], ready: ""))
    #expect(emits.wait() == 0)
    #expect(world.told.waits("pressed a ACCEPT_ID - -"))
    #expect(world.desktop.close("a"))
    // It says 1, expired, before it answers.
    for _ in 0..<2000 where !world.told.all.contains(where: { $0.hasPrefix("closed a ") }) { usleep(10_000) }
    #expect(world.told.has("closed a closedByCall"))
}

/// A screen in memory, with dunst on it.
private final class Screen {
    let server: Program
    let name: String
    let folder = TestFolder()

    init?() {
        // Xvfb takes a number that is free and says which.
        guard let started = Program.start(["sh", "-c", "exec Xvfb -displayfd 1 -screen 0 640x360x24 -nolisten tcp"]),
            let number = started.expect("", seconds: 60)
        else { return nil }
        server = started
        name = ":" + number
    }

    deinit { server.end() }
}

private let hasDunst = access("/usr/bin/dunst", X_OK) == 0 && access("/usr/bin/Xvfb", X_OK) == 0 && access("/usr/bin/import", X_OK) == 0

@Test(.enabled(if: hasDunst, "dunst, Xvfb or ImageMagick is missing"))
func `dunst shows it on a screen, replaces it and closes it`() throws {
    let world = try #require(DesktopWorld())
    let screen = try #require(Screen())
    let dunst = try #require(world.start(["dunst", "-conf", "/dev/null"], ready: "", ["DISPLAY": screen.name]))
    #expect(
        world.show("a") {
            $0.title = "A gift for you"
            $0.body = "100 coins. Take them before midnight."
            $0.actions = [Notice.Action(key: "ACCEPT_ID", label: "Take it")]
            $0.timeoutMilliseconds = 0
        })
    func shown() -> String? { world.told.all.last { $0.hasPrefix("shown a ") } }
    for _ in 0..<2000 where shown() == nil { usleep(10_000) }
    let first = try #require(shown())
    #expect(first != "shown a 0")
    usleep(500_000)
    let picture = (Environment.value("TEST_OUTPUT") ?? world.folder.path) + "/desktop-dunst.png"
    let takes = try #require(world.start(["import", "-window", "root", picture], ready: "", ["DISPLAY": screen.name]))
    #expect(takes.wait() == 0)
    #expect((Files.size(picture) ?? 0) > 1000)
    // What is on the screen is more than its background.
    let counts = try #require(world.start(["identify", "-format", "%k\n", picture], ready: ""))
    #expect((counts.expect("").flatMap { Int($0) } ?? 0) > 8)
    #expect(world.show("a") { $0.timeoutMilliseconds = 0 })
    #expect(world.told.waits(first, count: 2))
    #expect(world.desktop.close("a"))
    #expect(world.told.waits("closed a closedByCall"))
    #expect(world.show("b") { $0.timeoutMilliseconds = 300 })
    #expect(world.told.waits("closed b expired"))
    dunst.end()
    #expect(world.told.waits("server none"))
}
