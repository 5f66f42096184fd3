import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Messages

extension CouponBenefit: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBCouponBenefit }

    package func field(_ field: TCGBCouponBenefitField) -> FieldValue {
        switch field {
        case .itemId: .text(itemId)
        case .amount: .number(amount)
        }
    }
}

extension Coupon: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBCoupon }

    package func field(_ field: TCGBCouponField) -> FieldValue {
        switch field {
        case .title: .text(title)
        case .jsonString: .laterText { json.text() }
        }
    }
}

@_cdecl("TCGBCoupon_couponFromJsonString") @implementation
public func TCGBCoupon_couponFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, Coupon.init(json:), "TCGBCoupon")
}

@_cdecl("TCGBCoupon_benefits_count") @implementation
public func TCGBCoupon_benefits_count(_ coupon: OpaquePointer?) -> Int { read(coupon, Coupon.self, else: 0) { $0.value.benefits.count } }

@_cdecl("TCGBCoupon_benefits_at") @implementation
public func TCGBCoupon_benefits_at(_ coupon: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(coupon, Coupon.self, else: nil) { box in
        guard box.value.benefits.indices.contains(index) else { return nil }
        return box.child(index) { $0.benefits[index] }
    }
}

@_cdecl("TCGBCoupon_useCouponWithCode_transactionId_completion") @implementation
public func TCGBCoupon_useCouponWithCode_transactionId_completion(
    _ couponCode: UnsafePointer<CChar>?, _ transactionId: UnsafePointer<CChar>?, _ completion: TCGBCouponCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBCoupon")
    let code = arguments.requiredText(couponCode, "couponCode", "what the player typed")
    let id = arguments.text(transactionId, "transactionId")
    arguments.limit(code, "couponCode", Limit.couponCodeBytes)
    arguments.limit(id, "transactionId", Limit.couponTransactionBytes)
    let deliver = deliver(value: Coupon.self, completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver(nil, $0) } }
    Clients.current.coupons.use(code, transactionId: id, completion: deliver)
}
