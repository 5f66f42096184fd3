import Linux

/// The actions and categories that every game has (section 5.6). Their titles are in `PushTexts`.
public enum BuiltInActions {
    /// In the order of the titles.
    public static let actionIds = [
        "CONFIRM_ID", "CLOSE_ID", "EXECUTE_ID", "CANCEL_ID", "ACCEPT_ALL_ID", "ACCEPT_NOW_ID", "PURCHASE_ID", "DECLINE_ID", "SALE_ID",
        "ACCEPT_ID", "REJECT_ID", "HOLDING_ID",
    ]

    /// The languages of the titles.
    @export(interface) public static var languages: [String] { PushTexts.languages }

    @export(interface) public static var categoryIds: [String] {
        [
            "INFO_CATEGORY", "CLOSE_CATEGORY", "CONFIRM_CATEGORY", "EXECUTE_CATEGORY", "ACCEPT_ALL_CATEGORY", "ACCEPT_NOW_CATEGORY",
            "PURCHASE_CATEGORY", "SALE_CATEGORY", "ACCEPT_DECISION_CATEGORY",
        ]
    }

    /// The actions of a category in their order; nil for one that is not built in.
    @export(interface) public static func actions(of category: String) -> [String]? {
        switch category {
        case "INFO_CATEGORY": ["CONFIRM_ID"]
        case "CLOSE_CATEGORY": ["CLOSE_ID"]
        case "CONFIRM_CATEGORY": ["CONFIRM_ID", "CLOSE_ID"]
        case "EXECUTE_CATEGORY": ["EXECUTE_ID", "CANCEL_ID"]
        case "ACCEPT_ALL_CATEGORY": ["ACCEPT_ALL_ID", "CLOSE_ID"]
        case "ACCEPT_NOW_CATEGORY": ["ACCEPT_NOW_ID", "CLOSE_ID"]
        case "PURCHASE_CATEGORY": ["PURCHASE_ID", "DECLINE_ID"]
        case "SALE_CATEGORY": ["SALE_ID", "DECLINE_ID"]
        case "ACCEPT_DECISION_CATEGORY": ["ACCEPT_ID", "REJECT_ID", "HOLDING_ID"]
        default: nil
        }
    }

    @export(interface) public static func isAction(_ id: String) -> Bool { actionIds.contains(id) }

    /// Nil for one that is not built in.
    @export(interface) public static func button(_ id: String, for languages: [String]) -> PushButton? {
        guard let place = actionIds.firstIndex(of: id) else { return nil }
        return PushButton(id: id, title: PushTexts.text(place + 1, for: languages), options: options(id))
    }

    /// After what only puts the push away, nothing is left to see in the game. The reference has no list of these: they are ours.
    static func options(_ id: String) -> DeclaredAction.Options {
        switch id {
        case "CLOSE_ID", "CANCEL_ID", "DECLINE_ID", "REJECT_ID", "HOLDING_ID": []
        default: .foreground
        }
    }
}
