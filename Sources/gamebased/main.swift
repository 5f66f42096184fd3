// The gamebased room: the program around the server: command line, standard output, exit status.
import CLinux
import Linux
import Server

func say(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    let bytes = Array((text + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
}

func fail(_ text: String, _ status: Int32) -> Never {
    say("gamebased: " + text, to: STDERR_FILENO)
    exit(status)
}

func serve(_ options: Options) -> Int32 {
    Server.holdReloads()
    do throws(HomeFailure) {
        let clock = SystemClock()
        let random = SystemRandom()
        let data = try options.data.map { path throws(HomeFailure) in try DataFolder.take(path) }
        if options.isDemo, let data { try Demo.fill(options, data, clock: clock, random: random) { say($0) } }
        let homes = try Homes.make(options, data, clock, random)
        let server = try Server.start(options, homes: homes, data: data, clock: homes.clock, random: random) { say($0) }
        return server.run() ? 0 : 1
    } catch {
        fail(error.message, 2)
    }
}

func move(_ arguments: [String]) -> Int32 {
    switch MoveOptions.read(arguments) {
    case .help: say(MoveOptions.help)
    case .wrong(let text): fail(text, 2)
    case .run(let options):
        do throws(HomeFailure) {
            let report = try Move.run(options, clock: SystemClock(), random: SystemRandom()) { say($0) }
            say("moved the app \(report.app): \(report.rows) rows, compared value by value")
            guard report.isLedgerSound else { fail("the ledger is not sound; it is as it was", 1) }
            say("the ledger is sound on both sides; \(MoveOptions.shown(options.from)) stays as it was")
        } catch {
            fail(error.message, 2)
        }
    }
    return 0
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "move" { exit(move(Array(arguments.dropFirst()))) }
// For tests: what there is to walk.
if arguments == ["--routes"] {
    say(Server.routes)
    exit(0)
}
switch Options.read(arguments) {
case .help: say(Options.help)
case .version: say("gamebased " + Homes.version)
case .wrong(let text): fail(text, 2)
case .run(let options): exit(serve(options))
}
