#if !hasFeature(Embedded)
import Codecs
import Messages

/// What a request is known to cost before it is done: by its bytes, and by the rows that it names. One that costs much has a turn and a
/// transaction of its own, so no purchase waits for its rows and its flush.
enum ExpectedWork {
    /// Above this it shares no transaction.
    static let sharedMax = Work.ofTurn / 2
    /// Above this a request gets its turns like an asker with a large debt: one at a time in a service, and a part of the time while others
    /// are served. A part of an uploaded file costs less.
    static let promptMax = 2 * Work.ofTurn
    /// Of a body: nothing shorter is looked at.
    private static let lookedAtMin = (8 << 10) / Work.bytesOfUnit
    /// What comes is read, checked and written.
    private static let timesRead = 3

    static func of(_ request: Request) -> Int {
        // Nothing but its bytes is charged by now.
        guard let asking = request.asking, asking.charged >= lookedAtMin, request.room == .others else { return 0 }
        return asking.charged * timesRead + rows(request) * Work.ofWrite
    }

    /// Pointers that go into relations, or out of them.
    private static func rows(_ request: Request) -> Int {
        guard request.name == .objectsCreate || request.name == .objectsUpdate else { return 0 }
        let fields = request.parameters["fields"]?.objectValue?.members ?? []
        return fields.reduce(0) { $0 + ($1.value["objects"]?.arrayValue?.count ?? 0) }
    }
}
#endif
