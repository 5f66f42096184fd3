import Messages
import Testing

@testable import Server

/// As an object, because an expectation cannot change a value.
private final class Budget {
    private var budget = ByteBudget(400)

    var count: Int { budget.count }

    func take(_ bytes: Int, _ address: UInt64?) -> Bool {
        guard budget.hasRoom(bytes, address) else { return false }
        budget.add(bytes, address)
        return true
    }

    func give(_ bytes: Int, _ address: UInt64?) { budget.add(-bytes, address) }
}

@Suite struct `What lies in memory for strangers` {
    @Test func `is a quarter of all for one address at most, and finds room again when it is gone`() {
        let budget = Budget()
        #expect(budget.take(60, 1) && budget.take(40, 1) && !budget.take(1, 1))
        #expect(budget.take(100, 2) && budget.take(100, 3) && budget.take(99, 4) && !budget.take(2, 5) && budget.take(1, 5))
        #expect(budget.count == 400 && !budget.take(1, 6) && !budget.take(1, nil))
        budget.give(50, 1)
        #expect(budget.take(30, 1) && budget.take(20, 6) && !budget.take(1, 1))
    }

    @Test func `is more than a quarter for who is not counted by itself`() {
        let budget = Budget()
        #expect(budget.take(400, nil) && !budget.take(1, nil))
        budget.give(400, nil)
        #expect(budget.count == 0 && budget.take(100, 1))
    }

    @Test func `of long bodies takes nothing of the room for short ones`() {
        var bodies = BodyBudgets()
        let length = { (bytes: Int?) in BodyBudgets.Length(bytes) }
        for bytes in [24 << 20, nil] {
            while bodies.hasRoom(1 << 20, nil, length(bytes)) { bodies.add(1 << 20, nil, length(bytes)) }
        }
        let usual = length(HTTPForm.bodyBytesMax), short = length(HTTPLimit.shortBodyBytes)
        #expect(bodies.count == HTTPLimit.longBodiesBytesMax && usual != short && length(0) == short)
        let hasRoom = bodies.hasRoom(1 << 20, 1, usual) && bodies.hasRoom(1 << 10, 1, short)
        #expect(hasRoom)
        bodies.add(HTTPLimit.shortBodiesBytesMax / ByteBudget.share, 1, short)
        let (ofFull, ofAnother) = (bodies.hasRoom(1, 1, short), bodies.hasRoom(1, 2, short))
        #expect(!ofFull && ofAnother)
    }
}

@Suite struct `Streams and polls that are open` {
    @Test func `count for their address and their player, and no more when they are over`() {
        var listening = Listening()
        for _ in 0..<Listening.ofPlayerMax { listening.add([1, 2]) }
        #expect(!listening.hasRoom([1, 2]) && listening.hasRoom([1, 3]) && !listening.hasRoom([nil, 2]) && listening.hasRoom([1]))
        listening.remove([1, 2])
        #expect(listening.hasRoom([1, 2]) && listening.count == Listening.ofPlayerMax - 1)
        for _ in 0..<Listening.ofAddressMax { listening.add([4]) }
        #expect(!listening.hasRoom([4]) && !listening.hasRoom([4, 5]) && listening.hasRoom([nil, 5]))
    }
}

@Suite struct `What strangers are told of a storage that fails` {
    @Test func `names neither host, user nor path; the operator is told`() {
        for code in [ResultCode.storageFailed, ResultCode.storageLocked, ResultCode.storageFull] {
            let reply = Reply.failure(code, "connection to server at \"10.0.0.5\", port 5432 failed: no such user \"games\"")
            let told = HTTPAnswer(reply)
            #expect(told.status == 503 && told.resultCode == code)
            #expect(!String(decoding: told.body, as: UTF8.self).contains("10.0.0.5") && !told.message.contains("games"))
            #expect(String(decoding: HTTPAnswer(reply, isForOperator: true).body, as: UTF8.self).contains("10.0.0.5"))
        }
        #expect(HTTPAnswer(Reply.failure(ResultCode.parameterInvalid, "name: is missing")).message == "name: is missing")
    }
}

@Suite struct `Lines of one kind` {
    private static let minute: Int64 = 60_000

    @Test func `are so many a minute, and the minute behind says how many were left out`() {
        var allowance = LineAllowance()
        #expect(allowance.leftOut(Self.minute).isEmpty)
        var written = 0
        for _ in 0..<500 where allowance.take("a") { written += 1 }
        #expect(written == LineAllowance.linesAMinute)
        #expect(allowance.leftOut(Self.minute + 1).isEmpty)
        let others = allowance.take("b")
        #expect(others)
        let left = allowance.leftOut(2 * Self.minute)
        #expect(left.map { $0.kind } == ["a"] && left.map { $0.count } == [500 - LineAllowance.linesAMinute])
        let again = allowance.take("a")
        #expect(again)
    }
}

@Suite struct `The host of a question` {
    @Test func `is the part of its address that can hang`() {
        for (url, host) in [
            ("https://api.example.com/v1/x?y=a/b", "api.example.com"), ("http://127.0.0.1:8080/x", "127.0.0.1:8080"),
            ("https://example.com?x", "example.com"), ("nothing", "nothing"), ("", ""),
        ] {
            #expect(OutgoingCall(url: url).host == host, "\(url)")
        }
    }
}
