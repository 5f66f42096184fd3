import Codecs
import Linux

/// Where a client keeps its files.
enum StorageChoice: Equatable, Sendable {
    /// Nothing outlives the shutdown. For tests and throw-away players; chosen by the host, never by us.
    case memory
    case directory(String)

    var path: String? {
        if case .directory(let path) = self { return path }
        return nil
    }
}

/// The directory when the host names none (XDG Base Directory Specification: state that outlives a restart but is no document).
enum DefaultStorage {
    /// `$XDG_STATE_HOME/gamebase/<app id>`, else `~/.local/state/gamebase/<app id>`, else nil.
    static func choice(appID: String) -> StorageChoice? {
        guard let base = stateHome() else { return nil }
        // An app id is the studio's text: encoded, it can name neither a parent folder nor a path of several parts.
        var name = PercentEncoding.encode(appID)
        if name == "." || name == ".." { name = "app-" + name }
        return .directory(base + "/gamebase/" + name)
    }

    private static func stateHome() -> String? {
        if let state = Environment.value("XDG_STATE_HOME"), state.utf8.first == UInt8(ascii: "/") { return state }
        if let home = Environment.value("HOME"), home.utf8.first == UInt8(ascii: "/") { return home + "/.local/state" }
        return nil
    }
}
