#if !hasFeature(Embedded)
import Codecs
import Messages
import Storage

/// The newest payments of all members, for operators, a page at a time.
extension Payments {
    /// So many are looked at for one page, so that a filter that nothing fits does not read them all.
    private static let lookedAtMax = 10_000
    /// Numbers of payments have 19 digits, and none of them is so large.
    private static let behindAllNumbers = "9999999999999999999"

    private struct Filter {
        var state: Int64?
        let storeCode: String?
        let product: String?
        let since: Int64?
        let until: Int64?

        var isEmpty: Bool { state == nil && storeCode == nil && product == nil && since == nil && until == nil }

        init(_ parameters: Parameters) throws(Failure) {
            if let name = try parameters.optionalText("state", bytesMax: 32) {
                state = PaymentState.all.first { PaymentState.name($0) == name }
                guard state != nil else {
                    throw parameters.wrong(
                        "state",
                        "must be one of \((PaymentState.all.map { PaymentState.name($0) } + [unmatchedState]).joined(separator: ", "))")
                }
            }
            storeCode = try parameters.optionalText("storeCode", bytesMax: 32)
            product = try parameters.optionalText("product", bytesMax: 255)
            since = try parameters.optionalInteger("since", in: 0...Int64.max)
            until = try parameters.optionalInteger("until", in: 0...Int64.max)
        }

        func fits(_ payment: Payment) -> Bool {
            if let state, payment.state != state { return false }
            if let storeCode, payment.storeCode != storeCode { return false }
            if let product, !payment.gamebaseProductId.contains(product) { return false }
            if let since, payment.reservedDate < since { return false }
            if let until, payment.reservedDate >= until { return false }
            return true
        }
    }

    /// {before?, count?, state?, storeCode?, product?, since?, until?} -> {payments, lookedAt, next?}: `next` while there may be more,
    /// also when nothing of what was looked at fits.
    /// With the state UNMATCHED the answer is {payments, unmatched, next?} (`unmatchedPage`).
    func newestPayments(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        if try parameters.optionalText("state", bytesMax: 32) == Self.unmatchedState { return try unmatchedPage(parameters) }
        let before = try parameters.optionalText("before", bytesMax: 64) ?? Self.behindAllNumbers
        guard before.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
            throw parameters.wrong("before", "must be a payment's number")
        }
        let count = Int(try parameters.optionalInteger("count", in: 1...Operations.pageMax) ?? Operations.pageRows)
        let filter = try Filter(parameters)
        let list: [JSON] = []
        return SlicedWork((list: list, last: before, lookedAt: 0)) { (state) throws(Failure) in
            let most = filter.isEmpty ? min(SlicedWork.rows, count - state.list.count) : SlicedWork.rows
            let rows = try query(
                "SELECT \(Payment.columns) FROM payments WHERE payment_seq < ? ORDER BY payment_seq DESC LIMIT ?",
                [.text(state.last), .integer(Int64(most))])
            var hasMore = rows.count == most
            for (place, row) in rows.enumerated() {
                state.last = row.text(0)
                state.lookedAt += 1
                let payment = Payment(row)
                guard filter.fits(payment) else { continue }
                state.list.append(try operatorsView(of: payment))
                if state.list.count == count {
                    hasMore = hasMore || place < rows.count - 1
                    break
                }
            }
            if hasMore, state.list.count < count, state.lookedAt < Self.lookedAtMax { return nil }
            var answer: JSONObject = ["payments": .array(state.list), "lookedAt": .integer(Int64(state.lookedAt))]
            if hasMore { answer["next"] = .string(state.last) }
            return .success(.object(answer))
        }
    }
}
#endif
