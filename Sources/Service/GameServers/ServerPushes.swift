import Linux
import Messages
import PushRules
import Wire

/// Pushes of game servers: those of the console, by whoever has the app's secret key. What is wrong has the codes of NHN Cloud Push.
extension GameServers {
    private func admittedToPush(_ request: Request) throws(Failure) -> Parameters {
        try admittedBySecretKey(request, code: ResultCode.pushParameter)
    }

    /// As `console.sendPush`, with {tags?}: the words of a condition.
    func serverSendPush(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try admittedToPush(request)
        return try push.sendPush(parameters, tags: try tags(parameters))
    }

    /// As `console.cancelPush`.
    func serverCancelPush(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try admittedToPush(request)
        _ = try campaign(parameters)
        return try push.cancelPush(parameters)
    }

    /// {messageId} and what `server.sendPush` takes: one that is to come becomes another.
    func serverChangePush(_ request: Request) throws(Failure) -> Reply {
        let parameters = try admittedToPush(request)
        let campaign = try campaign(parameters)
        let start = try push.startOfPush(parameters, try tags(parameters))
        guard campaign.state == PushCampaign.State.scheduled else {
            throw Failure.refused(ResultCode.pushOver, "messageId: the push is being sent, or over")
        }
        try push.change(campaign.id, to: start)
        return try push.report(of: campaign.id) ?? .success()
    }

    /// {messageId?} -> {pushes}: the newest, or the one that is named.
    func serverPushes(_ request: Request) throws(Failure) -> Reply {
        let parameters = try admittedToPush(request)
        guard parameters.value("messageId") != nil else { return .success(["pushes": try push.reportedCampaigns()]) }
        return .success(["pushes": [try push.report(of: try campaign(parameters).id)?.body ?? [:]]])
    }

    func serverPushResults(_ request: Request) throws(Failure) -> Reply { try push.told(try admittedToPush(request)) }
    func serverTags(_ request: Request) throws(Failure) -> Reply { try push.tags(try admittedToPush(request)) }
    func serverKeepTag(_ request: Request) throws(Failure) -> Reply { try push.keepTag(try admittedToPush(request)) }
    func serverRemoveTag(_ request: Request) throws(Failure) -> SlicedWork { try push.removeTag(try admittedToPush(request)) }
    func serverTaggedUsers(_ request: Request) throws(Failure) -> Reply { try push.taggedUsers(try admittedToPush(request)) }
    func serverTagUsers(_ request: Request) throws(Failure) -> Reply { try push.tagUsers(try admittedToPush(request)) }
    func serverForgetUsers(_ request: Request) throws(Failure) -> Reply { try push.forgetUsers(try admittedToPush(request)) }

    private func campaign(_ parameters: Parameters) throws(Failure) -> PushCampaign {
        guard let campaign = try push.campaign(Int64(try parameters.text("messageId", bytesMax: 20)) ?? -1) else {
            throw Failure.refused(ResultCode.pushMissing, "messageId: names no push that is kept")
        }
        return campaign
    }

    private func tags(_ parameters: Parameters) throws(Failure) -> [String]? {
        guard let words = try parameters.texts("tags", countMax: TagCondition.wordsMax, bytesMax: 64) else { return nil }
        guard let condition = TagCondition(words) else {
            throw parameters.wrong(
                "tags", "must be a condition of at most \(TagCondition.tagsMax) tags with AND, OR and one pair of parentheses")
        }
        for tag in condition.tags { try push.tag(tag) }
        return words
    }
}
