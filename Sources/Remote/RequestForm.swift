import Codecs
import Linux
import Messages

/// A request as it travels.
struct SentRequest: Sendable {
    let name: RequestName
    let url: String
    let headers: [String]
    let body: [UInt8]

    var isConsole: Bool { name.facts.asker == .console }
}

struct Refused: Error {
    let reply: Reply
    init(_ code: Int32, _ message: String) { reply = .failure(code, message) }
}

/// From requests to what is sent. On the desk's thread, but for the app.
final class RequestForm: @unchecked Sendable {
    private static let changeIdBytes = 16

    private let address: ServiceAddress
    private let random: any RandomSource
    private let lock = Lock()
    private var app: String

    init(_ place: RemotePlace, _ random: any RandomSource) {
        address = place.address
        app = place.app
        self.random = random
    }

    /// - Parameter then: called when it is another one.
    func setApp(_ app: String, then: () -> Void) {
        let isOther = lock.locked {
            defer { self.app = app }
            return !self.app.utf8.elementsEqual(app.utf8)
        }
        if isOther { then() }
    }

    func form(_ request: Request) -> Result<SentRequest, Refused> {
        let facts = request.name.facts
        let app = lock.locked { self.app }
        guard let path = HTTPForm.path(app: app, facts.asker), app.utf8.count <= HTTPForm.appIdBytesMax else {
            return .failure(Refused(ResultCode.appIdInvalid, "the app's id must have 1 to \(HTTPForm.appIdBytesMax) bytes"))
        }
        if facts.needsOwnProcess {
            return .failure(
                Refused(
                    ResultCode.apiUnknown,
                    "\(request.name.text) is for a service inside the game: a service elsewhere believes no game's word for it. Log in "
                        + "with Gamebase first"))
        }
        var request = request
        // Objects travel as their documents.
        if request.name == .objectsFind, var parameters = request.parameters.objectValue {
            parameters["rows"] = nil
            request.parameters = .object(parameters)
        }
        let body = Array(request.body.text().utf8)
        let bytesMax = HTTPForm.limits(request.name).bytesMax
        guard body.count <= bytesMax else {
            return .failure(
                Refused(ResultCode.parameterInvalid, "the request has \(body.count) bytes; the service takes at most \(bytesMax)"))
        }
        var headers = ["Content-Type: " + HTTPForm.mediaType, "Accept: " + HTTPForm.mediaType]
        // What lets a game server in stands in its parameters.
        if facts.asker != .gameServer, let token = request.accessToken {
            guard let header = Self.authorization(token) else {
                return .failure(Refused(ResultCode.accessTokenInvalid, "the token or key has characters that none has"))
            }
            headers.append(header)
        }
        if facts.isMadeOnce { headers.append(HTTPForm.changeId + ": " + changeId(request)) }
        return .success(SentRequest(name: request.name, url: address.text + path, headers: headers, body: body))
    }

    /// Of one request, however often it is sent in this process. None has to outlive the process, because what must be the same change in a
    /// later life says so itself, in what is durable before it is sent: a change of `saveEventually` by the `requestId` in `changes.json`,
    /// a payment's report by its number, and a reservation that nobody heard of is what the service has open. An id that was made of those
    /// would do harm: the service ties it to the session, which is another one then, and gives the first answer to a store's later word.
    private func changeId(_ request: Request) -> String { request.changeId ?? Hex.encode(random.bytes(Self.changeIdBytes)) }

    /// - Returns: nil for a token that would end the line.
    static func authorization(_ token: String) -> String? {
        guard !token.isEmpty, token.utf8.count <= HTTPForm.tokenBytesMax, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        return HTTPForm.authorization + ": " + HTTPForm.bearer + token
    }
}
