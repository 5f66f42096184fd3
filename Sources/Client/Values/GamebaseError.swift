import Codecs

/// What a call that failed hands over. No error is success.
public final class GamebaseError: Error, Sendable {
    /// `TCGB.Gamebase`, or with the class it came from: `TCGB.Gamebase.TCGBPurchase`.
    public let domain: String
    public let code: Int64
    public let message: String
    public let transactionId: String?
    /// Values are JSON texts: `ban`, `updateInfo`, `forcingMappingTicket`, `failTransferAccount`.
    public let extras: JSONObject
    /// What caused this error; the service's own code and message, for instance.
    public let underlying: GamebaseError?
    public let rest: JSONObject

    public static let domainGamebase = "TCGB.Gamebase"

    /// - Parameter message: nil takes the text that belongs to the code.
    @export(interface) public init(
        _ code: Int64, _ message: String? = nil, domain: String = GamebaseError.domainGamebase, transactionId: String? = nil,
        extras: JSONObject = JSONObject(), underlying: GamebaseError? = nil, rest: JSONObject = JSONObject()
    ) {
        self.domain = domain
        self.code = code
        self.message = message ?? ErrorText.text(for: code)
        self.transactionId = transactionId
        self.extras = extras
        self.underlying = underlying
        self.rest = rest
    }

    /// A cause has a cause at most this often; the rest of a longer chain is a wrong value.
    public static let underlyingDepthMax = 32

    /// The error that a JSON form describes; nil for a wrong one.
    /// A function and no initializer: one that fails would leave the allocated object behind in the product.
    @export(interface) public static func from(json: JSON) -> GamebaseError? {
        guard var reader = ValueReader(json), isShallow(json) else { return nil }
        let code = reader.requiredInteger("code")
        let domain = reader.text("domain") ?? domainGamebase
        let message = reader.text("message")
        let transactionId = reader.text("transactionId")
        let extras = reader.object("extras") ?? JSONObject()
        let underlying = reader.value("error", from(json:))
        if reader.isWrong { return nil }
        for member in extras.members where member.value.stringValue == nil { return nil }
        return GamebaseError(
            code, message, domain: domain, transactionId: transactionId, extras: extras, underlying: underlying, rest: reader.rest)
    }

    private static func isShallow(_ json: JSON) -> Bool {
        var inner = json["error"]
        var depth = 0
        while let error = inner {
            depth += 1
            if depth > underlyingDepthMax { return false }
            inner = error["error"]
        }
        return true
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("domain", domain)
        object["code"] = .integer(code)
        object.set("message", message)
        object.set("transactionId", transactionId)
        if extras.count > 0 { object["extras"] = .object(extras) }
        if let underlying { object["error"] = underlying.json }
        object.keep(rest)
        return .object(object)
    }

    /// Code and message of the cause; 0 and nil without one.
    @export(interface) public var detailErrorCode: Int64 { underlying?.code ?? 0 }
    public var detailErrorMessage: String? { underlying?.message }
}

extension GamebaseError {
    /// Whether one of the two may stand for both. Only for errors that consist of a text.
    func saysTheSame(as other: GamebaseError) -> Bool {
        code == other.code && isPlain && other.isPlain && message == other.message && domain == other.domain
    }

    private var isPlain: Bool { transactionId == nil && underlying == nil && extras.count == 0 && rest.count == 0 }

    /// The same failure as the call of another class tells it.
    func told(by domain: String) -> GamebaseError {
        GamebaseError(code, message, domain: domain, transactionId: transactionId, extras: extras, underlying: underlying, rest: rest)
    }

    /// How many errors lie below this one.
    @export(interface) public var underlyingDepth: Int {
        var depth = 0
        var inner = underlying
        while let error = inner {
            depth += 1
            inner = error.underlying
        }
        return depth
    }
}
