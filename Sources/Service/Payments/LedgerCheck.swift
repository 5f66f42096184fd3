import Codecs
import Linux
import Messages
import Storage

/// Compares the ledger with everything that players, game servers and stores are shown. No difference means: every line has its payment,
/// every payment its lines, nothing was granted without money or twice, and the sums of the ledger are those of the lists.
struct LedgerCheck {
    static let differencesListedMax = 1000
    /// The movements in the order of the bits below.
    static let movements = [
        Movement.captured, Movement.renewed, Movement.imported, Movement.granted, Movement.consumed, Movement.revoked, Movement.refunded,
        Movement.chargeback,
    ]

    /// The sums of a currency, by movement, and what the lists of unconsumed and running purchases hold.
    struct Currency {
        var name: String
        var sums: [MoneySum]
        var counts: [Int64]
        var held = MoneySum()
        var heldCount: Int64 = 0
    }

    private(set) var differences: [JSON] = []
    private(set) var differenceCount: Int64 = 0
    private(set) var currencies: [Currency] = []
    var payments: Int64 = 0
    var entries: Int64 = 0

    mutating func note(_ paymentSeq: String, _ reason: String) {
        differenceCount += 1
        if differences.count < Self.differencesListedMax {
            differences.append(["paymentSeq": .string(paymentSeq), "reason": .string(reason)])
        }
    }

    /// A line without a payment.
    mutating func noteStray(_ line: Row) { note(line.text(0), "\(line.text(1)) has no payment") }

    /// - Returns: the place of a currency, made when it is new.
    mutating func place(of currency: String) -> Int {
        if let place = currencies.firstIndex(where: { $0.name == currency }) { return place }
        let none = Self.movements.count
        currencies.append(
            Currency(
                name: currency, sums: [MoneySum](repeating: MoneySum(), count: none), counts: [Int64](repeating: 0, count: none)))
        return currencies.count - 1
    }

    mutating func add(_ movement: String, _ amount: String, _ currency: String) {
        entries += 1
        guard let kind = Self.movements.firstIndex(of: movement) else { return }
        let place = place(of: currency)
        currencies[place].sums[kind].add(amount, times: 1)
        currencies[place].counts[kind] += 1
    }

    mutating func hold(_ amount: String, _ currency: String) {
        let place = place(of: currency)
        currencies[place].held.add(amount, times: 1)
        currencies[place].heldCount += 1
    }

    /// Granted, less consumed, less taken back, is what is held.
    mutating func compareSums() {
        for currency in currencies {
            // Refunds of consumed purchases take money back and no goods.
            var left = currency.sums[3]
            left.take(currency.sums[4])
            left.take(currency.sums[5])
            let count = currency.counts[3] - currency.counts[4] - currency.counts[5]
            guard count == currency.heldCount, left.isSame(currency.held) else {
                note(
                    "",
                    "\(currency.name): the ledger leaves \(left.text ?? "too much to sum") in \(count) purchases, the lists hold \(currency.held.text ?? "too much to sum") in \(currency.heldCount)"
                )
                continue
            }
        }
    }

    var json: JSON {
        [
            "sound": .bool(differenceCount == 0), "payments": .integer(payments), "entries": .integer(entries),
            "differenceCount": .integer(differenceCount), "differences": .array(differences),
            "currencies": .array(
                currencies.map { currency in
                    var object: JSONObject = ["currency": .string(currency.name)]
                    for (place, movement) in Self.movements.enumerated() { object[movement] = .optional(currency.sums[place].text) }
                    var net = MoneySum()
                    for place in 0..<2 { net.add(currency.sums[place]) }
                    for place in 6..<8 { net.take(currency.sums[place]) }
                    object["net"] = .optional(net.text)
                    object["held"] = .optional(currency.held.text)
                    return .object(object)
                }),
        ]
    }
}

extension Payments {
    /// -> {sound, payments, entries, differenceCount, differences: [{paymentSeq, reason}], currencies}
    func checkLedger(_ request: Request) -> SlicedWork {
        SlicedWork(LedgerCheckWork()) { (work) throws(Failure) in try work.slice(self) }
    }

