import Codecs
import Linux
import Messages

/// What a script is asked: texts, as the game gave them.
public struct ScriptRequest: Sendable {
    public let name: String
    public let method: Int32
    public let data: String?
    public let headers: String?
    public let queries: String?

    @export(interface) public init(name: String, method: Int32, data: String?, headers: String?, queries: String?) {
        self.name = name
        self.method = method
        self.data = data
        self.headers = headers
        self.queries = queries
    }
}

/// A call of the function that stands for a script: answered once, at any time, on any thread.
public final class ScriptCall: @unchecked Sendable {
    public let request: ScriptRequest
    private let lock = Lock()
    private var end: ClientDatastore.Answer<DataBytes>?

    init(_ request: ScriptRequest, _ end: @escaping ClientDatastore.Answer<DataBytes>) {
        self.request = request
        self.end = end
    }

    /// Nobody can answer any more.
    deinit {
        end?(nil, DataError.local(.systemError, "the function of the script \(request.name) did not answer"))
    }

    /// - Returns: false when it was answered before.
    @export(interface) public func reply(status: Int32, _ bytes: [UInt8]) -> Bool {
        let end = lock.locked { () -> ClientDatastore.Answer<DataBytes>? in
            defer { self.end = nil }
            return self.end
        }
        guard let end else { return false }
        if 200...299 ~= status {
            end(DataBytes(bytes), nil)
        } else {
            let text = String(validating: bytes.prefix(Self.messageBytesMax), as: UTF8.self) ?? ""
            end(nil, GamebaseError(Int64(status), text.isEmpty ? "the script failed" : text, domain: DataError.serviceDomain))
        }
        return true
    }

    /// Of an answer that is an error.
    private static let messageBytesMax = 1_024
}

/// Scripts: nothing here runs them, but the host may stand in with functions of its own.
extension ClientDatastore {
    /// Scripts that functions stand for.
    public static let scriptsMax = 256

    /// - Parameter function: nil takes it away.
    /// - Returns: false when there are `scriptsMax`.
    @export(interface) public func setScript(_ name: String, _ function: ((ScriptCall) -> Void)?) -> Bool {
        lock.locked {
            guard
                function == nil || host.mobileBackend.scripts[name] != nil || host.mobileBackend.scripts.count < ClientDatastore.scriptsMax
            else { return false }
            host.mobileBackend.scripts[name] = function
            return true
        }
    }

    /// The function runs in the run loop.
    @export(interface) public func run(_ request: ScriptRequest, completion: @escaping Answer<DataBytes>) {
        guard let call: OpenCall<DataBytes> = client.open(DataError.localDomain, needs: .datastore, completion) else { return }
        guard script(request.name) != nil else { return call.fail(ClientDatastore.scriptMissing(request.name)) }
        runLoop.ask { [self] in
            guard call.isOpen else { return }
            // The function is looked up when the call runs: the context of one that was replaced may be freed.
            guard let function = script(request.name) else { return call.fail(ClientDatastore.scriptMissing(request.name)) }
            function(ScriptCall(request) { call.finish($0, $1) })
        }
    }

    /// The function runs on this thread.
    @export(interface) public func runBlocking(_ request: ScriptRequest) -> (DataBytes?, GamebaseError?) {
        wait { end in
            guard let function = script(request.name) else { return end(nil, ClientDatastore.scriptMissing(request.name)) }
            function(ScriptCall(request, end))
        }
    }

    private func script(_ name: String) -> ((ScriptCall) -> Void)? { lock.locked { host.mobileBackend.scripts[name] } }

    private static func scriptMissing(_ name: String) -> GamebaseError {
        DataError.local(
            .rowMissing,
            "\(name) not found: scripts of the mobile backend are not run here; register a function with NCMBScript_registerFunction")
    }
}
