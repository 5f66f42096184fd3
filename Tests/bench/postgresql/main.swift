// What the service answers a second over PostgreSQL, 64 requests outstanding, without a network in front: guest registration, log-in,
// object write, object read, and purchases from the reservation to the grant. Play it with Tests/bench/postgresql/run.
import Codecs
import Engine
import Glibc
import Linux
import Messages
import PostgreSQL
import Service
import Storage

func field(_ name: String, _ standard: Int) -> Int { Environment.value(name).flatMap { Int($0) } ?? standard }

let outstanding = field("OUTSTANDING", 64), seconds = field("SECONDS", 3), workers = field("WORKERS", 2), groupMax = field("GROUP", 32)
let only = Environment.value("ONLY") ?? ""
let clock = SystemClock()

/// Keeps so many requests under way and counts the answers.
final class Load: @unchecked Sendable {
    private let lock = Lock()
    private let done = Latch()
    private let service: any ServiceConnection
    private let deadline: Int64
    private let next: @Sendable (Int, Int) -> Request?
    private let taken: @Sendable (Int, Reply) -> Void
    private var open = 0, answered = 0, failed = 0, began: [Int64]
    private var times: [Int64] = []
    private var firstFailure = ""

    init(
        _ service: any ServiceConnection, seconds: Int, next: @escaping @Sendable (Int, Int) -> Request?,
        taken: @escaping @Sendable (Int, Reply) -> Void = { _, _ in }
    ) {
        self.service = service
        self.next = next
        self.taken = taken
        began = Array(repeating: 0, count: outstanding)
        deadline = clock.monotonicNanoseconds() + Int64(seconds) * 1_000_000_000
    }

    func play(_ what: String) {
        let start = clock.monotonicNanoseconds(), cpuStart = processorTime()
        open = outstanding
        for lane in 0..<outstanding { send(lane, 0) }
        _ = done.wait(untilNanoseconds: Int64.max / 2)
        let time = Double(clock.monotonicNanoseconds() - start) / 1e9
        times.sort()
        let p50 = times.isEmpty ? 0 : times[times.count / 2] / 1000, p99 = times.isEmpty ? 0 : times[times.count * 99 / 100] / 1000
        let rate = Int(Double(answered) / time)
        let cpu = Int(Double(processorTime() - cpuStart) / Double(max(answered, 1)))
        print("\(what): \(rate) a second, p50 \(p50) us, p99 \(p99) us, \(cpu) us of this process each, \(failed) failed \(firstFailure)")
    }

    private func send(_ lane: Int, _ round: Int) {
        let now = clock.monotonicNanoseconds()
        guard now < deadline, let request = next(lane, round) else {
            if lock.locked({ () -> Bool in
                open -= 1
                return open == 0
            }) {
                done.open()
            }
            return
        }
        began[lane] = now
        service.send(request) { [self] reply in
            let time = clock.monotonicNanoseconds() - began[lane]
            lock.locked {
                answered += 1
                times.append(time)
                if !reply.isSuccess {
                    failed += 1
                    if firstFailure.isEmpty { firstFailure = reply.message }
                }
            }
            taken(lane, reply)
            send(lane, round + 1)
        }
    }
}

/// Microseconds of processor that this process has used.
func processorTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}

func ask(_ service: any ServiceConnection, _ request: Request) -> Reply {
    final class Box: @unchecked Sendable { var reply = Reply.success() }
    let box = Box(), latch = Latch()
    service.send(request) {
        box.reply = $0
        latch.open()
    }
    _ = latch.wait(untilNanoseconds: Int64.max / 2)
    return box.reply
}

@Sendable func client(_ name: RequestName, _ parameters: JSON, token: String? = nil) -> Request {
    Request(name, origin: .client, transactionId: "b", accessToken: token, parameters: parameters)
}

final class Players: @unchecked Sendable {
    var secrets: [String] = [], tokens: [String] = [], pages: [JSON] = []
}

