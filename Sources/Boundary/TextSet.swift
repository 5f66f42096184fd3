import CLinux

/// C strings, each kept once however often it comes, and found at the same price however many there are: a game may set and read a name
/// in every frame, and what it was handed stays valid.
package struct TextSet {
    private typealias Text = UnsafeMutablePointer<CChar>

    /// Open addressing; a power of two of places, at most three quarters of them taken.
    private var places: UnsafeMutablePointer<Text?>?
    private var capacity = 0
    private var count = 0

    private static let firstCapacity = 8

    /// The kept copy of a text. Nil when memory ran out.
    package mutating func kept(_ text: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
        guard count < capacity / 4 * 3 || grow(), let places else { return nil }
        let place = place(of: text)
        if let kept = places[place] { return kept }
        guard let copy = strdup(text) else { return nil }
        places[place] = copy
        count += 1
        return copy
    }

    /// At the end of the object that the texts belong to.
    package func free() {
        for place in 0..<capacity { CLinux.free(places?[place]) }
        CLinux.free(places)
    }

    private mutating func grow() -> Bool {
        let wanted = max(Self.firstCapacity, capacity * 2)
        guard let memory = calloc(wanted, MemoryLayout<Text?>.stride) else { return false }
        let old = places
        let oldCapacity = capacity
        places = memory.assumingMemoryBound(to: Text?.self)
        capacity = wanted
        for index in 0..<oldCapacity {
            if let text = old?[index] { places?[place(of: text)] = text }
        }
        CLinux.free(old)
        return true
    }

    /// Where the text is, or where it would be put.
    private func place(of text: UnsafePointer<CChar>) -> Int {
        // FNV-1a: short texts of the game's own, not an attacker's.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var byte = text
        while byte.pointee != 0 {
            hash = (hash ^ UInt64(UInt8(bitPattern: byte.pointee))) &* 0x100_0000_01b3
            byte += 1
        }
        var place = Int(truncatingIfNeeded: hash ^ hash >> 32) & (capacity - 1)
        while let there = places?[place], strcmp(there, text) != 0 { place = (place + 1) & (capacity - 1) }
        return place
    }
}
