import CLinux
import Codecs
import Linux
import Storage
import Testing

@testable import Client

private final class FixedClock: Clock {
    func monotonicNanoseconds() -> Int64 { 0 }
    func epochMilliseconds() -> Int64 { 1_700_000_000_999 }
}

private final class Folder {
    let path = "/tmp/gamebase-device-" + Hex.encode(SystemRandom().bytes(8))
    var file: String { path + "/device.json" }
    var aside: String { file + ".damaged-1700000000" }

    init() { mkdir(path, 0o700) }

    deinit {
        for name in [file, aside, aside + "-1"] { unlink(name) }
        rmdir(path)
    }

    func write(_ text: String) throws { try Files.replaceDurably(file, Array(text.utf8)) }
    func read(_ path: String) throws -> String? {
        try Files.read(path, bytesMax: 1 << 20).map { String(decoding: $0, as: UTF8.self) }
    }
}

private func load(_ store: any DeviceStore) throws(DeviceError) -> DeviceIdentity {
    try DeviceIdentity.loadOrCreate(store, random: SystemRandom(), clock: FixedClock())
}

@Test func `a new identity is random, and stored before it is given`() throws {
    let folder = Folder()
    let identity = try load(FileDeviceStore(path: folder.file))
    let text = try #require(try folder.read(folder.file))
    #expect(text.contains(identity.uuid) && text.contains(identity.guestSecret))
    #expect(identity.uuid.utf8.count == 36)
    #expect(Array(identity.uuid)[14] == "4" && "89ab".contains(Array(identity.uuid)[19]))
    #expect(identity.guestSecret.utf8.count == 43)
    #expect(try load(MemoryDeviceStore()) != identity)
    var status = stat()
    #expect(stat(folder.file, &status) == 0 && status.st_mode & 0o777 == 0o600)
}

@Test func `drafts of an identity that a kill left are removed by the next start, and no other file`() throws {
    let folder = Folder()
    let identity = try load(FileDeviceStore(path: folder.file))
    let drafts = [folder.file + ".abcdefgh", folder.file + ".damaged-1600000000.ponmlkji"]
    let others = [
        folder.file + ".abcdefgz", folder.file + ".old", folder.path + "/journal.abcdefgh", folder.path + "/adevice.json.abcdefgh",
    ]
    for name in drafts + others { try Files.writeNew(name, [1]) }
    #expect(try load(FileDeviceStore(path: folder.file)) == identity)
    #expect(drafts.allSatisfy { !Files.exists($0) } && others.allSatisfy { Files.exists($0) })
    for name in others { unlink(name) }
}

@Test func `an identity is the same after a new start, with the last sign-in`() throws {
    let folder = Folder()
    var identity = try load(FileDeviceStore(path: folder.file))
    identity.lastProvider = "guest"
    identity.lastAccessToken = "token \"1\" ゲスト"
    identity.lastUserId = "USER"
    try identity.save(FileDeviceStore(path: folder.file))
    #expect(try load(FileDeviceStore(path: folder.file)) == identity)
    identity.lastAccessToken = nil
    try identity.save(FileDeviceStore(path: folder.file))
    #expect(try load(FileDeviceStore(path: folder.file)).lastAccessToken == nil)
}

@Test func `a damaged identity is kept aside and told of, and never overwritten`() throws {
    let uuid = "12345678-1234-4234-8234-123456789abc"
    let secret = String(repeating: "A", count: 43)
    for text in [
        "", "{", "[]", "{}", "null", "\0\0\0\0", #"{"uuid":"\#(uuid)"}"#, #"{"uuid":"x","guestSecret":"\#(secret)"}"#,
        #"{"uuid":"\#(uuid)","guestSecret":"short"}"#, #"{"uuid":"\#(uuid)","guestSecret":"\#(secret)","lastUserId":1}"#,
        #"{"uuid":"\#(uuid)","guestSecret":"\#(secret)","checksum":"00000000"}"#, String(repeating: " ", count: 70_000),
    ] {
        let folder = Folder()
        try folder.write(text)
        do {
            _ = try load(FileDeviceStore(path: folder.file))
            Issue.record("loaded \(text.prefix(40))")
        } catch {
            guard case .damaged = error else { Issue.record("\(error)"); continue }
            #expect(error.message.contains(folder.aside))
        }
        #expect(try folder.read(folder.aside) == text)
        #expect(try folder.read(folder.file) == nil)
        // The next start is a new installation; a second damage does not push the first aside.
        _ = try load(FileDeviceStore(path: folder.file))
        try folder.write("{")
        #expect(throws: DeviceError.self) { try load(FileDeviceStore(path: folder.file)) }
        #expect(try folder.read(folder.aside) == text)
        #expect(try folder.read(folder.aside + "-1") == "{")
    }
}

