import Linux
import Messages
import Storage
import Wire

/// Coupons of the settings ("Coupon" of the server API guide). A use is a row, so that there is one of it however often it is asked for, by
/// the player or by a game server.
struct Coupons: Capability {
    let core: ServiceCore

    static func requests(_ table: inout RequestTable) {
        table.row(.couponUse, "userId couponCode storeCode transactionId", Coupons.use)
        table.row(.serverUseCoupon, "userId couponCode storeCode transactionId", Coupons.serverUse)
        table.row(.serverCoupon, "couponCode", Coupons.serverCoupon)
    }

    /// {couponCode, storeCode?, transactionId?} -> {result}: used now, by the player.
    func use(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticatedAlone(request)
        return try use(Parameters(request.parameters), by: session.userId, codeBytesMax: Limit.couponCodeBytes)
    }

    /// {userId, couponCode, storeCode?, transactionId?} -> {result}: used now. The transaction id of the first use gets its answer again.
    func serverUse(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request)
        let userId = try parameters.text("userId", bytesMax: ServiceCore.serverTextBytesMax)
        // As before players could: of two faults the coupon's is told.
        _ = try coupon(parameters, codeBytesMax: ServiceCore.serverTextBytesMax)
        guard let valid = try members.valid(of: userId) else {
            throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(userId)\"")
        }
        try members.refuseClosed(userId, valid, bannedCode: ResultCode.memberBanned, deletedCode: ResultCode.memberMissing)
        return try use(parameters, by: userId, codeBytesMax: ServiceCore.serverTextBytesMax)
    }

    private func use(_ parameters: Parameters, by userId: String, codeBytesMax: Int) throws(Failure) -> Reply {
        let coupon = try coupon(parameters, codeBytesMax: codeBytesMax)
        let store = try parameters.optionalText("storeCode", bytesMax: Limit.storeCodeBytes) ?? "ALL"
        let id = try parameters.optionalText("transactionId", bytesMax: Limit.couponTransactionBytes)
        let subject = coupon.type == CouponSettings.serial ? "" : userId
        if let used = try query(
            "SELECT user_id, transaction_id, answer FROM coupon_uses WHERE coupon_code = ? AND subject = ?",
            [.text(coupon.code), .text(subject)]
        ).first {
            guard let id, used.text(0) == userId, used.textOrNil(1) == id, let first = Self.couponAnswer(used.text(2)) else {
                throw Failure.refused(ResultCode.couponUsed, "couponCode: the coupon was used already")
            }
            return .success(first)
        }
        try refuseUnusable(coupon, store)
        let answer: JSON = ["result": .object(coupon.json)]
        // Of two at once the second begins anew, and finds the first one's row.
        try claim(
            """
            INSERT INTO coupon_uses (coupon_code, subject, user_id, used_date, transaction_id, answer) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (coupon_code, subject) DO NOTHING
            """,
            [.text(coupon.code), .text(subject), .text(userId), .integer(now), Value(id), .text(answer.text())])
        try count(coupon)
        return .success(answer)
    }

    /// {couponCode} -> {result}
    func serverCoupon(_ request: Request) throws(Failure) -> Reply {
        let coupon = try coupon(try core.admittedBySecretKey(request), codeBytesMax: ServiceCore.serverTextBytesMax)
        var result = coupon.json
        result["type"] = .string(coupon.type)
        result["couponCode"] = .string(coupon.code)
        result["startDate"] = .optional(coupon.startDate)
        result["endDate"] = .optional(coupon.endDate)
        return .success(["result": .object(result)])
    }

    private func coupon(_ parameters: Parameters, codeBytesMax: Int) throws(Failure) -> CouponSettings {
        let code = try parameters.text("couponCode", bytesMax: codeBytesMax)
        guard let coupon = settings.coupons.first(where: { $0.code == code }) else {
            // Who guesses codes is slowed down as who guesses passwords.
            throw Failure.refused(ResultCode.couponInvalid, "couponCode: there is no coupon \"\(code)\"").ofWrongProof
        }
        return coupon
    }

    private func refuseUnusable(_ coupon: CouponSettings, _ store: String) throws(Failure) {
        if coupon.isExpired { throw Failure.refused(ResultCode.couponExpired, "couponCode: the operator has ended this coupon") }
        if let start = coupon.startMilliseconds, now < start {
            throw Failure.refused(ResultCode.couponTooEarly, "couponCode: the coupon is good from \(coupon.startDate ?? "") on")
        }
        if let end = coupon.endMilliseconds, now >= end {
            throw Failure.refused(ResultCode.couponTooLate, "couponCode: the coupon was good until \(coupon.endDate ?? "")")
        }
        if let only = coupon.storeCode, only != store {
            throw Failure.refused(ResultCode.couponInvalid, "storeCode: the coupon is one of the store \(only)")
        }
    }

    /// A sum of its own, so that nobody counts rows.
    private func count(_ coupon: CouponSettings) throws(Failure) {
        let used = try query("SELECT uses FROM coupon_counts WHERE coupon_code = ?", [.text(coupon.code)]).first?.integer(0) ?? 0
        if let most = coupon.usesMax, used >= most {
            throw Failure.refused(ResultCode.couponLimit, "couponCode: the coupon was used \(used) times, which is all")
        }
        try claim(
            """
            INSERT INTO coupon_counts (coupon_code, uses) VALUES (?, ?)
            ON CONFLICT (coupon_code) DO UPDATE SET uses = excluded.uses WHERE coupon_counts.uses = ?
            """, [.text(coupon.code), .integer(used + 1), .integer(used)])
    }

    private static func couponAnswer(_ text: String) -> JSON? { KeptJSON.read(text) }
}

extension Schema {
    static let coupons = [
        """
        CREATE TABLE coupon_uses (coupon_code TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT NOT NULL, used_date BIGINT NOT NULL,
            transaction_id TEXT, answer TEXT NOT NULL, PRIMARY KEY (coupon_code, subject))
        """,
        "CREATE TABLE coupon_counts (coupon_code TEXT NOT NULL PRIMARY KEY, uses BIGINT NOT NULL)",
    ]
}
