import CLinux
@testable import Engine
import Linux
@testable import Messages
import Codecs
import Testing

@testable import Client

/// A service whose thread is busy: requests and work for the disk wait until the test takes them.
private final class BusyService: LocalService, @unchecked Sendable {
    var jobs: [@Sendable () -> Void] = []
    var questions: [(request: Request, answer: (Reply) -> Void)] = []

    func start() -> Bool { true }
    func stop(untilNanoseconds deadline: Int64) -> Bool { false }
    func stop(then: @escaping @Sendable () -> Void) {}
    func setSuspended(_ suspended: Bool) {}
    func setTakesMails(_ subscription: Int64, _ takes: Bool) {}
    func perform(_ job: @escaping @Sendable () -> Void) { jobs.append(job) }
    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) { questions.append((request, completion)) }
    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 { 1 }
    func listen(_ id: Int64, as accessToken: String?) {}
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool { true }

    func answer(_ name: RequestName, _ reply: Reply) throws {
        let place = try #require(questions.firstIndex { $0.request.name == name })
        questions.remove(at: place).answer(reply)
    }
}

private final class BusyServices: LocalServices, @unchecked Sendable {
    var made: [BusyService] = []

    func make(directory: String?, app: String?, isIAPKey: Bool, clock: any Clock, random: any RandomSource) -> any LocalService {
        made.append(BusyService())
        return made[made.count - 1]
    }
    func prepare(_ directory: String) -> String? { nil }
    func setAside(_ others: [String], in directory: String, epochSeconds: Int64) -> SettingAside { .nothing }
}

@Suite struct `Work of an earlier life` {
    @Test func `what a shutdown did not wait for writes no file of the next life`() throws {
        let disk = SimulatorDisk()
        let services = BusyServices()
        let client = Client(identifier: 1, platform: Platform(clock: BenchClock(), random: ServiceTestRandom(seed: 3), services: services))
        #expect(client.setStorageDirectory(disk.folder))
        var ended: [String] = []
        for life in 0..<2 {
            client.datastore.setKeys(application: "a", client: "c")
            try services.made[life].answer(.openService, .success())
            client.datastore.saveEventually(try EventualBench.horse("horse\(life)", points: 1)) { error in
                ended.append("\(life): \(error.map { "\($0.code)" } ?? "ok")")
            }
            #expect(services.made[life].jobs.count == 1)
            if life == 0 { #expect(!client.shutdown(timeoutMilliseconds: 0)) }
        }
        let file = disk.folder + "/" + EventualFile.fileName
        services.made[0].jobs[0]()
        #expect(!Files.exists(file))
        services.made[1].jobs[0]()
        let text = try #require(try Files.read(file, bytesMax: 1_000).map { String(decoding: $0, as: UTF8.self) })
        #expect(text.contains("horse1") && !text.contains("horse0"))
        #expect(services.made[1].questions.contains { $0.request.name == .objectsUpdate })
        _ = client.runLoop.drain()
        #expect(ended == ["0: 110"])
        _ = client.shutdown(timeoutMilliseconds: 0)
    }
}
