import Codecs
import Engine
import Linux
import Messages

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
    /// Apps that have a home which could not be opened: why, and when it is tried again. The others are served meanwhile.
    private var unopened: [String: (reason: String, nextTry: Int64)] = [:]
    /// Hears of each app that is not served, once for each reason.
    var onUnserved: (_ app: String, _ reason: String) -> Void = { _, _ in }
    private var isLooking = false
    private var lookers: [() -> Void] = []
    private var nextLook: Int64 = 0

    static let lookNanoseconds: Int64 = 1_000_000_000
    /// A home that could not be opened is tried again so often at most, while somebody asks for it.
    static let retryNanoseconds: Int64 = 5_000_000_000
    static let stopMilliseconds: Int64 = 1_000

    init(_ homes: any AppHomes, _ loop: Loop, _ aside: Aside, _ clock: any Clock, _ random: any RandomSource) {
        self.homes = homes
        self.loop = loop
        self.aside = aside
        self.clock = clock
        self.random = random
    }

    subscript(_ id: String) -> App? { all[id] }

    /// Before the loop runs: every app that has a home. One that cannot be opened keeps no other from being served.
    func openKnown() throws(HomeFailure) {
        for id in try homes.known() {
            do throws(HomeFailure) { _ = try open(id) } catch { note(unopened: id, error.message) }
        }
    }

    /// Why an app that there is cannot be served; nil for every other name.
    func refusal(_ id: String) -> String? { all[id]?.trouble ?? unopened[id]?.reason }

    /// The apps that are there and cannot be served.
    var unserved: [String] { (all.values.filter { $0.trouble != nil }.map { $0.id } + unopened.keys).sorted() }

    private func note(unopened id: String, _ reason: String) {
        if unopened[id]?.reason != reason { onUnserved(id, reason) }
        unopened[id] = (reason, clock.monotonicNanoseconds() + Self.retryNanoseconds)
    }

    /// What an answer says of the app's storage.
    func note(_ reply: Reply, of app: App) {
        let isLost = reply.resultCode == ResultCode.storageFailed || reply.resultCode == ResultCode.storageLocked
        if isLost, app.trouble == nil { onUnserved(app.id, reply.message) }
        app.trouble = isLost ? reply.message : nil
    }

    /// The app, with a new home if it has none. Before the loop runs: the home is waited for.
    func open(_ id: String) throws(HomeFailure) -> App {
        if let app = all[id] { return app }
        try refuseMore()
        do throws(HomeFailure) {
            let app = try started(id, try homes.open(id))
            add(app)
            return app
        } catch {
            // A shared database does not count it among its apps (`known`).
            if error.isOfMove { note(unopened: id, error.message) }
            throw error
        }
    }

    private func add(_ app: App) {
        all[app.id] = app
        unopened[app.id] = nil
    }

    /// The same while the loop runs.
    func open(_ id: String, _ answer: @escaping (Result<App, HomeFailure>) -> Void) {
        if let app = all[id] { return answer(.success(app)) }
        guard opening.insert(id).inserted else { return answer(.failure(HomeFailure("the app is being made"))) }
        openAside(id) { [self] opened in
            opening.remove(id)
            if case .success(let app) = opened { add(app) }
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
        let trial = SQLiteHome(
            EngineService(directory: nil, app: id, keepsEvents: true, keeper: homes.keeper(of: id), clock: clock, random: random), clock)
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
                    if reply.isSuccess { add(app) } else { stop(app.home) }
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
        guard let named = settings(of: request)["app"]?["appId"]?.stringValue, named != id else { return nil }
        return .failure(ResultCode.parameterInvalid, "settings.app.appId: names another app than the path")
    }

    /// As they are given, which may be as a text.
    static func settings(of request: Request) -> JSON {
        let settings = request.parameters["settings"] ?? .null
        guard let text = settings.stringValue else { return settings }
        return (try? JSON.parse(text, limits: HTTPForm.objectBodyLimits)) ?? .null
    }

    /// What the database server says of itself.
    func health(_ answer: @escaping (Reply) -> Void) {
        let told = OnLoop<Reply> { answer($0) }
        let names = (Array(all.keys) + unopened.keys).sorted()
        aside.run { [homes, loop] in
            let reply: Reply
            do throws(HomeFailure) { reply = .success(["database": try homes.health(of: names)]) } catch {
                reply = .failure(ResultCode.storageFailed, error.message)
            }
            loop.post { told.run(reply) }
        }
    }

    private struct Look: Sendable {
        var known: [String] = []
        var opened: [(String, any AppHome)] = []
        var failed: [(String, String)] = []
    }

    /// Of a database that others share, the apps that they have made meanwhile; and those that could not be opened before. Looked for now
    /// and then, when somebody asks for one that is not here.
    func look() {
        guard homes.isShared || !unopened.isEmpty, !isLooking, clock.monotonicNanoseconds() >= nextLook else { return }
        beginLook()
    }

    /// The same at once.
    /// - Parameter then: runs on the loop, whatever was found.
    func look(_ then: @escaping () -> Void) {
        guard homes.isShared else { return then() }
        lookers.append(then)
        if !isLooking { beginLook() }
    }

    private func beginLook() {
        let now = clock.monotonicNanoseconds()
        isLooking = true
        let passed = Set(all.keys).union(unopened.filter { $0.value.nextTry > now }.keys)
        let take = OnLoop<Look?> { [weak self] found in self?.add(found) }
        // A database is waited for, and not here.
        aside.run { [homes, loop] in
            var found: Look? = Look()
            do throws(HomeFailure) {
                let known = try homes.known()
                found?.known = known
                for id in known where !passed.contains(id) {
                    do throws(HomeFailure) { found?.opened.append((id, try homes.open(id))) } catch {
                        found?.failed.append((id, error.message))
                    }
                }
            } catch {
                // The next who asks looks again.
                found = nil
            }
            let all = found
            loop.post { take.run(all) }
        }
    }

    private func add(_ found: Look?) {
        isLooking = false
        nextLook = clock.monotonicNanoseconds() + Self.lookNanoseconds
        let waiting = lookers
        lookers = []
        if let found { add(found) }
        for then in waiting { then() }
    }

    private func add(_ found: Look) {
        let known = Set(found.known)
        unopened = unopened.filter { known.contains($0.key) }
        for (id, reason) in found.failed where all[id] == nil { note(unopened: id, reason) }
        for (id, home) in found.opened where all[id] == nil && !opening.contains(id) {
            do throws(HomeFailure) {
                try refuseMore()
                add(try started(id, home))
            } catch { note(unopened: id, error.message) }
        }
    }

    // MARK: The end

    func endFeeds() { for app in all.values { app.feed.end() } }

    /// - Returns: the apps whose service still ran at the deadline.
    func stop(untilNanoseconds deadline: Int64) -> [String] {
        // All at the same time: of many apps, one after the other, the last ones would find the time over and their stores open.
        for app in all.values { app.home.beginStop() }
        let late = all.values.filter { !$0.home.stop(untilNanoseconds: deadline) }.map { $0.id }
        homes.close()
        return late
    }
}
