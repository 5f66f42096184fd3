import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension GraceBan: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBGraceBanInfo }

    package func field(_ field: TCGBGraceBanInfoField) -> FieldValue {
        switch field {
        case .gracePeriodDate: .number(gracePeriodDate)
        case .message: .text(message)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

/// The same value under the two names that C has for it.
struct PaymentStatus: BoundaryValue {
    let payments: GraceBanPayments

    package static var boundaryClass: BoundaryClass { .TCGBPaymentStatus }

    package func field(_ field: TCGBPaymentStatusField) -> FieldValue {
        switch field {
        case .amount: .real(payments.amount)
        case .amountString: .text(payments.amountText)
        case .count: .number(Int64(Int32(clamping: payments.count)))
        case .currency: .text(payments.currency)
        }
    }
}

struct ReleaseRule: BoundaryValue {
    let payments: GraceBanPayments

    package static var boundaryClass: BoundaryClass { .TCGBReleaseRuleCondition }

    package func field(_ field: TCGBReleaseRuleConditionField) -> FieldValue {
        switch field {
        case .amount: .real(payments.amount)
        case .amountString: .text(payments.amountText)
        case .count: .number(Int64(Int32(clamping: payments.count)))
        case .currency: .text(payments.currency)
        case .conditionType: .text(payments.conditionType)
        }
    }
}

@_cdecl("TCGBGraceBanInfo_graceBanInfoWithJSONString") @implementation
public func TCGBGraceBanInfo_graceBanInfoWithJSONString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, GraceBan.init(json:), "TCGBGraceBanInfo")
}

@_cdecl("TCGBGraceBanInfo_paymentStatus") @implementation
public func TCGBGraceBanInfo_paymentStatus(_ graceBanInfo: OpaquePointer?) -> OpaquePointer? {
    read(graceBanInfo, GraceBan.self, else: nil) { $0.child(0) { $0.paymentStatus.map { PaymentStatus(payments: $0) } } }
}

@_cdecl("TCGBGraceBanInfo_releaseRuleCondition") @implementation
public func TCGBGraceBanInfo_releaseRuleCondition(_ graceBanInfo: OpaquePointer?) -> OpaquePointer? {
    read(graceBanInfo, GraceBan.self, else: nil) { $0.child(1) { $0.releaseRuleCondition.map { ReleaseRule(payments: $0) } } }
}
