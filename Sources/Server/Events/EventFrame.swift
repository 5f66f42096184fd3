import Messages
import Wire

/// One event as every listener gets it, written once.
struct EventFrame {
    let seq: Int64
    /// nil: everyone.
    let userId: String?
    /// The event's JSON.
    let form: [UInt8]
    /// The event in a stream (HTML standard, "Server-sent events").
    let bytes: [UInt8]

    /// - Returns: nil for what is not told to players.
    init?(_ placed: PlacedEvent) {
        guard placed.event.kind != .ncmbMail else { return nil }
        seq = placed.seq
        userId = placed.event.userId
        form = placed.form.bytes()
        guard form.count <= HTTPForm.eventBytesMax else { return nil }
        bytes = Array("id: \(placed.seq)\nevent: \(placed.event.kind.text)\ndata: ".utf8) + form + Array("\n\n".utf8)
    }

    /// What says only that somebody is there.
    static let beat = Array(":\n\n".utf8)

    static func ready(_ place: Int64) -> [UInt8] { Array("id: \(place)\nevent: ready\ndata: {}\n\n".utf8) }
    static func reset(_ place: Int64) -> [UInt8] { Array("id: \(place)\nevent: reset\ndata: {}\n\n".utf8) }
}
