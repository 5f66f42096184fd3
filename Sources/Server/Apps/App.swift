import Codecs
import Linux
import Messages

/// One app on this server. Belongs to the loop.
final class App {
    let id: String
    let home: any AppHome
    let feed: EventFeed
    let livePayments = LivePayments()
    /// Requests that were asked and are not answered yet.
    var underWay = 0
    /// Why its storage could not be used when it was asked last; nil: it could.
    var trouble: String?

    /// Each has a thread, and a database or connections of its own.
    static let countMax = 256

    init(_ id: String, _ home: any AppHome, _ feed: EventFeed) {
        self.id = id
        self.home = home
        self.feed = feed
    }

    /// Of the two names that mean other folders no app can be.
    static func isId(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= HTTPForm.appIdBytesMax && text != "." && text != ".."
    }

    static func folder(_ id: String) -> String { PercentEncoding.encode(id) }

    /// The id behind a folder's name; nil when it is none that `folder` gives.
    static func id(folder name: String) -> String? {
        guard let id = PercentEncoding.decode(name), isId(id), folder(id) == name else { return nil }
        return id
    }
}
