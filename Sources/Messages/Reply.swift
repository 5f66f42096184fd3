import Codecs
import Documents

/// The answer to a request; a failed request also has one.
public struct Reply: Sendable {
    /// 0 for success, else one of `ResultCode`.
    public var resultCode: Int32
    /// For developers, in English; empty on success.
    public var message: String
    public var body: JSON
    /// The objects that a query found, for who asked for them so.
    public var rows: ObjectRows?
    /// The request's own, set by who receives the reply; nil until then.
    public var transactionId: String?
    #if !hasFeature(Embedded)
    /// For who carries the request, and no part of the answer: whether its asker has proven what it said it could.
    public var proof: ProofFound?
    #endif
    /// No part of the answer either: the seconds after which the same may be tried again.
    public var retryAfterSeconds: Int64?

    @export(interface) public init(resultCode: Int32, message: String, body: JSON, rows: ObjectRows? = nil) {
        self.resultCode = resultCode
        self.message = message
        self.body = body
        self.rows = rows
    }

    @export(interface) public var isSuccess: Bool { resultCode == ResultCode.success }

    @export(interface) public static func success(_ body: JSON = [:]) -> Reply {
        Reply(resultCode: ResultCode.success, message: "", body: body)
    }

    /// Nothing but rows, for who asked for them so.
    @export(interface) public static func found(_ rows: PackedRows) -> Reply {
        Reply(resultCode: ResultCode.success, message: "", body: .null, rows: .packed(rows))
    }

    @export(interface) public static func failure(_ code: Int32, _ message: String, body: JSON = [:]) -> Reply {
        Reply(resultCode: code, message: message, body: body)
    }
}

#if !hasFeature(Embedded)
/// What became of a key, a session or a signature that came with a request.
public enum ProofFound: Sendable { case right, wrong }
#endif

extension Reply {
    /// Somebody tried to prove something and did not: who carries requests counts it.
    @export(interface) public var withWrongProof: Reply {
        #if hasFeature(Embedded)
        return self
        #else
        var reply = self
        reply.proof = .wrong
        return reply
        #endif
    }

    /// What was proven stays so, whatever is wrong with the rest.
    @export(interface) public var withRightProof: Reply {
        #if hasFeature(Embedded)
        return self
        #else
        var reply = self
        reply.proof = .right
        return reply
        #endif
    }
}
