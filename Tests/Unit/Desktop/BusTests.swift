import CLinux
import Linux
import Synchronization
import Testing

@testable import Desktop

@Test func `only addresses of sockets on this machine are used`() {
    #expect(BusAddress.usable("autolaunch:") == nil)
    #expect(BusAddress.usable("unixexec:path=/bin/false;tcp:host=example.org,port=1;nonce-tcp:host=x") == nil)
    #expect(BusAddress.usable("tcp:host=x;unix:path=/a,guid=1;unix:abstract=b") == "unix:path=/a,guid=1;unix:abstract=b")
    #expect(BusAddress.usable("") == nil)
    #expect(BusAddress.usable("unix:path=" + String(repeating: "a", count: DesktopLimit.addressBytesMax)) == nil)
    #expect(BusAddress.socket("/run/user/a;b,c", "/bus") == "unix:path=/run/user/a%3bb%2cc/bus")
}

@Test func `a text is cut between characters`() {
    #expect(DesktopText.cut("abc", 3) == "abc")
    #expect(DesktopText.cut("aあい", 4) == "aあ")
    #expect(DesktopText.cut("aあい", 5) == "aあ")
    #expect(DesktopText.cut("aあい", 3) == "a")
}

@Test func `without a library, an address or a bus the notice is told of and nothing waits`() throws {
    let told = Told()
    func desktop(_ address: String?, library: String = DesktopFacts.libraryName) -> Desktop {
        let facts = DesktopFacts(
            sessionAddress: address, systemAddress: nil, isSandboxed: false, applicationName: "Game", desktopEntry: "", libraryName: library
        )
        return Desktop(facts, notices: told.owner, clock: SystemClock(), pace: DesktopWorld.quick)
    }
    let end = deadlineNanoseconds(SystemClock(), afterMilliseconds: 60_000)
    for (key, made) in [
        ("a", desktop("unix:path=/nonexistent", library: "libnonexistent.so.3")), ("b", desktop(nil)),
        ("c", desktop("unix:path=/nonexistent")),
        ("d", desktop("unixexec:path=/bin/false")),
    ] {
        #expect(made.show(Notice(key: key, title: "T", body: "B")))
        let latch = Latch()
        #expect(
            made.secret(.lookUp, [("a", "b")]) {
                told.add("\(key) \($0)")
                latch.open()
            })
        #expect(latch.wait(untilNanoseconds: end))
        #expect(made.shutdown(untilNanoseconds: end))
        #expect(!made.show(Notice(key: key, title: "T", body: "B")))
    }
    let expected = ["a noLibrary dropped", "b noBus dropped", "c noBus kept", "d noBus dropped"]
    #expect(told.all.filter { $0.hasPrefix("unavailable") } == expected.map { "unavailable " + $0 })
    #expect(told.all.filter { !$0.hasPrefix("unavailable") } == ["a", "b", "c", "d"].map { $0 + " notThere" })
}

private let alone = "GAMEBASE_DESKTOP_ALONE"

private var hasThread: Bool {
    guard let folder = opendir("/proc/self/task") else { return false }
    defer { closedir(folder) }
    while let name = gb_next_name(folder).map({ String(cString: $0) }) {
        let bytes = (try? Files.read("/proc/self/task/" + name + "/comm", bytesMax: 64)).flatMap { $0 } ?? []
        if String(decoding: bytes, as: UTF8.self).hasPrefix("gamebase-deskto") { return true }
    }
    return false
}

@Test func `a process that asks nothing of the desktop has neither libdbus nor a thread for it`() throws {
    // Other tests of this process have both, so it is tried in a process of its own.
    guard Environment.value(alone) != nil else {
        let own = try #require(
            Program.start(
                ["/proc/self/exe", "--testing-library", "swift-testing", "--filter", "has neither libdbus nor a thread"], [alone: "1"],
                errorsToo: true))
        #expect(own.expect("kept: it is there when it is asked", seconds: 60) != nil)
        return
    }
    let world = try #require(DesktopWorld())
    #expect(world.desktop.metered == .unknown)
    #expect(!DesktopWorld.mappedLibraries.contains("libdbus"))
    #expect(!hasThread)
    let server = try #require(world.rude())
    #expect(!DesktopWorld.mappedLibraries.contains("libdbus"))
    #expect(world.show("a"))
    #expect(world.told.waits("shown a 7"))
    if !DesktopWorld.mappedLibraries.isEmpty, DesktopWorld.mappedLibraries.contains("libdbus"), hasThread {
        print("kept: it is there when it is asked")
    }
    _ = server
}

