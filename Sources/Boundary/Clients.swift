import Client
import Engine
import Linux
import Remote
import Synchronization

/// The clients of this process: the default one, and one for each `TCGBInstance`.
package final class Clients: @unchecked Sendable {
    /// Instances besides the default one that may live at a time.
    package static let instancesMax = 1_024

    private let lock = Lock()
    private let epoch: UInt64
    private var instances: [Client?] = [nil]
    private var free: [Int] = []
    /// Grows with every instance. It is part of the identifier, so that a thread for which a destroyed instance was current does not
    /// speak for the next one in its place.
    private var made = 0
    private static let placeBits = 11
    private static func place(_ identifier: InstanceIdentifier) -> Int { identifier & (1 << placeBits - 1) }
    private let defaultOne: Client

    private init(epoch: UInt64) {
        self.epoch = epoch
        defaultOne = Client(identifier: 0, platform: Clients.platform)
    }

    /// The system, the service inside this process, and the way to one elsewhere.
    private static var platform: Platform {
        var platform = Platform(clock: SystemClock(), random: SystemRandom(), services: EngineServices())
        platform.remoteServices = RemoteLinks()
        platform.hasThreadTexts = { ThreadTexts.areThere }
        return platform
    }

    /// Plain memory behind one atomic address: class functions come through here, and a getter must not pay for reference counts or
    /// for the check whether a global was made.
    package struct Shared {
        let clients: Unmanaged<Clients>
        let defaultOne: Unmanaged<Client>
        let epoch: UInt64
    }

    private static let address = Atomic<UInt>(0)

    /// A forked child gets a set of its own: the parent's threads are not there, and its locks may be held for ever.
    @inline(__always)
    private static var ofThisProcess: UnsafePointer<Shared> {
        if let shared = UnsafePointer<Shared>(bitPattern: address.load(ordering: .acquiring)),
            shared.pointee.epoch == ProcessEpoch.current
        {
            return shared
        }
        return startAfresh()
    }

    @export(interface) @inline(never)
    package static func startAfresh() -> UnsafePointer<Shared> {
        let known = address.load(ordering: .acquiring)
        let epoch = ProcessEpoch.current
        if let shared = UnsafePointer<Shared>(bitPattern: known) {
            if shared.pointee.epoch == epoch { return shared }
            // The parent's clients are left as they are: tearing them down here would write to the parent's files.
            CurrentInstance.set(0)
        }
        let clients = Clients(epoch: epoch)
        let fresh = UnsafeMutablePointer<Shared>.allocate(capacity: 1)
        fresh.initialize(
            to: Shared(
                clients: Unmanaged.passRetained(clients), defaultOne: Unmanaged.passUnretained(clients.defaultOne), epoch: epoch))
        let (exchanged, found) = address.compareExchange(
            expected: known, desired: UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
        guard !exchanged, let winner = UnsafePointer<Shared>(bitPattern: found) else { return UnsafePointer(fresh) }
        fresh.pointee.clients.release()
        fresh.deallocate()
        return winner
    }

    private static var shared: Clients { ofThisProcess.pointee.clients.takeUnretainedValue() }

    /// The client that class functions speak for on this thread.
    @export(interface) package static var current: Client {
        let shared = ofThisProcess
        let identifier = CurrentInstance.identifier
        if identifier != 0, let client = shared.pointee.clients.takeUnretainedValue().instance(identifier) { return client }
        return shared.pointee.defaultOne.takeUnretainedValue()
    }

    /// Reads something of the current client that needs no lock, without a reference count for the default one.
    @inline(__always)
    package static func read<Result>(_ body: (Client) -> Result) -> Result {
        CurrentInstance.identifier == 0 ? ofThisProcess.pointee.defaultOne._withUnsafeGuaranteedRef(body) : body(current)
    }

    /// The one that needs no `TCGBInstance`.
    @export(interface) package static var defaultClient: Client { shared.defaultOne }

    private func instance(_ identifier: InstanceIdentifier) -> Client? {
        let place = Clients.place(identifier)
        return lock.locked {
            guard place > 0, place < instances.count, let client = instances[place], client.identifier == identifier else { return nil }
            return client
        }
    }

    /// A new client. With `other`, it talks to that client's embedded service instead of one of its own.
    /// - Returns: nil when `instancesMax` are alive.
    @export(interface) package static func create(sharingServiceOf other: Client?) -> Client? {
        shared.create(sharing: other)
    }

    private func create(sharing other: Client?) -> Client? {
        lock.locked {
            let place: Int
            if let reused = free.popLast() {
                place = reused
            } else {
                guard instances.count <= Clients.instancesMax else { return nil }
                place = instances.count
                instances.append(nil)
            }
            made &+= 1
            let client = Client(identifier: made << Clients.placeBits | place, platform: Clients.platform, sharing: other)
            instances[place] = client
            return client
        }
    }

    /// Shuts the client down and forgets it. Threads for which it was current speak for the default instance from then on, and what it still owes
    /// comes with that one's callbacks: also to a thread that found the client just before, and calls it only now.
    /// - Returns: what shutdown returned.
    @export(interface) package static func destroy(_ client: Client, timeoutMilliseconds: Int64) -> Bool {
        let clients = shared
        client.beginDestruction()
        let ended = client.shutdown(timeoutMilliseconds: timeoutMilliseconds)
        clients.lock.locked {
            let place = Clients.place(client.identifier)
            if place > 0, place < clients.instances.count, clients.instances[place] === client {
                clients.instances[place] = nil
                clients.free.append(place)
            }
        }
        client.retire(to: clients.defaultOne)
        if CurrentInstance.identifier == client.identifier { CurrentInstance.set(0) }
        return ended
    }

    /// Makes the class functions speak for `client` on this thread; nil is the default instance.
    @export(interface) package static func makeCurrent(_ client: Client?) {
        CurrentInstance.set(client?.identifier ?? 0)
    }
}
