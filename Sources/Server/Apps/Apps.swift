import Embedded
import Linux
import Messages
import Wire

/// The apps of one server. Belongs to the loop.
final class Apps {
    private(set) var all: [String: App] = [:]
    private let homes: any AppHomes
    private let loop: Loop
    private let clock: any Clock
    private let random: any RandomSource
    /// Apps whose first settings are being loaded.
    private var opening: Set<String> = []
    private var nextLook: Int64 = 0

    static let lookNanoseconds: Int64 = 1_000_000_000

    init(_ homes: any AppHomes, _ loop: Loop, _ clock: any Clock, _ random: any RandomSource) {
        self.homes = homes
        self.loop = loop
        self.clock = clock
        self.random = random
    }

    subscript(_ id: String) -> App? { all[id] }

    /// Before the loop runs: every app that has a home.
    func openKnown() throws(HomeFailure) {
        for id in try homes.known() { _ = try open(id) }
    }

    /// The app, with a new home if it has none.
    func open(_ id: String) throws(HomeFailure) -> App {
        if let app = all[id] { return app }
        let app = try makeApp(id)
        all[id] = app
        return app
    }

    private func makeApp(_ id: String) throws(HomeFailure) -> App {
        guard all.count < App.countMax else { throw HomeFailure("a server has \(App.countMax) apps at most") }
        let home = try homes.open(id)
        guard home.start() else { throw HomeFailure("the system has no thread to give") }
        return App(id, home, EventFeed(home.connection, isShared: home.isShared, loop: loop, clock: clock))
    }

    /// The first settings make an app. They are tried on a service in memory, so that settings that are refused leave nothing behind.
    /// - Parameter answer: comes on the loop.
    func make(_ id: String, with request: Request, _ answer: @escaping (Reply) -> Void) {
        if let wrong = Self.otherApp(than: id, in: request) { return answer(wrong) }
        guard opening.insert(id).inserted else { return answer(.failure(ResultCode.tooManyRequests, "the app is being made")) }
        let end: (Reply) -> Void = { [self] reply in
            opening.remove(id)
            answer(reply)
        }
        let trial = SQLiteHome(EmbeddedService(directory: nil, app: id, keepsEvents: true, clock: clock, random: random))
        guard trial.start() else { return end(.failure(ResultCode.storageFailed, "the system has no thread to give")) }
        var first = request
        first.changeId = nil
        loop.ask(trial.connection, first) { [self] reply in
            _ = trial.stop(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: 1_000))
            guard reply.isSuccess else { return end(reply) }
            keep(id, request, end)
        }
    }

    private func keep(_ id: String, _ request: Request, _ end: @escaping (Reply) -> Void) {
        do throws(HomeFailure) {
            let app = try makeApp(id)
            loop.ask(app.home.connection, request) { [self] reply in
                if reply.isSuccess {
                    all[id] = app
                } else {
                    _ = app.home.stop(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: 1_000))
                }
                end(reply)
            }
        } catch {
            end(.failure(ResultCode.storageFailed, error.message))
        }
    }

    /// Settings that name an app belong to that app.
    static func otherApp(than id: String, in request: Request) -> Reply? {
        var settings = request.parameters["settings"]
        if let text = settings?.stringValue { settings = try? JSON.parse(text, limits: HTTPForm.objectBodyLimits) }
        guard let named = settings?["app"]?["appId"]?.stringValue, named != id else { return nil }
        return .failure(ResultCode.parameterInvalid, "settings.app.appId: names another app than the path")
    }

    /// Of a database that others share, the apps that they have made meanwhile. Looked for now and then, when somebody asks for one that is
    /// not here.
    func look(_ aside: Aside) {
        let now = clock.monotonicNanoseconds()
        guard homes.isShared, now >= nextLook else { return }
        nextLook = now + Self.lookNanoseconds
        let here = Set(all.keys)
        let take = OnLoop<(String, any AppHome)> { [weak self] in self?.add($0.0, $0.1) }
        // A database is waited for, and not here.
        aside.run { [homes, loop] in
            do throws(HomeFailure) {
                for id in try homes.known() where !here.contains(id) {
                    let home = try homes.open(id)
                    loop.post { take.run((id, home)) }
                }
            } catch { return }
        }
    }

    private func add(_ id: String, _ home: any AppHome) {
        guard all[id] == nil, all.count < App.countMax, home.start() else { return }
        all[id] = App(id, home, EventFeed(home.connection, isShared: home.isShared, loop: loop, clock: clock))
    }

    // MARK: The end

    func endFeeds() { for app in all.values { app.feed.end() } }

    /// - Returns: the apps whose service still ran at the deadline.
    func stop(untilNanoseconds deadline: Int64) -> [String] {
        let late = all.values.filter { !$0.home.stop(untilNanoseconds: deadline) }.map { $0.id }
        homes.close()
        return late
    }
}
