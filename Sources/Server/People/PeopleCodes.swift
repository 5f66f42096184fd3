import Codecs
import Messages
import Storage

/// One-time codes that people bring beside their password, and the recovery codes of who has lost what makes them.
extension PeopleStore {
    static let recoveryCodes = 10
    private static let recoveryBytes = 10
    /// So many wrong codes in a row close them for a while: whoever has the password could guess one.
    static let wrongCodesMax: Int64 = 10
    static let wrongMilliseconds: Int64 = 3_600_000
    static let codeCharactersMax = 64

    private struct Codes {
        let secret: [UInt8]
        let isConfirmed: Bool
        let step: Int64
        let wrong: Int64
        let wrongDate: Int64
    }

    private func codes(of person: String) throws(PeopleRefusal) -> Codes? {
        let rows = try query(
            "SELECT secret, is_confirmed, step, wrong, wrong_date FROM person_codes WHERE person_id = ?", [.text(person)])
        guard let row = rows.first else { return nil }
        let place = Secrets.place(ofCode: person)
        guard let secret = secrets?.open(row.text(0), for: place).flatMap({ Base64URL.decode($0) }) else {
            throw PeopleRefusal(503, ResultCode.internalError, "the key that this person's codes are sealed with is missing")
        }
        return Codes(
            secret: secret, isConfirmed: row.integer(1) != 0, step: row.integer(2), wrong: row.integer(3), wrongDate: row.integer(4))
    }

    /// At a log-in, behind the right password.
    func checkCode(of person: String, _ form: JSON) throws(PeopleRefusal) {
        guard let codes = try codes(of: person), codes.isConfirmed else { return }
        guard let text = form["code"]?.stringValue, !text.isEmpty else { throw .codeNeeded }
        try refuseMany(codes)
        if try use(text, codes, person) { return }
        if goesOn(Self.wrongMilliseconds, since: codes.wrongDate) {
            // Tries at several servers at once count each. From the last one that is let through on the hour is counted: from the first
            // one on, nine could wait for its end, and ten more follow at once.
            _ = try run(
                """
                UPDATE person_codes SET wrong = wrong + 1, wrong_date = CASE WHEN wrong + 1 >= ? THEN ? ELSE wrong_date END
                WHERE person_id = ?
                """, [.integer(Self.wrongCodesMax), .integer(now), .text(person)])
        } else {
            _ = try run("UPDATE person_codes SET wrong = 1, wrong_date = ? WHERE person_id = ?", [.integer(now), .text(person)])
        }
        throw .wrongLogIn
    }

    private func refuseMany(_ codes: Codes) throws(PeopleRefusal) {
        guard codes.wrong >= Self.wrongCodesMax, goesOn(Self.wrongMilliseconds, since: codes.wrongDate) else { return }
        let left = codes.wrongDate + Self.wrongMilliseconds - now
        var refusal = PeopleRefusal(429, ResultCode.tooManyRequests, "too many codes were wrong; try again later")
        refusal.retryAfter = min(left, Self.wrongMilliseconds) / 1000 + 1
        throw refusal
    }

    /// - Returns: whether it was good; it is so no more.
    private func use(_ text: String, _ codes: Codes, _ person: String) throws(PeopleRefusal) -> Bool {
        let code = text.filter { $0 != " " && $0 != "-" }
        if let step = OneTimeCode.step(of: code, codes.secret, at: now, after: codes.step) {
            // Another server may have taken it meanwhile.
            return try run(
                "UPDATE person_codes SET step = ?, wrong = 0 WHERE person_id = ? AND step < ?",
                [.integer(step), .text(person), .integer(step)]) > 0
        }
        guard code.utf8.count > OneTimeCode.digits, code.utf8.count <= Self.codeCharactersMax else { return false }
        let digest = PeopleSecret.digest(code.uppercased())
        guard try run("DELETE FROM recovery_codes WHERE person_id = ? AND digest = ?", [.text(person), .text(digest)]) > 0 else {
            return false
        }
        _ = try run("UPDATE person_codes SET wrong = 0 WHERE person_id = ?", [.text(person)])
        return true
    }

    /// Offers a secret, confirms it by a code that was made of it, or takes it away.
    func changeCode(_ person: Person, _ form: JSON, at host: String = "") throws(PeopleRefusal) -> JSON {
        if form["remove"]?.boolValue == true {
            try checkPassword(of: person, text(form, "password"))
            try endCodes(of: person.id)
            return [:]
        }
        if let code = form["code"]?.stringValue { return try confirmCode(person, code) }
        return try offerCode(person, at: host)
    }

