import Codecs
import Linux
import Messages

/// Coupons that the player uses.
public struct ClientCoupons: ClientCapability {
    static let domain: StaticString = "TCGB.Gamebase.TCGBCoupon"

    let client: Client

    @export(interface) public func use(
        _ code: String, transactionId: String?, completion: @escaping (Coupon?, GamebaseError?) -> Void
    ) {
        guard let call: OpenCall<Coupon> = client.open(Self.domain, needs: .loggedIn, completion) else { return }
        var parameters: JSONObject = ["couponCode": .string(code)]
        parameters.set("transactionId", transactionId)
        parameters.set("storeCode", lock.locked { state.chosenStore ?? state.configuration?.storeCode })
        client.send(.couponUse, .object(parameters), for: call, domain: Self.domain) { body in
            if let coupon = Coupon(json: body["result"] ?? .null) {
                call.succeed(coupon)
            } else {
                call.fail(
                    GamebaseError(GamebaseError.Code.serverInternalError, "the service's coupon cannot be read", domain: "\(Self.domain)"))
            }
        }
    }
}
