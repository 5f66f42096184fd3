import Linux
import Messages
import Wire

/// Who asked what as the operator, when, and what came of it: a line of JSON each, behind which nothing of what was asked for can be found.
final class Audit {
    private let file: LineFile
    private let clock: any Clock

    init(_ file: LineFile, _ clock: any Clock) {
        self.file = file
        self.clock = clock
    }

    /// - Parameter key: the beginning of the key's digest, by which it is told from another; nil: it was wrong or missing.
    func note(app: String, request: String, peer: Peer, key: String?, status: Int, resultCode: Int32) {
        let line: JSONObject = [
            "time": .string(ISO8601.text(epochMilliseconds: clock.epochMilliseconds(), hasMilliseconds: true)), "app": .string(app),
            "request": .string(request), "address": .string(peer.text), "key": key.map { .string($0) } ?? .null, "status": .integer(Int64(status)),
            "resultCode": .integer(Int64(resultCode)),
        ]
        file.write(line.text())
    }

    func reopen() throws(HomeFailure) { try file.reopen() }
}
