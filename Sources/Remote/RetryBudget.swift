import Linux

/// When what failed is tried again.
struct RetryBudget {
    /// Retries that may be made at a stretch. A service that is down is not asked five times as often as one that runs.
    static let tenthsMax = 500
    static let tenthsOfRetry = 10
    static let tenthsOfSuccess = 2
    static let tenthsOfSecond = 10

    private var tenths = RetryBudget.tenthsMax
    private var filled: Int64 = 0

    mutating func succeeded() { tenths = min(tenths + Self.tenthsOfSuccess, Self.tenthsMax) }

    /// - Returns: whether a retry may be made; it is counted then.
    mutating func take(now: Int64) -> Bool {
        let seconds = (now - filled) / 1_000_000_000
        if seconds > 0 {
            let gained = seconds > Int64(Self.tenthsMax) ? Self.tenthsMax : Int(seconds) * Self.tenthsOfSecond
            tenths = min(tenths + gained, Self.tenthsMax)
            filled = now
        }
        guard tenths >= Self.tenthsOfRetry else { return false }
        tenths -= Self.tenthsOfRetry
        return true
    }

    /// Full jitter: clients that failed together do not come back together.
    /// - Parameter tries: that have failed.
    static func delay(_ first: Int64, max most: Int64, tries: Int, _ random: any RandomSource) -> Int64 {
        let longest = min(first << Int64(min(Swift.max(tries - 1, 0), 20)), most)
        var number: Int64 = 0
        for byte in random.bytes(4) { number = number << 8 | Int64(byte) }
        return number % (longest + 1)
    }
}
