import CLinux
import Codecs
import Linux
import Messages
import Testing

@testable import Client

/// A client with the keys of the mobile backend, a folder that outlives it, and a service that answers when the test says so.
final class EventualBench {
    let folder = "/tmp/gamebase-eventual-" + Hex.encode(SystemRandom().bytes(8))
    private(set) var bench = ClientBench()
    /// How calls ended: "ok", or the code of the error.
    private(set) var ended: [String] = []

    var file: String { folder + "/" + EventualFile.fileName }
    var client: Client { bench.client }
    var datastore: ClientDatastore { bench.client.datastore }

    /// - Returns: the user, whose id is "anon".
    func logInAnonymously() throws -> DataObject {
        datastore.logInAnonymously { _, error in #expect(error == nil) }
        answer(
            try request(.objectsCreate),
            [
                "objectId": "anon", "sessionToken": "token of anon", "userName": "x", "authData": ["anonymous": ["id": "secret"]],
                "createDate": "2020-01-01T00:00:00.000Z",
            ])
        return try #require(datastore.currentUser)
    }

    /// - Parameter isOpen: the service has answered the first question; without, it does not in this life.
    init(isOpen: Bool = true) throws {
        mkdir(folder, 0o700)
        try open(isOpen)
    }

    deinit {
        _ = bench.client.shutdown(timeoutMilliseconds: 0)
        for name in [file, file + ".damaged-1795000000", folder + "/device.json"] { unlink(name) }
        rmdir(folder)
    }

    private func open(_ isOpen: Bool = true) throws {
        #expect(client.setStorageDirectory(folder))
        datastore.setKeys(application: "a", client: "c")
        guard isOpen else { return }
        try bench.take(.openService).answer(.success())
        bench.turn()
    }

    /// The process ends in the middle of everything, and another one begins.
    func killAndStart() throws {
        let old = bench
        bench = ClientBench()
        try open()
        withExtendedLifetime(old) {}
    }

    func save(_ object: DataObject) {
        datastore.saveEventually(object) { [weak self] in self?.ended.append($0.map { "\($0.code)" } ?? "ok") }
        bench.turn()
    }

    func delete(_ object: DataObject) {
        datastore.deleteEventually(object) { [weak self] in self?.ended.append($0.map { "\($0.code)" } ?? "ok") }
        bench.turn()
    }

    func saveNow(_ object: DataObject) {
        datastore.save(object) { [weak self] in self?.ended.append($0.map { "\($0.code)" } ?? "ok") }
        bench.turn()
    }

    func logIn(_ name: String) throws {
        datastore.logIn(.userName, name, password: "p") { _, _ in }
        let answer: JSON = ["objectId": .string(name), "sessionToken": .string("token of " + name), "userName": .string(name)]
        try bench.take(.usersLogIn).answer(.success(["answer": answer]))
        bench.turn()
        #expect(datastore.currentUser?.objectId == name)
    }

    /// What the service is asked, as it came.
    func request(_ name: RequestName, _ location: SourceLocation = #_sourceLocation) throws -> ClientBench.Question {
        try bench.take(name, location)
    }

    func answer(_ question: ClientBench.Question, _ answer: JSON = [:]) {
        question.answer(.success(["answer": answer]))
        bench.turn()
    }

    func refuse(_ question: ClientBench.Question, _ code: String) {
        question.answer(Reply.failure(ResultCode.documentRefused, "no", body: ["code": .string(code), "error": "no"]))
        bench.turn()
    }

    func leave(_ question: ClientBench.Question) {
        question.answer(.failure(ResultCode.timeout, "nobody is there"))
        bench.turn()
    }

    /// A horse that the service has.
    static func horse(_ id: String, points: Int64) throws -> DataObject {
        let horse = DataObject(className: "Horse", objectId: id)
        try horse.change("points", .increment(.integer(points)))
        return horse
    }
}
