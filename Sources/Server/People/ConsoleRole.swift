import Codecs
import Messages

/// What a person may do in an app, from least to most.
enum ConsoleRole: String, CaseIterable, Comparable {
    /// Reads figures, lists and settings without secrets, and nothing that says who a player is.
    case viewer
    /// Also finds players and payments, and bans, releases and kicks a player.
    case support
    /// Runs the game.
    case `operator`
    /// Also decides who may what.
    case administrator

    static let everyApp = "*"

    static func < (left: ConsoleRole, right: ConsoleRole) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .support: 1
        case .operator: 2
        case .administrator: 3
        }
    }

    /// The lowest role that may ask for it; nil: nobody by the console. Every request is named here, so that none is let through that
    /// nobody has thought of.
    static func needed(for name: RequestName) -> ConsoleRole? {
        switch name {
        case .consoleReport, .consoleFigures, .consoleSaveSettings, .consoleCheckLedger, .consoleAlarms:
            .viewer
        case .consoleFindMembers, .consoleExportMember, .consolePayments, .consoleBan, .consoleReleaseBan, .consoleKickout:
            .support
        case .consoleLoadSettings, .consoleSetLaunchingStatus, .consoleSetMaintenance, .consoleSetCatalogue, .consoleSetSandboxStore,
            .consoleSettlePendingPurchases, .consoleRefund, .consoleChangeSubscription, .consoleStartPromotion, .consoleVerifyPayment,
            .consoleSetGraceBan, .consoleRevokeIdP, .consoleAdvanceClock, .consoleSendPush, .consoleCancelPush, .consoleMails,
            .consoleClearBounce, .consoleTestAlarm, .consoleEraseMember,
            .consoleWithdrawMember, .consoleTransferAccount, .consolePushReach, .consolePushTags, .consoleTakeObject, .consoleTakeMember,
            .consoleTakeFile,
            .consoleReadFile,
            .consoleGiveClass, .consoleGiveObjects, .consoleGiveMembers, .consoleFindObjects, .consoleRemoveObject:
            .operator
        case .heartbeat, .sendEvents, .getLaunching, .getLaunchingStatus, .getImageNotices, .getGameNotices, .getServerTime, .idPLogin,
            .tokenLogin, .logout, .withdraw, .idPSettings, .addMapping, .addMappingForcibly, .removeMapping, .changeLogin,
            .requestTemporaryWithdrawal, .cancelTemporaryWithdrawal, .queryTransferAccount, .offerTransferAccount,
            .keepTransferAccount, .checkTransferAccount, .transferAccount, .beginSignIn, .continueSignIn, .openService, .iapSignIn,
            .prepareContact, .queryTerms, .updateTerms, .adoptTerms, .pushRegister, .pushQuery, .pushReceive, .pushAcknowledge,
            .pushClicked, .purchaseItems, .purchaseReserve, .purchaseReport, .purchaseAdopt, .purchaseConsume, .purchaseImport,
            .purchaseFinished, .purchaseOpen, .purchaseNotConsumed, .purchaseActivated, .purchaseRestore, .leaderboardRanks,
            .couponUse, .storePromotions, .storeTakePromotion, .storeBegin, .storePoll, .carrierMails, .carrierMailKey, .carrierAlarms,
            .serverAccess,
            .serverConsume, .serverConsumable, .serverPayment, .serverActiveSubscriptions, .serverSubscriptionStatus,
            .serverEndSubscription, .serverVerifyToken, .serverVerifyTicket, .serverIAPConsumable, .serverIAPActiveSubscriptions,
            .serverMember, .serverMembers, .serverAuthKeys, .serverFindMembers, .serverIdP, .serverBan, .serverReleaseBan, .serverBans,
            .serverCheckTransfer, .serverWithdraw, .serverWithdrawals, .serverLaunching, .serverMaintenance, .serverUseCoupon,
            .serverCoupon, .serverSendPush, .serverCancelPush, .serverPushes, .serverChangePush, .serverPushSchedule,
            .serverPushResults, .serverTags, .serverKeepTag, .serverRemoveTag, .serverTaggedUsers, .serverTagUsers, .serverForgetUsers,
            .serverPushStatistics, .serverPushTokens, .serverRemovePushToken, .serverFactors, .serverRanks, .serverRanksOfList,
            .serverRanksSelected, .serverScores, .serverScore, .serverRemoveScore, .objectsCreate, .objectsGet, .objectsUpdate,
            .objectsDelete, .objectsFind, .usersLogIn, .usersLogOut, .usersRequestPasswordReset, .usersRequestMailEntry, .pushOpened,
            .usersFinishPasswordReset, .usersFinishMailEntry, .installationsReceive, .installationsAcknowledge, .filesBegin,
            .filesAppend, .filesFinish, .filesRead, .filesUpdate, .filesDelete, .carrierSession, .carrierEvents, .carrierKeys,
            .carrierStores, .carrierStoreReport, .carrierStoreRound, .carrierIdP, .carrierIdPNotice, .carrierPlayers:
            nil
        }
    }

    /// For the page, which offers nobody what would be refused.
    static let ofRequests: JSON = .object(
        RequestName.allCases.reduce(into: JSONObject()) { object, name in
            if let role = needed(for: name) { object[name.text] = .string(role.rawValue) }
        })

    /// Also looks at the parameters: a kickout of one player needs less than one of all.
    static func needed(for request: Request) -> ConsoleRole? {
        if request.name == .consoleKickout, request.parameters["userIds"]?.arrayValue?.count != 1 { return .operator }
        return needed(for: request.name)
    }

    static func needed(for work: OperatorWork) -> ConsoleRole {
        switch work {
        case .backup, .reconcile, .mail, .attempt: .operator
        case .database: .viewer
        }
    }
}

