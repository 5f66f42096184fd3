import Linux

/// The clients of this process: the default one, and one for each `TCGBInstance`.
public final class Clients: @unchecked Sendable {
    /// Instances besides the default one that may live at a time.
    public static let instancesMax = 1_024

    private let lock = Lock()
    private let epoch: UInt64
    private var instances: [Client?] = [nil]
    private var free: [Int] = []
    private let defaultOne: Client

    private init(epoch: UInt64) {
        self.epoch = epoch
        defaultOne = Client(identifier: 0, platform: .system())
    }

    nonisolated(unsafe) private static var ofThisProcess = Clients(epoch: ProcessEpoch.current)

    /// A forked child gets a set of its own: the parent's threads are not there, and its locks may be held for ever.
    @inline(__always)
    private static var shared: Clients {
        let clients = ofThisProcess
        return clients.epoch == ProcessEpoch.current ? clients : startAfresh()
    }

    private static func startAfresh() -> Clients {
        // The parent's clients are left as they are: tearing them down here would write to the parent's files.
        _ = Unmanaged.passRetained(ofThisProcess)
        let fresh = Clients(epoch: ProcessEpoch.current)
        ofThisProcess = fresh
        CurrentInstance.set(0)
        return fresh
    }

    /// The client that class functions speak for on this thread.
    @inline(__always)
    public static var current: Client {
        let clients = shared
        let identifier = CurrentInstance.identifier
        if identifier == 0 { return clients.defaultOne }
        return clients.instance(identifier) ?? clients.defaultOne
    }

    /// The one that needs no `TCGBInstance`.
    @export(interface) public static var defaultClient: Client { shared.defaultOne }

    private func instance(_ identifier: InstanceIdentifier) -> Client? {
        lock.locked { identifier > 0 && identifier < instances.count ? instances[identifier] : nil }
    }

    /// A new client. With `other`, it talks to that client's embedded service instead of one of its own.
    /// - Returns: nil when `instancesMax` are alive.
    @export(interface) public static func create(sharingServiceOf other: Client?) -> Client? {
        shared.create(sharing: other)
    }

    private func create(sharing other: Client?) -> Client? {
        lock.locked {
            let identifier: Int
            if let reused = free.popLast() {
                identifier = reused
            } else {
                guard instances.count <= Clients.instancesMax else { return nil }
                identifier = instances.count
                instances.append(nil)
            }
            let client = Client(identifier: identifier, platform: .system(), sharing: other)
            instances[identifier] = client
            return client
        }
    }

    /// Shuts the client down and forgets it. Threads for which it was current speak for the default instance from then on.
    /// - Returns: what shutdown returned.
    @export(interface) public static func destroy(_ client: Client, timeoutMilliseconds: Int64) -> Bool {
        let clients = shared
        let ended = client.shutdown(timeoutMilliseconds: timeoutMilliseconds)
        clients.lock.locked {
            let identifier = client.identifier
            if identifier > 0, identifier < clients.instances.count, clients.instances[identifier] === client {
                clients.instances[identifier] = nil
                clients.free.append(identifier)
            }
        }
        if CurrentInstance.identifier == client.identifier { CurrentInstance.set(0) }
        return ended
    }

    /// Makes the class functions speak for `client` on this thread; nil is the default instance.
    @export(interface) public static func makeCurrent(_ client: Client?) {
        CurrentInstance.set(client?.identifier ?? 0)
    }
}
