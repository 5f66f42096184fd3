import Codecs
import Linux
import Messages
import Storage

/// An id, and a password perhaps, with which a guest can be moved to another device ("TransferAccount" section of the
/// authentication page). A member has one at a time.
///
/// A password is never stored, nor is its key. The key is made from it on the client's own thread, because that takes long on
/// purpose (`PasswordSalt`) and this thread answers everybody; what is kept here is the key's hash. So an account
/// is made in two steps: it is offered, and then kept with its key.
struct TransferAccount {
    static let automatic = "AUTO"
    static let manual = "MANUAL"

    var id: String
    var userId: String
    var issuedType: String
    /// nil: the id is enough.
    var salt: String?
    var keyHash: String?
    var expiresDate: Int64?
    var isUsed: Bool

    /// With the keys of the SDK's TCGBTransferAccountInfo. Nobody knows the password any more.
    var json: JSON {
        var condition: JSONObject = [
            "transferAccountType": .string(keyHash == nil ? TransferAccountSettings.idOnly : TransferAccountSettings.idAndPassword),
            "expirationType": .string(expiresDate == nil ? "UNLIMITED" : "PERIOD"),
        ]
        if let expiresDate { condition["expirationDate"] = .integer(expiresDate) }
        return ["issuedType": .string(issuedType), "account": ["id": .string(id), "password": nil], "condition": .object(condition)]
    }
}

extension Members {
    /// {userId} -> TransferAccountInfo
    func queryTransferAccount(_ request: Request) throws(Failure) -> Reply {
        let session = try transferringGuest(request)
        guard let account = try transferAccount(of: session.userId) else { throw Self.notIssued }
        return .success(account.json)
    }

    /// {userId, renewal?: {renewalModeType, renewalTargetType, accountId, accountPassword}} -> {id, password, issuedType, salt}: what the
    /// member could have. Nothing is written.
    func offerTransferAccount(_ request: Request) throws(Failure) -> Reply {
        let session = try transferringGuest(request)
        let present = try transferAccount(of: session.userId)
        var id: String?
        var password: String?
        var type = TransferAccount.automatic
        let parameters = Parameters(request.parameters)
        if parameters.value("renewal") != nil {
            guard let present else { throw Self.notIssued }
            let renewal = try parameters.object("renewal")
            let hasTargetId = try renewal.integer("renewalTargetType", in: 0...1) == 1
            if !hasTargetId { id = present.id }
            if try renewal.oneOf("renewalModeType", [TransferAccount.automatic, TransferAccount.manual]) == TransferAccount.manual {
                type = TransferAccount.manual
                if hasTargetId { id = try manual(renewal, "accountId", settings.transferAccount.id) }
                if needsPassword { password = try manual(renewal, "accountPassword", settings.transferAccount.password) }
            } else if !hasTargetId, !needsPassword {
                throw renewal.wrong("renewalTargetType", "accounts have no password here; renew the id")
            }
        } else if let present, !present.isUsed, present.expiresDate ?? Int64.max > now {
            throw Failure.refused(ResultCode.transferIdExists, "this member has an account already; query or renew it")
        }
        if id == nil { id = try freeTransferId() }
        var offer: JSONObject = ["id": .optional(id), "issuedType": .string(type)]
        if needsPassword {
            offer["password"] = .string(password ?? newText(settings.transferAccount.password))
            offer["salt"] = .string(PasswordSalt.text(random: core.random.bytes(PasswordSalt.randomBytes)))
        }
        return .success(.object(offer))
    }

    /// {userId, id, issuedType, salt, key} -> TransferAccountInfo
    func keepTransferAccount(_ request: Request) throws(Failure) -> Reply {
        _ = try authenticatedAlone(request)
        let session = try transferringGuest(request)
        let parameters = Parameters(request.parameters)
        let id = try parameters.text("id", bytesMax: Int(TransferAccountSettings.Characters.lengthMax))
        let type = try parameters.oneOf("issuedType", [TransferAccount.automatic, TransferAccount.manual])
        var account = TransferAccount(id: id, userId: session.userId, issuedType: type, isUsed: false)
        if needsPassword {
            account.salt = try parameters.text("salt")
            account.keyHash = ServiceCore.fingerprint(try parameters.text("key"))
        }
        let present = try transferAccount(of: session.userId)
        // One that stays may have been made under other rules.
        if present?.id != id { try check(parameters, "id", id, settings.transferAccount.id) }
        try refuseTries(at: nil, id, request)
        if let other = try transferAccount(id), other.userId != session.userId {
            // Whoever tries ids so counts as who tries them for a transfer.
            let refusal = Failure.refused(ResultCode.transferIdExists, "id: another member has the account \"\(id)\"")
            throw try triesAtIds(request).wrong(.transferTry, refusal) { tooManyTries(id, $0) }
        }
        try keep(&account)
        try core.noteProven(Self.owner(session.userId), from: request.network)
        return .success(account.json)
    }

    // MARK: Steps

    static let notIssued = Failure.refused(ResultCode.transferNotIssued, "this member has no account for a transfer; issue one")

    /// Never inlined: four refusals are one in the library, which has a size to keep.
    @inline(never) static func memberIsGone() -> Failure {
        Failure.refused(ResultCode.memberMissing, "the member of this account is gone")
    }

