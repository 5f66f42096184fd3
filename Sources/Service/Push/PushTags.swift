import Codecs
import Linux
import Messages
import PushRules
import Storage

/// Tags ("Tags" and "UIDs" of NHN Cloud Push v2.4): names that a game server gives members, so that a push reaches those who have them.
extension Push {
    static let tagsMax = 2_048
    static let tagsPerMemberMax = 16
    static let tagNameCharactersMax = 255
    /// As ids of the original are.
    static let tagIdCharacters = 8
    /// Members that one request tags, or forgets.
    static let taggedMembersMax = 16
    static let taggedListedMax: Int64 = 100
    static let memberIdBytesMax = 64

    /// Spaces and what nobody sees, as Unicode has them.
    private static let spaces: [ClosedRange<UInt32>] = [
        0...0x20, 0x7F...0xA0, 0x1680...0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ]

    private static let tagColumns = "tag_id, tag_name, created_date, updated_date"

    /// {tagId?, tagName?} -> {tags}: all, or those that are named.
    func tags(_ parameters: Parameters) throws(Failure) -> Reply {
        if parameters.value("tagId") != nil { return .success(["tags": [Self.tag(try tag(parameters))]]) }
        let select = "SELECT \(Self.tagColumns) FROM push_tags"
        var rows: [Row]
        if let name = try parameters.optionalText("tagName") {
            rows = try query("\(select) WHERE tag_name = ?", [.text(name)])
        } else {
            rows = try query("\(select) ORDER BY tag_id LIMIT \(Self.tagsMax)", [])
        }
        return .success(["tags": .array(rows.map { Self.tag($0) })])
    }

    private static func tag(_ row: Row) -> JSON {
        [
            "tagId": .string(row.text(0)), "tagName": .string(row.text(1)), "createdDate": .integer(row.integer(2)),
            "updatedDate": .integer(row.integer(3)),
        ]
    }

    private func tag(_ parameters: Parameters) throws(Failure) -> Row { try tag(try parameters.text("tagId", bytesMax: 64)) }

    @discardableResult
    func tag(_ id: String) throws(Failure) -> Row {
        guard let row = try query("SELECT \(Self.tagColumns) FROM push_tags WHERE tag_id = ?", [.text(id)]).first else {
            throw Failure.refused(ResultCode.pushMissing, "there is no tag \"\(id)\"")
        }
        return row
    }

    /// {tagId?, tagName} -> {tagId}: a new one, or one of another name.
    func keepTag(_ parameters: Parameters) throws(Failure) -> Reply {
        let name = try tagName(parameters)
        let id = try parameters.optionalText("tagId", bytesMax: 64)
        if let id { try tag(id) }
        let taken = try query("SELECT tag_id FROM push_tags WHERE tag_name = ?", [.text(name)]).first?.text(0)
        guard taken == nil || taken == id else { throw Failure.refused(ResultCode.pushExists, "tagName: a tag has this name already") }
        if let id {
            try run("UPDATE push_tags SET tag_name = ?, updated_date = ? WHERE tag_id = ?", [.text(name), .integer(now), .text(id)])
            return .success(["tagId": .string(id)])
        }
        guard try query("SELECT COUNT(*) FROM push_tags", []).first?.integer(0) ?? 0 < Int64(Self.tagsMax) else {
            throw Failure.refused(ResultCode.pushLimit, "an app has at most \(Self.tagsMax) tags")
        }
        let made = core.newCode(characters: Self.tagIdCharacters)
        // Of two at once the second begins anew, and finds the first one's row.
        try claim(
            "INSERT INTO push_tags (\(Self.tagColumns)) VALUES (?, ?, ?, ?) ON CONFLICT (tag_name) DO NOTHING",
            [.text(made), .text(name), .integer(now), .integer(now)])
        return .success(["tagId": .string(made)])
    }

    private func tagName(_ parameters: Parameters) throws(Failure) -> String {
        let name = try parameters.text("tagName", bytesMax: 4 * Self.tagNameCharactersMax)
        guard name.unicodeScalars.count <= Self.tagNameCharactersMax else {
            throw parameters.wrong("tagName", "is longer than \(Self.tagNameCharactersMax) characters")
        }
        guard !name.unicodeScalars.contains(where: { letter in Self.spaces.contains { $0.contains(letter.value) } }) else {
            throw parameters.wrong("tagName", "must have no spaces")
        }
        return name
    }

    /// {tagId}: the tag goes from all who have it, and then itself.
    func removeTag(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        let id = try tag(parameters).values[0]
        return SlicedWork(()) { (_) throws(Failure) in
            let few = "SELECT user_id, tag_id FROM push_tagged WHERE tag_id = ? LIMIT \(SlicedWork.rows)"
            if try runCounted("DELETE FROM push_tagged WHERE (user_id, tag_id) IN (\(few))", [id]) > 0 { return nil }
            try run("DELETE FROM push_tags WHERE tag_id = ?", [id])
            return .success()
        }
    }