    private func offerCode(_ person: Person, at host: String) throws(PeopleRefusal) -> JSON {
        let bytes = random.bytes(OneTimeCode.secretBytes)
        guard bytes.count == OneTimeCode.secretBytes else { throw .noRandomness }
        guard let sealed = secrets?.seal(Base64URL.encode(bytes), for: Secrets.place(ofCode: person.id)) else {
            throw PeopleRefusal(
                409, ResultCode.parameterInvalid,
                "this server has no key to seal codes with: --secrets-key-file or GAMEBASED_SECRETS_KEY gives it one")
        }
        try whole { () throws(PeopleRefusal) in
            guard try codes(of: person.id)?.isConfirmed != true else {
                throw PeopleRefusal(409, ResultCode.parameterInvalid, "codes are set up; remove them first")
            }
            try endCodes(of: person.id)
            _ = try run(
                "INSERT INTO person_codes (person_id, secret, is_confirmed, step, wrong, wrong_date) VALUES (?, ?, 0, 0, 0, 0)",
                [.text(person.id), .text(sealed)])
        }
        return ["secret": .string(Base32.encode(bytes)), "uri": .string(OneTimeCode.address(bytes, of: person.name, at: host))]
    }

    private func confirmCode(_ person: Person, _ text: String) throws(PeopleRefusal) -> JSON {
        guard let codes = try codes(of: person.id), !codes.isConfirmed else {
            throw PeopleRefusal(409, ResultCode.parameterInvalid, "there is nothing to confirm")
        }
        let code = text.filter { $0 != " " && $0 != "-" }
        guard let step = OneTimeCode.step(of: code, codes.secret, at: now, after: codes.step) else {
            throw PeopleRefusal(403, ResultCode.personWrong, "the code is wrong; is this device's clock right?")
        }
        let fresh = random.bytes(Self.recoveryCodes * Self.recoveryBytes)
        guard fresh.count == Self.recoveryCodes * Self.recoveryBytes else { throw .noRandomness }
        let texts = (0..<Self.recoveryCodes).map {
            Base32.encode(Array(fresh[($0 * Self.recoveryBytes)..<(($0 + 1) * Self.recoveryBytes)]))
        }
        try whole { () throws(PeopleRefusal) in
            // Another server may have confirmed it meanwhile, and given codes that are written down; or offered another secret.
            guard let now = try self.codes(of: person.id), !now.isConfirmed, now.secret == codes.secret else {
                throw PeopleRefusal(409, ResultCode.parameterInvalid, "codes were set up elsewhere meanwhile")
            }
            _ = try run("DELETE FROM recovery_codes WHERE person_id = ?", [.text(person.id)])
            for text in texts {
                _ = try run(
                    "INSERT INTO recovery_codes (person_id, digest) VALUES (?, ?)", [.text(person.id), .text(PeopleSecret.digest(text))])
            }
            _ = try run(
                "UPDATE person_codes SET is_confirmed = 1, step = ?, wrong = 0 WHERE person_id = ?", [.integer(step), .text(person.id)])
        }
        return ["recoveryCodes": .array(texts.map { .string(Self.grouped($0)) })]
    }

    /// Four letters and four: nobody loses the place while writing them down.
    private static func grouped(_ text: String) -> String {
        var grouped = ""
        for (place, letter) in text.enumerated() {
            if place > 0, place % 4 == 0 { grouped += "-" }
            grouped.append(letter)
        }
        return grouped
    }

    func endCodes(of person: String) throws(PeopleRefusal) {
        try whole { () throws(PeopleRefusal) in
            for table in ["person_codes", "recovery_codes"] {
                _ = try run("DELETE FROM \(table) WHERE person_id = ?", [.text(person)])
            }
        }
    }

    /// With the first key, where an older one has sealed them: it can be taken away after that, and nobody is kept out.
    func sealCodesAnew() throws(PeopleRefusal) {
        guard let secrets else { return }
        try whole { () throws(PeopleRefusal) in
            for row in try query("SELECT person_id, secret FROM person_codes") {
                let (person, kept) = (row.text(0), row.text(1))
                let place = Secrets.place(ofCode: person)
                guard let secret = secrets.open(kept, for: place), let sealed = secrets.seal(secret, for: place), sealed != kept else {
                    continue
                }
                _ = try run(
                    "UPDATE person_codes SET secret = ? WHERE person_id = ? AND secret = ?", [.text(sealed), .text(person), .text(kept)])
            }
        }
    }
}
