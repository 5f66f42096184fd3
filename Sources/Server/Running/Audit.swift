import Linux
import Messages
import Wire

/// Who asked what as the operator, when, and what came of it: a line of JSON each, behind which nothing of what was asked for can be found.
final class Audit {
    private let file: LineFile
    private let clock: any Clock
    private var wrongKeys = LineAllowance()

    init(_ file: LineFile, _ clock: any Clock) {
        self.file = file
        self.clock = clock
    }

    /// - Parameter key: the beginning of the key's digest, by which it is told from another; nil: it was wrong or missing.
    func note(app: String, request: String, peer: Peer, key: String?, status: Int, resultCode: Int32) {
        let now = clock.epochMilliseconds()
        for (_, count) in wrongKeys.leftOut(now) { write(["wrongKeysLeftOut": .integer(Int64(count))], now) }
        // Who has the key is always noted; who has none must not fill the disk.
        guard key != nil || wrongKeys.take("") else { return }
        write(
            [
                "app": .string(app), "request": .string(request), "address": .string(peer.text), "key": key.map { .string($0) } ?? .null,
                "status": .integer(Int64(status)), "resultCode": .integer(Int64(resultCode)),
            ], now)
    }

    private func write(_ facts: JSONObject, _ now: Int64) {
        var line: JSONObject = ["time": .string(ISO8601.text(epochMilliseconds: now, hasMilliseconds: true))]
        for (key, value) in facts.members { line[key] = value }
        file.write(line.text())
    }

    func reopen() throws(HomeFailure) { try file.reopen() }
}
