import Codecs
import Messages

/// Something that is made on the loop and runs there, and is carried by other threads in between.
struct OnLoop<Value>: @unchecked Sendable {
    let run: (Value) -> Void
}

extension Loop {
    /// Asks a service; its answer comes on the loop.
    func ask(_ connection: any ServiceConnection, _ request: Request, _ answer: @escaping (Reply) -> Void) {
        let waiting = OnLoop(run: answer)
        connection.send(request) { [self] reply in post { waiting.run(reply) } }
    }

    /// Asks the service of an app in the server's own name.
    /// - Parameter changeId: of what may come again and is made once.
    func carry(
        _ name: RequestName, _ parameters: JSON = [:], origin: RequestOrigin = .carrier, changeId: String? = nil, to home: any AppHome,
        _ answer: @escaping (Reply) -> Void
    ) {
        var request = Request(name, origin: origin, transactionId: "", parameters: parameters)
        request.isOwnProcess = false
        request.changeId = changeId
        ask(home.connection, request, answer)
    }

    /// As `ask`, with the answer's bytes, which are made where they keep nobody: long ones aside.
    func ask(
        _ connection: any ServiceConnection, _ request: Request, longAnswers aside: Aside?,
        _ answer: @escaping ((reply: Reply, answer: HTTPAnswer)) -> Void
    ) {
        let waiting = OnLoop(run: answer)
        let (isForOperator, asker) = (request.origin == .console, request.asking?.asker ?? 0)
        connection.send(request) { [self] reply in
            guard let aside else { return post { waiting.run((reply, HTTPAnswer(reply, isForOperator: isForOperator))) } }
            aside.run(by: asker) { [self] in
                let written = HTTPAnswer(reply, isForOperator: isForOperator)
                post { waiting.run((reply, written)) }
            }
        }
    }
}