@Test func `a bus that comes late, goes and returns is found again`() throws {
    let world = try #require(DesktopWorld(startsBus: false))
    #expect(world.show("a"))
    #expect(world.told.waits("unavailable a noBus kept"))
    #expect(world.startBus())
    var server = try #require(world.rude())
    #expect(world.told.waits("shown a 7"))
    world.daemon?.end()
    #expect(world.told.waits("closed a serverGone"))
    #expect(world.show("b"))
    #expect(world.told.waits("unavailable b noBus kept"))
    #expect(world.startBus())
    server = try #require(world.rude())
    #expect(world.told.waits("shown b 7"))
    server.say("press 7 default")
    #expect(world.told.waits("pressed b default - -"))
}

@Test func `somebody who calls the game is refused and does not wait`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude())
    #expect(world.show("a"))
    #expect(world.told.waits("shown a 7"))
    // Names of connections are given in order: some of them is the desktop's.
    for number in 0..<6 {
        let caller = try #require(
            world.start(
                ["dbus-send", "--session", "--print-reply", "--reply-timeout=120000", "--dest=:1.\(number)", "/", "org.example.Thing.Do"],
                ready: ""))
        #expect(caller.wait() > 0)
    }
    server.say("press 7 default")
    #expect(world.told.waits("pressed a default - -"))
}

@Test(arguments: [
    [], ["OK 0123"], ["OK 0123456789abcdef0123456789abcdef\r\n", "AGREE_UNIX_FD\r\n", "l\u{2}\u{1}"], ["NONSENSE\r\n", "\0\0\0"],
])
func `a bus that hangs in the middle of a word is given up, and the end does not wait for it`(_ words: [String]) throws {
    let world = try #require(DesktopWorld(startsBus: false, pace: DesktopWorld.impatient))
    let bus = try #require(RudeBus(world.folder.file("bus")))
    #expect(world.show("a"))
    bus.take(words)
    // It was given up, or it ended itself.
    #expect(world.told.waits("unavailable a noBus kept"))
    #expect(world.end())
}

@Test func `an end in the middle of saying hello comes in time`() throws {
    let world = try #require(DesktopWorld(startsBus: false))
    let bus = try #require(RudeBus(world.folder.file("bus")))
    #expect(world.show("a"))
    bus.take([])
    #expect(world.end())
    #expect(world.told.all == [])
}

@Test func `a thread that is stuck is left behind, and says nothing more`() throws {
    let world = try #require(DesktopWorld(startsBus: false))
    // One place in the line, and nobody takes it: the second who comes waits in the system.
    let bus = try #require(RudeBus(world.folder.file("bus"), backlog: 0))
    let first = try #require(CrowdAtTheBus(world.folder.file("bus")))
    #expect(world.show("a"))
    usleep(200_000)
    let isEnded = world.end(milliseconds: 300)
    if !isEnded {
        first.end()
        _ = bus
        usleep(200_000)
        #expect(world.told.all == [])
    }
    #expect(!world.show("b"))
}

@Test func `a forked child asks nothing of its parent's desktop`() throws {
    let world = try #require(DesktopWorld())
    let server = try #require(world.rude())
    #expect(world.show("a"))
    #expect(world.told.waits("shown a 7"))
    let symbol = try #require(dlsym(nil, "fork"))
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
    let desktop = try #require(world.desktop)
    let child = fork()
    if child == 0 { _exit(desktop.close("a") ? 1 : 0) }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    #expect(status == 0)
    server.say("press 7 default")
    #expect(world.told.waits("pressed a default - -"))
}
