@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// A value of a request's body, with the name that a refusal gives it.
private struct Place {
    let name: String
    let value: JSON
    let replaced: (JSON) -> JSON

    static func all(_ value: JSON, _ name: String = "", _ replaced: @escaping (JSON) -> JSON = { $0 }) -> [Place] {
        var places = name.isEmpty ? [] : [Place(name: name, value: value, replaced: replaced)]
        if let object = value.objectValue {
            for member in object.members {
                places += all(member.value, name.isEmpty ? member.key : "\(name).\(member.key)") { value in
                    var changed = object
                    changed[member.key] = value
                    return replaced(.object(changed))
                }
            }
        } else if let array = value.arrayValue, let first = array.first {
            places += all(first, "\(name)[0]") { value in replaced(.array([value] + array.dropFirst())) }
        }
        return places
    }
}

extension Place {
    private static let body = "body."

    /// A game server's own words are the request's `body`.
    fileprivate var asCallersKnowIt: Place {
        name.hasPrefix(Self.body) ? Place(name: String(name.dropFirst(Self.body.count)), value: value, replaced: replaced) : self
    }
}

/// Finds the limits of what a request takes: what is far too much is refused with the limit's name.
private final class Edges {
    let world: RefusalWorld
    private(set) var found: Set<String> = []
    private(set) var asked = 0

    init() throws { world = try RefusalWorld() }

    /// The refusal of this value at this place; "" when it is taken, or refused for something else.
    private func refusal(_ request: String, _ token: String?, _ place: Place, _ value: JSON, _ kind: String) throws -> String {
        asked += 1
        try world.bench.database.begin()
        let reply = try world.bench.service.reply(to: Refusals.request(request, place.replaced(value), token))
        _ = world.bench.service.takeEvents()
        world.bench.database.rollback()
        world.bench.service.requestRolledBack()
        var message = reply.message
        if let text = reply.body["body"]?.stringValue, let answer = try? JSON.parse(text) {
            message = answer["header"]?["resultMessage"]?.stringValue ?? message
        }
        return message.contains("\(place.name): must \(kind) ") ? message : ""
    }

    /// The number behind these words.
    private static func number(_ message: String, after words: String) -> Int64? {
        let text = Array(message.utf8), sought = Array(words.utf8)
        guard let at = text.indices.first(where: { text[$0...].starts(with: sought) }) else { return nil }
        let digits = text[(at + sought.count)...].prefix { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    private func upTo(_ words: String, _ kind: String, _ request: String, _ token: String?, _ place: Place, _ value: (Int) -> JSON) throws {
        let far = try refusal(request, token, place, value(70_000), words)
        guard let limit = Self.number(far, after: "must \(words) ") else { return }
        found.insert("\(request) \(place.name) \(kind) \(limit)")
        #expect(try refusal(request, token, place, value(Int(limit)), words) == "", "\(request): exactly \(limit)")
        #expect(try refusal(request, token, place, value(Int(limit) + 1), words) != "", "\(request): \(place.name), \(limit) + 1")
    }

    func look(_ request: String, _ token: String?, _ body: JSON) throws {
        for place in Place.all(body).map({ $0.asCallersKnowIt }) {
            switch place.value {
            case .string:
                try upTo("be at most", "bytes", request, token, place) { .string(String(repeating: "y", count: $0)) }
            case .integer:
                let far = try refusal(request, token, place, .integer(Int64.max), "be between")
                let near = try refusal(request, token, place, .integer(Int64.min), "be between")
                guard let low = Self.number(near, after: "between "), let high = Self.number(far.isEmpty ? near : far, after: " and ")
                else { continue }
                found.insert("\(request) \(place.name) between \(low) and \(high)")
                for edge in [low, high] {
                    #expect(
                        try refusal(request, token, place, .integer(edge), "be between") == "", "\(request): \(place.name), exactly \(edge)"
                    )
                }
                for (edge, step) in [(low, Int64(-1)), (high, 1)] where !edge.addingReportingOverflow(step).overflow {
                    #expect(
                        try refusal(request, token, place, .integer(edge + step), "be between") != "",
                        "\(request): \(place.name), \(edge + step)")
                }
            case .array(let entries):
                guard let first = entries.first else { continue }
                try upTo("hold at most", "entries", request, token, place) { .array([JSON](repeating: first, count: $0)) }
            case .object(let object):
                guard let first = object.members.first?.value else { continue }
                try upTo("hold at most", "members", request, token, place) { count in
                    var many = JSONObject()
                    for number in 0..<min(count, 2000) { many["l\(number)"] = first }
                    return .object(many)
                }
                let around = JSON.object(["k": ""]).text().utf8.count
                try upTo("be at most", "bytes", request, token, place) { ["k": .string(String(repeating: "y", count: $0 - around))] }
            default:
                continue
            }
        }
    }
}

