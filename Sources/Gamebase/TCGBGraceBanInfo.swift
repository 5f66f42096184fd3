import Boundary
import CGamebase
import Client
import Wire

extension GraceBan: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .graceBan }
    package enum Field: Int { case message, jsonString, prettyJsonString }
}

/// The same value under the two names that C has for it.
struct PaymentStatus: BoundaryValue {
    let payments: GraceBanPayments

    package static var boundaryClass: BoundaryClass { .paymentStatus }
    package enum Field: Int { case amount, currency }
}

struct ReleaseRule: BoundaryValue {
    let payments: GraceBanPayments

    package static var boundaryClass: BoundaryClass { .releaseRule }
    package enum Field: Int { case amount, currency, conditionType }
}

@_cdecl("TCGBGraceBanInfo_graceBanInfoWithJSONString") @implementation
public func TCGBGraceBanInfo_graceBanInfoWithJSONString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, GraceBan.init(json:), "TCGBGraceBanInfo")
}

@_cdecl("TCGBGraceBanInfo_gracePeriodDate") @implementation
public func TCGBGraceBanInfo_gracePeriodDate(_ graceBanInfo: OpaquePointer?) -> Int64 {
    read(graceBanInfo, GraceBan.self, else: 0) { $0.value.gracePeriodDate }
}

@_cdecl("TCGBGraceBanInfo_message") @implementation
public func TCGBGraceBanInfo_message(_ graceBanInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(graceBanInfo, GraceBan.self, .message) { $0.message }
}

@_cdecl("TCGBGraceBanInfo_paymentStatus") @implementation
public func TCGBGraceBanInfo_paymentStatus(_ graceBanInfo: OpaquePointer?) -> OpaquePointer? {
    read(graceBanInfo, GraceBan.self, else: nil) { $0.child(0) { $0.paymentStatus.map { PaymentStatus(payments: $0) } } }
}

@_cdecl("TCGBGraceBanInfo_releaseRuleCondition") @implementation
public func TCGBGraceBanInfo_releaseRuleCondition(_ graceBanInfo: OpaquePointer?) -> OpaquePointer? {
    read(graceBanInfo, GraceBan.self, else: nil) { $0.child(1) { $0.releaseRuleCondition.map { ReleaseRule(payments: $0) } } }
}

@_cdecl("TCGBGraceBanInfo_jsonString") @implementation
public func TCGBGraceBanInfo_jsonString(_ graceBanInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(graceBanInfo, GraceBan.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBGraceBanInfo_prettyJsonString") @implementation
public func TCGBGraceBanInfo_prettyJsonString(_ graceBanInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(graceBanInfo, GraceBan.self, .prettyJsonString) { $0.json.prettyText() }
}

@_cdecl("TCGBPaymentStatus_amount") @implementation
public func TCGBPaymentStatus_amount(_ paymentStatus: OpaquePointer?) -> Double {
    read(paymentStatus, PaymentStatus.self, else: 0) { $0.value.payments.amount }
}

@_cdecl("TCGBPaymentStatus_amountString") @implementation
public func TCGBPaymentStatus_amountString(_ paymentStatus: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(paymentStatus, PaymentStatus.self, .amount) { $0.payments.amountText }
}

@_cdecl("TCGBPaymentStatus_count") @implementation
public func TCGBPaymentStatus_count(_ paymentStatus: OpaquePointer?) -> Int32 {
    read(paymentStatus, PaymentStatus.self, else: 0) { Int32(clamping: $0.value.payments.count) }
}

@_cdecl("TCGBPaymentStatus_currency") @implementation
public func TCGBPaymentStatus_currency(_ paymentStatus: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(paymentStatus, PaymentStatus.self, .currency) { $0.payments.currency }
}

@_cdecl("TCGBReleaseRuleCondition_amount") @implementation
public func TCGBReleaseRuleCondition_amount(_ releaseRuleCondition: OpaquePointer?) -> Double {
    read(releaseRuleCondition, ReleaseRule.self, else: 0) { $0.value.payments.amount }
}

@_cdecl("TCGBReleaseRuleCondition_amountString") @implementation
public func TCGBReleaseRuleCondition_amountString(_ releaseRuleCondition: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(releaseRuleCondition, ReleaseRule.self, .amount) { $0.payments.amountText }
}

@_cdecl("TCGBReleaseRuleCondition_count") @implementation
public func TCGBReleaseRuleCondition_count(_ releaseRuleCondition: OpaquePointer?) -> Int32 {
    read(releaseRuleCondition, ReleaseRule.self, else: 0) { Int32(clamping: $0.value.payments.count) }
}

@_cdecl("TCGBReleaseRuleCondition_currency") @implementation
public func TCGBReleaseRuleCondition_currency(_ releaseRuleCondition: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(releaseRuleCondition, ReleaseRule.self, .currency) { $0.payments.currency }
}

@_cdecl("TCGBReleaseRuleCondition_conditionType") @implementation
public func TCGBReleaseRuleCondition_conditionType(_ releaseRuleCondition: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(releaseRuleCondition, ReleaseRule.self, .conditionType) { $0.payments.conditionType }
}
