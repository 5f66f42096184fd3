/// Every request that a service answers. What there is to say of one is in its row of `facts`, and in the service what answers it.
public enum RequestName: UInt8, CaseIterable, Sendable {
    // Presence and events
    case heartbeat, sendEvents
    // Launching
    case getLaunching, getLaunchingStatus, getImageNotices, getGameNotices, getServerTime
    // Accounts
    case idPLogin, tokenLogin, logout, withdraw, idPSettings, addMapping, addMappingForcibly, removeMapping, changeLogin,
        requestTemporaryWithdrawal, cancelTemporaryWithdrawal, queryTransferAccount, offerTransferAccount,
        keepTransferAccount, checkTransferAccount, transferAccount, beginSignIn, continueSignIn
    // The service itself, and purchases without a login
    case openService, iapSignIn
    // Screens
    case prepareContact, queryTerms, updateTerms, adoptTerms
    // Push
    case pushRegister, pushQuery, pushReceive, pushAcknowledge, pushClicked
    // Payments
    case purchaseItems, purchaseReserve, purchaseReport, purchaseAdopt, purchaseConsume, purchaseImport,
        purchaseFinished, purchaseOpen, purchaseNotConsumed, purchaseActivated, purchaseRestore
    // The SANDBOX store
    case storePromotions, storeTakePromotion, storeBegin, storePoll
    // Operators
    case consoleLoadSettings, consoleSaveSettings, consoleSetLaunchingStatus, consoleSetMaintenance, consoleSetCatalogue,
        consoleSetSandboxStore, consoleSettlePendingPurchases, consoleRefund, consoleChangeSubscription,
        consoleStartPromotion, consoleVerifyPayment, consolePayments, consoleCheckLedger, consoleKickout, consoleBan,
        consoleReleaseBan, consoleSetGraceBan, consoleRevokeIdP, consoleAdvanceClock, consoleSendPush, consoleCancelPush,
        consoleReport, consoleFindMembers
    // A player's rights
    case consoleExportMember, consoleEraseMember
    // Import and export of the mobile backend
    case consoleTakeObject, consoleTakeMember, consoleTakeFile, consoleReadFile, consoleGiveClass, consoleGiveObjects, consoleGiveMembers
    // Game servers
    case serverAccess, serverConsume, serverConsumable, serverPayment, serverActiveSubscriptions,
        serverSubscriptionStatus, serverEndSubscription, serverVerifyToken, serverVerifyTicket, serverIAPConsumable,
        serverIAPActiveSubscriptions
    // Game servers, about members and the service
    case serverMember, serverMembers, serverAuthKeys, serverFindMembers, serverIdP, serverBan, serverReleaseBan, serverBans,
        serverCheckTransfer, serverWithdraw, serverWithdrawals, serverLaunching, serverMaintenance
    // Game servers, about pushes and coupons
    case serverUseCoupon, serverCoupon
    #if !hasFeature(Embedded)
    case serverSendPush, serverCancelPush, serverPushes, serverChangePush, serverPushSchedule, serverPushResults, serverTags, serverKeepTag,
        serverRemoveTag, serverTaggedUsers,
        serverTagUsers, serverForgetUsers
    case serverPushStatistics, serverPushTokens, serverRemovePushToken
    // Game servers, about the leaderboard
    case serverFactors, serverRanks, serverRanksOfList, serverRanksSelected, serverScore, serverScores, serverRemoveScore
    #endif
    // Objects, queries and users (NCMB)
    case objectsCreate, objectsGet, objectsUpdate, objectsDelete, objectsFind, usersLogIn, usersLogOut, usersRequestPasswordReset,
        usersRequestMailEntry, pushOpened
    // Mails (NCMB)
    case usersFinishPasswordReset, usersFinishMailEntry
    // Installations (NCMB)
    case installationsReceive, installationsAcknowledge
    // Files (NCMB)
    case filesBegin, filesAppend, filesFinish, filesRead, filesUpdate, filesDelete
    // Whoever carries requests
    case carrierSession, carrierEvents, carrierKeys, carrierStores, carrierStoreReport, carrierStoreRound, carrierIdP, carrierIdPNotice

