import CLinux
import Codecs
import Linux
import Messages

extension Commands {
    static let storeCommands = [
        Command(
            words: "backup", help: "backs the app up while it is played, into backups/ of the server's data directory, and checks the copy"
        ) { (operate) throws(Stop) in try operate.backUp() },
        Command(
            words: "restore", arguments: "BACKUP --to DIR|postgresql://... [--unsafe-database NAME...]",
            help: "restores a copy to a place where the app has no data", valued: ["--to", "--unsafe-database"],
            isLocal: true
        ) { (operate) throws(Stop) in
            let backup = try operate.invocation.word(0, "BACKUP")
            guard let target = operate.invocation["--to"] else { throw Stop(Stop.usage, "--to is missing") }
            try move(["--from", backup, "--to", target] + operate.invocation.handedOn(["--app", "--unsafe-database"]))
        },
        Command(
            words: "move", arguments: "--from PLACE --to PLACE [--app ID] [--game] [--unsafe-database NAME...]",
            help: "moves an app between SQLite and PostgreSQL; gamebased move --help says how",
            valued: ["--from", "--to", "--unsafe-database"], flags: ["--game"], isLocal: true
        ) { (operate) throws(Stop) in
            let arguments = operate.invocation.handedOn(["--from", "--to", "--app", "--unsafe-database"])
            try move(arguments + (operate.invocation.has("--game") ? ["--game"] : []))
        },
        Command(
            words: "doctor", arguments: "[--data DIR] [--console FILE...] [--least-free BYTES] [--oldest SECONDS] [--most-xids COUNT]",
            help: "looks for faults of a server, its settings and its directory",
            valued: ["--data", "--console", "--least-free", "--oldest", "--most-xids"]
        ) { (operate) throws(Stop) in try Doctor(operate).run() },
    ]

    /// `gamebased move` in place of this program: what works on files is the server's.
    private static func move(_ arguments: [String]) throws(Stop) {
        for path in ["\(ownFolder)/gamebased", "/usr/local/bin/gamebased", "/usr/bin/gamebased"] where Files.exists(path) {
            var texts: [UnsafeMutablePointer<CChar>?] = ([path, "move"] + arguments).map { strdup($0) }
            texts.append(nil)
            _ = execv(path, texts)
            throw Stop(Stop.refused, "cannot start \(path): \(String(cString: strerror(gb_errno())))")
        }
        throw Stop(Stop.refused, "gamebased is missing; it belongs beside gamebasectl")
    }

    private static var ownFolder: String {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        return Paths.parent(String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}

extension Operator {
    private static let lookMicroseconds: UInt32 = 200_000

    fileprivate func backUp() throws(Stop) {
        // One that is made already may lack what was bought since it began; one that somebody begins from here on does not.
        _ = try copied(try work("backup"), "waiting for another copy")
        let body = try copied(try work("backup", ["start": true]), "copying")
        let directory = Table.text(body["directory"] ?? nil)
        switch body["state"]?.stringValue {
        case "DONE":
            let isSound = body["sound"]?.boolValue == true
            show(body) { body in
                "copied to \(directory) on the server: \(Table.text(body["payments"] ?? nil)) payments, "
                    + (isSound ? "the ledger is sound" : "the ledger is NOT sound")
            }
            if !isSound { throw Stop(Stop.refused, "") }
        case "FAILED": throw Stop(Stop.refused, "the copy failed: \(Table.text(body["message"] ?? nil))")
        default: throw Stop(Stop.refused, "the server ended while it copied; ask again")
        }
    }

    /// Waits for the end of a copy.
    private func copied(_ begun: JSON, _ text: String) throws(Stop) -> JSON {
        let clock = SystemClock()
        let began = clock.monotonicNanoseconds()
        var told = began
        var body = begun
        while body["state"]?.stringValue == "RUNNING" {
            usleep(Self.lookMicroseconds)
            body = try work("backup")
            let now = clock.monotonicNanoseconds()
            if now - told > 2_000_000_000, isatty(STDERR_FILENO) == 1 {
                remark("\(text) for \((now - began) / 1_000_000_000) s")
                told = now
            }
        }
        return body
    }
}