extension Refusals {
    /// What each request takes at the most, in the order of the alphabet. Another number here is another promise: the page of the function says it, too.
    private static let limits = """
        carrier.alarms differences between 0 and 1000000000000
        carrier.alarms ended entries 8
        carrier.alarms ended[0].id bytes 64
        carrier.alarms ended[0].lease between 0 and 9223372036854775807
        carrier.alarms ended[0].reason bytes 4096
        carrier.alarms ended[0].state bytes 1024
        carrier.alarms max between 0 and 8
        carrier.alarms minutes entries 8
        carrier.alarms minutes[0].failures between 0 and 1000000000000
        carrier.alarms minutes[0].minute between 0 and 1000000000000
        carrier.alarms minutes[0].requests between 0 and 1000000000000
        carrier.alarms past entries 8
        carrier.alarms past[0].endedDate between 0 and 9223372036854775807
        carrier.alarms past[0].id bytes 64
        carrier.alarms past[0].minutes between 0 and 1000000000000
        carrier.alarms past[0].raisedDate between 0 and 9223372036854775807
        carrier.alarms past[0].subject bytes 255
        carrier.alarms reconcileSeconds between 0 and 86400
        carrier.alarms service bytes 64
        carrier.events after between 0 and 9223372036854775807
        carrier.events max between 1 and 1000
        carrier.idP idPCode bytes 64
        carrier.idPNotice authKey bytes 8192
        carrier.idPNotice idPCode bytes 64
        carrier.idPNotice kind bytes 1024
        carrier.mailKey kind bytes 1024
        carrier.mails ended entries 8
        carrier.mails ended[0].id bytes 64
        carrier.mails ended[0].lease between 0 and 9223372036854775807
        carrier.mails ended[0].reason bytes 4096
        carrier.mails ended[0].state bytes 1024
        carrier.mails max between 0 and 8
        carrier.storeReport currency bytes 8
        carrier.storeReport orderKey bytes 128
        carrier.storeReport price bytes 32
        carrier.storeReport receipt bytes 65536
        carrier.storeReport status bytes 32
        carrier.storeReport storeCode bytes 32
        carrier.storeReport storeTransactionId bytes 256
        carrier.players counts entries 60
        carrier.players counts[0].minute between 0 and 9007199254740992
        carrier.players counts[0].players between 0 and 1000000000
        carrier.players minute between 0 and 9007199254740992
        carrier.players part between 0 and 999
        carrier.players users entries 512
        carrier.players users[0].minutes between 1 and 60
        carrier.players users[0].userId bytes 64
        carrier.players server between 0 and 9007199254740992
        carrier.storeRound afterDate between 0 and 9223372036854775807
        carrier.storeRound afterSeq bytes 64
        carrier.storeRound leaseMilliseconds between 1 and 86400000
        carrier.storeRound storeCode bytes 32
        console.advanceClock milliseconds between 0 and 316224000000
        console.ban banType bytes 1024
        console.ban endDate between 0 and 9223372036854775807
        console.ban message bytes 4096
        console.ban userId bytes 64
        console.changeSubscription action bytes 1024
        console.changeSubscription paymentSeq bytes 64
        console.clearBounce mailAddress bytes 255
        console.kickout clientVersions entries 100
        console.kickout clientVersions[0] bytes 1024
        console.kickout extras bytes 16384
        console.kickout popup.defaultLanguage bytes 16
        console.kickout popup.messages members 64
        console.kickout popup.messages.en.message bytes 4096
        console.kickout popup.messages.en.title bytes 4096
        console.kickout userIds entries 1000
        console.kickout userIds[0] bytes 1024
        console.eraseMember userId bytes 256
        console.withdrawMember userId bytes 64
        console.transferAccount action bytes 1024
        console.transferAccount userId bytes 64
        console.pushReach countries entries 256
        console.pushReach countries[0] bytes 8
        console.pushReach languages entries 64
        console.pushReach languages[0] bytes 32
        console.pushReach userIds entries 1000
        console.pushReach userIds[0] bytes 64
        console.exportMember after bytes 2048
        console.exportMember userId bytes 256
        console.payments userId bytes 256
        console.figures by bytes 1024
        console.figures kind bytes 1024
        console.findMembers text bytes 255
        coupon.use couponCode bytes 4096
        coupon.use storeCode bytes 32
        coupon.use transactionId bytes 256
        leaderboard.ranks after between 0 and 50
        leaderboard.ranks before between 0 and 50
        leaderboard.ranks count between 1 and 100
        leaderboard.ranks factor between 0 and 9223372036854775807
        leaderboard.ranks start between 1 and 9223372036854775807
        server.changePush access.appId bytes 4096
        server.changePush access.key bytes 1024
        server.changePush access.wire bytes 1024
        server.changePush reservationId bytes 20
        server.factors access.appId bytes 4096
        server.factors access.key bytes 1024
        server.factors access.wire bytes 1024
        server.factors factor between 0 and 9223372036854775807
        server.forgetUsers access.appId bytes 4096
        server.forgetUsers access.key bytes 1024
        server.forgetUsers access.wire bytes 1024
        server.forgetUsers uids entries 16
        server.forgetUsers uids[0] bytes 64
        server.keepTag access.appId bytes 4096
        server.keepTag access.key bytes 1024
        server.keepTag access.wire bytes 1024
        server.keepTag tagId bytes 64
        server.keepTag tagName bytes 1020
        server.pushResults access.appId bytes 4096
        server.pushResults access.key bytes 1024
        server.pushResults access.wire bytes 1024
        server.pushResults messageId bytes 20
        server.pushResults token bytes 128
        server.pushResults uid bytes 64
        server.pushSchedule access.appId bytes 4096
        server.pushSchedule access.key bytes 1024
        server.pushSchedule access.wire bytes 1024
        server.pushSchedule fromDate bytes 1024
        server.pushSchedule toDate bytes 1024
        server.pushSchedule type bytes 1024
        server.pushStatistics access.appId bytes 4096
        server.pushStatistics access.key bytes 1024
        server.pushStatistics access.wire bytes 1024
        server.pushStatistics eventCategory bytes 1024
        server.pushStatistics from bytes 64
        server.pushTokens access.appId bytes 4096
        server.pushTokens access.key bytes 1024
        server.pushTokens access.wire bytes 1024
        server.pushTokens cursorToken bytes 1600
        server.pushTokens cursorUid bytes 64
        server.pushTokens limit between 1 and 1000
        server.pushTokens uid bytes 64
        server.ranks access.appId bytes 4096
        server.ranks access.key bytes 1024
        server.ranks access.wire bytes 1024
        server.ranks factor between 0 and 9223372036854775807
        server.ranks userId bytes 64
        server.ranks prevSize bytes 20
        server.ranks nextSize bytes 20
        server.ranksOfList access.appId bytes 4096
        server.ranksOfList access.key bytes 1024
        server.ranksOfList access.wire bytes 1024
        server.ranksOfList list entries 1000
        server.ranksSelected access.appId bytes 4096
        server.ranksSelected access.key bytes 1024
        server.ranksSelected access.wire bytes 1024
        server.ranksSelected factor between 0 and 9223372036854775807
        server.ranksSelected ranks entries 1000
        server.removeTag access.appId bytes 4096
        server.removeTag access.key bytes 1024
        server.removeTag access.wire bytes 1024
        server.removeTag tagId bytes 64
        server.score access.appId bytes 4096
        server.score access.key bytes 1024
        server.score access.wire bytes 1024
        server.score factor between 0 and 9223372036854775807
        server.score userId bytes 64
        server.score extra bytes 16
        server.scores access.appId bytes 4096
        server.scores access.key bytes 1024
        server.scores access.wire bytes 1024
        server.scores list entries 1000
        server.removeScore access.appId bytes 4096
        server.removeScore access.key bytes 1024
        server.removeScore access.wire bytes 1024
        server.removeScore factor between 0 and 9223372036854775807
        server.removeScore userId bytes 64
        console.refund kind bytes 1024
        console.refund paymentSeq bytes 512
        console.releaseBan userId bytes 64
        console.revokeIdP authKey bytes 8192
        console.revokeIdP idPCode bytes 64
        console.cancelPush messageId bytes 20
        console.sendPush body bytes 8192
        console.sendPush countries entries 256
        console.sendPush countries[0] bytes 8
        console.sendPush extras bytes 8192
        console.sendPush languages entries 64
        console.sendPush languages[0] bytes 32
        console.sendPush messages members 64
        console.sendPush messages.en.body bytes 8192
        console.sendPush messages.en.title bytes 1024
        console.sendPush timeToLiveSeconds between 1 and 2419200
        console.sendPush title bytes 1024
        console.sendPush userIds entries 1000
        console.sendPush userIds[0] bytes 64
        console.setGraceBan graceBan.banType bytes 1024
        console.setGraceBan graceBan.endDate between 0 and 9223372036854775807
        console.setGraceBan graceBan.gracePeriodDate between 0 and 9223372036854775807
        console.setGraceBan graceBan.message bytes 4096
        console.setGraceBan graceBan.releaseRuleCondition.conditionType bytes 1024
        console.setGraceBan graceBan.releaseRuleCondition.count between 0 and 1000000
        console.setGraceBan graceBan.releaseRuleCondition.currency bytes 3
        console.setGraceBan userId bytes 64
        console.setLaunchingStatus message bytes 4096
        console.setLaunchingStatus status between 0 and 999
        console.setSandboxStore delayMilliseconds between 0 and 86400000
        console.setSandboxStore outcome bytes 1024
        console.settlePendingPurchases orderKey bytes 128
        console.settlePendingPurchases outcome bytes 1024
        console.settlePendingPurchases userId bytes 256
        console.startPromotion gamebaseProductId bytes 255
        console.startPromotion userId bytes 256
        console.verifyPayment paymentSeq bytes 64
        contact.prepare bannedUserId bytes 64
        gateway.addMapping idPInfo.accessToken bytes 8192
        gateway.addMapping idPInfo.idPCode bytes 64
        gateway.addMappingForcibly forcingMappingKey bytes 1024
        gateway.addMappingForcibly mappedUserId bytes 64
        gateway.addMappingForcibly tokenInfo.accessToken bytes 1024
        gateway.addMappingForcibly tokenInfo.idPCode bytes 64
        gateway.changeLogin forcingMappingKey bytes 1024
        gateway.changeLogin mappedUserId bytes 64
        gateway.changeLogin tokenInfo.accessToken bytes 1024
        gateway.changeLogin tokenInfo.idPCode bytes 64
        gateway.checkTransferAccount account.id bytes 1024
        gateway.checkTransferAccount idPInfo.accessToken bytes 256
        gateway.idPLogin idPInfo.accessToken bytes 256
        gateway.idPLogin idPInfo.accessToken bytes 8192
        gateway.idPLogin idPInfo.idPCode bytes 64
        gateway.idPSettings idPCode bytes 64
        gateway.keepTransferAccount id bytes 32
        gateway.keepTransferAccount issuedType bytes 1024
        gateway.keepTransferAccount key bytes 1024
        gateway.keepTransferAccount salt bytes 1024
        gateway.offerTransferAccount renewal.accountId bytes 1024
        gateway.offerTransferAccount renewal.accountPassword bytes 1024
        gateway.offerTransferAccount renewal.renewalModeType bytes 1024
        gateway.offerTransferAccount renewal.renewalTargetType between 0 and 1
        gateway.removeMapping idPCode bytes 64
        gateway.tokenLogin tokenInfo.accessToken bytes 1024
        gateway.tokenLogin tokenInfo.idPCode bytes 1024
        gateway.transferAccount account.id bytes 1024
        gateway.transferAccount account.key bytes 1024
        gateway.transferAccount idPInfo.accessToken bytes 256
        gateway.withdraw userId bytes 1024
        iap.signIn userID bytes 256
        launching.getImageNotices utcOffsetMinutes between -1440 and 1440
        launching.getLaunching appId bytes 64
        launching.getLaunching clientVersion bytes 512
        launching.getLaunching storeCode bytes 32
        launching.getLaunching userId bytes 512
        launching.getLaunchingStatus appId bytes 64
        launching.getLaunchingStatus clientVersion bytes 512
        launching.getLaunchingStatus storeCode bytes 32
        launching.getLaunchingStatus userId bytes 512
        console.findObjects className bytes 1024
        console.giveClass after bytes 1024
        console.giveMembers className bytes 1024
        console.giveMembers field bytes 1024
        console.giveMembers objectId bytes 1024
        console.giveMembers targetId bytes 1024
        console.giveObjects after bytes 1024
        console.giveObjects className bytes 1024
        console.removeObject className bytes 1024
        console.removeObject objectId bytes 1024
        console.takeMember className bytes 1024
        console.takeObject className bytes 1024
        console.takeObject ifUpdateDate bytes 64
        objects.create className bytes 1024
        objects.delete className bytes 1024
        objects.delete objectId bytes 1024
        objects.find className bytes 1024
        objects.find include bytes 1024
        objects.get className bytes 1024
        objects.get include bytes 1024
        objects.get objectId bytes 1024
        objects.update className bytes 1024
        objects.update objectId bytes 1024
        presence.heartbeat userId bytes 1024
        presence.sendEvents events entries 2000
        presence.sendEvents journal.damaged between 0 and 9223372036854775807
        presence.sendEvents journal.dropped between 0 and 9223372036854775807
        presence.sendEvents journal.name bytes 64
        purchase.activated storeCode bytes 32
        purchase.adopt currency bytes 8
        purchase.adopt kind bytes 1024
        purchase.adopt marketItemId bytes 255
        purchase.adopt orderKey bytes 128
        purchase.adopt originalTransactionId bytes 256
        purchase.adopt payload bytes 4096
        purchase.adopt price bytes 32
        purchase.adopt receipt bytes 65536
        purchase.adopt storeCode bytes 32
        purchase.adopt storeTransactionId bytes 256
        purchase.consume accessToken bytes 1024
        purchase.consume paymentSeq bytes 64
        purchase.consume requestId bytes 128
        purchase.finished paymentSeq bytes 256
        purchase.import entries entries 1000
        purchase.import entries[0].paymentSeq bytes 64
        purchase.items storeCode bytes 32
        purchase.notConsumed storeCode bytes 32
        purchase.report currency bytes 8
        purchase.report marketItemId bytes 255
        purchase.report paymentSeq bytes 256
        purchase.report price bytes 32
        purchase.report receipt bytes 65536
        purchase.report status bytes 32
        purchase.report storeCode bytes 32
        purchase.report storeErrorCode bytes 255
        purchase.report storeTransactionId bytes 256
        purchase.reserve gamebaseProductId bytes 255
        purchase.reserve itemSeq between 0 and 9223372036854775807
        purchase.reserve marketItemId bytes 255
        purchase.reserve offerId bytes 64
        purchase.reserve payload bytes 4096
        purchase.reserve requestId bytes 128
        purchase.reserve storeCode bytes 32
        purchase.restore storeCode bytes 32
        push.acknowledge seq between 0 and 9223372036854775807
        push.acknowledge token bytes 128
        push.query deviceKey bytes 64
        push.clicked action bytes 128
        push.clicked messageId bytes 64
        push.clicked token bytes 128
        push.receive after between 0 and 9223372036854775807
        push.receive deviceKey bytes 64
        push.register deviceCountryCode bytes 8
        push.register deviceKey bytes 64
        push.register languageCode bytes 32
        push.register offsetMinutes between -1440 and 1440
        push.register timezone bytes 64
        server.access access.appId bytes 4096
        server.access access.key bytes 1024
        server.access access.wire bytes 1024
        server.activeSubscriptions access.appId bytes 4096
        server.activeSubscriptions access.key bytes 1024
        server.activeSubscriptions access.wire bytes 1024
        server.activeSubscriptions marketIds entries 64
        server.activeSubscriptions marketIds[0] bytes 32
        server.activeSubscriptions packageName bytes 255
        server.activeSubscriptions userId bytes 64
        server.authKeys access.appId bytes 4096
        server.authKeys access.key bytes 1024
        server.authKeys access.wire bytes 1024
        server.authKeys list entries 300
        server.authKeys list[0] bytes 8192
        server.ban access.appId bytes 4096
        server.ban access.key bytes 1024
        server.ban access.wire bytes 1024
        server.ban banCaller bytes 1024
        server.ban banReason bytes 1024
        server.ban banTypeCode bytes 1024
        server.ban end bytes 64
        server.ban flags bytes 1024
        server.ban regUser bytes 1024
        server.ban templateCode between 0 and 2147483647
        server.ban userIdList entries 300
        server.ban userIdList[0] bytes 8192
        server.bans access.appId bytes 4096
        server.bans access.key bytes 1024
        server.bans access.wire bytes 1024
        server.bans begin bytes 64
        server.bans end bytes 64
        server.bans kind bytes 1024
        server.bans order bytes 1024
        server.bans page bytes 20
        server.bans size bytes 20
        server.cancelPush access.appId bytes 4096
        server.cancelPush access.key bytes 1024
        server.cancelPush access.wire bytes 1024
        server.cancelPush reservationIds entries 100
        server.cancelPush reservationIds[0] bytes 20
        server.checkTransfer access.appId bytes 4096
        server.checkTransfer access.key bytes 1024
        server.checkTransfer access.wire bytes 1024
        server.checkTransfer account.id bytes 1024
        server.checkTransfer account.password bytes 1024
        server.consumable access.appId bytes 4096
        server.consumable access.key bytes 1024
        server.consumable access.wire bytes 1024
        server.consumable marketIds entries 64
        server.consumable marketIds[0] bytes 32
        server.consumable userId bytes 64
        server.consume access.appId bytes 4096
        server.consume access.key bytes 1024
        server.consume access.wire bytes 1024
        server.consume accessToken bytes 1024
        server.consume paymentSeq bytes 64
        server.consume transactionId bytes 264
        server.coupon access.appId bytes 4096
        server.coupon access.key bytes 1024
        server.coupon access.wire bytes 1024
        server.coupon couponCode bytes 4096
        server.endSubscription access.appId bytes 4096
        server.endSubscription access.key bytes 1024
        server.endSubscription access.wire bytes 1024
        server.endSubscription accessToken bytes 1024
        server.endSubscription action bytes 1024
        server.endSubscription paymentSeq bytes 64
        server.findMembers access.appId bytes 4096
        server.findMembers access.key bytes 1024
        server.findMembers access.wire bytes 1024
        server.findMembers authSystem bytes 1024
        server.findMembers idPCode bytes 64
        server.findMembers list entries 300
        server.findMembers list[0] bytes 8192
        server.iapActiveSubscriptions access.key bytes 1024
        server.iapActiveSubscriptions access.wire bytes 1024
        server.iapActiveSubscriptions userChannel bytes 16
        server.iapActiveSubscriptions userKey bytes 256
        server.iapConsumable access.key bytes 1024
        server.iapConsumable access.wire bytes 1024
        server.iapConsumable userChannel bytes 16
        server.iapConsumable userKey bytes 256
        server.idP access.appId bytes 4096
        server.idP access.key bytes 1024
        server.idP access.wire bytes 1024
        server.idP accessToken bytes 4096
        server.idP idPCode bytes 64
        server.idP userId bytes 4096
        server.launching access.appId bytes 4096
        server.launching access.key bytes 1024
        server.launching access.wire bytes 1024
        server.launching clientVersion bytes 512
        server.launching osCode bytes 1024
        server.launching storeCode bytes 32
        server.maintenance access.appId bytes 4096
        server.maintenance access.key bytes 1024
        server.maintenance access.wire bytes 1024
        server.member access.appId bytes 4096
        server.member access.key bytes 1024
        server.member access.wire bytes 1024
        server.member userId bytes 4096
        server.members access.appId bytes 4096
        server.members access.key bytes 1024
        server.members access.wire bytes 1024
        server.members list entries 300
        server.members list[0] bytes 8192
        server.payment access.appId bytes 4096
        server.payment access.key bytes 1024
        server.payment access.wire bytes 1024
        server.payment accessToken bytes 4096
        server.pushes access.appId bytes 4096
        server.pushes access.key bytes 1024
        server.pushes access.wire bytes 1024
        server.pushes deliveryFrom bytes 64
        server.pushes from bytes 64
        server.pushes kind bytes 1024
        server.pushes messageErrorType bytes 1024
        server.pushes messageId bytes 20
        server.pushes reservationId bytes 20
        server.releaseBan access.appId bytes 4096
        server.releaseBan access.key bytes 1024
        server.releaseBan access.wire bytes 1024
        server.releaseBan banReleaseCaller bytes 1024
        server.releaseBan banReleaseReason bytes 1024
        server.releaseBan releaseUser bytes 1024
        server.releaseBan userIdList entries 300
        server.releaseBan userIdList[0] bytes 8192
        server.removePushToken access.appId bytes 4096
        server.removePushToken access.key bytes 1024
        server.removePushToken access.wire bytes 1024
        server.removePushToken pushType bytes 1024
        server.removePushToken token bytes 1600
        server.sendPush access.appId bytes 4096
        server.sendPush access.key bytes 1024
        server.sendPush access.wire bytes 1024
        server.sendPush body bytes 8192
        server.sendPush timeToLiveSeconds between 1 and 2419200
        server.sendPush title bytes 1024
        server.sendPush userIds entries 1000
        server.sendPush userIds[0] bytes 64
        server.subscriptionStatus access.appId bytes 4096
        server.subscriptionStatus access.key bytes 1024
        server.subscriptionStatus access.wire bytes 1024
        server.subscriptionStatus payments entries 10
        server.subscriptionStatus payments[0].accessToken bytes 1024
        server.subscriptionStatus payments[0].paymentSeq bytes 64
        server.tagUsers access.appId bytes 4096
        server.tagUsers access.key bytes 1024
        server.tagUsers access.wire bytes 1024
        server.tagUsers how bytes 1024
        server.tagUsers tagIds entries 16
        server.tagUsers tagIds[0] bytes 64
        server.tagUsers uids entries 16
        server.tagUsers uids[0] bytes 64
        server.taggedUsers access.appId bytes 4096
        server.taggedUsers access.key bytes 1024
        server.taggedUsers access.wire bytes 1024
        server.taggedUsers tagId bytes 64
        server.tags access.appId bytes 4096
        server.tags access.key bytes 1024
        server.tags access.wire bytes 1024
        server.tags tagName bytes 1024
        server.useCoupon access.appId bytes 4096
        server.useCoupon access.key bytes 1024
        server.useCoupon access.wire bytes 1024
        server.useCoupon couponCode bytes 4096
        server.useCoupon storeCode bytes 32
        server.useCoupon transactionId bytes 256
        server.useCoupon userId bytes 4096
        server.verifyTicket access.appId bytes 4096
        server.verifyTicket access.key bytes 1024
        server.verifyTicket access.wire bytes 1024
        server.verifyTicket purpose bytes 64
        server.verifyTicket ticket bytes 1024
        server.verifyTicket userId bytes 4096
        server.verifyToken access.appId bytes 4096
        server.verifyToken access.key bytes 1024
        server.verifyToken access.wire bytes 1024
        server.verifyToken accessToken bytes 4096
        server.verifyToken userId bytes 4096
        server.withdraw access.appId bytes 4096
        server.withdraw access.key bytes 1024
        server.withdraw access.wire bytes 1024
        server.withdraw regUser bytes 255
        server.withdraw userId bytes 4096
        server.withdrawals access.appId bytes 4096
        server.withdrawals access.key bytes 1024
        server.withdrawals access.wire bytes 1024
        server.withdrawals begin bytes 64
        server.withdrawals end bytes 64
        server.withdrawals eventLogType bytes 1024
        server.withdrawals order bytes 1024
        server.withdrawals page bytes 20
        server.withdrawals size bytes 20
        service.open device bytes 64
        service.open userId bytes 1024
        store.begin currency bytes 8
        store.begin marketItemId bytes 1024
        store.begin orderKey bytes 128
        store.begin price bytes 32
        store.poll orderKey bytes 128
        store.takePromotion offerId bytes 64
        tos.adoptTerms deviceKey bytes 128
        tos.queryTerms country bytes 16
        tos.updateTerms contents entries 100
        tos.updateTerms termsVersion bytes 1024
        users.logIn mailAddress bytes 1024
        users.logIn userName bytes 1024
        """

