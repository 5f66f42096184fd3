import Libcurl
import Linux
import PushRules

/// What the owner hands in.
public struct MediaFacts: Sendable {
    /// Made when it is missing, the owner's alone. Nothing but media is kept in it.
    public var cacheFolder: String
    /// Tried one after the other.
    public var libraryNames: [String]
    /// What an address of the network is; tests have one machine only.
    var host: @Sendable ([UInt8]) -> MediaHost = { MediaHost.of(address: $0) }

    @export(interface) public init(cacheFolder: String) {
        self.cacheFolder = cacheFolder
        libraryNames = Curl.libraryNames
    }
}
