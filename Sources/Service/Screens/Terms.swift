import Codecs
import Linux
import Messages
import Storage

/// Terms: what a player of this country is asked, and what they agreed to. Requests name the device; with a login they speak for the member.
extension Screens {
    /// {deviceKey, country} -> the terms with what was agreed, and whether they are agreed to as a whole.
    func queryTerms(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let owner = try termsOwner(request, parameters)
        let terms = try terms(forCountry: try parameters.optionalText("country", bytesMax: 16) ?? "")
        var agreed: [Int64] = []
        for row in try query(
            "SELECT content_seq FROM terms_agreements WHERE owner = ? AND terms_seq = ? AND agreed = 1",
            [.text(owner), .integer(terms.seq)])
        {
            agreed.append(row.integer(0))
        }
        var contents: [JSON] = []
        for content in terms.contents {
            var object = content.told
            object["agreed"] = .bool(agreed.contains(content.seq))
            contents.append(.object(object))
        }
        return .success([
            "termsSeq": .integer(terms.seq), "termsVersion": .string(terms.version), "termsCountryType": .string(terms.countryType),
            "contents": .array(contents), "isAgreed": .bool(try hasAgreed(owner, terms)),
        ])
    }

    /// {deviceKey, termsSeq, termsVersion, contents: [{termsContentSeq, agreed}]}. All of it or nothing. Consent to push messages is kept
    /// with the push registration and not here.
    func updateTerms(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let owner = try termsOwner(request, parameters, isChanged: true)
        let seq = try parameters.integer("termsSeq", in: Int64.min...Int64.max)
        guard let terms = settings.screens.terms.first(where: { $0.seq == seq }) else {
            throw Failure.refused(
                settings.screens.terms.isEmpty ? ResultCode.termsMissing : ResultCode.termsSeqUnknown,
                "termsSeq: the console has no terms \(seq)")
        }
        guard try parameters.text("termsVersion") == terms.version else {
            throw parameters.wrong("termsVersion", "the version of terms \(seq) is \(terms.version)")
        }
        var answers: [(seq: Int64, agreed: Bool)] = []
        var refusesRequired = false
        for answer in try parameters.objects("contents", countMax: TermsSettings.contentsMax) {
            let contentSeq = try answer.integer("termsContentSeq", in: Int64.min...Int64.max)
            guard let content = terms.contents.first(where: { $0.seq == contentSeq }) else {
                throw Failure.refused(ResultCode.termsSeqUnknown, "termsContentSeq: terms \(seq) have no content \(contentSeq)")
            }
            let agreed = try answer.bool("agreed", default: false)
            if content.isRequired, !agreed { refusesRequired = true }
            if content.agreePush == TermsContentSettings.noPush { answers.append((contentSeq, agreed)) }
        }
        try chargeDevice(owner)
        for answer in answers { try enterAgreement(owner, seq, answer.seq, answer.agreed, now) }
        if refusesRequired {
            // Also that to earlier terms of this kind, which counts where they need no new consent.
            try run("DELETE FROM terms_consents WHERE owner = ? AND country_type = ?", [.text(owner), .text(terms.countryType)])
        } else {
            try enterConsent(owner, terms.countryType, seq, terms.version, now)
        }
        return .success()
    }

    /// {deviceKey}: what was agreed to on this device before the login holds for the member, unless the member has said otherwise since.
    func adoptTerms(_ request: Request) throws(Failure) -> Reply {
        let member = Self.owner(member: try members.authenticatedAlone(request).userId)
        let device = Self.owner(device: try Parameters(request.parameters).text("deviceKey", bytesMax: 128))
        for row in try query(
            "SELECT country_type, terms_seq, terms_version, consent_date FROM terms_consents WHERE owner = ?", [.text(device)])
        {
            let seq = row.integer(1)
            if try hasSpoken(member, seq, since: row.integer(3)) { continue }
            for answer in try query(
                "SELECT content_seq, agreed, agreed_date FROM terms_agreements WHERE owner = ? AND terms_seq = ?",
                [.text(device), .integer(seq)])
            {
                try enterAgreement(member, seq, answer.integer(0), answer.bool(1), answer.integer(2))
            }
            try enterConsent(member, row.text(0), seq, row.text(2), row.integer(3))
        }
        return .success()
    }

