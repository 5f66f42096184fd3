import Embedded
import Linux
import Messages
import Wire

/// The apps of one server. Belongs to the loop.
final class Apps {
    private(set) var all: [String: App] = [:]
    private let homes: any AppHomes
    private let loop: Loop
    /// Where homes are waited for. One that does not answer holds up only those that are to be opened behind it.
    private let aside: Aside
    private let clock: any Clock
    private let random: any RandomSource
    /// Apps whose homes are being opened, or whose first settings are being loaded.
    private var opening: Set<String> = []
    private var isLooking = false
    private var nextLook: Int64 = 0

    static let lookNanoseconds: Int64 = 1_000_000_000
    static let stopMilliseconds: Int64 = 1_000

    init(_ homes: any AppHomes, _ loop: Loop, _ aside: Aside, _ clock: any Clock, _ random: any RandomSource) {
        self.homes = homes
        self.loop = loop
        self.aside = aside
        self.clock = clock
        self.random = random
    }

    subscript(_ id: String) -> App? { all[id] }

    /// Before the loop runs: every app that has a home.
    func openKnown() throws(HomeFailure) {
        for id in try homes.known() { _ = try open(id) }
    }

    /// The app, with a new home if it has none. Before the loop runs: the home is waited for.
    func open(_ id: String) throws(HomeFailure) -> App {
        if let app = all[id] { return app }
        try refuseMore()
        let app = try started(id, try homes.open(id))
        all[id] = app
        return app
    }

    /// The same while the loop runs.
    func open(_ id: String, _ answer: @escaping (Result<App, HomeFailure>) -> Void) {
        if let app = all[id] { return answer(.success(app)) }
        guard opening.insert(id).inserted else { return answer(.failure(HomeFailure("the app is being made"))) }
        openAside(id) { [self] opened in
            opening.remove(id)
            if case .success(let app) = opened { all[id] = app }
            answer(opened)
        }
    }

    private func refuseMore() throws(HomeFailure) {
        guard all.count < App.countMax else { throw HomeFailure("a server has \(App.countMax) apps at most") }
    }

    private func started(_ id: String, _ home: any AppHome) throws(HomeFailure) -> App {
        guard home.start() else { throw HomeFailure("the system has no thread to give") }
        return App(id, home, EventFeed(home, loop: loop, clock: clock))
    }

    private func openAside(_ id: String, _ answer: @escaping (Result<App, HomeFailure>) -> Void) {
        let take = OnLoop<Result<any AppHome, HomeFailure>> { [self] opened in
            do throws(HomeFailure) {
                try refuseMore()
                answer(.success(try started(id, try opened.get())))
            } catch {
                answer(.failure(error))
            }
        }
        aside.run { [homes, loop] in
            let opened: Result<any AppHome, HomeFailure>
            do throws(HomeFailure) { opened = .success(try homes.open(id)) } catch { opened = .failure(error) }
            loop.post { take.run(opened) }
        }
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
        let trial = SQLiteHome(EmbeddedService(directory: nil, app: id, keepsEvents: true, clock: clock, random: random), clock)
        guard trial.start() else { return end(.failure(ResultCode.storageFailed, "the system has no thread to give")) }
        var first = request
        first.changeId = nil
        loop.ask(trial.connection, first) { [self] reply in
            stop(trial)
            guard reply.isSuccess else { return end(reply) }
            keep(id, request, end)
        }
    }

    private func keep(_ id: String, _ request: Request, _ end: @escaping (Reply) -> Void) {
        openAside(id) { [self] opened in
            switch opened {
            case .failure(let failure): end(.failure(ResultCode.storageFailed, failure.message))
            case .success(let app):
                loop.ask(app.home.connection, request) { [self] reply in
                    if reply.isSuccess { all[id] = app } else { stop(app.home) }
                    end(reply)
                }
            }
        }
    }

    private func stop(_ home: any AppHome) {
        aside.run { [clock] in _ = home.stop(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: Self.stopMilliseconds)) }
    }

    /// Settings that name an app belong to that app.
    static func otherApp(than id: String, in request: Request) -> Reply? {
        var settings = request.parameters["settings"]
        if let text = settings?.stringValue { settings = try? JSON.parse(text, limits: HTTPForm.objectBodyLimits) }
        guard let named = settings?["app"]?["appId"]?.stringValue, named != id else { return nil }
        return .failure(ResultCode.parameterInvalid, "settings.app.appId: names another app than the path")
    }

    /// What the database server says of itself.
    func health(_ answer: @escaping (Reply) -> Void) {
        let told = OnLoop<Reply> { answer($0) }
        let names = all.keys.sorted()
        aside.run { [homes, loop] in
            let reply: Reply
            do throws(HomeFailure) { reply = .success(["database": try homes.health(of: names)]) } catch {
                reply = .failure(ResultCode.storageFailed, error.message)
            }
            loop.post { told.run(reply) }
        }
    }

    /// Of a database that others share, the apps that they have made meanwhile. Looked for now and then, when somebody asks for one that is
    /// not here.
    func look() {
        let now = clock.monotonicNanoseconds()
        guard homes.isShared, !isLooking, now >= nextLook else { return }
        isLooking = true
        let here = Set(all.keys)
        let take = OnLoop<[(String, any AppHome)]> { [weak self] found in self?.add(found) }
        // A database is waited for, and not here.
        aside.run { [homes, loop] in
            var found: [(String, any AppHome)] = []
            do throws(HomeFailure) {
                for id in try homes.known() where !here.contains(id) { found.append((id, try homes.open(id))) }
            } catch {
                // What was found is taken; the next who asks looks again.
            }
            let all = found
            loop.post { take.run(all) }
        }
    }

    private func add(_ found: [(String, any AppHome)]) {
        isLooking = false
        nextLook = clock.monotonicNanoseconds() + Self.lookNanoseconds
        for (id, home) in found where all[id] == nil && !opening.contains(id) && all.count < App.countMax {
            do throws(HomeFailure) { all[id] = try started(id, home) } catch { return }
        }
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
