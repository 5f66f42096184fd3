import Codecs
import Linux
import Messages
import Storage

/// Consuming: exactly once. The first answer is stored with the payment and given again to who asks again under the same key.
extension Payments {
    enum Consumed {
        case now
        /// The stored answer of the same request.
        case before(String)
    }

    /// - Parameters:
    ///   - key: the asker's id of the request; nil when it gave none, and then there is no second answer.
    ///   - answer: what is stored as the answer.
    func consume(_ payment: Payment, key: String?, answer: String) throws(Failure) -> Consumed {
        if payment.state == PaymentState.consumed {
            if let first = payment.consumeTransactionId, first == key, let stored = payment.consumeAnswer { return .before(stored) }
            throw Failure.refused(ResultCode.iapAlreadyConsumed, "payment \(payment.paymentSeq) is consumed already")
        }
        guard payment.isConsumable else {
            throw Failure.refused(
                ResultCode.iapConsumeFailed, "payment \(payment.paymentSeq) is \(payment.productType), which is not consumed")
        }
        guard payment.state == PaymentState.unconsumed else {
            throw Failure.refused(ResultCode.iapConsumeFailed, "payment \(payment.paymentSeq) is \(PaymentState.name(payment.state))")
        }
        try claim(
            """
            UPDATE payments SET state = ?, consumed_date = ?, consume_transaction_id = ?, consume_answer = ?
            WHERE payment_seq = ? AND state = ?
            """,
            [
                .integer(PaymentState.consumed), .integer(now), Value(key), .text(answer), .text(payment.paymentSeq),
                .integer(PaymentState.unconsumed),
            ])
        try enter(payment, Movement.consumed)
        return .now
    }

    /// The payment that both keys name.
    func payment(paymentSeq: String, accessToken: String) throws(Failure) -> Payment {
        guard let payment = try payment(paymentSeq), let expected = payment.purchaseToken, ServiceCore.sameSecret(expected, accessToken)
        else {
            throw Failure.refused(ResultCode.iapConsumeFailed, "no payment has this paymentSeq and accessToken")
        }
        return payment
    }

    /// {paymentSeq, accessToken, requestId?} -> {price, currency, productSeq}: the player's own game consumes.
    func consumeOwn(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        let parameters = Parameters(request.parameters)
        let paymentSeq = try parameters.text("paymentSeq", bytesMax: 64)
        let accessToken = try parameters.text("accessToken")
        let key = try parameters.optionalText("requestId", bytesMax: Self.requestIdBytesMax).map { "client \($0)" }
        do throws(Failure) {
            let payment = try payment(paymentSeq: paymentSeq, accessToken: accessToken)
            guard payment.userId == session.userId else {
                throw Failure.refused(
                    ResultCode.buyerWrong, "payment \(paymentSeq) is another member's", body: ["detailCode": .integer(IAPCode.userInvalid)])
            }
            _ = try consume(payment, key: key, answer: "")
            return .success([
                "price": .string(payment.price), "currency": .string(payment.currency), "productSeq": .integer(payment.itemSeq),
            ])
        } catch {
            guard case .refused(let reply) = error, reply.resultCode > 0 else { throw error }
            var body: JSONObject = ["detailCode": .integer(IAPCode.purchaseStatusInvalid)]
            if reply.resultCode == ResultCode.iapAlreadyConsumed { body["innerCode"] = .integer(Int64(reply.resultCode)) }
            throw Failure.refused(ResultCode.paymentStateInvalid, reply.message, body: .object(body))
        }
    }
}
