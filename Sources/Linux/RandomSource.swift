import CLinux

/// Where random bytes come from. Tests and simulators bring a seeded one.
public protocol RandomSource: AnyObject, Sendable {
    func bytes(_ count: Int) -> [UInt8]
}

/// The kernel's generator (getrandom), good for secrets.
public final class SystemRandom: RandomSource {
    @export(interface) public init() {}

    @export(interface) public func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // Fails only when a signal interrupts it (getrandom(2)); a short answer would weaken a secret, so it is asked again.
                let got = getrandom(buffer.baseAddress! + filled, count - filled, 0)
                if got > 0 { filled += got }
            }
        }
    }
}
