import Codecs
import Linux

/// The actions and categories of a game: those that are built in, and its own from `hive_push_actions.json`. A value: who has read a better
/// file puts the new one in the place of the old, and a file that is wrong makes none.
public struct ActionBook: Equatable, Sendable {
    public static let fileBytesMax = 256 << 10
    public static let actionsMax = 256
    public static let categoriesMax = 256
    public static let idBytesMax = 64
    public static let titleBytesMax = 128
    /// The languages of the SDK: English, which must be there, and the sixteen that the guide lets one enter. A file that has them all is
    /// taken with a warning, because the guide can be read as sixteen in all.
    public static let languagesMax = 17
    static let languagesOfTheGuide = 16
    public static let warningsMax = 32

    public internal(set) var actions: [DeclaredAction] = []
    public internal(set) var categories: [PushCategory] = []
    /// What was passed over, with its place; at most `warningsMax`.
    public internal(set) var warnings: [String] = []

    /// Of a game without a file of its own.
    @export(interface) public init() {}

    /// The button with which a film is played.
    public static let playId = "play-media"

    /// The button with which a group is unfolded.
    public static let showEachId = "show-each"

    /// Names of a click, of an answer in words, and of the library's own buttons: no other button may have one.
    @export(interface) public static func isReserved(_ id: String) -> Bool {
        id == "default" || id == "inline-reply" || id == playId || id == showEachId
    }

    /// Its title in the first of the languages that there is a text in.
    @export(interface) public static func playTitle(for languages: [String]) -> String {
        PushTexts.text(PushTexts.playPlace, for: languages)
    }

    @export(interface) public static func showEachTitle(for languages: [String]) -> String {
        PushTexts.text(PushTexts.showEachPlace, for: languages)
    }

    /// The ids of the actions of a category in their order; nil for one that is unknown.
    @export(interface) public func actionIds(of category: String) -> [String]? {
        for own in categories where own.id == category { return own.actions }
        return BuiltInActions.actions(of: category)
    }

    /// The buttons of a category in the first of the languages that each has; none when it is unknown: a push is shown all the same.
    /// - Parameter languages: the game's (section 5.7).
    @export(interface) public func buttons(of category: String?, for languages: [String]) -> [PushButton] {
        guard let category, let ids = actionIds(of: category) else { return [] }
        return ids.compactMap { button($0, for: languages) }
    }

    /// Nil when there is no such action.
    @export(interface) public func button(_ id: String, for languages: [String]) -> PushButton? {
        for action in actions where action.id == id {
            let place = LanguageChoice.choose(action.languages, for: languages) ?? 0
            guard place < action.titles.count else { return nil }
            return PushButton(id: id, title: action.titles[place], options: action.options)
        }
        return BuiltInActions.button(id, for: languages)
    }
}
