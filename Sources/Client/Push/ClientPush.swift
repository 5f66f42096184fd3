import Codecs
import PushRules

/// Notifications: registration, messages, clicks.
public struct ClientPush: ClientCapability {
    let client: Client

    /// Guarded by `lock`.
    @inline(__always) var own: PushState {
        _read { yield client.state.push }
        nonmutating _modify { yield &client.state.push }
    }

    /// Clicks made before initialize, such as the one that started the game; initialize keeps them. Called with the lock held.
    var earlyClicks: [JSONObject] {
        get { own.clicks }
        nonmutating set { own.clicks = newValue }
    }
}

/// What a running client knows about push.
struct PushState {
    /// A registration or a query runs.
    var isBusy = false
    /// Of the player who is logged in; nil before the first registration.
    var options: NotificationOptions?
    /// What the player of the session agreed to; nil while it is not known.
    var consent: PushConsent?
    /// The registration's, as it was told last; proof of what the player did with a message.
    var token: String?
    /// Clicks made before the token of this registration is known, the oldest dropped beyond `clicksMax`. The service counts those whose
    /// message was for this registration.
    var clicks: [JSONObject] = []
    static let clicksMax = 16
    /// The form of the options that the host was given; let go with them.
    var optionsObject: HostForm?
    /// Changes with every login and logout: what was fetched for an earlier session is not told in a later one.
    var epoch: UInt64 = 0
    /// The last message that was put before the game in this session.
    var last: Int64 = 0
    /// Before a fetch that failed is repeated.
    static let againMilliseconds: Int64 = 60_000
    /// A timer will.
    var isFetchedAgain = false
    /// The messages that are fetched then came while the player was not here.
    var isFetchedWaited = false
    /// Messages that the game has heard and the service has not taken note of yet.
    var heard: [Int64: Heard] = [:]

    struct Heard {
        /// The registration's.
        let token: String
        var isSent = false
        /// The acknowledgement failed; the next fetch repeats it.
        var hasFailed = false
    }

    /// Another session begins, or this one ends. What is on its way to the service stays counted.
    mutating func renew() {
        options = nil
        optionsObject = nil
        consent = nil
        token = nil
        epoch &+= 1
        last = 0
        isFetchedWaited = false
    }
}