    /// An index that lost an entry makes a list shorter, and shows in no sum. In one piece: SQLite looks at its file as a whole. A server's
    /// file may be as long as minutes, in which no player would be answered: there the tables that are compared are looked at, one in each
    /// turn. A copy is looked at whole.
    /// - Parameter place: of the next table.
    /// - Returns: whether nothing is left.
    func checkFile(_ place: inout Int, _ check: inout LedgerCheck) throws(Failure) -> Bool {
        do throws(StorageError) {
            #if !hasFeature(Embedded)
            if core.keepsEvents, !core.isShared {
                for line in try core.database.findDamage(in: Self.moneyTables[place]) { check.note("", "the database is damaged: \(line)") }
                place += 1
                return place == Self.moneyTables.count
            }
            #endif
            for line in try core.database.findDamage() { check.note("", "the database is damaged: \(line)") }
            return true
        } catch {
            throw Failure.storage(error)
        }
    }

    #if !hasFeature(Embedded)
    static let moneyTables = ["ledger", "payments", "subscriptions", "unmatched_money", "store_claims", "sandbox_orders"]
    #endif

    /// Nothing moved yet, or what a version before had entered.
    private func isClaimed(_ paymentSeq: String, _ ways: [String]) throws(Failure) -> Bool {
        guard ways.isEmpty || ways == [Movement.captured] else { return false }
        return try claim(of: paymentSeq) != nil
    }

    /// Each payment's lines are those of its state.
    func checkPayment(_ payment: Row, _ lines: [Row], _ check: inout LedgerCheck) throws(Failure) {
        let paymentSeq = payment.text(0)
        let state = payment.integer(1)
        var ways: [String] = []
        var rest: [String] = []
        for line in lines {
            let movement = line.text(1)
            if movement == Movement.captured || movement == Movement.renewed || movement == Movement.imported {
                ways.append(movement)
            } else {
                rest.append(movement)
            }
        }
        if PaymentState.isClosedUnpaid(state) || state < PaymentState.paid {
            // Money that bought nothing must be known to the operator.
            if lines.isEmpty { return }
            let known = try !query(
                "SELECT payment_seq FROM unmatched_money WHERE payment_seq = ? AND captured_amount IS NOT NULL", [.text(paymentSeq)]
            ).isEmpty
            let isGivenBack = rest.isEmpty || rest == [Movement.refunded] || rest == [Movement.chargeback]
            if !known || ways != [Movement.captured] || !isGivenBack {
                check.note(paymentSeq, "is \(PaymentState.name(state)) and has entries: \(Self.names(ways + rest))")
            }
            return
        }
        if state == PaymentState.paid, rest.isEmpty, try isClaimed(paymentSeq, ways) { return }
        for line in lines where !MoneySum.same(line.text(2), payment.text(2)) || line.text(3) != payment.text(3) {
            check.note(paymentSeq, "\(line.text(1)) is \(line.text(2)) \(line.text(3)), the payment \(payment.text(2)) \(payment.text(3))")
        }
        if ways.count != 1 {
            check.note(paymentSeq, "is \(PaymentState.name(state)) and was paid \(ways.count) times: \(Self.names(ways))")
        }
        if payment.isNull(6), !payment.isNull(4) || state != PaymentState.refunded {
            check.note(paymentSeq, "is \(PaymentState.name(state)) and has no store transaction")
        }
        var expected: [String] = []
        if !payment.isNull(4) { expected.append(Movement.granted) }
        if !payment.isNull(5) { expected.append(Movement.consumed) }
        var isRight = Self.isSame(rest, expected)
        if state == PaymentState.refunded {
            if !payment.isNull(4), payment.isNull(5) { expected.append(Movement.revoked) }
            isRight = Self.isSame(rest, expected + [Movement.refunded]) || Self.isSame(rest, expected + [Movement.chargeback])
        }
        let isGranted = PaymentState.isGranted(state)
        if !isRight || (isGranted && payment.isNull(4)) || (state == PaymentState.consumed) != (isGranted && !payment.isNull(5)) {
            check.note(paymentSeq, "is \(PaymentState.name(state)) and has entries: \(Self.names(ways + rest))")
        }
    }

    private static func isSame(_ left: [String], _ right: [String]) -> Bool { ascending(left) == ascending(right) }

    private static func names(_ movements: [String]) -> String {
        movements.isEmpty ? "none" : ascending(movements).joined(separator: ", ")
    }
}
