import Codecs
import Linux
import Messages

/// What a game's own server may ask, behind the published server APIs.
struct GameServers: Capability {
    let core: ServiceCore

    /// For a call that the front knows nothing to do with.
    func answerAccess(_ request: Request) throws(Failure) -> Reply {
        _ = try core.admitted(request)
        return .success()
    }

    /// {} -> {applicationKey?, iapAppKeys, dates, weakSecrets}: what callers of published interfaces say to name this app, for a carrier of
    /// several apps, of the second the digests, since when, and what of its secrets everybody can guess.
    func answerKeys(_ request: Request) throws(Failure) -> Reply {
        var answer = JSONObject()
        answer.set("applicationKey", settings.ncmb.applicationKey)
        answer["iapAppKeys"] = .array([settings.app.iapAppKey].compactMap { $0.map { .string($0) } })
        #if !hasFeature(Embedded)
        answer["dates"] = .object(try core.keyDates())
        answer["weakSecrets"] = .array(core.weakSecrets.map { .string($0) })
        #endif
        return .success(.object(answer))
    }
}

extension GameServers {
    static func requests(_ table: inout RequestTable) {
        table.row(.serverAccess, "", GameServers.answerAccess)
        table.row(.serverConsume, "paymentSeq accessToken transactionId", GameServers.serverConsume)
        table.row(.serverConsumable, "userId packageName marketIds marketId", GameServers.serverConsumable)
        table.row(.serverPayment, "accessToken", GameServers.serverPayment)
        table.row(
            .serverActiveSubscriptions,
            """
            userId packageName marketIds marketId includeInactiveGoogleStatuses
            """, GameServers.serverActiveSubscriptions)
        table.row(.serverSubscriptionStatus, "payments(paymentSeq accessToken)", GameServers.serverSubscriptionStatus)
        table.row(.serverEndSubscription, "paymentSeq accessToken action", GameServers.serverEndSubscription)
        table.row(.serverVerifyToken, "userId accessToken linkedIdP", GameServers.serverVerifyToken)
        table.row(.serverIAPConsumable, "userKey userChannel marketId packageName", GameServers.serverIAPConsumable)
        table.row(.serverIAPActiveSubscriptions, "userKey userChannel marketId packageName", GameServers.serverIAPActiveSubscriptions)
        table.row(.carrierKeys, "", GameServers.answerKeys)
        #if !hasFeature(Embedded)
        membersRequests(&table)
        pushesRequests(&table)
        #endif
    }

    #if !hasFeature(Embedded)
    private static func membersRequests(_ table: inout RequestTable) {
        table.row(.serverMember, "userId includeMemberInfo", GameServers.serverMember)
        table.row(.serverMembers, "list", GameServers.serverMembers)
        table.row(.serverAuthKeys, "list", GameServers.serverAuthKeys)
        table.row(.serverFindMembers, "list idPCode authSystem", GameServers.serverFindMembers)
        table.row(.serverIdP, "userId idPCode accessToken", GameServers.serverIdP)
        table.row(.serverBan, "userIdList banTypeCode end templateCode banReason flags banCaller regUser", GameServers.serverBan)
        table.row(.serverReleaseBan, "userIdList banReleaseReason banReleaseCaller releaseUser", GameServers.serverReleaseBan)
        table.row(.serverBans, "kind begin end page size order", GameServers.serverBans)
        table.row(.serverCheckTransfer, "account(id password)", GameServers.serverCheckTransfer)
        table.row(.serverWithdraw, "userId regUser", GameServers.serverWithdraw)
        table.row(.serverWithdrawals, "begin end page size order eventLogType", GameServers.serverWithdrawals)
        table.row(.serverLaunching, "osCode storeCode clientVersion", GameServers.serverLaunching)
        table.row(.serverMaintenance, "", GameServers.serverMaintenance)
    }

    private static func pushesRequests(_ table: inout RequestTable) {
        table.row(.serverSendPush, "@push tags words schedules", GameServers.serverSendPush)
        table.row(.serverCancelPush, "reservationIds", GameServers.serverCancelPush)
        table.row(
            .serverPushes,
            """
            kind messageId from to deliveryType messageStatus pageIndex pageSize reservationId deliveryFrom deliveryTo \
            reservationStatus messageErrorType messageErrorCause limit pageNumber
            """, GameServers.serverPushes)
        table.row(.serverChangePush, "@push tags words schedules reservationId", GameServers.serverChangePush)
        table.row(.serverPushSchedule, "type fromDate toDate times days daysOfWeek", GameServers.serverPushSchedule)
        table.row(.serverPushResults, "messageId uid token pushType from to limit pageNumber", GameServers.serverPushResults)
        table.row(.serverTags, "tagId tagName", GameServers.serverTags)
        table.row(.serverKeepTag, "tagId tagName", GameServers.serverKeepTag)
        table.row(.serverRemoveTag, "tagId", GameServers.serverRemoveTag)
        table.row(.serverTaggedUsers, "tagId offsetUid limit uid", GameServers.serverTaggedUsers)
        table.row(.serverTagUsers, "uids tagIds how", GameServers.serverTagUsers)
        table.row(.serverForgetUsers, "uids", GameServers.serverForgetUsers)
        table.row(
            .serverPushStatistics,
            """
            eventCategory statisticsType timeUnit from to extra1s messageId statsIds statsCriteria
            """, GameServers.serverPushStatistics)
        table.row(.serverPushTokens, "uid token pushType cursorUid cursorToken limit", GameServers.serverPushTokens)
        table.row(.serverRemovePushToken, "token pushType", GameServers.serverRemovePushToken)
    }
    #endif
}

/// Launching and maintenance, as game servers ask for them.
extension GameServers {
    func serverLaunching(_ request: Request) throws(Failure) -> Reply {
        try launching.simple(try core.admittedBySecretKey(request))
    }

    func serverMaintenance(_ request: Request) throws(Failure) -> Reply {
        _ = try core.admittedBySecretKey(request)
        return launching.underMaintenance()
    }
}
