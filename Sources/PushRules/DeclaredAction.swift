import Linux

/// A button that a push can have.
public struct DeclaredAction: Equatable, Sendable {
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt8
        @export(interface) public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Brings the game to the front.
        public static let foreground = Options(rawValue: 1)
        /// What it does cannot be undone. Desktops have no sign for it: the game is told.
        public static let destructive = Options(rawValue: 2)
        /// Not on a locked screen. Desktops show no buttons there: the game is told.
        public static let authenticationRequired = Options(rawValue: 4)

        static func named(_ name: String) -> Options? {
            switch name {
            case "foreground": .foreground
            case "destructive": .destructive
            case "authenticationRequired": .authenticationRequired
            default: nil
            }
        }
    }

    public let id: String
    /// Language tags and the texts beside them; English is among them.
    public let languages: [String]
    public let titles: [String]
    public let options: Options
}

/// A set of buttons, by which a push says which ones it has.
public struct PushCategory: Equatable, Sendable {
    public static let actionsMax = 3

    public let id: String
    /// One to three, in the order in which they are shown.
    public let actions: [String]
}

/// A button as it is shown.
public struct PushButton: Equatable, Sendable {
    public let id: String
    public let title: String
    public let options: DeclaredAction.Options

    @export(interface) public init(id: String, title: String, options: DeclaredAction.Options) {
        self.id = id
        self.title = title
        self.options = options
    }
}
