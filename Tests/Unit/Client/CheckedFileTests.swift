import CLinux
import Codecs
import Linux
import Testing

@testable import Client

@Suite struct `Files of the client` {
    private func nested(_ depth: Int) -> JSONObject {
        var json = JSON.integer(1)
        for _ in 0..<depth { json = .array([json]) }
        return ["content": json]
    }

    /// - Returns: whether it was saved; what was saved is read again as it was.
    private func keeps(_ content: JSONObject, bytesMax: Int) throws -> Bool {
        let file = CheckedFile(directory: nil, name: "a.json", bytesMax: bytesMax)
        try file.save(["content": "before"])
        do throws(DeviceError) {
            try file.save(content)
        } catch {
            guard case .refused = error else { throw error }
            #expect(try file.load(epochSeconds: 0, loss: "") { json, _ in json["content"] }?.content == "before")
            return false
        }
        #expect(try file.load(epochSeconds: 0, loss: "") { json, _ in json["content"] }?.content == content["content"])
        return true
    }

    @Test func `what is saved can be read, at each limit and one beyond`() throws {
        // The frame is a level of its own.
        #expect(try keeps(nested(CheckedFile.depthMax - 1), bytesMax: 10_000))
        #expect(try !keeps(nested(CheckedFile.depthMax), bytesMax: 10_000))
        #expect(try keeps(["content": .array(Array(repeating: 1, count: 1_200_000))], bytesMax: 4 << 20))
        let text = String(repeating: "x", count: 1_000)
        let exact = JSON.object(["content": .string(text), "version": 1]).text().utf8.count + 8
        #expect(try keeps(["content": .string(text)], bytesMax: exact))
        #expect(try !keeps(["content": .string(text)], bytesMax: exact - 1))
        // Each of these is six bytes in the file.
        #expect(try !keeps(["content": .string(String(repeating: "\u{1}", count: 1_000))], bytesMax: 5_000))
        #expect(try keeps(["content": .string("[[{\\\"[[")], bytesMax: 1_000))
    }

    @Test func `a file that is longer than its reader takes is set aside, and what is saved after it is kept`() throws {
        let folder = "/tmp/gamebase-checked-" + Hex.encode(SystemRandom().bytes(8))
        mkdir(folder, 0o700)
        let (path, aside) = (folder + "/a.json", folder + "/a.json.damaged-7")
        defer {
            for name in [path, aside] { unlink(name) }
            rmdir(folder)
        }
        try Files.writeNew(path, [UInt8](repeating: 1, count: 1_001))
        let file = CheckedFile(directory: folder, name: "a.json", bytesMax: 1_000)
        #expect {
            try file.load(epochSeconds: 7, loss: "") { json, _ in json["content"] }
        } throws: { error in
            guard case .damaged(let message)? = error as? DeviceError else { return false }
            return message.contains(aside)
        }
        #expect(Files.size(aside) == 1_001)
        try file.save(["content": "after"])
        #expect(try file.load(epochSeconds: 8, loss: "") { json, _ in json["content"] }?.content == "after")
    }
}