extension Reply {
    /// Without what opens anything: for people who may read settings, and not act by them.
    var withoutSecrets: Reply {
        var reply = self
        reply.body = Self.withoutSecrets(body)
        return reply
    }

    /// Parts of names of fields that hold secrets, or say who a player is. A field too many is no loss. Whoever knows a coupon's code is
    /// given what it brings.
    private static let secretParts = [
        "secret", "key", "password", "token", "credential", "private", "certificate", "userid", "transactionid", "couponcode",
    ]

    /// What is wrong with secrets. It is there when something is, so that it tells enough by being there: the examples' can be tried.
    private static let findings = "weakSecrets"

    private static func withoutSecrets(_ value: JSON) -> JSON {
        switch value {
        case .array(let values): return .array(values.map(withoutSecrets))
        case .object(let object):
            var kept = JSONObject()
            for (name, value) in object.members where name != findings {
                let small = name.lowercased()
                let isSecret = secretParts.contains { small.contains($0) }
                kept[name] = isSecret ? emptied(value) : withoutSecrets(value)
            }
            return .object(kept)
        default: return value
        }
    }

    /// Who goes through a list finds an empty one.
    private static func emptied(_ value: JSON) -> JSON {
        switch value {
        case .null: .null
        case .array: []
        default: .string("")
        }
    }
}

/// Roles by app, as they are written.
enum Roles {
    static let countMax = 200

    static func form(_ roles: [String: ConsoleRole]) -> JSON {
        var object = JSONObject()
        for (app, role) in roles.sorted(by: { $0.key < $1.key }) { object[app] = .string(role.rawValue) }
        return .object(object)
    }

    /// - Returns: nil for what are no roles.
    static func read(_ value: JSON?) -> [String: ConsoleRole]? {
        guard let members = value?.objectValue?.members, members.count <= countMax else { return nil }
        var roles: [String: ConsoleRole] = [:]
        for (app, role) in members {
            guard app == ConsoleRole.everyApp || App.isId(app), let role = ConsoleRole(rawValue: role.stringValue ?? "") else { return nil }
            roles[app] = role
        }
        return roles
    }

    static func text(_ roles: [String: ConsoleRole]) -> String { form(roles).objectValue?.text() ?? "{}" }

    static func read(text: String) -> [String: ConsoleRole] { (try? JSON.parse(bytes: Array(text.utf8))).flatMap { read($0) } ?? [:] }
}
