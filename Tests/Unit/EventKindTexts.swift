import Messages

/// Kinds of events by their names, as tests write them.
extension EventKind: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let kind = EventKind.allCases.first(where: { "\($0)" == text }) else { fatalError("no event is called \(text)") }
        self = kind
    }
}
