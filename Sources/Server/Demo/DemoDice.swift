/// Chances that fall the same way in every run (SplitMix64), so that two people see the same month.
struct DemoDice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// From 0 to below 1.
    mutating func part() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    mutating func falls(_ chance: Double) -> Bool { part() < chance }

    /// A place in `weights`, each as likely as it weighs.
    mutating func pick(_ weights: [Double]) -> Int {
        var left = part() * weights.reduce(0, +)
        for (place, weight) in weights.enumerated() {
            left -= weight
            if left < 0 { return place }
        }
        return max(0, weights.count - 1)
    }

    mutating func pick<Value>(_ values: [(Value, Double)]) -> Value { values[pick(values.map { $0.1 })].0 }

    /// 128 random bits, as letters.
    mutating func word() -> String { [next(), next()].map { String($0, radix: 36) }.joined() }
}
