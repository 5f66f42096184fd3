import Codecs
import Messages
import Testing

@testable import Server

/// Pages that watch one app, and its service.
private final class LiveBench {
    private final class Page {
        var told: [String] = []
    }

    private let payments = LivePayments()
    private var pages: [Page]
    private var answers: [(Reply) -> Void] = []
    /// How often the service was asked.
    private(set) var asked = 0
    var now: Int64 = 5

    init(pages count: Int) { pages = (0..<count).map { _ in Page() } }

    func turn(of place: Int) {
        let page = pages[place]
        payments.tell(ObjectIdentifier(page), now) {
            page.told.append(String(decoding: $0, as: UTF8.self))
        } asking: {
            asked += 1
            answers.append($0)
        }
    }

    func answer(_ reply: Reply) {
        let waiting = answers
        answers = []
        for answer in waiting { answer(reply) }
    }

    func told(_ place: Int) -> [String] { pages[place].told }
}

@Suite struct `The newest payments of an app` {
    private static func reply(_ seq: String) -> Reply { .success(["payments": [.string(seq)]]) }

    @Test func `are asked for once for all pages that watch, and each is told them`() {
        let bench = LiveBench(pages: 5)
        for place in 0..<3 { bench.turn(of: place) }
        bench.answer(Self.reply("A"))
        bench.now += LivePayments.sharedNanoseconds - 1
        for place in 3..<5 { bench.turn(of: place) }
        #expect(bench.asked == 1)
        #expect((0..<5).allSatisfy { bench.told($0) == ["[\"A\"]"] })
    }

    @Test func `are asked for anew at each turn of a page that is alone`() {
        let bench = LiveBench(pages: 1)
        for seq in ["A", "B", "C"] {
            bench.turn(of: 0)
            bench.answer(Self.reply(seq))
            // A timer may be a little early.
            bench.now += LiveStream.milliseconds * 1_000_000 - 10_000_000
        }
        #expect(bench.asked == 3 && bench.told(0) == ["[\"A\"]", "[\"B\"]", "[\"C\"]"])
    }

    @Test func `are told to a page once when they come late, and not at all when the service did not answer`() {
        let bench = LiveBench(pages: 2)
        for _ in 0..<4 {
            bench.turn(of: 0)
            bench.now += LiveStream.milliseconds * 1_000_000
        }
        bench.turn(of: 1)
        #expect(bench.asked == 1)
        bench.answer(Self.reply("A"))
        #expect(bench.told(0) == ["[\"A\"]"] && bench.told(1) == ["[\"A\"]"])
        bench.now += LiveStream.milliseconds * 1_000_000
        bench.turn(of: 0)
        bench.answer(.failure(ResultCode.storageFailed, "away"))
        bench.turn(of: 1)
        #expect(bench.asked == 2 && bench.told(0).count == 1 && bench.told(1).count == 1)
    }
}
