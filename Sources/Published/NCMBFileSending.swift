import Codecs
import Linux
import Messages

/// A file on its way to a caller, of which no more than one part is in memory. The signature of the answer stands before its body, so a
/// file of several parts is read twice: once to be signed, once to be sent.
public struct NCMBFileSending: Sendable {
    public enum Step {
        /// Another part, as `parameters` say.
        case ask
        /// The answer's head with the length of its body, and the first part of that.
        case begin(NCMBAnswer, length: Int, [UInt8])
        case part([UInt8])
        /// There is nothing to send but this.
        case answer(NCMBAnswer)
        /// The file was replaced after its head had been sent: the rest is not that file's.
        case broken
    }

    public private(set) var parameters: JSON
    public let sessionToken: String?
    private let fileName: String
    /// nil: the call is not signed, and its answer is not.
    private let access: NCMBAccess?
    private var content: String?
    private var sent: Int64 = 0
    private var isSending: Bool
    private var signing: NCMBFileSignature?
    private var signature: String?
    private var restarts = 0

    static let restartsMax = 3

    /// - Returns: nil for a call that asks for no file, or that is refused: `NCMBFront` answers it.
    @export(interface) public init?(_ call: NCMBCall) {
        guard call.method == "GET", call.excess == nil, let target = NCMBTarget(call.path), case .file(let name)? = NCMBRoute(target.path)
        else { return nil }
        do throws(NCMBRefusal) {
            access = try NCMBAccess(call)
        } catch {
            return nil
        }
        fileName = name
        sessionToken = call.header("X-NCMB-Apps-Session-Token")
        isSending = false
        parameters = [:]
        ask()
    }

    /// A file that everybody may read without a key, where the settings allow that.
    /// - Parameter address: `/applications/{application}/publicFiles/{file}`, with the version before it or without.
    @export(interface) public init?(publicFile address: String) {
        guard let name = Self.parts(address)?.file else { return nil }
        fileName = name
        access = nil
        sessionToken = nil
        isSending = true
        parameters = [:]
        ask()
    }

    /// Whose file an address of that form asks for.
    @export(interface) public static func application(ofPublicFile address: String) -> String? { parts(address)?.application }

    private static func parts(_ address: String) -> (application: String, file: String)? {
        let (route, _) = TextParts.cut(address, at: UInt8(ascii: "?"))
        var raw = TextParts.split(route, at: UInt8(ascii: "/"))
        if raw.count > 1, raw[1] == NCMBTarget.version { raw.remove(at: 1) }
        guard raw.count == 5, raw[0].isEmpty, raw[1] == "applications", raw[3] == "publicFiles",
            let application = PercentEncoding.decode(raw[2]), let file = PercentEncoding.decode(raw[4]), NCMBTarget.isPart(application),
            NCMBTarget.isPart(file)
        else { return nil }
        return (application, file)
    }

    private mutating func ask() {
        var parameters: JSONObject = ["access": access?.json ?? ["wire": "public"], "fileName": .string(fileName)]
        if let content {
            parameters["content"] = .string(content)
            parameters["from"] = .integer(sent)
        }
        self.parameters = .object(parameters)
    }

    /// Goes on with the reply to `filesRead`.
    @export(interface) public mutating func next(_ reply: Reply) -> Step {
        guard reply.isSuccess else { return refused(NCMBRefusal(reply), reply) }
        guard let part = reply.body["part"]?.stringValue.flatMap({ Base64.decode($0) }), let named = reply.body["content"]?.stringValue,
            let size = reply.body["fileSize"]?.int64Value, (0...FileDownload.bytesMax).contains(size),
            let type = reply.body["mimeType"]?.stringValue
        else { return refused(NCMBRefusal(.systemError), reply) }
        if content != named {
            if hasBegun { return .broken }
            if content != nil { restarts += 1 }
            guard restarts <= Self.restartsMax else { return refused(NCMBRefusal(.unavailable), reply) }
            (sent, isSending, signing) = (0, access == nil, nil)
            content = named
        }
        let rest = size - sent
        guard reply.body["from"]?.int64Value == sent, Int64(part.count) <= rest, !part.isEmpty || rest == 0 else {
            return refused(NCMBRefusal(.systemError), reply)
        }
        return isSending ? send(part, of: size, type) : sign(part, of: size, type, reply)
    }

    #if !hasFeature(Embedded)
    /// What is asked while it is under way: whether it may go on (`carrier.session`).
    public var question: JSON { ["access": access?.json ?? ["wire": "public"], "fileName": .string(fileName)] }
    #endif

    private var hasBegun: Bool { isSending && sent > 0 }

    private mutating func send(_ part: [UInt8], of size: Int64, _ type: String) -> Step {
        let isFirst = sent == 0
        sent += Int64(part.count)
        ask()
        guard isFirst else { return .part(part) }
        return .begin(NCMBFront.answer(200, [], type: type, signature: signature), length: Int(size), part)
    }

    private mutating func sign(_ part: [UInt8], of size: Int64, _ type: String, _ reply: Reply) -> Step {
        var signing = signing ?? NCMBFileSignature(access, reply.body["clientKey"]?.stringValue)
        signing?.add(part)
        self.signing = signing
        sent += Int64(part.count)
        if sent < size {
            ask()
            return .ask
        }
        signature = signing?.text
        let isWhole = Int64(part.count) == size
        (sent, isSending) = (0, true)
        if isWhole { return send(part, of: size, type) }
        ask()
        return .ask
    }

    private func refused(_ refusal: NCMBRefusal, _ reply: Reply) -> Step {
        if hasBegun { return .broken }
        let body = refusal.body
        let key = refusal.isSigned ? reply.body["clientKey"]?.stringValue : nil
        let signature = key.flatMap { key in access?.signature(of: body, isBinary: false, key: key) }
        return .answer(NCMBFront.answer(refusal.code.status, body, signature: signature))
    }
}

/// The signature of an answer whose body comes in parts.
private struct NCMBFileSignature: Sendable {
    private var digest: HMACSHA256Stream
    private var isEmpty = true

    init?(_ access: NCMBAccess?, _ key: String?) {
        guard let access, let key else { return nil }
        digest = HMACSHA256Stream(key: Array(key.utf8))
        digest.add(Array(access.signedText(key: key).utf8))
    }

    mutating func add(_ part: [UInt8]) {
        if part.isEmpty { return }
        if isEmpty { digest.add([0x0A]) }
        isEmpty = false
        digest.add(Array(Hex.encode(part).utf8))
    }

    var text: String { Base64.encode(digest.end()) }
}
