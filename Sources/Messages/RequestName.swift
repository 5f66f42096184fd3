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
    // Leaderboards and coupons
    case leaderboardRanks, couponUse
    // The SANDBOX store
    case storePromotions, storeTakePromotion, storeBegin, storePoll
    // Operators
    case consoleLoadSettings, consoleSaveSettings, consoleSetLaunchingStatus, consoleSetMaintenance, consoleSetCatalogue,
        consoleSetSandboxStore, consoleSettlePendingPurchases, consoleRefund, consoleChangeSubscription,
        consoleStartPromotion, consoleVerifyPayment, consolePayments, consoleCheckLedger, consoleKickout, consoleBan,
        consoleReleaseBan, consoleSetGraceBan, consoleRevokeIdP, consoleAdvanceClock, consoleSendPush, consoleCancelPush,
        consoleReport, consoleFigures, consoleFindMembers
    #if !hasFeature(Embedded)
    // Operators, about mails, and the server that sends them
    case consoleMails, consoleClearBounce, carrierMails, carrierMailKey
    // Operators, about one member, and about whom a push reaches
    case consoleWithdrawMember, consoleTransferAccount, consolePushReach, consolePushTags
    // Alarms, and the server that tells them
    case consoleAlarms, consoleTestAlarm, carrierAlarms
    // Operators, about objects
    case consoleFindObjects
    #endif
    // A player's rights
    case consoleExportMember, consoleEraseMember
    // Import and export of the mobile backend
    case consoleTakeObject, consoleTakeMember, consoleTakeFile, consoleReadFile, consoleGiveClass, consoleGiveObjects, consoleGiveMembers,
        consoleRemoveObject
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
    case serverFactors, serverRanks, serverRanksOfList, serverRanksSelected, serverScores
    #endif
    case serverScore, serverRemoveScore
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
    case carrierPlayers

    /// The one table of requests.
    @export(interface) public var facts: RequestFacts {
        switch self {
        // Presence and events
        case .heartbeat: RequestFacts("presence.heartbeat", .inside, isMadeOnce: false, errors: .heartbeat)
        case .sendEvents: RequestFacts("presence.sendEvents", .inside, isMadeOnce: false)
        // Launching
        case .getLaunching: RequestFacts("launching.getLaunching", .inside, isRepeatable: true, isMadeOnce: false, errors: .launching)
        case .getLaunchingStatus:
            RequestFacts("launching.getLaunchingStatus", .inside, isRepeatable: true, isMadeOnce: false, errors: .launching)
        case .getImageNotices: RequestFacts("launching.getImageNotices", .inside, isRepeatable: true, isMadeOnce: false, errors: .launching)
        case .getGameNotices: RequestFacts("launching.getGameNotices", .inside, isRepeatable: true, isMadeOnce: false, errors: .launching)
        case .getServerTime: RequestFacts("launching.getServerTime", .inside, isRepeatable: true, isMadeOnce: false, errors: .launching)
        // Accounts
        case .idPLogin: RequestFacts("gateway.idPLogin", .logIn, isRepeatable: true, errors: .idPLogin)
        case .tokenLogin: RequestFacts("gateway.tokenLogin", .logIn, isRepeatable: true, errors: .tokenLogin)
        case .logout: RequestFacts("gateway.logout", .inside)
        case .withdraw: RequestFacts("gateway.withdraw", .inside, errors: .withdraw)
        case .idPSettings: RequestFacts("gateway.idPSettings", .inside, isMadeOnce: false)
        case .addMapping: RequestFacts("gateway.addMapping", .logIn, errors: .addMapping)
        case .addMappingForcibly: RequestFacts("gateway.addMappingForcibly", .logIn, errors: .addMapping)
        case .removeMapping: RequestFacts("gateway.removeMapping", .inside, errors: .removeMapping)
        case .changeLogin: RequestFacts("gateway.changeLogin", .logIn, errors: .session)
        case .requestTemporaryWithdrawal: RequestFacts("gateway.requestTemporaryWithdrawal", .inside, errors: .session)
        case .cancelTemporaryWithdrawal: RequestFacts("gateway.cancelTemporaryWithdrawal", .inside, errors: .session)
        case .queryTransferAccount: RequestFacts("gateway.queryTransferAccount", .logIn, isMadeOnce: false, errors: .session)
        case .offerTransferAccount: RequestFacts("gateway.offerTransferAccount", .logIn, errors: .session)
        case .keepTransferAccount: RequestFacts("gateway.keepTransferAccount", .logIn, errors: .session)
        case .checkTransferAccount: RequestFacts("gateway.checkTransferAccount", .logIn)
        case .transferAccount: RequestFacts("gateway.transferAccount", .logIn)
        case .beginSignIn: RequestFacts("gateway.beginSignIn", .logIn, isRepeatable: true, isMadeOnce: false, errors: .idPLogin)
        case .continueSignIn: RequestFacts("gateway.continueSignIn", .logIn, isRepeatable: true, isMadeOnce: false, errors: .idPLogin)
        // The service itself, and purchases without a login
        case .openService: RequestFacts("service.open", .inside, isRepeatable: true, isMadeOnce: false)
        case .iapSignIn: RequestFacts("iap.signIn", .inside, needsOwnProcess: true)
        // Screens
        case .prepareContact: RequestFacts("contact.prepare", .inside)
        case .queryTerms: RequestFacts("tos.queryTerms", .inside, isMadeOnce: false)
        case .updateTerms: RequestFacts("tos.updateTerms", .inside)
        case .adoptTerms: RequestFacts("tos.adoptTerms", .inside)
        // Push
        case .pushRegister: RequestFacts("push.register", .inside)
        case .pushQuery: RequestFacts("push.query", .inside, isMadeOnce: false)
        case .pushReceive: RequestFacts("push.receive", .inside, isMadeOnce: false)
        case .pushAcknowledge: RequestFacts("push.acknowledge", .inside, isMadeOnce: false)
        case .pushClicked: RequestFacts("push.clicked", .inside, isRepeatable: true, isMadeOnce: false)
        // Payments
        case .purchaseItems: RequestFacts("purchase.items", .inside, isRepeatable: true, isMadeOnce: false)
        case .purchaseReserve: RequestFacts("purchase.reserve", .inside, isRepeatable: true)
        case .purchaseReport: RequestFacts("purchase.report", .inside, isRepeatable: true)
        case .purchaseAdopt: RequestFacts("purchase.adopt", .inside, isRepeatable: true)
        case .purchaseConsume: RequestFacts("purchase.consume", .inside, isRepeatable: true)
        case .purchaseImport: RequestFacts("purchase.import", .inside, isRepeatable: true, needsOwnProcess: true)
        case .purchaseFinished: RequestFacts("purchase.finished", .inside, isRepeatable: true, isMadeOnce: false)
        case .purchaseOpen: RequestFacts("purchase.open", .inside, isRepeatable: true, isMadeOnce: false)
        case .purchaseNotConsumed: RequestFacts("purchase.notConsumed", .inside, isRepeatable: true, isMadeOnce: false)
        case .purchaseActivated: RequestFacts("purchase.activated", .inside, isRepeatable: true, isMadeOnce: false)
        case .purchaseRestore: RequestFacts("purchase.restore", .inside, isRepeatable: true)
        // Leaderboards and coupons
        case .leaderboardRanks: RequestFacts("leaderboard.ranks", .inside, isRepeatable: true, isMadeOnce: false)
        case .couponUse: RequestFacts("coupon.use", .logIn)
        // The SANDBOX store
        case .storePromotions: RequestFacts("store.promotions", .inside, isMadeOnce: false)
        case .storeTakePromotion: RequestFacts("store.takePromotion", .inside)
        case .storeBegin: RequestFacts("store.begin", .inside)
        case .storePoll: RequestFacts("store.poll", .inside, isMadeOnce: false)
        // Operators
        case .consoleLoadSettings: RequestFacts("console.loadSettings", .inside, from: .console)
        case .consoleSaveSettings: RequestFacts("console.saveSettings", .inside, from: .console, isMadeOnce: false)
        case .consoleSetLaunchingStatus: RequestFacts("console.setLaunchingStatus", .inside, from: .console)
        case .consoleSetMaintenance: RequestFacts("console.setMaintenance", .inside, from: .console)
        case .consoleSetCatalogue: RequestFacts("console.setCatalogue", .inside, from: .console)
        case .consoleSetSandboxStore: RequestFacts("console.setSandboxStore", .inside, from: .console)
        case .consoleSettlePendingPurchases: RequestFacts("console.settlePendingPurchases", .inside, from: .console)
        case .consoleRefund: RequestFacts("console.refund", .inside, from: .console)
        case .consoleChangeSubscription: RequestFacts("console.changeSubscription", .inside, from: .console)
        case .consoleStartPromotion: RequestFacts("console.startPromotion", .inside, from: .console)
        case .consoleVerifyPayment: RequestFacts("console.verifyPayment", .inside, from: .console)
        case .consolePayments: RequestFacts("console.payments", .inside, from: .console, isMadeOnce: false)
        case .consoleCheckLedger: RequestFacts("console.checkLedger", .inside, from: .console, isMadeOnce: false)
        case .consoleKickout: RequestFacts("console.kickout", .inside, from: .console)
        case .consoleBan: RequestFacts("console.ban", .inside, from: .console)
        case .consoleReleaseBan: RequestFacts("console.releaseBan", .inside, from: .console)
        case .consoleSetGraceBan: RequestFacts("console.setGraceBan", .inside, from: .console)
        case .consoleRevokeIdP: RequestFacts("console.revokeIdP", .inside, from: .console)
        case .consoleAdvanceClock: RequestFacts("console.advanceClock", .inside, from: .console)
        case .consoleSendPush: RequestFacts("console.sendPush", .inside, from: .console)
        case .consoleCancelPush: RequestFacts("console.cancelPush", .inside, from: .console, isRepeatable: true)
        case .consoleReport: RequestFacts("console.report", .inside, from: .console, isMadeOnce: false)
        case .consoleFigures: RequestFacts("console.figures", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleFindMembers: RequestFacts("console.findMembers", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        #if !hasFeature(Embedded)
        // Operators, about mails, and the server that sends them
        case .consoleMails: RequestFacts("console.mails", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleClearBounce: RequestFacts("console.clearBounce", .inside, from: .console, isRepeatable: true)
        case .carrierMails: RequestFacts("carrier.mails", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierMailKey: RequestFacts("carrier.mailKey", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .consoleWithdrawMember: RequestFacts("console.withdrawMember", .inside, from: .console)
        case .consoleTransferAccount:
            RequestFacts("console.transferAccount", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consolePushReach: RequestFacts("console.pushReach", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consolePushTags: RequestFacts("console.pushTags", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleAlarms: RequestFacts("console.alarms", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleTestAlarm: RequestFacts("console.testAlarm", .inside, from: .console)
        case .carrierAlarms: RequestFacts("carrier.alarms", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .consoleFindObjects: RequestFacts("console.findObjects", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        #endif
        // A player's rights
        case .consoleExportMember: RequestFacts("console.exportMember", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleEraseMember: RequestFacts("console.eraseMember", .inside, from: .console, isRepeatable: true)
        // Import and export of the mobile backend
        case .consoleTakeObject: RequestFacts("console.takeObject", .inside, from: .console, isRepeatable: true)
        case .consoleTakeMember: RequestFacts("console.takeMember", .inside, from: .console, isRepeatable: true)
        case .consoleTakeFile: RequestFacts("console.takeFile", .inside, from: .console)
        case .consoleReadFile: RequestFacts("console.readFile", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleGiveClass: RequestFacts("console.giveClass", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleGiveObjects: RequestFacts("console.giveObjects", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleGiveMembers: RequestFacts("console.giveMembers", .inside, from: .console, isRepeatable: true, isMadeOnce: false)
        case .consoleRemoveObject: RequestFacts("console.removeObject", .inside, from: .console)
        // Game servers
        case .serverAccess: RequestFacts("server.access", .inside, from: .gameServer, isMadeOnce: false)
        case .serverConsume: RequestFacts("server.consume", .inside, from: .gameServer)
        case .serverConsumable: RequestFacts("server.consumable", .inside, from: .gameServer, isMadeOnce: false)
        case .serverPayment: RequestFacts("server.payment", .inside, from: .gameServer, isMadeOnce: false)
        case .serverActiveSubscriptions: RequestFacts("server.activeSubscriptions", .inside, from: .gameServer, isMadeOnce: false)
        case .serverSubscriptionStatus: RequestFacts("server.subscriptionStatus", .inside, from: .gameServer, isMadeOnce: false)
        case .serverEndSubscription: RequestFacts("server.endSubscription", .inside, from: .gameServer)
        case .serverVerifyToken: RequestFacts("server.verifyToken", .inside, from: .gameServer, isMadeOnce: false)
        case .serverVerifyTicket: RequestFacts("server.verifyTicket", .inside, from: .gameServer)
        case .serverIAPConsumable: RequestFacts("server.iapConsumable", .inside, from: .gameServer, isMadeOnce: false)
        case .serverIAPActiveSubscriptions: RequestFacts("server.iapActiveSubscriptions", .inside, from: .gameServer, isMadeOnce: false)
        // Game servers, about members and the service
        case .serverMember: RequestFacts("server.member", .inside, from: .gameServer, isMadeOnce: false)
        case .serverMembers: RequestFacts("server.members", .inside, from: .gameServer, isMadeOnce: false)
        case .serverAuthKeys: RequestFacts("server.authKeys", .inside, from: .gameServer, isMadeOnce: false)
        case .serverFindMembers: RequestFacts("server.findMembers", .inside, from: .gameServer, isMadeOnce: false)
        case .serverIdP: RequestFacts("server.idP", .inside, from: .gameServer, isMadeOnce: false)
        case .serverBan: RequestFacts("server.ban", .inside, from: .gameServer)
        case .serverReleaseBan: RequestFacts("server.releaseBan", .inside, from: .gameServer)
        case .serverBans: RequestFacts("server.bans", .inside, from: .gameServer, isMadeOnce: false)
        case .serverCheckTransfer: RequestFacts("server.checkTransfer", .inside, from: .gameServer, isMadeOnce: false)
        case .serverWithdraw: RequestFacts("server.withdraw", .inside, from: .gameServer)
        case .serverWithdrawals: RequestFacts("server.withdrawals", .inside, from: .gameServer, isMadeOnce: false)
        case .serverLaunching: RequestFacts("server.launching", .inside, from: .gameServer, isMadeOnce: false)
        case .serverMaintenance: RequestFacts("server.maintenance", .inside, from: .gameServer, isMadeOnce: false)
        // Game servers, about pushes and coupons
        #if !hasFeature(Embedded)
        case .serverSendPush: RequestFacts("server.sendPush", .inside, from: .gameServer)
        case .serverCancelPush: RequestFacts("server.cancelPush", .inside, from: .gameServer, isRepeatable: true)
        case .serverPushes: RequestFacts("server.pushes", .inside, from: .gameServer, isMadeOnce: false)
        case .serverChangePush: RequestFacts("server.changePush", .inside, from: .gameServer)
        case .serverPushSchedule: RequestFacts("server.pushSchedule", .inside, from: .gameServer, isMadeOnce: false)
        case .serverPushResults: RequestFacts("server.pushResults", .inside, from: .gameServer, isMadeOnce: false)
        case .serverTags: RequestFacts("server.tags", .inside, from: .gameServer, isMadeOnce: false)
        case .serverKeepTag: RequestFacts("server.keepTag", .inside, from: .gameServer)
        case .serverRemoveTag: RequestFacts("server.removeTag", .inside, from: .gameServer)
        case .serverTaggedUsers: RequestFacts("server.taggedUsers", .inside, from: .gameServer, isMadeOnce: false)
        case .serverTagUsers: RequestFacts("server.tagUsers", .inside, from: .gameServer)
        case .serverForgetUsers: RequestFacts("server.forgetUsers", .inside, from: .gameServer)
        case .serverPushStatistics: RequestFacts("server.pushStatistics", .inside, from: .gameServer, isMadeOnce: false)
        case .serverPushTokens: RequestFacts("server.pushTokens", .inside, from: .gameServer, isMadeOnce: false)
        case .serverRemovePushToken: RequestFacts("server.removePushToken", .inside, from: .gameServer)
        // Game servers, about the leaderboard
        case .serverFactors: RequestFacts("server.factors", .inside, from: .gameServer, isMadeOnce: false)
        case .serverRanks: RequestFacts("server.ranks", .inside, from: .gameServer, isMadeOnce: false)
        case .serverRanksOfList: RequestFacts("server.ranksOfList", .inside, from: .gameServer, isMadeOnce: false)
        case .serverRanksSelected: RequestFacts("server.ranksSelected", .inside, from: .gameServer, isMadeOnce: false)
        case .serverScores: RequestFacts("server.scores", .inside, from: .gameServer)
        #endif
        case .serverScore: RequestFacts("server.score", .inside, from: .gameServer)
        case .serverRemoveScore: RequestFacts("server.removeScore", .inside, from: .gameServer)
        case .serverUseCoupon: RequestFacts("server.useCoupon", .inside, from: .gameServer)
        case .serverCoupon: RequestFacts("server.coupon", .inside, from: .gameServer, isMadeOnce: false)
        // Objects, queries and users (NCMB)
        case .objectsCreate: RequestFacts("objects.create", .inside, errors: .documents)
        case .objectsGet: RequestFacts("objects.get", .inside, isRepeatable: true, isMadeOnce: false, errors: .documents)
        case .objectsUpdate: RequestFacts("objects.update", .inside, errors: .documents)
        case .objectsDelete: RequestFacts("objects.delete", .inside, errors: .documents)
        case .objectsFind: RequestFacts("objects.find", .inside, isRepeatable: true, isMadeOnce: false, errors: .documents)
        case .usersLogIn: RequestFacts("users.logIn", .logIn, errors: .documents)
        case .usersLogOut: RequestFacts("users.logOut", .inside, errors: .documents)
        case .usersRequestPasswordReset: RequestFacts("users.requestPasswordReset", .logIn, errors: .documents)
        case .usersRequestMailEntry: RequestFacts("users.requestMailEntry", .logIn, errors: .documents)
        case .pushOpened: RequestFacts("push.opened", .inside, errors: .documents)
        // Mails (NCMB)
        case .usersFinishPasswordReset: RequestFacts("users.finishPasswordReset", .logIn, errors: .documents)
        case .usersFinishMailEntry: RequestFacts("users.finishMailEntry", .logIn, errors: .documents)
        // Installations (NCMB)
        case .installationsReceive: RequestFacts("installations.receive", .inside, isMadeOnce: false, errors: .documents)
        case .installationsAcknowledge: RequestFacts("installations.acknowledge", .inside, isMadeOnce: false, errors: .documents)
        // Files (NCMB)
        case .filesBegin: RequestFacts("files.begin", .inside, errors: .documents)
        case .filesAppend: RequestFacts("files.append", .inside, isRepeatable: true, isMadeOnce: false, errors: .documents)
        case .filesFinish: RequestFacts("files.finish", .inside, errors: .documents)
        case .filesRead: RequestFacts("files.read", .inside, isRepeatable: true, isMadeOnce: false, errors: .documents)
        case .filesUpdate: RequestFacts("files.update", .inside, errors: .documents)
        case .filesDelete: RequestFacts("files.delete", .inside, errors: .documents)
        // Whoever carries requests
        case .carrierSession: RequestFacts("carrier.session", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierPlayers: RequestFacts("carrier.players", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierEvents: RequestFacts("carrier.events", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierKeys: RequestFacts("carrier.keys", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierStores: RequestFacts("carrier.stores", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierStoreReport: RequestFacts("carrier.storeReport", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierStoreRound: RequestFacts("carrier.storeRound", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierIdP: RequestFacts("carrier.idP", .inside, from: .carrier, isRepeatable: true, isMadeOnce: false)
        case .carrierIdPNotice: RequestFacts("carrier.idPNotice", .inside, from: .carrier, isRepeatable: true)
        }
    }

    /// As it is written on a wire, and in messages for developers.
    @export(interface) public var text: String { "\(facts.name)" }

    /// - Returns: nil for a name that no service knows.
    @export(interface) public init?(text: String) {
        #if hasFeature(Embedded)
        for name in RequestName.allCases where name.text == text {
            self = name
            return
        }
        return nil
        #else
        guard let name = Self.named[text] else { return nil }
        self = name
        #endif
    }

    #if !hasFeature(Embedded)
    /// A server asks for one with each request.
    private static let named = [String: RequestName](uniqueKeysWithValues: allCases.map { ($0.text, $0) })
    #endif
}

/// What is to be known of a request besides its answer.
public struct RequestFacts: Sendable {
    public let name: StaticString
    /// What it takes to ask it: every row says it, so that none is left out of the limit of log-ins.
    public let door: RequestDoor
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
        _ name: StaticString, _ door: RequestDoor, from asker: RequestOrigin = .client, isRepeatable: Bool = false, isMadeOnce: Bool = true,
        needsOwnProcess: Bool = false, errors: RequestErrors = .others
    ) {
        self.name = name
        self.door = door
        self.asker = asker
        self.isRepeatable = isRepeatable
        self.isMadeOnce = isMadeOnce
        self.needsOwnProcess = needsOwnProcess
        self.errors = errors
    }
}

/// Whether a request can be used to guess.
public enum RequestDoor: Sendable {
    /// It needs a proof that was given before, or none.
    case inside
    /// It takes a password, a code or a key, has a provider asked, or answers another way when somebody has a name: it counts as a log-in.
    case logIn
}

/// Requests whose refusals are told under the same codes of the SDK.
public enum RequestErrors: Sendable {
    case others, launching, heartbeat, idPLogin, tokenLogin, addMapping, removeMapping, withdraw
    /// Needs a session, and is about the account itself.
    case session
    /// In the words of the NIFCLOUD mobile backend.
    case documents
}
