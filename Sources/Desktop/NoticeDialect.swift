/// What a service that shows notices did with one of them.
struct NoticeEvent {
    enum Kind {
        case pressed(action: String, reply: String?)
        /// Comes before the press that it belongs to.
        case token(String)
        case closed(NoticeEnd)
    }

    /// Known by the owner's key or by the server's number.
    var key: String?
    var id: UInt32 = 0
    var token: String?
    var kind: Kind
}

/// How a service that shows notices is spoken to.
protocol NoticeDialect: AnyObject {
    var service: StaticString { get }
    var path: StaticString { get }
    var interface: StaticString { get }
    /// What is asked once of each new service, before it is given a notice.
    func questions(_ destination: String) -> [BusCall]
    /// What was answered to the question of that number.
    func learn(_ question: Int, _ values: [BusValue], _ server: inout NoticeServer)
    func show(_ notice: Notice, replaces id: UInt32, _ server: NoticeServer, _ destination: String) -> BusCall
    /// The server's number in its answer; nil for an answer that is none.
    func shown(_ values: [BusValue]) -> UInt32?
    func close(_ key: String, _ id: UInt32, _ destination: String) -> BusCall
    func event(_ signal: BusMessage) -> NoticeEvent?
}

enum DesktopText {
    /// The text, when it is not longer than somebody has a reason for.
    static func short(_ value: BusValue?, _ bytesMax: Int) -> String? {
        guard let text = value?.plain.stringValue, text.utf8.count <= bytesMax else { return nil }
        return text
    }

    /// The text, or as much of it as fits, cut between characters.
    static func cut(_ text: String, _ bytesMax: Int) -> String {
        guard text.utf8.count > bytesMax else { return text }
        var bytes = Array(text.utf8.prefix(bytesMax + 1))
        // The byte behind the cut begins a character, or the cut goes back to where one begins.
        while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
        bytes.removeLast()
        return String(decoding: bytes, as: UTF8.self)
    }
}