    @Test func `each text, number and list of a request is taken up to its limit, one more is refused, and the limits are these`() throws {
        let edges = try Edges()
        for name in RequestName.texts {
            for (player, body) in edges.world.bodies(of: name) {
                try edges.look(name, player.flatMap { edges.world.players[$0]?.token }, body)
            }
        }
        let wanted = Set(Self.limits.split(separator: "\n").map { String($0) })
        for line in edges.found.subtracting(wanted).sorted() { Issue.record("not awaited: \(line)") }
        for line in wanted.subtracting(edges.found).sorted() { Issue.record("not found: \(line)") }
    }
}

@Suite struct `What a member keeps` {
    @Test func `the sixteen newest sessions of a member stand, and it has never more than twenty-four`() throws {
        let bench = try ServiceBench()
        var tokens: [String] = []
        for login in 1...60 {
            tokens.append(try bench.login().token)
            bench.clock.advance(1)
            let standing = tokens.filter { bench.ask("presence.heartbeat", token: $0).isSuccess }
            #expect(standing == tokens.suffix(standing.count))
            #expect((min(login, 16)...24).contains(standing.count), "\(standing.count) after \(login)")
            #expect(try bench.count("sessions") == standing.count)
        }
    }

    @Test func `sessions are looked at where nobody has counted them, as behind an upgrade`() throws {
        let bench = try ServiceBench()
        for _ in 0..<20 {
            _ = try bench.login()
            bench.clock.advance(1)
        }
        _ = try bench.database.run("UPDATE members SET open_sessions = NULL", [])
        _ = try bench.login()
        #expect(try bench.count("sessions") == 16)
    }

