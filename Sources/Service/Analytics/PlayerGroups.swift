import Codecs
import Linux
import Storage

/// What the report groups players by besides their level: the channel, the character and the class that a game says they play.
struct PlayerGroups {
    var channel: String?
    var character: String?
    var playerClass: String?

    fileprivate var named: [(grouping: String, name: String?)] {
        [(Self.channels, channel), (Self.characters, character), (Self.classes, playerClass)]
    }

    static let channels = "channels"
    static let characters = "characters"
    static let classes = "classes"
}

extension Analytics {
    static let reportedGroupsMax = 1000

    /// Moves a player from the groups it was in to those it is in now. What an event does not name stays as it was.
    func countGroups(_ new: PlayerGroups, insteadOf old: PlayerGroups) throws(Failure) {
        for (new, old) in zip(new.named, old.named) {
            guard let name = new.name else { continue }
            if let left = old.name {
                // Byte by byte, as the rows are: two spellings of one letter are two groups.
                if name.utf8.elementsEqual(left.utf8) { continue }
                try leave([.text(new.grouping), .text(left)])
            }
            try addUsers([.text(new.grouping), .text(name)], 1)
        }
    }

    func leaveGroups(_ groups: PlayerGroups) throws(Failure) {
        for group in groups.named {
            if let name = group.name { try leave([.text(group.grouping), .text(name)]) }
        }
    }

    private func leave(_ place: [Value]) throws(Failure) {
        try addUsers(place, -1)
        // Where others add to it at the same moment, a group of nobody stays and is not shown.
        if !core.isShared { try run("DELETE FROM player_groups WHERE grouping = ? AND name = ? AND users <= 0", place) }
    }

    private func addUsers(_ place: [Value], _ users: Int64) throws(Failure) {
        try tally(
            """
            INSERT INTO player_groups (grouping, name, users) VALUES (?, ?, ?)
            ON CONFLICT (grouping, name) DO UPDATE SET users = player_groups.users + excluded.users
            """, place, users)
    }

    /// The largest groups first, and by name where they are equally large.
    func reportedGroups(_ grouping: String, _ left: inout JSONObject) throws(Failure) -> JSON {
        let sql = "SELECT name, users FROM player_groups WHERE grouping = ? AND users > 0 ORDER BY users DESC, name"
        let rows = try listed(grouping, sql, [.text(grouping)], max: Self.reportedGroupsMax, &left)
        return .array(rows.map { ["id": .string($0.text(0)), "users": .integer($0.integer(1))] })
    }
}

extension Schema {
    static let playerGroups = [
        "CREATE TABLE player_groups (grouping TEXT NOT NULL, name TEXT NOT NULL, users BIGINT NOT NULL, PRIMARY KEY (grouping, name))",
        "CREATE INDEX player_groups_by_size ON player_groups (grouping, users DESC, name)",
        fillGroups(PlayerGroups.channels, "channel_id"),
        fillGroups(PlayerGroups.characters, "character_id"),
        fillGroups(PlayerGroups.classes, "class_id"),
    ]

    static func fillGroups(_ grouping: String, _ column: String) -> String {
        """
        INSERT INTO player_groups (grouping, name, users)
        SELECT '\(grouping)', \(column), COUNT(*) FROM user_levels WHERE \(column) IS NOT NULL GROUP BY \(column)
        """
    }
}
