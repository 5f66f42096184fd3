import Codecs
import Linux
import Messages
import Service

/// `--demo` fills a fresh store with an invented month of a game, for the console to show. It sends requests to the app's own service, and
/// moves the service's clock through the month.
public enum Demo {
    static let days = 30
    static let players = 20_000

    /// - Parameter tell: what a person at the terminal should read.
    public static func fill(
        _ options: Options, _ data: DataFolder, clock: any Clock, random: any RandomSource, tell: (String) -> Void
    ) throws(HomeFailure) {
        let files = try ConsoleFiles(options.consoleFiles, data).changed { _ in false }
        guard files.count == 1, let file = files.first else { throw HomeFailure("--demo: needs one --console FILE of the game") }
        let began = clock.monotonicNanoseconds()
        let zone = UTCZone.milliseconds(file.settings["figures"]?["utcTimeZone"]?.stringValue ?? "") ?? 0
        let month = DemoMonth(now: clock.epochMilliseconds(), zone: zone)
        let moved = DemoClock(clock, date: month.start)
        let homes = try Homes.make(options, data, moved, random)
        defer { homes.close() }
        guard try !homes.known().contains(file.app) else {
            throw HomeFailure("--demo: the data directory has the app \(file.app) already; name an empty one")
        }
        let service = try DemoService.start(try homes.open(file.app), clock)
        var story = DemoStory(service, moved, month, catalogue: file.settings["products"]?.arrayValue ?? [])
        do throws(HomeFailure) {
            _ = try service.ask([ConsoleFiles.request(file)])
            try story.play()
        } catch {
            try? service.stop()
            throw error
        }
        try service.stop()
        let seconds = (clock.monotonicNanoseconds() - began) / 1_000_000_000
        tell("a month of \(file.app) was made up in \(seconds) s: \(story.summary)")
    }
}

/// The days that are played, the last of them as far as it has come.
struct DemoMonth {
    static let hourMilliseconds: Int64 = 3_600_000
    static let dayMilliseconds = 24 * hourMilliseconds
    let start: Int64
    let now: Int64

    init(now: Int64, zone: Int64) {
        self.now = now
        let local = now + zone
        start = local - local % Self.dayMilliseconds - Int64(Demo.days - 1) * Self.dayMilliseconds - zone
    }

    func date(_ day: Int, hour: Int) -> Int64 { start + Int64(day) * Self.dayMilliseconds + Int64(hour) * Self.hourMilliseconds }
}

/// The clock of a service while a past month is played: its date is where the month is, and it seems to have run since the month's start.
final class DemoClock: Clock, @unchecked Sendable {
    private let real: any Clock
    private let start: Int64
    private let lock = Lock()
    /// Guarded by the lock.
    private var date: Int64

    init(_ real: any Clock, date: Int64) { (self.real, start, self.date) = (real, date, date) }

    func monotonicNanoseconds() -> Int64 { real.monotonicNanoseconds() + (epochMilliseconds() - start) * 1_000_000 }
    func epochMilliseconds() -> Int64 { lock.locked { date } }

    /// Never behind where it was, and never ahead of the real clock.
    func move(to date: Int64) {
        let now = real.epochMilliseconds()
        lock.locked { self.date = min(max(self.date, date), now) }
    }
}
