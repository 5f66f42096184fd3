import Codecs
import Engine
import Messages
import Service
import Storage

/// Tells a database what requests bring with them, so that it can foresee what is read for them. It knows no request by name but those in
/// which a player's secret says who asks.
final class RequestForesight: GroupWatcher {
    static let inputsMax = 24
    private static let depthMax = 3

    /// Of the storage under way.
    var database: PostgreSQLDatabase?

    func begins(_ requests: ArraySlice<Request>) {
        database?.expect(requests.map { Self.foreseen($0) })
    }

    func turns(to request: Int?) { database?.turn(to: request) }

    func asker(of request: Request) -> String? { Self.asker(of: request) }

    static func asker(of request: Request) -> String? {
        switch request.origin {
        case .console: return "console"
        case .gameServer, .carrier: return nil
        case .client: break
        }
        if let token = request.accessToken, !token.isEmpty { return token }
        // Who signs in brings what it is known by.
        return (request.parameters["tokenInfo"] ?? request.parameters["idPInfo"])?["accessToken"]?.stringValue
    }

    static func foreseen(_ request: Request) -> Foreseen {
        var inputs: [(name: String, value: Value)] = []
        if let token = request.accessToken { inputs.append(("token", .text(token))) }
        if let id = request.changeId { inputs.append(("change", .text(Service.name(ofChange: id)))) }
        if let token = Service.sessionToken(ofGuest: request) { inputs.append(("session", .text(token))) }
        if let members = request.parameters.objectValue { gather(members, "", 1, &inputs) }
        return Foreseen(kind: request.name.text, asker: asker(of: request), inputs: inputs)
    }

    private static func gather(_ members: JSONObject, _ prefix: String, _ depth: Int, _ inputs: inout [(name: String, value: Value)]) {
        for (key, value) in members.members {
            if inputs.count >= inputsMax { return }
            switch value {
            case .string(let text) where text.utf8.count <= Foresight.inputBytesMax: inputs.append((prefix + key, .text(text)))
            case .integer(let number): inputs.append((prefix + key, .integer(number)))
            case .object(let inner) where depth < depthMax: gather(inner, prefix + key + ".", depth + 1, &inputs)
            default: break
            }
        }
    }
}
