import CLinux

/// Where random bytes come from. Tests and simulators bring a seeded one.
public protocol RandomSource: AnyObject, Sendable {
    /// - Returns: nothing when there is no randomness to be had: whoever makes a name or a secret of it must not go on then.
    func bytes(_ count: Int) -> [UInt8]
}

/// The kernel's generator, good for secrets: getrandom, and /dev/urandom where a filter or an old kernel refuses that. When both go away
/// later, what they gave once is stretched.
public final class SystemRandom: RandomSource, @unchecked Sendable {
    private let lock = Lock()
    /// Guarded by the lock: what the system gave first, and how often it was stretched.
    private let seed: UnsafeMutablePointer<UInt32>
    private var hasSeed = false
    private var stretched: UInt32 = 0

    @export(interface) public init() {
        seed = .allocate(capacity: RandomStretch.seedWords)
        seed.initialize(repeating: 0, count: RandomStretch.seedWords)
    }

    deinit { seed.deallocate() }

    /// What to tell when there is none.
    public static let missing = "the system gives no random numbers: neither getrandom nor /dev/urandom can be used"

    @export(interface) public func bytes(_ count: Int) -> [UInt8] {
        var isWhole = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            isWhole = fill(UnsafeMutableRawBufferPointer(buffer))
            filled = isWhole ? count : 0
        }
        return isWhole ? bytes : []
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        keepSeed()
        return ask(buffer) || stretch(buffer)
    }

    private func ask(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        // A short answer would weaken a secret, so the rest is asked for.
        read(buffer) { getrandom($0, $1, 0) } || readDevice(buffer)
    }

    private func keepSeed() {
        lock.locked {
            if !hasSeed { hasSeed = ask(UnsafeMutableRawBufferPointer(start: seed, count: RandomStretch.seedWords * 4)) }
        }
    }

    private func stretch(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        lock.locked {
            guard hasSeed, stretched < .max else { return false }
            stretched += 1
            // The process and its generation, because a forked child has the same seed and the same count.
            let process = (UInt32(bitPattern: getpid()), UInt32(truncatingIfNeeded: ProcessEpoch.current))
            RandomStretch.fill(buffer, seed: seed, position: (stretched, process.0, process.1))
            return true
        }
    }

    private func readDevice(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        let device = FileDescriptor(gb_open("/dev/urandom", O_RDONLY | O_CLOEXEC | O_NOCTTY, 0))
        return device.isOpen && read(buffer) { CLinux.read(device.number, $0, $1) }
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer, _ source: (UnsafeMutableRawPointer, Int) -> Int) -> Bool {
        guard var place = buffer.baseAddress else { return true }
        var missing = buffer.count
        while missing > 0 {
            let got = source(place, missing)
            if got > 0 {
                missing -= got
                place += got
            } else if got == 0 || gb_errno() != EINTR {
                return false
            }
        }
        return true
    }
}
