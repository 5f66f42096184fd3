import CLinux
import Linux
import Synchronization
import Testing

@testable import Desktop

/// What the owner was told, in order.
final class Told: @unchecked Sendable {
    private let lock = Lock()
    private var lines: [String] = []

    func add(_ line: String) { lock.locked { lines.append(line) } }
    var all: [String] { lock.locked { lines } }

    /// Waits until the line was told `count` times. Patient: machines may be slow.
    func waits(_ line: String, count: Int = 1, seconds: Int = 20) -> Bool {
        for _ in 0..<(seconds * 200) {
            if all.filter({ $0 == line }).count >= count { return true }
            usleep(5000)
        }
        return false
    }

    func has(_ line: String) -> Bool { all.contains(line) }

    var owner: NoticeOwner {
        var owner = NoticeOwner()
        owner.shown = { key, id in self.add("shown \(key) \(id)") }
        owner.pressed = { key, mark, action, token, reply in
            self.add("pressed \(mark.isEmpty ? key : "\(key)=\(mark)") \(action) \(token ?? "-") \(reply ?? "-")")
        }
        owner.closed = { key, why in self.add("closed \(key) \(why)") }
        owner.unavailable = { key, why, isKept in self.add("unavailable \(key) \(why) \(isKept ? "kept" : "dropped")") }
        owner.server = { server in self.add("server \(server?.name ?? "none")") }
        return owner
    }
}

/// A bus of the test's own, with a desktop on it.
final class DesktopWorld {
    static let python = "/usr/bin/python3"
    let folder = TestFolder()
    let told = Told()
    var daemon: Program?
    let address: String
    private(set) var desktop: Desktop!

    init?(
        startsBus: Bool = true, isSandboxed: Bool = false, services: String = "", pace: DesktopPace = DesktopWorld.quick
    ) {
        address = "unix:path=" + folder.file("bus")
        let config = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth><servicedir>\(folder.path)</servicedir>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
            </busconfig>
            """
        guard (try? Files.replaceDurably(folder.file("bus.conf"), Array(config.utf8))) != nil else { return nil }
        if !services.isEmpty {
            guard (try? Files.replaceDurably(folder.file("test.service"), Array(services.utf8))) != nil else { return nil }
        }
        if startsBus, !startBus() { return nil }
        let facts = DesktopFacts(
            sessionAddress: address, systemAddress: address, isSandboxed: isSandboxed, applicationName: "Game", desktopEntry: "game")
        desktop = Desktop(facts, notices: told.owner, clock: SystemClock(), pace: pace)
    }

    deinit {
        _ = end()
        daemon?.end()
    }

    /// Times that a test can wait for; answers are given long enough for a slow machine.
    static var quick: DesktopPace {
        var pace = DesktopPace()
        pace.answerMilliseconds = 20_000
        pace.retryMilliseconds = 20
        pace.retryMillisecondsMax = 200
        return pace
    }

    static var impatient: DesktopPace {
        var pace = quick
        pace.answerMilliseconds = 300
        return pace
    }

    func startBus() -> Bool {
        unlink(folder.file("bus"))
        daemon = Program.start(["dbus-daemon", "--config-file=" + folder.file("bus.conf"), "--nofork", "--print-address=1"])
        return daemon?.expect("unix:") != nil
    }

    func start(_ arguments: [String], ready: String = "ready", _ environment: [String: String] = [:]) -> Program? {
        var environment = environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = address
        let program = Program.start(arguments, environment)
        return ready.isEmpty || program?.expect(ready) != nil ? program : nil
    }

    private static func script(_ name: String) -> String { Repository.file("Tests/harness/desktop/\(name)") }

    func rude(_ words: String...) -> Program? { start([Self.python, Self.script("rude_notifications.py")] + words) }
    func fake(_ words: String...) -> Program? { start([Self.python, Self.script("fake_services.py")] + words) }

    func end(milliseconds: Int64 = 20_000) -> Bool {
        desktop.shutdown(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: milliseconds))
    }

    func show(_ key: String, _ change: (inout Notice) -> Void = { _ in }) -> Bool {
        var notice = Notice(key: key, title: "T" + key, body: "<B>")
        change(&notice)
        return desktop.show(notice)
    }

    /// What the desktop's thread has been asked so far is done when this returns.
    func settles() -> Bool {
        let latch = Latch()
        guard desktop.secret(.lookUp, [("none", "such")], { _ in latch.open() }) else { return false }
        return latch.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000))
    }

    static var mappedLibraries: String {
        (try? Files.read("/proc/self/maps", bytesMax: 8 << 20)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
