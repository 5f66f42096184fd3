import Messages
import Published

/// An interface that others have published, and that this server speaks beside its own: whoever was written for it comes here by another
/// host name. What a call means is decided in the room Published.
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

    /// How their paths begin; of two the first.
    static let beginnings: [(text: String, wire: PublishedWire)] = [
        ("/2013-09-01/applications/", .publicFiles), ("/applications/", .publicFiles), ("/2013-09-01/", .ncmb),
        ("/2015-09-01/script/", .ncmb), ("/tcgb-", .gamebase), ("/push/v", .push), ("/push/", .hive), ("/v2/push/", .hive),
        ("/v1/service/", .iap),
    ]

    /// - Parameter path: its beginning is enough.
    static func find(_ path: String) -> PublishedWire? {
        for beginning in beginnings where path.utf8.starts(with: beginning.text.utf8) { return beginning.wire }
        return nil
    }

    /// What is proven there, which goes through the door.
    var proofs: [Door.Kind] {
        switch self {
        case .ncmb: [.signature, .session]
        case .publicFiles: []
        case .gamebase, .iap, .push, .hive: [.gameServer]
        }
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
