#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import PushRules
import Storage

/// Whom a condition of tags reaches, found by an index from tags to members: as many looks as the rarest tag that all of them need has
/// members, however many are registered.
extension Push {
    /// The next members, in the order of their ids; a slice takes so many steps that it looks no more often than others.
    func nextTagged(_ campaign: inout PushCampaign, _ condition: TagCondition) throws(Failure) -> (tokens: [Row], isThrough: Bool) {
        var tokens: [Row] = []
        for _ in 0..<SlicedWork.rows / (TagCondition.tagsMax + 1) {
            guard let user = try nextTagged(behind: campaign.placeUser, condition) else { return (tokens, true) }
            campaign.placeUser = user
            for token in try self.tokens(campaign, "WHERE user_id = ? ORDER BY registered_date", [.text(user)])
            where hasTags(token, campaign) { tokens.append(token) }
        }
        return (tokens, false)
    }

    /// The first member who can be meant: of tags that are all needed the one that comes last says where to go on.
    private func nextTagged(behind user: String, _ condition: TagCondition) throws(Failure) -> String? {
        var firsts: [String: String] = [:]
        for tag in condition.tags {
            let sql = "SELECT user_id FROM push_tagged WHERE tag_id = ? AND user_id > ? ORDER BY user_id LIMIT 1"
            firsts[tag] = try query(sql, [.text(tag), .text(user)]).first?.text(0)
        }
        let users = firsts.values.sorted()
        let place = condition.place { tag in firsts[tag].flatMap { users.firstIndex(of: $0) } ?? Int.max }
        return place < users.count ? users[place] : nil
    }
}
#endif