guard let address = Environment.value("GAMEBASE_POSTGRESQL"), let home = PostgreSQLHome(address: address, app: "bench") else {
    fatalError("GAMEBASE_POSTGRESQL has no address")
}
let service = PostgreSQLService(home: home, clock: clock, random: SystemRandom(), workers: workers, groupMax: groupMax)
guard service.start() else { fatalError("no threads") }
let loaded = ask(
    service,
    Request(
        .consoleLoadSettings, origin: .console, transactionId: "b",
        parameters: [
            "settings": [
                "app": ["appId": "bench"],
                "products": [
                    [
                        "gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "m.gem", "price": "0.99",
                        "currency": "USD", "itemSeq": 7,
                    ]
                ],
            ]
        ]))
if !loaded.isSuccess { print("settings: \(loaded.message)") }

let players = Players()
let lanes = 256
@Sendable func secret(_ lane: Int, _ round: Int) -> String { "secret of the player \(lane) in round \(round)" }
@Sendable func login(_ secret: String) -> Request {
    client(.idPLogin, ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]])
}

for lane in 0..<outstanding {
    let reply = ask(service, login(secret(lane, -1)))
    players.tokens.append(reply.body["token"]?["accessToken"]?.stringValue ?? "")
    if !reply.isSuccess { print("login: \(reply.message)") }
}

if only.isEmpty || only.contains("register") {
    let epoch = clock.epochMilliseconds()
    Load(service, seconds: seconds, next: { lane, round in login("\(epoch) " + secret(lane, round)) }).play("register")
}
if only.isEmpty || only.contains("login") {
    Load(
        service, seconds: seconds,
        next: { lane, _ in
            client(.tokenLogin, ["tokenInfo": ["idPCode": "guest", "accessToken": .string(players.tokens[lane])], "member": [:]])
        },
        taken: { lane, reply in
            if let token = reply.body["token"]?["accessToken"]?.stringValue { players.tokens[lane] = token }
        }
    ).play("login")
}
let text = String(repeating: "0123456789abcdef", count: 60)
let ids = Players()
if only.isEmpty || only.contains("write") || only.contains("read") {
    for lane in 0..<outstanding {
        let reply = ask(
            service, client(.objectsCreate, ["className": "Score", "fields": ["text": .string(text), "lane": .integer(Int64(lane))]]))
        ids.secrets.append(reply.body["answer"]?["objectId"]?.stringValue ?? "")
        if !reply.isSuccess { print("create: \(reply.message)") }
        if lane == 0 { print(reply.body.text().prefix(300)) }
    }
    if only.isEmpty || only.contains("write") {
        Load(
            service, seconds: seconds,
            next: { lane, round in
                client(
                    .objectsUpdate,
                    [
                        "className": "Score", "objectId": .string(ids.secrets[lane]),
                        "fields": ["text": .string(text), "lane": .integer(Int64(round))],
                    ])
            }
        ).play("write")
    }
    if only.isEmpty || only.contains("read") {
        Load(
            service, seconds: seconds,
            next: { lane, _ in client(.objectsGet, ["className": "Score", "objectId": .string(ids.secrets[lane])]) }
        ).play("read")
    }
}
if only.isEmpty || only.contains("purchase") {
    for lane in 0..<outstanding {
        players.pages.append(["lane": .integer(Int64(lane))])
    }
    let epoch = clock.epochMilliseconds()
    Load(
        service, seconds: seconds,
        next: { lane, round in
            let token = players.tokens[lane], page = players.pages[lane]
            switch round % 3 {
            case 0:
                return client(
                    .purchaseReserve,
                    ["requestId": .string("\(epoch) \(lane) \(round)"), "gamebaseProductId": "gem", "storeCode": "SANDBOX"], token: token)
            case 1:
                return client(
                    .storeBegin,
                    [
                        "orderKey": page["orderKey"] ?? nil, "marketItemId": page["marketItemId"] ?? nil, "price": "0.99",
                        "currency": "USD",
                    ], token: token)
            default:
                return client(
                    .purchaseReport,
                    [
                        "paymentSeq": page["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": page["storeTransactionId"] ?? nil,
                        "receipt": page["receipt"] ?? nil,
                    ], token: token)
            }
        },
        taken: { lane, reply in
            guard var page = players.pages[lane].objectValue, let body = reply.body.objectValue else { return }
            for (key, value) in body.members { page[key] = value }
            players.pages[lane] = .object(page)
        }
    ).play("purchase steps, three a purchase")
}
_ = service.stop(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: 5_000))
