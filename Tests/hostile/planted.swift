// Mistakes for sanitizers to find, compiled as the library is.
private var shared = 0

/// Without a lock.
@_cdecl("planted_race") public func race() { shared += 1 }

/// Reads behind the end.
@_cdecl("planted_overflow") public func overflow(_ count: Int32) -> Int32 {
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: Int(count))
    defer { memory.deallocate() }
    for place in 0..<Int(count) { memory[place] = Int32(place) }
    return memory[Int(count)]
}
