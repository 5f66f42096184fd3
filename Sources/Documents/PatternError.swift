/// Why a text is not a pattern, or not a pattern that is taken here, and where.
public struct PatternError: Error, Equatable, Sendable {
    public let message: String
    /// Bytes of the pattern's text before the fault.
    public let offset: Int

    @export(interface) public init(message: String, offset: Int) {
        self.message = message
        self.offset = offset
    }
}
