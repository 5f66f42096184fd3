import Linux
import Service
import Wire

/// The operator's side of the embedded service, and the game server's: they need no player to be logged in.
extension Client {
    static let consoleDomain: StaticString = "TCGB.Gamebase.TCGBConsole"
    static let serverDomain: StaticString = "TCGB.Gamebase.TCGBServer"

    /// - Parameter api: what to do, without the prefix: `loadSettings`, `kickout`, …
    @export(interface) public func console(_ api: String, _ parameters: JSON, completion: @escaping (JSON, GamebaseError?) -> Void) {
        guard let call: OpenCall<JSON> = open(
            Client.consoleDomain, needs: .served, { completion($0 ?? .null, $1) }
        ) else { return }
        send("console." + api, parameters, origin: .console, for: call, domain: Client.consoleDomain) { call.succeed($0) }
    }

    /// A request to the Gamebase Server API, as a game server would send it over HTTP.
    /// The completion's error is set only when there is no answer at all; business failures are in the body, as over HTTP.
    @export(interface) public func serverRequest(
        method: String, path: String, secretKey: String?, transactionId: String?, body: String?,
        completion: @escaping (Int32, String?, GamebaseError?) -> Void
    ) {
        guard let call: OpenCall<JSON> = open(
            Client.serverDomain, needs: .served,
            { completion(Int32(clamping: $0?["status"]?.int64Value ?? 0), $0?["body"]?.stringValue, $1) }
        ) else { return }
        send("server.request", [
            "method": .string(method), "path": .string(path), "secretKey": secretKey.map { .string($0) } ?? .null,
            "transactionId": transactionId.map { .string($0) } ?? .null, "body": .string(body ?? ""),
        ], origin: .gameServer, for: call, domain: Client.serverDomain) { call.succeed($0) }
    }

    /// Makes the embedded service hold every answer: how a game behaves when its service is out of reach.
    /// - Returns: false when the client does not run.
    @export(interface) public func setServiceSuspended(_ suspended: Bool) -> Bool {
        guard let embedded = lock.locked({ state.home?.embedded }) else { return false }
        embedded.setSuspended(suspended)
        return true
    }
}
