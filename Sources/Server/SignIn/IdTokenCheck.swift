import Codecs

/// What an id token must say (OpenID Connect Core, section 3.1.3.7), once its signature is right.
struct IdTokenCheck {
    /// Clocks may be so far apart.
    static let clockToleranceSeconds: Int64 = 60
    static let subjectBytesMax = 255

    let issuers: [String]
    /// Ours first; further clients of the same game behind it.
    let audiences: [String]
    /// Of the flow that the token ends; nil for a token that the game was given by the provider's own software.
    let nonce: String?
    let nowSeconds: Int64

    /// - Returns: the player's id at the provider, or why the token is none for us.
    func subject(_ claims: JSON) -> Result<String, Wrong> {
        guard let issuer = claims["iss"]?.stringValue, issuers.contains(issuer) else { return wrong("iss: is another issuer") }
        let named = claims["aud"]?.stringValue.map { [$0] } ?? (claims["aud"]?.arrayValue ?? []).compactMap { $0.stringValue }
        guard named.contains(where: { audiences.contains($0) }) else { return wrong("aud: the token was given to another client") }
        // Of several audiences the one that asked is named.
        if let party = claims["azp"]?.stringValue, !audiences.contains(party) { return wrong("azp: the token was given to another client") }
        if named.count > 1, claims["azp"]?.stringValue == nil { return wrong("azp: is missing, of several audiences") }
        guard let expires = Self.date(claims["exp"]), nowSeconds < expires.addingTolerance else { return wrong("exp: the token is over") }
        guard let issued = Self.date(claims["iat"]), issued <= nowSeconds.addingTolerance else {
            return wrong("iat: the token is from the future; is a clock wrong?")
        }
        if let nonce, claims["nonce"]?.stringValue != nonce { return wrong("nonce: the token is of another sign-in") }
        guard let subject = claims["sub"]?.stringValue, !subject.isEmpty, subject.utf8.count <= Self.subjectBytesMax else {
            return wrong("sub: names nobody")
        }
        return .success(subject)
    }

    struct Wrong: Error { let reason: String }

    private func wrong(_ reason: String) -> Result<String, Wrong> { .failure(Wrong(reason: reason)) }

    /// Seconds since 1970, of which some providers give fractions.
    static func date(_ json: JSON?) -> Int64? {
        if let whole = json?.int64Value { return whole }
        guard let number = json?.doubleValue, number >= 0, number < 1e12 else { return nil }
        return Int64(number)
    }
}

extension Int64 {
    fileprivate var addingTolerance: Int64 {
        let (sum, overflow) = addingReportingOverflow(IdTokenCheck.clockToleranceSeconds)
        return overflow ? .max : sum
    }
}