    /// The one table of requests.
    @export(interface) public var facts: RequestFacts {
        switch self {
        // Presence and events
        case .heartbeat: RequestFacts("presence.heartbeat", isMadeOnce: false, errors: .heartbeat)
        case .sendEvents: RequestFacts("presence.sendEvents", isMadeOnce: false)
        // Launching
        case .getLaunching: RequestFacts("launching.getLaunching", isRepeatable: true, isMadeOnce: false, errors: .launching)
        case .getLaunchingStatus: RequestFacts("launching.getLaunchingStatus", isRepeatable: true, isMadeOnce: false, errors: .launching)
        case .getImageNotices: RequestFacts("launching.getImageNotices", isRepeatable: true, isMadeOnce: false, errors: .launching)
        case .getGameNotices: RequestFacts("launching.getGameNotices", isRepeatable: true, isMadeOnce: false, errors: .launching)
        case .getServerTime: RequestFacts("launching.getServerTime", isRepeatable: true, isMadeOnce: false, errors: .launching)
        // Accounts
        case .idPLogin: RequestFacts("gateway.idPLogin", isRepeatable: true, errors: .idPLogin)
        case .tokenLogin: RequestFacts("gateway.tokenLogin", isRepeatable: true, errors: .tokenLogin)
        case .logout: RequestFacts("gateway.logout")
        case .withdraw: RequestFacts("gateway.withdraw", errors: .withdraw)
        case .idPSettings: RequestFacts("gateway.idPSettings", isMadeOnce: false)
        case .addMapping: RequestFacts("gateway.addMapping", errors: .addMapping)
        case .addMappingForcibly: RequestFacts("gateway.addMappingForcibly", errors: .addMapping)
        case .removeMapping: RequestFacts("gateway.removeMapping", errors: .removeMapping)
        case .changeLogin: RequestFacts("gateway.changeLogin", errors: .session)
        case .requestTemporaryWithdrawal: RequestFacts("gateway.requestTemporaryWithdrawal", errors: .session)
        case .cancelTemporaryWithdrawal: RequestFacts("gateway.cancelTemporaryWithdrawal", errors: .session)
        case .queryTransferAccount: RequestFacts("gateway.queryTransferAccount", isMadeOnce: false, errors: .session)
        case .offerTransferAccount: RequestFacts("gateway.offerTransferAccount", errors: .session)
        case .keepTransferAccount: RequestFacts("gateway.keepTransferAccount", errors: .session)
        case .checkTransferAccount: RequestFacts("gateway.checkTransferAccount")
        case .transferAccount: RequestFacts("gateway.transferAccount")
        case .beginSignIn: RequestFacts("gateway.beginSignIn", isRepeatable: true, isMadeOnce: false, errors: .idPLogin)
        case .continueSignIn: RequestFacts("gateway.continueSignIn", isRepeatable: true, isMadeOnce: false, errors: .idPLogin)
        // The service itself, and purchases without a login
        case .openService: RequestFacts("service.open", isRepeatable: true, isMadeOnce: false)
        case .iapSignIn: RequestFacts("iap.signIn", needsOwnProcess: true)
        // Screens
        case .prepareContact: RequestFacts("contact.prepare")
        case .queryTerms: RequestFacts("tos.queryTerms", isMadeOnce: false)
        case .updateTerms: RequestFacts("tos.updateTerms")
        case .adoptTerms: RequestFacts("tos.adoptTerms")
        // Push
        case .pushRegister: RequestFacts("push.register")
        case .pushQuery: RequestFacts("push.query", isMadeOnce: false)
        case .pushReceive: RequestFacts("push.receive", isMadeOnce: false)
        case .pushAcknowledge: RequestFacts("push.acknowledge", isMadeOnce: false)
        case .pushClicked: RequestFacts("push.clicked", isRepeatable: true, isMadeOnce: false)
        // Payments
        case .purchaseItems: RequestFacts("purchase.items", isRepeatable: true, isMadeOnce: false)
        case .purchaseReserve: RequestFacts("purchase.reserve", isRepeatable: true)
        case .purchaseReport: RequestFacts("purchase.report", isRepeatable: true)
        case .purchaseAdopt: RequestFacts("purchase.adopt", isRepeatable: true)
        case .purchaseConsume: RequestFacts("purchase.consume", isRepeatable: true)
        case .purchaseImport: RequestFacts("purchase.import", isRepeatable: true, needsOwnProcess: true)
        case .purchaseFinished: RequestFacts("purchase.finished", isRepeatable: true, isMadeOnce: false)
        case .purchaseOpen: RequestFacts("purchase.open", isRepeatable: true, isMadeOnce: false)
        case .purchaseNotConsumed: RequestFacts("purchase.notConsumed", isRepeatable: true, isMadeOnce: false)
        case .purchaseActivated: RequestFacts("purchase.activated", isRepeatable: true, isMadeOnce: false)
        case .purchaseRestore: RequestFacts("purchase.restore", isRepeatable: true)
        // The SANDBOX store
        case .storePromotions: RequestFacts("store.promotions", isMadeOnce: false)
        case .storeTakePromotion: RequestFacts("store.takePromotion")
        case .storeBegin: RequestFacts("store.begin")
        case .storePoll: RequestFacts("store.poll", isMadeOnce: false)
        // Operators
        case .consoleLoadSettings: RequestFacts("console.loadSettings", from: .console)
        case .consoleSaveSettings: RequestFacts("console.saveSettings", from: .console, isMadeOnce: false)
        case .consoleSetLaunchingStatus: RequestFacts("console.setLaunchingStatus", from: .console)
        case .consoleSetMaintenance: RequestFacts("console.setMaintenance", from: .console)
        case .consoleSetCatalogue: RequestFacts("console.setCatalogue", from: .console)
        case .consoleSetSandboxStore: RequestFacts("console.setSandboxStore", from: .console)
        case .consoleSettlePendingPurchases: RequestFacts("console.settlePendingPurchases", from: .console)
        case .consoleRefund: RequestFacts("console.refund", from: .console)
        case .consoleChangeSubscription: RequestFacts("console.changeSubscription", from: .console)
        case .consoleStartPromotion: RequestFacts("console.startPromotion", from: .console)
        case .consoleVerifyPayment: RequestFacts("console.verifyPayment", from: .console)
        case .consolePayments: RequestFacts("console.payments", from: .console, isMadeOnce: false)
        case .consoleCheckLedger: RequestFacts("console.checkLedger", from: .console, isMadeOnce: false)
        case .consoleKickout: RequestFacts("console.kickout", from: .console)
        case .consoleBan: RequestFacts("console.ban", from: .console)
        case .consoleReleaseBan: RequestFacts("console.releaseBan", from: .console)
        case .consoleSetGraceBan: RequestFacts("console.setGraceBan", from: .console)
        case .consoleRevokeIdP: RequestFacts("console.revokeIdP", from: .console)
        case .consoleAdvanceClock: RequestFacts("console.advanceClock", from: .console)
        case .consoleSendPush: RequestFacts("console.sendPush", from: .console)
        case .consoleCancelPush: RequestFacts("console.cancelPush", from: .console, isRepeatable: true)
        case .consoleReport: RequestFacts("console.report", from: .console, isMadeOnce: false)
        case .consoleFindMembers: RequestFacts("console.findMembers", from: .console, isRepeatable: true, isMadeOnce: false)
        // A player's rights
        case .consoleExportMember: RequestFacts("console.exportMember", from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleEraseMember: RequestFacts("console.eraseMember", from: .console, isRepeatable: true)
        // Import and export of the mobile backend
        case .consoleTakeObject: RequestFacts("console.takeObject", from: .console, isRepeatable: true)
        case .consoleTakeMember: RequestFacts("console.takeMember", from: .console, isRepeatable: true)
        case .consoleTakeFile: RequestFacts("console.takeFile", from: .console)
        case .consoleReadFile: RequestFacts("console.readFile", from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleGiveClass: RequestFacts("console.giveClass", from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleGiveObjects: RequestFacts("console.giveObjects", from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleGiveMembers: RequestFacts("console.giveMembers", from: .console, isRepeatable: true, isMadeOnce: false)
        // Game servers
        case .serverAccess: RequestFacts("server.access", from: .gameServer, isMadeOnce: false)
        case .serverConsume: RequestFacts("server.consume", from: .gameServer)
        case .serverConsumable: RequestFacts("server.consumable", from: .gameServer, isMadeOnce: false)
        case .serverPayment: RequestFacts("server.payment", from: .gameServer, isMadeOnce: false)
        case .serverActiveSubscriptions: RequestFacts("server.activeSubscriptions", from: .gameServer, isMadeOnce: false)
        case .serverSubscriptionStatus: RequestFacts("server.subscriptionStatus", from: .gameServer, isMadeOnce: false)
        case .serverEndSubscription: RequestFacts("server.endSubscription", from: .gameServer)
        case .serverVerifyToken: RequestFacts("server.verifyToken", from: .gameServer, isMadeOnce: false)
        case .serverVerifyTicket: RequestFacts("server.verifyTicket", from: .gameServer)
        case .serverIAPConsumable: RequestFacts("server.iapConsumable", from: .gameServer, isMadeOnce: false)
        case .serverIAPActiveSubscriptions: RequestFacts("server.iapActiveSubscriptions", from: .gameServer, isMadeOnce: false)
        // Game servers, about members and the service
        case .serverMember: RequestFacts("server.member", from: .gameServer, isMadeOnce: false)
        case .serverMembers: RequestFacts("server.members", from: .gameServer, isMadeOnce: false)
        case .serverAuthKeys: RequestFacts("server.authKeys", from: .gameServer, isMadeOnce: false)
        case .serverFindMembers: RequestFacts("server.findMembers", from: .gameServer, isMadeOnce: false)
        case .serverIdP: RequestFacts("server.idP", from: .gameServer, isMadeOnce: false)
        case .serverBan: RequestFacts("server.ban", from: .gameServer)
        case .serverReleaseBan: RequestFacts("server.releaseBan", from: .gameServer)
        case .serverBans: RequestFacts("server.bans", from: .gameServer, isMadeOnce: false)
        case .serverCheckTransfer: RequestFacts("server.checkTransfer", from: .gameServer, isMadeOnce: false)
        case .serverWithdraw: RequestFacts("server.withdraw", from: .gameServer)
        case .serverWithdrawals: RequestFacts("server.withdrawals", from: .gameServer, isMadeOnce: false)
        case .serverLaunching: RequestFacts("server.launching", from: .gameServer, isMadeOnce: false)
        case .serverMaintenance: RequestFacts("server.maintenance", from: .gameServer, isMadeOnce: false)
        // Game servers, about pushes and coupons
        #if !hasFeature(Embedded)
        case .serverSendPush: RequestFacts("server.sendPush", from: .gameServer)
        case .serverCancelPush: RequestFacts("server.cancelPush", from: .gameServer, isRepeatable: true)
        case .serverPushes: RequestFacts("server.pushes", from: .gameServer, isMadeOnce: false)
        case .serverChangePush: RequestFacts("server.changePush", from: .gameServer)
        case .serverPushSchedule: RequestFacts("server.pushSchedule", from: .gameServer, isMadeOnce: false)
        case .serverPushResults: RequestFacts("server.pushResults", from: .gameServer, isMadeOnce: false)
        case .serverTags: RequestFacts("server.tags", from: .gameServer, isMadeOnce: false)
        case .serverKeepTag: RequestFacts("server.keepTag", from: .gameServer)
        case .serverRemoveTag: RequestFacts("server.removeTag", from: .gameServer)
        case .serverTaggedUsers: RequestFacts("server.taggedUsers", from: .gameServer, isMadeOnce: false)
        case .serverTagUsers: RequestFacts("server.tagUsers", from: .gameServer)
        case .serverForgetUsers: RequestFacts("server.forgetUsers", from: .gameServer)
        case .serverPushStatistics: RequestFacts("server.pushStatistics", from: .gameServer, isMadeOnce: false)
        case .serverPushTokens: RequestFacts("server.pushTokens", from: .gameServer, isMadeOnce: false)
        case .serverRemovePushToken: RequestFacts("server.removePushToken", from: .gameServer)
        // Game servers, about the leaderboard
        case .serverFactors: RequestFacts("server.factors", from: .gameServer, isMadeOnce: false)
        case .serverRanks: RequestFacts("server.ranks", from: .gameServer, isMadeOnce: false)
        case .serverRanksOfList: RequestFacts("server.ranksOfList", from: .gameServer, isMadeOnce: false)
        case .serverRanksSelected: RequestFacts("server.ranksSelected", from: .gameServer, isMadeOnce: false)
        case .serverScore: RequestFacts("server.score", from: .gameServer)
        case .serverScores: RequestFacts("server.scores", from: .gameServer)
        case .serverRemoveScore: RequestFacts("server.removeScore", from: .gameServer)
        #endif
        case .serverUseCoupon: RequestFacts("server.useCoupon", from: .gameServer)
        case .serverCoupon: RequestFacts("server.coupon", from: .gameServer, isMadeOnce: false)
        // Objects, queries and users (NCMB)
        case .objectsCreate: RequestFacts("objects.create", errors: .documents)
        case .objectsGet: RequestFacts("objects.get", isRepeatable: true, isMadeOnce: false, errors: .documents)
        case .objectsUpdate: RequestFacts("objects.update", errors: .documents)
        case .objectsDelete: RequestFacts("objects.delete", errors: .documents)
        case .objectsFind: RequestFacts("objects.find", isRepeatable: true, isMadeOnce: false, errors: .documents)
        case .usersLogIn: RequestFacts("users.logIn", errors: .documents)
        case .usersLogOut: RequestFacts("users.logOut", errors: .documents)
        case .usersRequestPasswordReset: RequestFacts("users.requestPasswordReset", errors: .documents)
        case .usersRequestMailEntry: RequestFacts("users.requestMailEntry", errors: .documents)
        case .pushOpened: RequestFacts("push.opened", errors: .documents)
        // Mails (NCMB)
        case .usersFinishPasswordReset: RequestFacts("users.finishPasswordReset", errors: .documents)
        case .usersFinishMailEntry: RequestFacts("users.finishMailEntry", errors: .documents)
        // Installations (NCMB)
        case .installationsReceive: RequestFacts("installations.receive", isMadeOnce: false, errors: .documents)
        case .installationsAcknowledge: RequestFacts("installations.acknowledge", isMadeOnce: false, errors: .documents)
        // Files (NCMB)
        case .filesBegin: RequestFacts("files.begin", errors: .documents)
        case .filesAppend: RequestFacts("files.append", isRepeatable: true, isMadeOnce: false, errors: .documents)
        case .filesFinish: RequestFacts("files.finish", errors: .documents)
        case .filesRead: RequestFacts("files.read", isRepeatable: true, isMadeOnce: false, errors: .documents)
        case .filesUpdate: RequestFacts("files.update", errors: .documents)
        case .filesDelete: RequestFacts("files.delete", errors: .documents)
        // Whoever carries requests
        case .carrierSession: RequestFacts("carrier.session", from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierEvents: RequestFacts("carrier.events", from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierKeys: RequestFacts("carrier.keys", from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierStores: RequestFacts("carrier.stores", from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierStoreReport: RequestFacts("carrier.storeReport", from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierStoreRound: RequestFacts("carrier.storeRound", from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierIdP: RequestFacts("carrier.idP", from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierIdPNotice: RequestFacts("carrier.idPNotice", from: .carrier, isRepeatable: true, isMadeOnce: false)
        }
    }

    /// As it is written on a wire, and in messages for developers.
    @export(interface) public var text: String { "\(facts.name)" }

    /// - Returns: nil for a name that no service knows.
    @export(interface) public init?(text: String) {
        for name in RequestName.allCases where name.text == text {
            self = name
            return
        }
        return nil
    }
}

/// What is to be known of a request besides its answer.
public struct RequestFacts: Sendable {
    public let name: StaticString
    /// The only one who may ask.
    public let asker: RequestOrigin
    /// Twice has the effect of once: it may be sent again after an answer that leaves open whether it was kept.
    public let isRepeatable: Bool
    /// It changes something, so who may send it again gives it an id (`Request.changeId`). Not so what only reads, and what has ids of its
    /// own or the same effect however often it comes.
    public let isMadeOnce: Bool
    /// It proves nothing of what it says: only the process that the service runs in may ask.
    public let needsOwnProcess: Bool
    /// How the client reads a refusal that means something else from request to request.
    public let errors: RequestErrors

    init(
        _ name: StaticString, from asker: RequestOrigin = .client, isRepeatable: Bool = false, isMadeOnce: Bool = true,
        needsOwnProcess: Bool = false, errors: RequestErrors = .others
    ) {
        self.name = name
        self.asker = asker
        self.isRepeatable = isRepeatable
        self.isMadeOnce = isMadeOnce
        self.needsOwnProcess = needsOwnProcess
        self.errors = errors
    }
}

/// Requests whose refusals are told under the same codes of the SDK.
public enum RequestErrors: Sendable {
    case others, launching, heartbeat, idPLogin, tokenLogin, addMapping, removeMapping, withdraw
    /// Needs a session, and is about the account itself.
    case session
    /// In the words of the NIFCLOUD mobile backend.
    case documents
}
