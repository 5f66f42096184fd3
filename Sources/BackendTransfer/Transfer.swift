// The BackendTransfer room: reads and writes the files of imports and exports of the mobile backend, and produces their requests to a
// service one after the other. The caller sends the requests in this order. No thread, no connection and no rule of the game may come in.
import Codecs
import Linux
import Messages

/// How far an import or an export is.
public struct TransferProgress: Sendable {
    public var files: Int64 = 0
    public var objects: Int64 = 0
    public var bytes: Int64 = 0
    /// Of an export 0: nobody has counted them.
    public var bytesInAll: Int64 = 0

    @export(interface) public init() {}
}

/// Who carries the requests of an import or an export, and hears how far it is. All of it is called on one thread at a time.
open class Transfer: @unchecked Sendable {
    /// What a request brought; a refusal of what was asked is an answer, too.
    public typealias OnReply = (_ body: JSON, _ refusal: (code: JSON, text: JSON)?) throws(FileError) -> Void

    /// Objects from one word of the progress to the next.
    public static let objectsBetweenWords: Int64 = 1_000
    /// Of one folder.
    static let filesMax = 65_536
    static let relations = "relations"
    static let contents = "files"
    static let suffix = ".json"
    /// Classes that are carried in another way, or not at all.
    static let fileClass = "file"
    static let pushClass = "push"
    static let fileName = "fileName"
    static let fileSize = "fileSize"
    static let mimeType = "mimeType"

    public final var progress = TransferProgress()

    public init() {}

    /// The answer comes later, or never when nobody waits any more.
    open func ask(_ name: RequestName, _ parameters: JSON, _ onReply: @escaping OnReply) {}

    /// The next step of something that asks the service nothing, behind what others ask.
    open func later(_ work: @escaping @Sendable (Transfer) throws(FileError) -> Void) {}

    /// Whether anybody still waits.
    open func goesOn() -> Bool { false }

    /// Tells how far it is.
    open func word() {}

    open func succeed(_ report: JSON) {}
    open func fail(_ message: String) {}

    @inline(never) static func path(_ folder: String, _ name: String) -> String {
        var path = folder
        if !name.isEmpty {
            path += "/"
            path += name
        }
        return path
    }
}
