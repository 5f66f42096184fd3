/// A small generator, so that every run sees the same bytes.
struct PushRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(bound, 1)))
    }

    /// Some bytes others, some gone, some twice.
    mutating func mutated(_ whole: [UInt8]) -> [UInt8] {
        var bytes = whole
        for _ in 0...next(3) {
            let place = next(bytes.count + 1)
            switch next(5) {
            case 0, 1: if place < bytes.count { bytes[place] = UInt8(next(256)) }
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(4)))
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + next(12))], at: place)
            default: if next(4) == 0 { bytes.removeLast(bytes.count - place) }
            }
        }
        return bytes
    }
}
