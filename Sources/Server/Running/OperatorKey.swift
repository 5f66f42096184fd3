import CLinux
import Codecs
import Linux

/// The secret by which the operator is known, and the one from before while both are good. Kept as digests.
struct OperatorKey: Equatable {
    private let digest: [UInt8]
    /// Still taken: whoever has not heard of the new one goes on.
    private var older: [UInt8]?

    static let bytesMin = 16
    static let bytesMax = 256
    static let fileName = "operator.key"
    static let randomBytes = 32

    /// - Returns: nil for a text that is none: too short to be a secret, or not to be sent in a field.
    init?(_ text: String) {
        let length = text.utf8.count
        guard length >= Self.bytesMin, length <= Self.bytesMax, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
        digest = SHA256.hash(Array(text.utf8))
    }

    /// By which logs tell keys apart.
    var name: String { Self.name(digest) }

    /// Takes as long for every text of a length.
    /// - Returns: the name of the key that it is; nil: of none.
    func name(of text: String) -> String? {
        let given = SHA256.hash(Array(text.utf8))
        let isNew = HMACSHA256.areEqual(digest, given), isOld = HMACSHA256.areEqual(older ?? digest, given)
        return isNew || isOld ? Self.name(given) : nil
    }

    private static func name(_ digest: [UInt8]) -> String { Hex.encode(Array(digest.prefix(4))) }

    /// The first line of a file; a second one is the key from before.
    static func read(_ path: String) throws(HomeFailure) -> OperatorKey {
        var bytes: [UInt8]?
        do throws(FileError) { bytes = try Files.read(path, bytesMax: 4_096) } catch { throw HomeFailure(error.message) }
        guard let bytes else { throw HomeFailure("there is no file \(path)") }
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
            .map { String(decoding: $0.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self) }
        guard var key = OperatorKey(lines[0]) else {
            throw HomeFailure("\(path): an operator's key has \(bytesMin) to \(bytesMax) visible characters in its first line")
        }
        guard lines.count > 1, !lines[1].isEmpty else { return key }
        guard let older = OperatorKey(lines[1]) else {
            throw HomeFailure("\(path): the second line is the key from before, of \(bytesMin) to \(bytesMax) visible characters, or empty")
        }
        key.older = older.digest
        return key
    }

    /// The key that the first start made in the data folder; makes it when it is missing.
    static func own(_ folder: DataFolder, _ random: any RandomSource) throws(HomeFailure) -> (key: OperatorKey, isNew: Bool) {
        let path = folder.path(fileName)
        if Files.exists(path) { return (try read(path), false) }
        // A first start that was killed may have left one that nobody knows.
        Files.removeDrafts(path)
        let bytes = random.bytes(randomBytes)
        guard bytes.count == randomBytes, let key = OperatorKey(Base64URL.encode(bytes)) else { throw HomeFailure(SystemRandom.missing) }
        do throws(FileError) { try Files.replaceDurably(path, Array((Base64URL.encode(bytes) + "\n").utf8)) } catch {
            throw HomeFailure(error.message)
        }
        return (key, true)
    }
}
