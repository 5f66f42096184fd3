import Codecs
import Libcurl
import Linux
import Messages
import Synchronization

/// A service on another machine, as its clients start, ask and end it.
///
/// Two threads: `gamebase-net` moves bytes and waits for nobody's disk; `gamebase-svc` hands out replies and events and does the clients'
/// work with files, as the thread of a service inside the process does. Nothing here blocks a caller but `stop`, and that has a limit.
final class RemoteLink: RemoteService {
    private let facts: RemoteFacts
    private let desk: RemoteDesk
    private let net: NetThread
    private let folder: ClientFolder
    private let requests: RequestForm
    private let waiting = Atomic<Int>(0)

    init(_ facts: RemoteFacts, clock: any Clock, random: any RandomSource) {
        self.facts = facts
        folder = ClientFolder(facts.place.directory)
        let desk = RemoteDesk(closing: folder)
        self.desk = desk
        requests = RequestForm(facts.place, random)
        net = NetThread(facts, clock, random, desk)
    }

    deinit {
        net.abandon()
        desk.abandon()
    }

    func start() -> Bool {
        guard desk.start() else { return false }
        if net.start() { return true }
        desk.abandon()
        return false
    }

    func stop(untilNanoseconds deadline: Int64) -> Bool {
        let isNetOver = net.stop(untilNanoseconds: deadline)
        return desk.stop(untilNanoseconds: deadline) && isNetOver
    }

    func stop(then: @escaping @Sendable () -> Void) {
        net.abandon()
        desk.abandon(then: then)
    }

    func perform(_ job: @escaping @Sendable () -> Void) { desk.perform(job) }

    func setApp(_ app: String) { requests.setApp(app) { [net] in net.submit(.app(app)) } }

    // MARK: Requests

    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= RemoteLimit.waitingMax else {
            return finish(
                .failure(ResultCode.tooManyRequests, "\(RemoteLimit.waitingMax) requests wait already; ask again later"), completion)
        }
        // Here and not on the caller's thread, which may be the game's: a large object takes a while to write.
        desk.perform { [self] in take(request, completion) }
    }

    private func take(_ request: Request, _ completion: @escaping @Sendable (Reply) -> Void) {
        // The service elsewhere does not open with a client of it: what is opened is the client's folder.
        if request.name == .openService { return finish(folder.open(), completion) }
        switch requests.form(request) {
        case .failure(let refusal): finish(refusal.reply, completion)
        case .success(let form): net.submit(.call(RemoteCall(form) { [self] in finish($0, completion) }))
        }
    }

    private func finish(_ reply: Reply, _ completion: @escaping @Sendable (Reply) -> Void) {
        waiting.wrappingSubtract(1, ordering: .relaxed)
        desk.perform { completion(reply) }
    }

    // MARK: Events

    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
        let subscription = desk.subscribers.add(handler)
        net.submit(.subscribe(subscription))
        return subscription
    }

    func listen(_ id: Int64, as accessToken: String?) { net.submit(.listen(id, accessToken)) }

    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool {
        net.submit(.unsubscribe(id))
        return desk.subscribers.remove(id, isDeliveringThread: desk.isCurrentThread, untilNanoseconds: deadline)
    }
}

/// Makes ways to services on other machines. Nothing is opened before the first one starts.
public final class RemoteLinks: RemoteServices {
    @export(interface) public init() {}

    @export(interface) public func make(_ place: RemotePlace, clock: any Clock, random: any RandomSource) -> any RemoteService {
        RemoteLink(RemoteFacts(place), clock: clock, random: random)
    }
}

/// What the owner hands in.
struct RemoteFacts: Sendable {
    var place: RemotePlace
    var pace = RemotePace()
    var libraryNames = Curl.libraryNames
    /// Whom to believe besides; nil: whom the system believes.
    var authorities: String?

    init(_ place: RemotePlace) { self.place = place }
}
