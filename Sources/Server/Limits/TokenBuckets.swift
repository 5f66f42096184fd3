/// How much may be asked: so much a second for ever, and so much at once.
public struct Rate: Equatable, Sendable {
    public var aSecond: Double
    public var atOnce: Double

    public init(aSecond: Double, atOnce: Double) {
        self.aSecond = aSecond
        self.atOnce = atOnce
    }
}

/// A bucket of tokens for each key: it fills with time, and each thing that is asked takes its price out of it. There are so many buckets
/// at most; of more keys those that were not asked for longest begin with a full one again.
struct TokenBuckets {
    private struct Bucket {
        var tokens: Double
        var nanoseconds: Int64
    }

    let rate: Rate
    private let countMax: Int
    /// Of the two tables the older one is dropped whole when the younger is full: nothing has to be swept.
    private var young: [UInt64: Bucket] = [:]
    private var old: [UInt64: Bucket] = [:]

    static let countMax = 131_072

    init(_ rate: Rate, countMax: Int = TokenBuckets.countMax) {
        self.rate = rate
        self.countMax = max(2, countMax)
    }

    var count: Int { young.count + old.count }

    /// Takes the price out of the bucket. A price above what a bucket holds is asked of a full one, which it leaves in debt.
    /// - Returns: nil when it was there; else the seconds until it is.
    mutating func take(_ key: UInt64, price: Double = 1, _ nanoseconds: Int64) -> Int64? {
        var bucket = filled(key, nanoseconds)
        let asked = min(price, rate.atOnce)
        let isThere = bucket.tokens >= asked
        if isThere { bucket.tokens -= price }
        put(key, bucket)
        return isThere ? nil : seconds(asked - bucket.tokens)
    }

    /// Takes the price, also what is not there: down to an empty bucket, or into debt. A price below zero is given back.
    mutating func charge(_ key: UInt64, price: Double, _ nanoseconds: Int64, leavesDebt: Bool = false) {
        var bucket = filled(key, nanoseconds)
        bucket.tokens = min(rate.atOnce, bucket.tokens - price)
        if !leavesDebt { bucket.tokens = max(0, bucket.tokens) }
        put(key, bucket)
    }

    /// Whether so much is there, without taking it.
    mutating func lacks(_ key: UInt64, price: Double = 1, _ nanoseconds: Int64) -> Int64? {
        let bucket = filled(key, nanoseconds)
        return bucket.tokens >= min(price, rate.atOnce) ? nil : seconds(min(price, rate.atOnce) - bucket.tokens)
    }

    private func seconds(_ missing: Double) -> Int64 {
        guard rate.aSecond > 0 else { return 3_600 }
        return max(1, min(3_600, Int64((missing / rate.aSecond).rounded(.up))))
    }

    private func filled(_ key: UInt64, _ nanoseconds: Int64) -> Bucket {
        guard var bucket = young[key] ?? old[key] else { return Bucket(tokens: rate.atOnce, nanoseconds: nanoseconds) }
        let passed = Double(max(0, nanoseconds &- bucket.nanoseconds)) / 1e9
        bucket.tokens = min(rate.atOnce, bucket.tokens + passed * rate.aSecond)
        bucket.nanoseconds = nanoseconds
        return bucket
    }

    private mutating func put(_ key: UInt64, _ bucket: Bucket) {
        if young.count >= countMax / 2, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = bucket
    }
}