    /// A refusal leaves no consent, and its answers.
    private func hasSpoken(_ owner: String, _ seq: Int64, since date: Int64) throws(Failure) -> Bool {
        for (table, column) in [("terms_consents", "consent_date"), ("terms_agreements", "agreed_date")] {
            let said = try query(
                "SELECT 1 FROM \(table) WHERE owner = ? AND terms_seq = ? AND \(column) >= ? LIMIT 1",
                [.text(owner), .integer(seq), .integer(date)])
            if !said.isEmpty { return true }
        }
        return false
    }

    private func terms(forCountry country: String) throws(Failure) -> TermsSettings {
        let all = settings.screens.terms
        guard !all.isEmpty else { throw Failure.refused(ResultCode.termsMissing, "the console settings have no terms") }
        let type = TermsSettings.countryType(of: country)
        guard let terms = all.first(where: { $0.countryType == type }) else {
            throw Failure.refused(
                ResultCode.termsMissingForCountry, "the console settings have no terms of the type \(type) (country \"\(country)\")")
        }
        return terms
    }

    private func hasAgreed(_ owner: String, _ terms: TermsSettings) throws(Failure) -> Bool {
        for row in try query(
            "SELECT terms_seq FROM terms_consents WHERE owner = ? AND country_type = ?", [.text(owner), .text(terms.countryType)])
        where row.integer(0) == terms.seq || !terms.isReconsentRequired { return true }
        return false
    }

    /// - Parameter isChanged: nobody else changes what the member has agreed to, nor ends the member, until the transaction ends.
    private func termsOwner(_ request: Request, _ parameters: Parameters, isChanged: Bool = false) throws(Failure) -> String {
        if let token = request.accessToken, !token.isEmpty {
            let session = isChanged ? try members.authenticatedAlone(request) : try members.authenticated(request)
            return Self.owner(member: session.userId)
        }
        return Self.owner(device: try parameters.text("deviceKey", bytesMax: 128))
    }

    /// One that has not answered before: a device can call itself what it likes, and what it answers is kept.
    private func chargeDevice(_ owner: String) throws(Failure) {
        #if !hasFeature(Embedded)
        guard !core.believesAsker, owner.hasPrefix(Self.deviceOwner) else { return }
        for table in ["terms_agreements", "terms_consents"] {
            guard try query("SELECT 1 FROM \(table) WHERE owner = ? LIMIT 1", [.text(owner)]).isEmpty else { return }
        }
        try core.chargeNetwork(1, .devices)
        #endif
    }

    static let memberOwner = "member:"
    private static let deviceOwner = "device:"
    private static func owner(member userId: String) -> String { memberOwner + userId }
    private static func owner(device key: String) -> String { deviceOwner + key }

    private func enterAgreement(_ owner: String, _ seq: Int64, _ content: Int64, _ agreed: Bool, _ date: Int64) throws(Failure) {
        try run(
            """
            INSERT INTO terms_agreements (owner, terms_seq, content_seq, agreed, agreed_date) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (owner, terms_seq, content_seq) DO UPDATE SET agreed = excluded.agreed, agreed_date = excluded.agreed_date
            """, [.text(owner), .integer(seq), .integer(content), Value(agreed), .integer(date)])
    }

    private func enterConsent(_ owner: String, _ type: String, _ seq: Int64, _ version: String, _ date: Int64) throws(Failure) {
        try run(
            """
            INSERT INTO terms_consents (owner, country_type, terms_seq, terms_version, consent_date) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (owner, country_type, terms_seq) DO UPDATE SET terms_version = excluded.terms_version,
                consent_date = excluded.consent_date
            """, [.text(owner), .text(type), .integer(seq), .text(version), .integer(date)])
    }
}
