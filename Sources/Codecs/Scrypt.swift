/// Makes a key from a password at a price in memory, too, so that machines made for guessing gain little (RFC 7914). The work is done a
/// slice at a time, so that a thread with other duties can do it. Used by one thread at a time.
public final class Scrypt {
    /// "r" of the RFC: the memory is read in pieces of 1 KiB.
    private static let blockSize = 8
    private static let blockWords = 16

    private let password: [UInt8]
    /// "N": pieces in memory.
    private let pieces: Int
    /// 32-bit words of a piece.
    private let words: Int
    private let keyBytes: Int
    /// What is mixed, lane by lane; "p" of them.
    private var lanes: [[UInt32]]
    private var lane = 0
    /// Of the lane under way, 0 to twice the pieces.
    private var step = 0
    private let memory: UnsafeMutablePointer<UInt32>
    private let mixed: UnsafeMutablePointer<UInt32>

    /// nil until the work is done.
    public private(set) var key: [UInt8]?

    /// - Parameter cost: the binary logarithm of the pieces; 14 takes 16 MiB.
    @export(interface) public convenience init(password: [UInt8], salt: [UInt8], cost: Int, lanes: Int) {
        self.init(password: password, salt: salt, pieces: 1 << cost, blockSize: Self.blockSize, lanes: lanes, keyBytes: 32)
    }

    init(password: [UInt8], salt: [UInt8], pieces: Int, blockSize: Int, lanes: Int, keyBytes: Int) {
        self.password = password
        self.pieces = pieces
        self.keyBytes = keyBytes
        words = 2 * blockSize * Self.blockWords
        let bytes = Self.stretched(password, salt, lanes * words * 4)
        self.lanes = (0..<lanes).map { [words] lane in
            (0..<words).map { word in
                let place = (lane * words + word) * 4
                return UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
                    | UInt32(bytes[place + 3]) << 24
            }
        }
        // Not written before it is used: the system gives it page by page.
        memory = .allocate(capacity: pieces * words)
        mixed = .allocate(capacity: words)
    }

    deinit {
        memory.deallocate()
        mixed.deallocate()
    }

    /// Mixes at most so many pieces of 1 KiB; the whole work is twice the pieces for each lane.
    @export(interface) public func advance(by steps: Int) {
        var left = steps
        while left > 0, lane < lanes.count {
            left -= 1
            lanes[lane].withUnsafeMutableBufferPointer { piece in
                guard let start = piece.baseAddress else { return }
                mix(start)
            }
            step += 1
            if step == 2 * pieces { (lane, step) = (lane + 1, 0) }
        }
        if lane == lanes.count, key == nil { key = Self.stretched(password, lanes.flatMap { Self.bytes($0) }, keyBytes) }
    }

    /// "scryptROMix", one step: the first half fills the memory, the second reads it where the password says.
    private func mix(_ piece: UnsafeMutablePointer<UInt32>) {
        if step < pieces {
            (memory + step * words).update(from: piece, count: words)
        } else {
            let place = memory + (Int(piece[words - Self.blockWords]) & (pieces - 1)) * words
            for word in 0..<words { piece[word] ^= place[word] }
        }
        // "scryptBlockMix": the even blocks come first, then the odd ones.
        let half = words / 2
        var before = words - Self.blockWords
        var from = piece
        for block in 0..<(words / Self.blockWords) {
            let out = mixed + (block / 2) * Self.blockWords + (block & 1) * half
            let this = piece + block * Self.blockWords
            for word in 0..<Self.blockWords { out[word] = this[word] ^ from[before + word] }
            Self.salsa(out)
            (from, before) = (out, 0)
        }
        piece.update(from: mixed, count: words)
    }

    /// "Salsa20/8".
    private static func salsa(_ block: UnsafeMutablePointer<UInt32>) {
        var (a, b, c, d) = (block[0], block[1], block[2], block[3])
        var (e, f, g, h) = (block[4], block[5], block[6], block[7])
        var (i, j, k, l) = (block[8], block[9], block[10], block[11])
        var (m, n, o, p) = (block[12], block[13], block[14], block[15])
        for _ in 0..<4 {
            quarter(&a, &e, &i, &m)
            quarter(&f, &j, &n, &b)
            quarter(&k, &o, &c, &g)
            quarter(&p, &d, &h, &l)
            quarter(&a, &b, &c, &d)
            quarter(&f, &g, &h, &e)
            quarter(&k, &l, &i, &j)
            quarter(&p, &m, &n, &o)
        }
        add(block, a, b, c, d)
        add(block + 4, e, f, g, h)
        add(block + 8, i, j, k, l)
        add(block + 12, m, n, o, p)
    }

    @inline(__always)
    private static func add(_ place: UnsafeMutablePointer<UInt32>, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) {
        place[0] &+= a
        place[1] &+= b
        place[2] &+= c
        place[3] &+= d
    }

    @inline(__always)
    private static func quarter(_ a: inout UInt32, _ b: inout UInt32, _ c: inout UInt32, _ d: inout UInt32) {
        b ^= turned(a &+ d, 7)
        c ^= turned(b &+ a, 9)
        d ^= turned(c &+ b, 13)
        a ^= turned(d &+ c, 18)
    }

    @inline(__always)
    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word &<< bits | word &>> (32 &- bits) }

    /// PBKDF2 of one iteration, as long as is wanted.
    private static func stretched(_ password: [UInt8], _ salt: [UInt8], _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 32)
        var block: UInt32 = 0
        while bytes.count < count {
            block &+= 1
            let number = (0..<4).map { UInt8(truncatingIfNeeded: block &>> (24 &- 8 &* UInt32($0))) }
            bytes += HMACSHA256.authenticate(salt + number, key: password)
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private static func bytes(_ words: [UInt32]) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word &>> (8 &* UInt32($0))) } }
    }
}
