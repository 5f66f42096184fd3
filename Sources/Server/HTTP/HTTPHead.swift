import Messages

/// The head of a request, as far as anybody here asks for it.
struct HTTPHead: Equatable {
    /// HEAD is GET here, with `isHead`.
    var method: String
    /// The answer goes without its body.
    var isHead = false
    /// As it was sent: not decoded, without the query.
    var path: String
    var query: String?
    /// HTTP/1.0, as some proxies still speak it.
    var isOld = false
    /// nil: none was given.
    var contentLength: Int?
    /// The body comes in chunks, and has no length before its end.
    var isChunked = false
    var closes = false
    var expectsContinue = false
    /// Values by name in small letters, of those names that are in `kept`.
    private(set) var fields: [Field] = []

    struct Field: Equatable {
        let name: Name
        var value: String
    }

    /// The fields that mean something here. Only lists may come twice. What else is sent is checked and passed over.
    enum Name: String, CaseIterable {
        case host, connection, expect, authorization, accept
        case contentLength = "content-length"
        case transferEncoding = "transfer-encoding"
        case contentType = "content-type"
        case contentEncoding = "content-encoding"
        case changeId = "idempotency-key"
        case lastEventId = "last-event-id"
        case acceptLanguage = "accept-language"
        case forwardedFor = "x-forwarded-for"
        case forwarded
        // Of the published interfaces.
        case origin
        case askedMethod = "access-control-request-method"
        case applicationKey = "x-ncmb-application-key"
        case ncmbTimestamp = "x-ncmb-timestamp"
        case ncmbSignature = "x-ncmb-signature"
        case ncmbSession = "x-ncmb-apps-session-token"
        case secretKey = "x-secret-key"
        case transactionId = "x-tcgb-transaction-id"
        case iapAppKey = "x-nhn-tciap-appkey"
        case accessToken = "x-access-token"
        // Of people who use the console by a browser.
        case cookie
        case csrf = "x-csrf-token"
        case fetchSite = "sec-fetch-site"
        case acceptEncoding = "accept-encoding"
        case ifNoneMatch = "if-none-match"
        case userAgent = "user-agent"
        case forwardedProtocol = "x-forwarded-proto"
        // Of webhooks.
        case storeSignature = "stripe-signature"

        /// Several lines of it are one list (RFC 9110, section 5.3). Not the fields that say where a body ends: readers differ over those.
        var isList: Bool {
            switch self {
            case .connection, .accept, .acceptLanguage, .contentEncoding, .forwardedFor, .forwarded: true
            default: false
            }
        }

        /// Means something to the console alone. Games' libraries send such fields, too, however they like: what is odd is passed over.
        var isOfBrowser: Bool {
            switch self {
            case .cookie, .csrf, .fetchSite, .acceptEncoding, .ifNoneMatch, .userAgent, .forwardedProtocol: true
            default: false
            }
        }

        static let bytesMax = allCases.map { $0.rawValue.utf8.count }.max() ?? 0
        /// By their spelling in small letters.
        static let known = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1.rawValue, (name: $1, bit: UInt64(1) << $0)) })
    }

    /// With the query, as it was sent.
    var target: String { query.map { path + "?" + $0 } ?? path }

    init(method: String, path: String, query: String? = nil) {
        self.method = method
        self.path = path
        self.query = query
    }

    subscript(_ name: Name) -> String? {
        for field in fields where field.name == name { return field.value }
        return nil
    }

    /// What comes again goes on the list.
    mutating func add(_ name: Name, _ value: String) {
        if let place = fields.firstIndex(where: { $0.name == name }) {
            fields[place].value += ", " + value
        } else {
            fields.append(Field(name: name, value: value))
        }
    }

    /// A proxy has handed it on, in whatever words it says so. Whom it speaks for is read from two of these fields alone; the others may
    /// have come from the asker.
    var isForwarded: Bool { hasProxyMark || self[.forwardedFor] != nil || self[.forwarded] != nil }
    private var hasProxyMark = false

    mutating func noteProxyMark() { hasProxyMark = true }

    /// What proxies, balancers and networks that carry content write, in small letters.
    static let proxyMarks: Set<String> = [
        "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip", "cf-connecting-ip", "cf-connecting-ipv6",
        "fastly-client-ip", "fly-client-ip", "x-azure-clientip", "x-appengine-user-ip", "x-envoy-external-address", "x-forwarded",
        "forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto", "x-forwarded-scheme", "x-forwarded-server",
        "x-forwarded-by", "x-forwarded-prefix", "x-original-forwarded-for", "x-original-host", "x-original-uri", "x-proxyuser-ip",
    ]
    static let proxyMarkBytesMax = proxyMarks.map { $0.utf8.count }.max() ?? 0

    /// The value of a parameter of the query, as it was sent.
    func parameter(_ name: String) -> String? {
        guard let query else { return nil }
        for part in query.split(separator: "&", omittingEmptySubsequences: true) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair[0] == name { return pair.count == 2 ? String(pair[1]) : "" }
        }
        return nil
    }
}

/// What is told to who sent something that cannot be a request here. The connection is closed behind it.
struct HTTPRefusal: Error, Equatable {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// How much of a request is read at most.
enum HTTPLimit {
    static let targetBytesMax = 12 << 10
    static let headBytesMax = 16 << 10
    static let fieldsMax = 64
    /// From the first byte of a head to its last; also from a connection to its first byte.
    static let headMilliseconds: Int64 = 10_000
    /// A body may take so long, and a second more for each `bodyBytesASecond`.
    static let bodyMilliseconds: Int64 = 10_000
    static let bodyBytesASecond = 32 << 10
    /// A body of which nothing comes for so long is given up.
    static let bodySilenceMilliseconds: Int64 = 30_000
    /// Between two requests.
    static let restMilliseconds: Int64 = 75_000
    /// An answer of which nobody takes a byte for so long is given up.
    static let writeMilliseconds: Int64 = 30_000
    /// So often it is looked whether some of it was taken.
    static let lookMilliseconds: Int64 = 5_000
    /// A refused client may send so long and so much before it reads why.
    static let lingerMilliseconds: Int64 = 2_000
    /// The longest body that any request may have. With less, the connection would be broken under a client that still sends, and the
    /// answer with it.
    static let lingerBytesMax = HTTPForm.objectBodyBytesMax
    /// So long an answer is held that refuses an address: then a connection gets five of them a second.
    static let heldMilliseconds: Int64 = 200
    /// What is refused is read to its end when it is no longer, so that the connection can be kept.
    static let passedOverBytesMax = 64 << 10
    /// A longer one is taken piece by piece, where its request can.
    static let wholeBytesMax = 256 << 10
    static let pieceBytes = 64 << 10
    /// Of bodies that are under way, together, what has come of them.
    static let shortBodiesBytesMax = 64 << 20
    static let usualBodiesBytesMax = 192 << 20
    static let longBodiesBytesMax = 256 << 20
    /// A body that is no longer is a short one.
    static let shortBodyBytes = 64 << 10
    /// Of answers that nobody has taken yet, together.
    static let outputBytesMax = 512 << 20
    /// An answer that is no longer finds room always.
    static let smallAnswerBytes = 64 << 10
}
