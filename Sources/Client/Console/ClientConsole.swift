import Codecs
import Linux
import Messages

/// The operator's side of the embedded service, and the game server's: they need no player to be logged in.
public struct ClientConsole: ClientCapability {
    let client: Client

    static let consoleDomain: StaticString = "TCGB.Gamebase.TCGBConsole"
    static let serverDomain: StaticString = "TCGB.Gamebase.TCGBServer"

    @export(interface) public func request(_ request: RequestName, _ parameters: JSON, completion: @escaping (JSON, GamebaseError?) -> Void)
    {
        guard
            let call: OpenCall<JSON> = client.open(
                ClientConsole.consoleDomain, needs: .served, { completion($0 ?? .null, $1) }
            )
        else { return }
        client.send(request, parameters, for: call, domain: ClientConsole.consoleDomain) { call.succeed($0) }
    }

    /// What a game server asks, as the front of its API has made a request of it. The completion gets every answer, refusals too; an error
    /// comes only when there is none.
    @export(interface) public func serve(_ request: RequestName, _ parameters: JSON, completion: @escaping (Reply?, GamebaseError?) -> Void)
    {
        guard let call: OpenCall<Reply> = client.open(ClientConsole.serverDomain, needs: .served, completion) else { return }
        client.send(request, parameters) { reply in
            guard call.isOpen else { return }
            if ResultCode.meansNoAnswer(reply.resultCode) {
                call.fail(ServiceErrors.clientError(for: request, reply, domain: ClientConsole.serverDomain))
            } else {
                call.succeed(reply)
            }
        }
    }

    /// Makes the embedded service hold every answer: how a game behaves when its service is out of reach.
    /// - Returns: false when the client does not run.
    @export(interface) public func setServiceSuspended(_ suspended: Bool) -> Bool {
        guard let local = lock.locked({ state.home?.local }) else { return false }
        local.setSuspended(suspended)
        return true
    }
}