    /// {tags?: [tagId, "AND" or "OR", …]}
    func conditionOfTags(_ parameters: Parameters) throws(Failure) -> [String]? {
        guard let words = try parameters.texts("tags", countMax: TagCondition.wordsMax, bytesMax: 64) else { return nil }
        guard let condition = TagCondition(words) else {
            throw parameters.wrong(
                "tags", "must be a condition of at most \(TagCondition.tagsMax) tags with AND, OR and one pair of parentheses")
        }
        for id in condition.tags { try tag(id) }
        return words
    }

    // MARK: Who has them

    /// {tagId, offsetUid?, limit?} or {uid} -> {users: [{userId, tags, contacts}]}: in the order of their ids, behind one.
    func taggedUsers(_ parameters: Parameters) throws(Failure) -> Reply {
        if parameters.value("uid") != nil {
            return .success(["users": [try user(try memberId(try parameters.text("uid", bytesMax: Self.memberIdBytesMax)))]])
        }
        let id = try tag(parameters).values[0]
        let after = try parameters.optionalText("offsetUid", bytesMax: Self.memberIdBytesMax) ?? ""
        let limit = try parameters.optionalInteger("limit", in: 1...Self.taggedListedMax) ?? Self.taggedListedMax
        let rows = try query(
            "SELECT user_id FROM push_tagged WHERE tag_id = ? AND user_id > ? ORDER BY user_id LIMIT ?",
            [id, .text(after), .integer(limit)])
        var users: [JSON] = []
        for row in rows { users.append(try user(row.text(0))) }
        return .success(["users": .array(users)])
    }

    private func user(_ userId: String) throws(Failure) -> JSON {
        let tags = try query(
            """
            SELECT t.tag_id, t.tag_name, t.created_date, t.updated_date FROM push_tagged g JOIN push_tags t ON t.tag_id = g.tag_id
            WHERE g.user_id = ? ORDER BY g.tag_id
            """, [.text(userId)])
        let tokens = try query(
            "SELECT token, registered_date FROM push_tokens WHERE user_id = ? ORDER BY registered_date", [.text(userId)])
        return [
            "userId": .string(userId), "tags": .array(tags.map { Self.tag($0) }),
            "contacts": .array(tokens.map { ["token": .string($0.text(0)), "registeredDate": .integer($0.integer(1))] }),
        ]
    }

    /// {uids, tagIds, how: ADD | REPLACE | REMOVE}
    func tagUsers(_ parameters: Parameters) throws(Failure) -> Reply {
        let how = try parameters.oneOf("how", ["ADD", "REPLACE", "REMOVE"])
        let users = try someMembers(parameters)
        var named: Set<String> = []
        guard
            let tags = try parameters.texts("tagIds", countMax: Self.tagsPerMemberMax, bytesMax: 64)?.filter({ named.insert($0).inserted }),
            how == "REPLACE" || !tags.isEmpty
        else { throw parameters.wrong("tagIds", "must be a list of 1 to \(Self.tagsPerMemberMax) ids of tags") }
        for id in tags { try tag(id) }
        for userId in users {
            try core.lock(member: userId)
            if core.isShared { _ = try memberId(userId) }
            if how == "REPLACE" { try forgetTags(of: userId) }
            for id in tags {
                let sql =
                    how == "REMOVE"
                    ? "DELETE FROM push_tagged WHERE user_id = ? AND tag_id = ?"
                    : "INSERT INTO push_tagged (user_id, tag_id) VALUES (?, ?) ON CONFLICT (user_id, tag_id) DO NOTHING"
                try run(sql, [.text(userId), .text(id)])
            }
            guard
                try query(Self.countOfTags, [.text(userId)]).first?.integer(0) ?? 0 <= Int64(Self.tagsPerMemberMax)
            else { throw Failure.refused(ResultCode.pushLimit, "a member has at most \(Self.tagsPerMemberMax) tags") }
        }
        return .success()
    }

    /// Rows of a tag that is being deleted do not count.
    private static let countOfTags =
        "SELECT COUNT(*) FROM push_tagged g JOIN push_tags t ON t.tag_id = g.tag_id WHERE g.user_id = ?"

    /// {uids}: neither tags nor devices are left; who registers again is reached again.
    func forgetUsers(_ parameters: Parameters) throws(Failure) -> Reply {
        for userId in try someMembers(parameters) {
            try forgetPush(of: userId)
            try forgetTags(of: userId)
        }
        return .success()
    }

    private func someMembers(_ parameters: Parameters) throws(Failure) -> [String] {
        var named: Set<String> = []
        let users = try parameters.texts("uids", countMax: Self.taggedMembersMax, bytesMax: Self.memberIdBytesMax) ?? []
        guard !users.isEmpty else { throw parameters.wrong("uids", "must be a list of 1 to \(Self.taggedMembersMax) user ids") }
        for userId in users { _ = try memberId(userId) }
        return users.filter { named.insert($0).inserted }
    }

    /// What is kept of a member goes with it, so nothing is kept of nobody.
    private func memberId(_ userId: String) throws(Failure) -> String {
        let valid = try members.valid(of: userId)
        guard let valid, valid != MemberState.withdrawn, valid != MemberState.missing else {
            throw Failure.refused(ResultCode.pushMissing, "there is no member \"\(userId)\"")
        }
        return userId
    }
}
