import Codecs
import Linux
import Messages

/// One call of a client of the NIFCLOUD mobile backend, as it came in over whatever carries it.
public struct NCMBCall: Sendable {
    public static let methodBytesMax = 16
    public static let pathBytesMax = 65_536
    public static let bodyBytesMax = 16 << 20
    public static let headersMax = 64
    /// Of a query. They are sorted for each spelling of the call that a client may have signed, before anybody is let in.
    static let parametersMax = 64
    /// Of one header, name and value; and of the host.
    public static let headerBytesMax = 8_192
    /// Values in a body, containers included: what may be kept.
    static let bodyValuesMax = KeptJSON.valuesMax + KeptJSON.valuesAround

    /// HEAD counts as GET; whoever carries the answer leaves its body out.
    let method: String
    /// Of the `Host` header, with its port or without.
    let host: String
    /// With the query, nothing of it decoded.
    let path: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    private let isOfHead: Bool

    /// Who asks by HEAD may have signed that, or what it stands for.
    var signedMethods: [String] { isOfHead ? ["HEAD", method] : [method] }

    @export(interface) public init(method: String, host: String, path: String, headers: [(name: String, value: String)], body: [UInt8]) {
        isOfHead = WebAddress.begins(method, with: "head") && method.utf8.count == 4
        self.method = isOfHead ? "GET" : method
        self.host = host
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// The first header of that name, in any case; an empty one counts as none.
    func header(_ name: String) -> String? {
        for header in headers where header.name.utf8.count == name.utf8.count && WebAddress.begins(header.name, with: name) {
            return header.value.isEmpty ? nil : header.value
        }
        return nil
    }

    /// Whose call it is, says the caller; a carrier of several applications brings it to the one of that key, which then looks at the
    /// signature.
    @export(interface) public var applicationKey: String? { header("X-NCMB-Application-Key") }

    /// Why nothing of the call is read at all.
    var excess: NCMBCode? {
        if path.utf8.count > Self.pathBytesMax { return .addressTooLong }
        if method.utf8.count > Self.methodBytesMax { return .methodNotAllowed }
        let parameters = path.utf8.drop { $0 != UInt8(ascii: "?") }.reduce(1) { $0 + ($1 == UInt8(ascii: "&") ? 1 : 0) }
        if parameters > Self.parametersMax || headers.count > Self.headersMax || host.utf8.count > Self.headerBytesMax {
            return .badRequest
        }
        for header in headers where header.name.utf8.count + header.value.utf8.count > Self.headerBytesMax { return .badRequest }
        return body.count > Self.bodyBytesMax ? .objectTooLarge : nil
    }

    /// Clients that send no body need no type, and one that is not named is taken to be right.
    var isOfMediaType: Bool {
        guard !body.isEmpty, let type = header("Content-Type") else { return true }
        let json = "application/json"
        guard WebAddress.begins(type, with: json) else { return false }
        guard let next = type.utf8.dropFirst(json.utf8.count).first else { return true }
        return next == UInt8(ascii: ";") || next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
    }

    /// The object in the body; no body at all is one without fields.
    func fields() throws(NCMBRefusal) -> JSONObject {
        if body.isEmpty { return [:] }
        let limits = JSONLimits(bytesMax: Self.bodyBytesMax, membersMax: Self.bodyValuesMax)
        if let fields = try Self.json(body, limits).objectValue { return fields }
        throw NCMBRefusal(.jsonMalformed)
    }

    /// What is JSON and may not be stored is named.
    static func json(_ bytes: [UInt8], _ limits: JSONLimits) throws(NCMBRefusal) -> JSON {
        do throws(JSONError) { return try JSON.parse(bytes: bytes, limits: limits) } catch {
            throw error.kind == .textRefused ? NCMBRefusal(.formatInvalid, error.reason) : NCMBRefusal(.jsonMalformed)
        }
    }
}
