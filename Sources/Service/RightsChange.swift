import Codecs
import Messages

/// Whose rights may be others than they were. What was granted for longer than one answer (a stream, a poll, an upload, a download) is then
/// asked for again, at every server of the database; see `carrier.session`.
enum RightsChange: Equatable {
    /// A session ended or was replaced, a ban, a withdrawal, a date from which the member's standing is another.
    case member(String)
    /// The same of a user of the mobile backend.
    case user(String)
    /// The keys of the mobile backend, roles, or the access list of a file.
    case backend
    /// The clock was moved: of everybody.
    case everyone

    var body: JSON {
        switch self {
        case .member(let id): ["member": .string(id)]
        case .user(let id): ["user": .string(id)]
        case .backend: ["backend": true]
        case .everyone: [:]
        }
    }
}

extension ServiceCore {
    /// Every change that may end a right calls this in the transaction that makes it. The event comes behind all others of the request, so
    /// that what the request itself tells the player still arrives.
    ///
    /// A service inside a game writes no events: its player's device has its file, and the client ends what its own session began.
    func rightsChanged(_ whose: RightsChange) {
        #if !hasFeature(Embedded)
        if keepsEvents, !progress.rights.contains(whose) { progress.rights.append(whose) }
        #endif
    }

    /// At the end of a request.
    func raiseRightsChanges() {
        #if !hasFeature(Embedded)
        for whose in progress.rights { raise(.rightsChanged, whose.body) }
        progress.rights = []
        #endif
    }
}
