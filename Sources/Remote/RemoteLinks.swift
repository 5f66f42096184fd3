import Libcurl
import Linux
import Messages

/// Makes ways to services on other machines. Nothing is opened before the first one starts.
public final class RemoteLinks: RemoteServices {
    @export(interface) public init() {}

    @export(interface) public func make(_ place: RemotePlace, clock: any Clock, random: any RandomSource) -> any RemoteService {
        RemoteLink(RemoteFacts(place), clock: clock, random: random)
    }
}

/// What the owner hands in.
struct RemoteFacts: Sendable {
    var place: RemotePlace
    var pace = RemotePace()
    var libraryNames = Curl.libraryNames
    /// Whom to believe besides; nil: whom the system believes.
    var authorities: String?

    init(_ place: RemotePlace) { self.place = place }
}
