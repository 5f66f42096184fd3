import Codecs
import Linux
import Messages

/// A part of the client: its calls, its state, and what other parts may ask of it. It is a name for its part of the client and no more,
/// so it is made where it is needed. Its state (`own`) is guarded by the client's lock and touched by nobody else.
protocol ClientCapability: Sendable {
    typealias PopupButton = Client.PopupButton
    typealias Need = Client.Need

    var client: Client { get }
    init(client: Client)
}

extension ClientCapability {
    var accounts: ClientAccounts { ClientAccounts(client: client) }
    var launching: ClientLaunching { ClientLaunching(client: client) }
    var presence: ClientPresence { ClientPresence(client: client) }
    var purchases: ClientPurchases { ClientPurchases(client: client) }
    var push: ClientPush { ClientPush(client: client) }
    var notifications: ClientNotifications { ClientNotifications(client: client) }
    var screens: ClientScreens { ClientScreens(client: client) }
    var languages: ClientLanguages { ClientLanguages(client: client) }
    var analytics: ClientAnalytics { ClientAnalytics(client: client) }
}

/// The core's, under their own names.
extension ClientCapability {
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