    private var needsPassword: Bool { settings.transferAccount.type == TransferAccountSettings.idAndPassword }

    private func transferringGuest(_ request: Request) throws(Failure) -> Session {
        let session = try authenticated(request)
        try refuseNoGuest(session.userId)
        try checkTransferIsConfigured()
        return session
    }

    func refuseNoGuest(_ userId: String) throws(Failure) {
        for mapping in try mappings(of: userId) where mapping.idPCode != IdPSettings.guest {
            throw Failure.refused(
                ResultCode.notGuestOnly,
                "this member signs in with \(mapping.idPCode): only a guest without any provider is moved by account")
        }
    }

    /// In place of the one before. Another server may give the id away at the same moment: one of the two begins anew.
    func keep(_ account: inout TransferAccount) throws(Failure) {
        if let days = settings.transferAccount.validDays { account.expiresDate = now &+ days * CalendarDay.dayMilliseconds }
        try forgetTransferAccount(of: account.userId)
        try claim(
            """
            INSERT INTO transfer_accounts (account_id, user_id, issued_type, salt, key_hash, expires_date, issued_date)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account_id) DO NOTHING
            """,
            [
                .text(account.id), .text(account.userId), .text(account.issuedType), Value(account.salt), Value(account.keyHash),
                Value(account.expiresDate), .integer(now),
            ])
    }

    func checkTransferIsConfigured() throws(Failure) {
        guard !settings.transferAccount.isEnabled else { return }
        throw Failure.refused(ResultCode.transferNotConfigured, "transferAccount is not enabled in the console settings")
    }

    func transferAccount(_ id: String) throws(Failure) -> TransferAccount? { try transferAccount(where: "account_id", id) }
    func transferAccount(of userId: String) throws(Failure) -> TransferAccount? { try transferAccount(where: "user_id", userId) }

    private func transferAccount(where column: String, _ value: String) throws(Failure) -> TransferAccount? {
        let rows = try query(
            "SELECT account_id, user_id, issued_type, salt, key_hash, expires_date, used_date FROM transfer_accounts WHERE \(column) = ?",
            [.text(value)])
        guard let row = rows.first else { return nil }
        return TransferAccount(
            id: row.text(0), userId: row.text(1), issuedType: row.text(2), salt: row.textOrNil(3), keyHash: row.textOrNil(4),
            expiresDate: row.integerOrNil(5), isUsed: row.integerOrNil(6) != nil)
    }

    /// With the wrong tries at it.
    func forgetTransferAccount(of userId: String) throws(Failure) {
        try run(
            "DELETE FROM transfer_failures WHERE subject IN (SELECT account_id FROM transfer_accounts WHERE user_id = ?)", [.text(userId)])
        try run(
            "DELETE FROM proof_tries WHERE subject IN (SELECT 'transfer ' || account_id FROM transfer_accounts WHERE user_id = ?)",
            [.text(userId)])
        try run("DELETE FROM transfer_accounts WHERE user_id = ?", [.text(userId)])
        try core.forgetProven(Self.owner(userId))
    }

    /// Switching the feature off takes every account away.
    func transferAccountsChanged(_ changed: TransferAccountSettings) throws(Failure) {
        guard settings.transferAccount.isEnabled, !changed.isEnabled else { return }
        try run("DELETE FROM transfer_accounts", [])
        try run("DELETE FROM transfer_failures", [])
    }

    private func manual(
        _ parameters: Parameters, _ name: String, _ rule: TransferAccountSettings.Characters
    ) throws(Failure) -> String {
        let text = try parameters.text(name)
        try check(parameters, name, text, rule)
        return text
    }

    private func check(
        _ parameters: Parameters, _ name: String, _ text: String, _ rule: TransferAccountSettings.Characters
    ) throws(Failure) {
        let allowed = rule.characters
        let count = Int64(text.utf8.count)
        guard count >= rule.lengthMin, count <= TransferAccountSettings.Characters.lengthMax, text.utf8.allSatisfy({ allowed.contains($0) })
        else {
            throw parameters.wrong(
                name, "must be \(rule.lengthMin) to \(TransferAccountSettings.Characters.lengthMax) characters of \(rule.name)")
        }
    }

    #if !hasFeature(Embedded)
    /// What an operator issues; nobody has it yet, and its key is to be made.
    func newTransferAccount(of userId: String) throws(Failure) -> (account: TransferAccount, password: String?) {
        var account = TransferAccount(id: try freeTransferId(), userId: userId, issuedType: TransferAccount.automatic, isUsed: false)
        guard needsPassword else { return (account, nil) }
        account.salt = PasswordSalt.text(random: core.random.bytes(PasswordSalt.randomBytes))
        return (account, newText(settings.transferAccount.password))
    }
    #endif

    private func freeTransferId() throws(Failure) -> String {
        while true {
            let id = newText(settings.transferAccount.id)
            if try transferAccount(id) == nil { return id }
        }
    }

    private func newText(_ rule: TransferAccountSettings.Characters) -> String {
        core.newCode(characters: Int(rule.length), of: rule.characters)
    }
}
