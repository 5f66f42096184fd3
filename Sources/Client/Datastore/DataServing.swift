import Codecs
import Messages

extension ClientDatastore {
    /// What a caller of the REST interface asks, as the front has made requests of it: one after the other, as whoever the token names. An
    /// error comes only when there is no answer.
    /// - Parameter first: nil when there is nothing to ask.
    /// - Parameter next: what is asked after a reply; nil: nothing more.
    @export(interface) public func serve(
        _ first: (RequestName, JSON)?, token: String?, next: @escaping (Reply) -> (RequestName, JSON)?,
        completion: @escaping Answer<Bool>
    ) {
        guard let call: OpenCall<Bool> = client.open(DataError.localDomain, needs: .served, completion) else { return }
        guard let first else { return call.succeed(true) }
        ask(first, token, call, next)
    }

    private func ask(
        _ request: (RequestName, JSON), _ token: String?, _ call: OpenCall<Bool>, _ next: @escaping (Reply) -> (RequestName, JSON)?
    ) {
        client.transmit(request.0, request.1, token) { [self] reply in
            guard call.isOpen else { return }
            if ResultCode.meansNoAnswer(reply.resultCode) { return call.fail(DataError.of(request.0, reply)) }
            if let more = next(reply) { ask(more, token, call, next) } else { call.succeed(true) }
        }
    }
}
