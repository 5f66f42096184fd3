#if !hasFeature(Embedded)
import Codecs
import Messages
import Storage

/// Counts the registrations that a push would reach now; sends nothing.
extension Push {
    /// Registrations that are looked at; they stand in an order of random keys, so what is behind is alike.
    static let reachRowsMax = 200_000
    /// Other operators wait until it has ended. Of those who have tags a slice looks at few.
    static let reachSlicesMax = reachRowsMax / SlicedWork.rows

    /// {userIds?, countries?, languages?, tags?, advertisement?} -> {registrations, receivers, isWhole}: how many registrations such a push
    /// is for, and how many of them take it at this time. `isWhole` false: there are more than were looked at.
    func reach(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        let isAd = try parameters.bool("advertisement", default: false)
        let push = try audience(parameters, try conditionOfTags(parameters), content: ["isAd": .bool(isAd)])
        let campaign = PushCampaign(asking: push)
        return SlicedWork((campaign: campaign, slices: 0, meant: Int64(0), takers: Int64(0))) { (state) throws(Failure) in
            let (tokens, isThrough) = try nextTokens(&state.campaign)
            for token in tokens where isMeant(token, state.campaign) {
                state.meant += 1
                if takes(token, state.campaign) { state.takers += 1 }
            }
            state.slices += 1
            guard isThrough || state.slices >= Self.reachSlicesMax else { return nil }
            return .success(["registrations": .integer(state.meant), "receivers": .integer(state.takers), "isWhole": .bool(isThrough)])
        }
    }
}

extension PushCampaign {
    /// One that nobody sends.
    init(asking push: JSONObject) {
        self.init(Row([.integer(0), .text(State.scheduled), .text(JSON.object(push).text())]))
    }
}
#endif