    @Test func `32 devices of a member are registered for push, and the one before them no longer is`() throws {
        let bench = try ServiceBench()
        let player = try bench.login()
        for number in 0...32 {
            #expect(bench.ask("push.register", ["deviceKey": .string("d\(number)"), "pushEnabled": true], token: player.token).isSuccess)
            bench.clock.advance(1)
        }
        for number in 0...32 {
            let reply = bench.ask("push.query", ["deviceKey": .string("d\(number)")], token: player.token)
            #expect(reply.resultCode == (number == 0 ? ResultCode.pushTokenMissing : 0), "\(number)")
        }
    }

    @Test func `a push registration is what was said, each word for itself, and no where nothing was said`() throws {
        let bench = try ServiceBench()
        let player = try bench.login()
        let words = ["pushEnabled", "adAgreement", "adAgreementNight"]
        for said in [[], [0], [1], [2], [0, 1, 2]] {
            var asked: JSONObject = ["deviceKey": "d", "languageCode": "1"]
            for place in said { asked[words[place]] = true }
            #expect(bench.ask("push.register", .object(asked), token: player.token).isSuccess)
            let agreement = bench.ask("push.query", ["deviceKey": "d"], token: player.token).body["agreement"]
            for (place, word) in words.enumerated() { #expect(agreement?[word]?.boolValue == said.contains(place), "\(said) \(word)") }
        }
    }
}

@Suite struct `The end of a day` {
    @Test func `at midnight the notices of the day are put off until the next midnight, not until now`() throws {
        let day: Int64 = 86_400_000
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"],
            "imageNotice": ["address": "https://example.com/", "pageList": [["imageNoticeId": 1, "path": "/1.png"]]],
        ])
        let midnight = (bench.clock.epochMilliseconds() / day + 1) * day
        for (time, next) in [(midnight - 1, midnight), (midnight, midnight + day), (midnight + 1, midnight + day)] {
            bench.clock.advance(time - bench.clock.epochMilliseconds())
            let reply = bench.ask("launching.getImageNotices", ["utcOffsetMinutes": 0])
            #expect(reply.body["imageNoticeWeb"]?["nextPopupTimeMillis"] == .integer(next), "\(time - midnight) \(reply.message)")
        }
    }
}
