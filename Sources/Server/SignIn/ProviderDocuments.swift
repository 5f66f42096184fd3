import Linux
import Wire

/// What providers publish: where they are asked, and their keys. Kept for an hour; who asks meanwhile for what is being fetched waits
/// for the same answer. Belongs to the loop.
final class ProviderDocuments {
    typealias Ask = (OutgoingCall, @escaping (OutgoingAnswer) -> Void) -> Void

    static let countMax = 512
    static let freshMilliseconds: Int64 = 3_600_000
    /// A provider that does not answer is still known by what it said so long ago.
    static let staleMilliseconds: Int64 = 24 * 3_600_000
    /// A token with a key that nobody knows has the keys fetched again, so often at most.
    static let renewalMilliseconds: Int64 = 60_000

    private struct Kept {
        var json: JSON?
        var fetched: Int64 = 0
        var renewed: Int64?
        var waiting: [(JSON?) -> Void] = []
    }

    private let clock: any Clock
    private let ask: Ask
    private var kept: [String: Kept] = [:]

    init(_ clock: any Clock, _ ask: @escaping Ask) {
        self.clock = clock
        self.ask = ask
    }

    func get(_ url: String, _ answer: @escaping (JSON?) -> Void) {
        if let json = kept[url]?.json, age(url) < Self.freshMilliseconds { return answer(json) }
        fetch(url, answer)
    }

    /// The same as it is now. Too soon after the last time nobody is asked.
    func renew(_ url: String, _ answer: @escaping (JSON?) -> Void) {
        let now = clock.monotonicNanoseconds() / 1_000_000
        if let last = kept[url]?.renewed, now - last < Self.renewalMilliseconds, kept[url]?.waiting.isEmpty == true {
            return answer(kept[url]?.json)
        }
        fetch(url, answer)
        kept[url]?.renewed = now
    }

    private func age(_ url: String) -> Int64 { clock.monotonicNanoseconds() / 1_000_000 - (kept[url]?.fetched ?? 0) }

    private func fetch(_ url: String, _ answer: @escaping (JSON?) -> Void) {
        if kept[url] == nil, kept.count >= Self.countMax { kept = kept.filter { !$0.value.waiting.isEmpty } }
        let isUnderWay = kept[url]?.waiting.isEmpty == false
        kept[url, default: Kept()].waiting.append(answer)
        if isUnderWay { return }
        ask(OutgoingCall(url: url, form: nil)) { [self] found in
            let json = found.status == 200 && found.json?.objectValue != nil ? found.json : nil
            if let json {
                kept[url]?.json = json
                kept[url]?.fetched = clock.monotonicNanoseconds() / 1_000_000
            } else if age(url) >= Self.staleMilliseconds {
                kept[url]?.json = nil
            }
            let waiting = kept[url]?.waiting ?? []
            kept[url]?.waiting = []
            for answer in waiting { answer(kept[url]?.json) }
        }
    }
}
