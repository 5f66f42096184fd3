/// What is sent back for a call, over whatever carries it. The length of the body is for the carrier to say.
public struct NCMBAnswer: Sendable {
    public let status: Int32
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
}
