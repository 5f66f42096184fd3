import Boundary
import CGamebase
import Client
import Codecs
import Messages

@_cdecl("TCGBConsole_settlePendingPurchasesOfUser_outcome_completion") @implementation
public func TCGBConsole_settlePendingPurchasesOfUser_outcome_completion(
    _ userId: UnsafePointer<CChar>?, _ outcome: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    var parameters: JSONObject = ["outcome": .string(arguments.requiredText(outcome, "outcome", "APPROVE, DECLINE or CANCEL"))]
    if let userId = arguments.text(userId, "userId") { parameters["userId"] = .string(userId) }
    operate(.consoleSettlePendingPurchases, .object(parameters), arguments, completion, context)
}

@_cdecl("TCGBConsole_refundPayment_kind_completion") @implementation
public func TCGBConsole_refundPayment_kind_completion(
    _ paymentSeq: UnsafePointer<CChar>?, _ kind: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let parameters: JSON = [
        "paymentSeq": .string(arguments.requiredText(paymentSeq, "paymentSeq", "the number of a payment")),
        "kind": .string(arguments.requiredText(kind, "kind", "REFUND or CHARGEBACK")),
    ]
    operate(.consoleRefund, parameters, arguments, completion, context)
}

@_cdecl("TCGBConsole_changeSubscriptionOfPayment_action_completion") @implementation
public func TCGBConsole_changeSubscriptionOfPayment_action_completion(
    _ paymentSeq: UnsafePointer<CChar>?, _ action: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let parameters: JSON = [
        "paymentSeq": .string(arguments.requiredText(paymentSeq, "paymentSeq", "the number of a payment")),
        "action": .string(
            arguments.requiredText(action, "action", "CANCEL, RESTART, FAIL_RENEWAL, GRACE, HOLD, PAUSE, RECOVER, REVOKE or EXPIRE")),
    ]
    operate(.consoleChangeSubscription, parameters, arguments, completion, context)
}

@_cdecl("TCGBConsole_startPromotionOfProduct_userId_paid_completion") @implementation
public func TCGBConsole_startPromotionOfProduct_userId_paid_completion(
    _ gamebaseProductId: UnsafePointer<CChar>?, _ userId: UnsafePointer<CChar>?, _ paid: Bool, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    var parameters: JSONObject = [
        "gamebaseProductId": .string(arguments.requiredText(gamebaseProductId, "gamebaseProductId", "the id of a product")),
        "paid": .bool(paid),
    ]
    if let userId = arguments.text(userId, "userId") { parameters["userId"] = .string(userId) }
    operate(.consoleStartPromotion, .object(parameters), arguments, completion, context)
}

@_cdecl("TCGBConsole_verifyPayment_verified_completion") @implementation
public func TCGBConsole_verifyPayment_verified_completion(
    _ paymentSeq: UnsafePointer<CChar>?, _ verified: Bool, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let payment = arguments.requiredText(paymentSeq, "paymentSeq", "the number of a payment")
    operate(.consoleVerifyPayment, ["paymentSeq": .string(payment), "verified": .bool(verified)], arguments, completion, context)
}

@_cdecl("TCGBConsole_paymentsOfUser_completion") @implementation
public func TCGBConsole_paymentsOfUser_completion(
    _ userId: UnsafePointer<CChar>?, _ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let user = arguments.requiredText(userId, "userId", "the id of a user")
    let deliver = deliver(text: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver(nil, $0) } }
    Clients.current.console.request(.consolePayments, ["userId": .string(user)]) { body, error in
        deliver(error == nil ? body.text() : nil, error)
    }
}

@_cdecl("TCGBConsole_checkLedgerWithCompletion") @implementation
public func TCGBConsole_checkLedgerWithCompletion(_ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?) {
    let deliver = deliver(text: completion, context)
    Clients.current.console.request(.consoleCheckLedger, [:]) { body, error in deliver(error == nil ? body.text() : nil, error) }
}
