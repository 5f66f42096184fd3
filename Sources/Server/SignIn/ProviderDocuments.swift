import Codecs
import Linux

/// What providers publish: where they are asked, and their keys. Kept for an hour, then fetched again; while a provider does not answer,
/// what it said before is given for a day, and nobody waits longer than a moment for something newer. Belongs to the loop.
final class ProviderDocuments {
    typealias Ask = (OutgoingCall, @escaping (OutgoingAnswer) -> Void) -> Void
    typealias After = (_ milliseconds: Int64, @escaping () -> Void) -> Void
    typealias Answer = (Result<JSON, Missing>) -> Void

    struct Missing: Error { let reason: String }

    static let countMax = 512
    static let freshMilliseconds: Int64 = 3_600_000
    /// A provider that does not answer is still known by what it said so long ago.
    static let staleMilliseconds: Int64 = 24 * 3_600_000
    /// Who asks for what is older than fresh waits so long for something newer, and then gets what is there.
    static let patienceMilliseconds: Int64 = 500
    /// What could not be fetched is fetched again so long after, while there is an older one to give.
    static let retryMilliseconds: Int64 = 10_000
    /// A token that no known key has signed has the keys fetched again, so often at most.
    static let renewalMilliseconds: Int64 = 10_000

    private struct Kept {
        var json: JSON?
        var fetched: Int64 = 0
        var failed: Int64?
        var renewed: Int64?
        var isUnderWay = false
        /// Who has waited for the fetch under way for as long as anybody does.
        var isPatienceOver = false
        var waiting: [Answer] = []
        /// Who cannot do with what is there.
        var waitingForNew: [Answer] = []
        var reason = "was not fetched"
    }

    let reach: OutgoingReach
    private let clock: any Clock
    private let ask: Ask
    private let after: After
    private var kept: [String: Kept] = [:]

    init(_ clock: any Clock, _ reach: OutgoingReach, after: @escaping After, _ ask: @escaping Ask) {
        self.clock = clock
        self.reach = reach
        self.after = after
        self.ask = ask
    }

    private var now: Int64 { clock.monotonicNanoseconds() / 1_000_000 }

    func get(_ url: String, _ answer: @escaping Answer) {
        guard let known = kept[url], known.json != nil, now - known.fetched < Self.staleMilliseconds else {
            return fetch(url, isNew: true, answer)
        }
        let age = now - known.fetched
        let isResting = known.failed.map { now - $0 < Self.retryMilliseconds } ?? false
        if age < Self.freshMilliseconds || isResting || known.isUnderWay && known.isPatienceOver { return answer(given(url)) }
        fetch(url, isNew: false, answer)
    }

    /// Fetches the document again instead of answering from the cache. Within `renewalMilliseconds` of the last renewal the answer is that
    /// renewal's result, a failure too.
    func renew(_ url: String, _ answer: @escaping Answer) {
        let renewed: Answer = { [self] found in
            guard let known = kept[url], known.failed != nil else { return answer(found) }
            answer(.failure(Missing(reason: known.reason)))
        }
        if let last = kept[url]?.renewed, now - last < Self.renewalMilliseconds, kept[url]?.isUnderWay == false {
            return renewed(given(url))
        }
        fetch(url, isNew: true, renewed)
        kept[url]?.renewed = now
    }

    private func given(_ url: String) -> Result<JSON, Missing> {
        guard let known = kept[url] else { return .failure(Missing(reason: "is one of too many")) }
        return known.json.map { .success($0) } ?? .failure(Missing(reason: known.reason))
    }

    private func fetch(_ url: String, isNew: Bool, _ answer: @escaping Answer) {
        if kept[url] == nil { makeRoom() }
        var known = kept[url] ?? Kept()
        let begins = !known.isUnderWay
        if begins { (known.isUnderWay, known.isPatienceOver) = (true, false) }
        if isNew { known.waitingForNew.append(answer) } else { known.waiting.append(answer) }
        kept[url] = known
        if !isNew, known.waiting.count == 1 { after(Self.patienceMilliseconds) { [self] in endPatience(url) } }
        guard begins else { return }
        ask(OutgoingCall(url: url, form: nil)) { [self] found in end(url, found) }
    }

    /// The older half of what nobody waits for goes: a document costs one fetch more then.
    private func makeRoom() {
        guard kept.count >= Self.countMax else { return }
        let idle = kept.filter { !$0.value.isUnderWay }.sorted { $0.value.fetched < $1.value.fetched }
        for (url, _) in idle.prefix((idle.count + 1) / 2) { kept[url] = nil }
    }

    private func endPatience(_ url: String) {
        guard kept[url]?.isUnderWay == true else { return }
        kept[url]?.isPatienceOver = true
        let waiting = kept[url]?.waiting ?? []
        kept[url]?.waiting = []
        let given = given(url)
        for answer in waiting { answer(given) }
    }

    private func end(_ url: String, _ found: OutgoingAnswer) {
        if found.status == 200, let json = found.json, json.objectValue != nil {
            kept[url]?.json = json
            kept[url]?.fetched = now
            kept[url]?.failed = nil
        } else {
            kept[url]?.failed = now
            kept[url]?.reason = found.status == 200 ? "answered with no JSON object" : found.told
            if let known = kept[url], now - known.fetched >= Self.staleMilliseconds { kept[url]?.json = nil }
        }
        kept[url]?.isUnderWay = false
        let waiting = (kept[url]?.waiting ?? []) + (kept[url]?.waitingForNew ?? [])
        kept[url]?.waiting = []
        kept[url]?.waitingForNew = []
        let given = given(url)
        for answer in waiting { answer(given) }
    }
}
