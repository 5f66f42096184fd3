/// What the room takes at most. Nobody on the bus is trusted to be brief.
enum DesktopLimit {
    /// What callers have asked and the thread has not taken.
    static let jobsMax = 256
    /// Calls of one bus that wait for their answer.
    static let callsMax = 512
    /// A larger message costs the connection: libdbus reads a message whole.
    static let messageBytesMax = 8 << 20
    /// libdbus stops reading while this much waits to be taken.
    static let receivedBytesMax = 8 << 20
    /// What waits to be sent; a call beyond it is refused.
    static let outgoingBytesMax = 2 << 20
    /// Messages taken before calls of the game have their turn.
    static let messagesPerTurnMax = 128
    /// Of one message: what is read of it. One that holds more is passed over.
    static let valuesMax = 2048
    static let valueBytesMax = 128 << 10
    static let depthMax = 8
    static let addressBytesMax = 4096

    /// Notices that wait for the desktop: of more the oldest is dropped.
    static let waitingMax = 64
    /// Notices that are known at all: of more the oldest on the screen is forgotten.
    static let noticesMax = 256
    /// Notices that the server was given and has not answered.
    static let unansweredMax = 16
    /// Signals that came before the answer which says whose they are.
    static let earlyMax = 64
    /// A notice whose server goes before it answers may be what ends it: it is not given to more of them.
    static let attemptsMax = 3
    /// Presses on one notice; a player has no reason for more.
    static let pressesMax = 16
    static let keepMillisecondsMax: Int64 = 24 * 3_600_000

    static let keyBytesMax = 256
    static let titleBytesMax = 4096
    /// What the longest text of a push is as markup, where each `<` takes four bytes and each `&` five.
    static let bodyBytesMax = 21 << 10
    static let hintBytesMax = 4096
    static let actionsMax = 8
    static let pictureBytesMax = 512 << 10

    static let capabilitiesMax = 64
    static let factBytesMax = 256
    static let tokenBytesMax = 1024
    static let replyBytesMax = 4096

    /// A whole exchange with the keeper of secrets.
    static let secretMilliseconds: Int64 = 500
    static let secretBytesMax = 16 << 10
    static let secretsMax = 16
    static let attributesMax = 16
}

/// How long things may take. Tests hand in shorter times.
public struct DesktopPace: Sendable {
    /// For the bus to say hello, and for each answer of a service.
    public var answerMilliseconds: Int64 = 5000
    /// Before the bus, or a service that is not there, is tried again: at first, and after the distance was doubled.
    public var retryMilliseconds: Int64 = 500
    public var retryMillisecondsMax: Int64 = 60_000
    /// At the end: for what was asked before to leave.
    public var farewellMilliseconds: Int64 = 200

    @export(interface) public init() {}
}
