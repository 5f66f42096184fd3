import Client
import Linux
import Synchronization

/// Says once for each function that it was called with something that is not a living object of its class.
package enum BadHandles {
    /// More functions than the headers declare; a full table only means that a line may come twice.
    private static let placesMax = 1_024
    /// Lock-free, because a forked child may come here while its parent's other thread would have held a lock.
    nonisolated(unsafe) private static let reported: UnsafeMutablePointer<Atomic<UInt>> = {
        let places = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: placesMax)
        for place in 0..<placesMax { (places + place).initialize(to: Atomic(0)) }
        return places
    }()

    @inline(never)
    package static func report(_ pointer: OpaquePointer?, _ wanted: BoundaryClass?, _ function: CText) {
        // No error is success, and asking it for its code is no mistake.
        if pointer == nil, wanted == .TCGBError { return }
        // Without a sink nobody would hear it, and the one line would be gone when somebody listens.
        guard Clients.current.isLogging(.warn), isNew(UInt(bitPattern: function)) else { return }
        let what = pointer == nil ? "NULL" : "not a living object: released, of another class, or never one"
        Clients.current.log(.warn, "\(functionName(String(cString: function))): the \(wanted?.name ?? "object") is \(what)")
    }

    package static func report(_ pointer: OpaquePointer?, _ wanted: BoundaryClass?, _ function: StaticString) {
        report(pointer, wanted, CText(function))
    }

    private static func isNew(_ name: UInt) -> Bool {
        var place = Int((name >> 3) % UInt(placesMax))
        for _ in 0..<placesMax {
            let (exchanged, found) = reported[place].compareExchange(expected: 0, desired: name, ordering: .relaxed)
            if exchanged { return true }
            if found == name { return false }
            place = (place + 1) % placesMax
        }
        return true
    }
}

/// `TCGBError_code` of `TCGBError_code(_:)`.
package func functionName(_ function: StaticString) -> String {
    functionName("\(function)")
}

private func functionName(_ whole: String) -> String {
    guard let end = whole.utf8.firstIndex(of: UInt8(ascii: "(")) else { return whole }
    return String(whole[..<end])
}

extension CText {
    /// A function's name. Each ends with a NUL.
    init(_ function: StaticString) { self = UnsafeRawPointer(function.utf8Start).assumingMemoryBound(to: CChar.self) }
}
