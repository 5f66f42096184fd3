/// The places of keys in ascending order; equal ones stay in the order that they came in. One sort for all that have numbers to go by: each
/// kind of element would bring a copy of the algorithm.
@export(interface) public func ascending(_ keys: [Int64]) -> [Int] {
    var places = Array(keys.indices)
    places.sort { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    return places
}
