/// The numbers of payments that the game heard of in this run, each once. The oldest is forgotten first.
struct PaymentsTold {
    static let countMax = 1_024

    private var numbers: Set<String> = []
    private var oldestFirst: [String] = []

    /// - Returns: true for the first who has the payment to tell of.
    mutating func insert(_ paymentSeq: String) -> Bool {
        guard numbers.insert(paymentSeq).inserted else { return false }
        if oldestFirst.count >= Self.countMax { numbers.remove(oldestFirst.removeFirst()) }
        oldestFirst.append(paymentSeq)
        return true
    }

    mutating func forget(_ paymentSeq: String) {
        guard numbers.remove(paymentSeq) != nil else { return }
        oldestFirst.removeAll { $0 == paymentSeq }
    }
}
