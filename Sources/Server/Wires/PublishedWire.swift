import Fronts
import Messages

/// An interface that others have published, and that this server speaks beside its own: whoever was written for it comes here by another
/// host name. What a call means is decided in the room Fronts.
enum PublishedWire: Equatable {
    /// The NIFCLOUD mobile backend's REST interface, 2013-09-01.
    case ncmb
    /// Its files that everybody may read.
    case publicFiles
    /// The Gamebase Server API v1.3.
    case gamebase
    /// The NHN Cloud IAP server API.
    case iap
    /// NHN Cloud Push v2.4, by its own paths.
    case push
    /// Hive's way to send pushes, of both versions.
    case hive

    /// - Parameter path: its beginning is enough.
    static func find(_ path: String) -> PublishedWire? {
        let begins = { (text: String) in path.utf8.starts(with: text.utf8) }
        if begins("/applications/") || begins("/2013-09-01/applications/") { return .publicFiles }
        if begins("/2013-09-01/") || begins("/2015-09-01/script/") { return .ncmb }
        if begins("/tcgb-") { return .gamebase }
        if begins("/push/v") { return .push }
        if begins("/push/") || begins("/v2/push/") { return .hive }
        return begins("/v1/service/") ? .iap : nil
    }

    var bodyBytesMax: Int {
        switch self {
        case .ncmb: NCMBCall.bodyBytesMax
        case .publicFiles: 0
        case .gamebase, .iap, .push, .hive: ServerCall.bodyBytesMax
        }
    }

    /// Pages in a browser may call it, from wherever they were loaded.
    var isForBrowsers: Bool {
        switch self {
        case .ncmb, .publicFiles: true
        case .gamebase, .iap, .push, .hive: false
        }
    }
}
