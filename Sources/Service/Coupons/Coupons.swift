import Codecs
import Linux
import Messages
import Storage

/// Coupons of the settings ("Coupon" of the server API guide). A row with a unique key stores each use, so a coupon is used once, whether
/// the player or a game server asks, and however often.
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
        let parameters = Parameters(request.parameters)
        let code = try parameters.text("couponCode", bytesMax: ServiceCore.serverTextBytesMax)
        #if hasFeature(Embedded)
        guard let coupon = coupon(code) else { throw Self.missing(code).ofWrongProof }
        #else
        // The door counts wrong proofs and lets the right one in however many were wrong: here the right code is the prize.
        let tries = ProofTries(core, ServiceCore.fingerprint("coupons \(session.userId)"), from: request.network)
        try tries.admit(nil, Self.tooMany)
        // A player guesses; a game server passes on what its players type, and must not be shut out for it.
        guard let coupon = coupon(code) else { throw try tries.wrong(.logInTry, Self.missing(code).ofWrongProof, Self.tooMany) }
        #endif
        return try use(coupon, parameters, by: session.userId)
    }

    #if !hasFeature(Embedded)
    private static func tooMany(_ milliseconds: Int64) -> Failure {
        Failure.refused(
            ResultCode.tooManyRequests, "couponCode: too many codes of this player were wrong; ask again later"
        ).after(milliseconds: milliseconds)
    }
    #endif

    /// {userId, couponCode, storeCode?, transactionId?} -> {result}: used now. The transaction id of the first use gets its answer again.
    func serverUse(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admittedBySecretKey(request)
        let userId = try parameters.text("userId", bytesMax: ServiceCore.serverTextBytesMax)
        let coupon = try serverCoupon(parameters)
        guard let valid = try members.valid(of: userId) else {
            throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(userId)\"")
        }
        try members.refuseClosed(userId, valid, bannedCode: ResultCode.memberBanned, deletedCode: ResultCode.memberMissing)
        return try use(coupon, parameters, by: userId)
    }

    private func use(_ coupon: CouponSettings, _ parameters: Parameters, by userId: String) throws(Failure) -> Reply {
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
        let coupon = try serverCoupon(try core.admittedBySecretKey(request))
        var result = coupon.json
        result["type"] = .string(coupon.type)
        result["couponCode"] = .string(coupon.code)
        result["startDate"] = .optional(coupon.startDate)
        result["endDate"] = .optional(coupon.endDate)
        return .success(["result": .object(result)])
    }

    private func serverCoupon(_ parameters: Parameters) throws(Failure) -> CouponSettings {
        let code = try parameters.text("couponCode", bytesMax: ServiceCore.serverTextBytesMax)
        guard let coupon = coupon(code) else { throw Self.missing(code) }
        return coupon
    }

    private func coupon(_ code: String) -> CouponSettings? { settings.coupons.first { $0.code == code } }

    private static func missing(_ code: String) -> Failure {
        Failure.refused(ResultCode.couponInvalid, "couponCode: there is no coupon \"\(code)\"")
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
