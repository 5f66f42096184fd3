import Codecs
import Linux
import Messages

/// A part of the client: its calls, its state, and what other parts may ask of it. It is a name for its part of the client and no more,
/// so it is made where it is needed. Its state (`own`) is guarded by the client's lock and touched by nobody else.
protocol Capability: Sendable {
    typealias PopupButton = Client.PopupButton
    typealias Need = Client.Need

    var client: Client { get }
    init(client: Client)
}

extension Capability {
    var accounts: Accounts { Accounts(client: client) }
    var launching: Launching { Launching(client: client) }
    var presence: Presence { Presence(client: client) }
    var purchases: Purchases { Purchases(client: client) }
    var push: Push { Push(client: client) }
    var notifications: Notifications { Notifications(client: client) }
    var screens: Screens { Screens(client: client) }
    var languages: Languages { Languages(client: client) }
    var analytics: Analytics { Analytics(client: client) }
}

/// The core's, under their own names.
extension Capability {
    var lock: Lock { client.lock }
    var calls: Calls { client.calls }
    var runLoop: RunLoop { client.runLoop }
    var platform: Platform { client.platform }
    var isSharing: Bool { client.isSharing }
    /// Guarded by `lock`. Of the parts of it that belong to another capability, none is touched.
    @inline(__always) var state: Client.State {
        _read { yield client.state }
        nonmutating _modify { yield &client.state }
    }
    /// Guarded by `lock`.
    @inline(__always) var host: HostState {
        _read { yield client.host }
        nonmutating _modify { yield &client.host }
    }
    var reactor: Reactor? { client.reactor }
    var session: Client.Session? { client.session }
    var configuration: Configuration? { client.configuration }
    var isInitialized: Bool { client.isInitialized }
    var userID: String? { client.userID }
    var hostDelegate: HostDelegate? { client.hostDelegate }
    var hub: EventHub { client.hub }
    var phase: Client.State.Phase { client.phase }
    var uuid: String? { client.uuid }
    var launchingStatus: Int32 { client.launchingStatus }
    var launchingInformations: JSON? { client.launchingInformations }
    func mayWaitForDisk(_ work: @escaping @Sendable () -> Void) { client.mayWaitForDisk(work) }
}