@Test func `sixteen damaged identities, and folders of other damage, of one second are kept beside each other`() throws {
    let folder = TestFolder()
    let kept = (0..<16).map { "." + String($0) }
    for number in kept {
        try Files.replaceDurably(folder.file("device.json"), Array(number.utf8))
        _ = try FileDeviceStore(path: folder.file("device.json")).setAside(epochSeconds: 1_700_000_000)
        try Files.replaceDurably(folder.file("some.db"), Array(number.utf8))
        _ = try StorageDirectory.setAside(["some.db", "other.db"], in: folder.path, epochSeconds: 1_700_000_000)
    }
    let files = folder.names.filter { $0.hasPrefix("device.json.damaged-1700000000") },
        folders = folder.names.filter { $0.hasPrefix("aside-1700000000") }
    func texts(_ names: [String]) throws -> [String] {
        try names.map { String(decoding: try #require(try Files.read(folder.file($0), bytesMax: 100)), as: UTF8.self) }.sorted()
    }
    #expect(try texts(files) == kept.sorted())
    #expect(try texts(folders.map { $0 + "/some.db" }) == kept.sorted())
}

@Test func `one flipped bit in the secret is damage, not another guest`() throws {
    let store = MemoryDeviceStore()
    let identity = try load(store)
    let text = String(decoding: try #require(try store.load()), as: UTF8.self)
    let other = identity.guestSecret.first == "A" ? "B" : "A"
    let changed = text.replacing(identity.guestSecret, with: other + identity.guestSecret.dropFirst())
    #expect(throws: DeviceError.self) { try load(MemoryDeviceStore(Array(changed.utf8))) }
}

@Test func `an identity restored by hand needs no checksum, and members of others are kept`() throws {
    let secret = String(repeating: "A", count: 43)
    let text =
        #"{"uuid":"12345678-1234-4234-8234-123456789abc","guestSecret":"\#(secret)","note":[1],"more":{"a":2},"last":3}"#
    let store = MemoryDeviceStore(Array(text.utf8))
    let identity = try load(store)
    #expect(identity.uuid == "12345678-1234-4234-8234-123456789abc")
    try identity.save(store)
    let saved = try JSON.parse(bytes: try #require(try store.load()))
    #expect(saved["note"] == [1] && saved["more"] == ["a": 2] && saved["last"] == 3)
}

@Test func `an identity of a newer library is refused and left where it is`() throws {
    let folder = Folder()
    try folder.write(#"{"version":2}"#)
    do {
        _ = try load(FileDeviceStore(path: folder.file))
        Issue.record("loaded")
    } catch {
        guard case .newer = error else { Issue.record("\(error)"); return }
    }
    #expect(try folder.read(folder.file) == #"{"version":2}"#)
}

@Test func `a sign-in that could not be read again is refused before it replaces anything`() throws {
    let store = MemoryDeviceStore()
    let identity = try load(store)
    for token in ["\0", String(repeating: "x", count: 70_000)] {
        var changed = identity
        changed.lastAccessToken = token
        #expect(throws: DeviceError.self) { try changed.save(store) }
        #expect(try load(store) == identity)
    }
}

@Test func `an identity file may have 64 KiB and not a byte more`() throws {
    let folder = Folder()
    let store = FileDeviceStore(path: folder.file)
    for (count, isRead) in [(65_536, true), (65_537, false)] {
        try store.save([UInt8](repeating: UInt8(ascii: " "), count: count))
        do throws(FileError) {
            #expect(try store.load()?.count == count && isRead)
        } catch {
            #expect(!isRead, "\(error.message)")
        }
    }
}

@Test func `an identity file that cannot be read is an error and is left alone`() throws {
    let folder = Folder()
    mkdir(folder.file, 0o700)
    do {
        _ = try load(FileDeviceStore(path: folder.file))
        Issue.record("loaded")
    } catch {
        guard case .file = error else { Issue.record("\(error)"); return }
    }
    #expect(Files.exists(folder.file))
    rmdir(folder.file)
}
