// One sort for all: each kind of element would bring a copy of the algorithm.

/// The places of `count` things in order; equal ones stay in the order that they came in, as with every sort of the standard library.
@export(interface) public func places(of count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    var places = Array(0..<count)
    places.sort { precedes($0, $1) }
    return places
}

/// The places of keys in ascending order.
@export(interface) public func ascending(_ keys: [Int64]) -> [Int] { places(of: keys.count) { keys[$0] < keys[$1] } }

/// The same by bytes.
@export(interface) public func ascending(_ keys: [[UInt8]]) -> [Int] {
    places(of: keys.count) { precedes(keys[$0], keys[$1]) }
}

/// By their bytes.
@export(interface) public func ascending(_ texts: [String]) -> [String] { ascending(texts.map { Array($0.utf8) }).map { texts[$0] } }

private func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.lexicographicallyPrecedes(right) }
