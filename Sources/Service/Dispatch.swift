import Linux
import Messages
import Storage
import Wire

/// From a request to the capability that answers it.
struct Dispatch: Capability {
    let core: ServiceCore

    func answer(_ request: Request) throws(Failure) -> Reply {
        guard request.origin == request.name.facts.asker else {
            throw Failure.refused(ResultCode.notAuthenticated, "\(request.name.text) is not open to this caller")
        }
        guard request.isOwnProcess || !request.name.facts.needsOwnProcess else {
            throw Failure.refused(
                ResultCode.notAuthenticated, "\(request.name.text) proves nothing of what it says; a server does not believe it")
        }
        if request.origin == .console { try Parameters(request.parameters).refuseUnknown(of: request.name) }
        let reply = request.name.facts.errors == .documents ? try answerDocuments(request) : try answerKeyed(request)
        #if !hasFeature(Embedded)
        if let work = core.unfinished, !request.name.facts.isMadeOnce { work.stillMay = try admission(again: request) }
        #endif
        return reply
    }

    #if !hasFeature(Embedded)
    /// What lets the asker of long reading in, to be asked once more: keys, the session, roles. What changes something is decided in the
    /// slice that changes it. The operator's key whoever carries requests knows.
    private func admission(again request: Request) throws(Failure) -> ((_ roles: Set<String>) throws(Failure) -> Void)? {
        switch request.origin {
        case .gameServer: return { [self] (_) throws(Failure) in _ = try core.admitted(request) }
        case .client where request.name.facts.errors == .documents:
            let caller = try users.caller(ofToken: request.accessToken)
            return { [self] (roles) throws(Failure) in
                _ = try users.admit(request)
                // Without a role that has let it see something it is another answer.
                guard try users.caller(ofToken: request.accessToken) == caller, try users.still(caller, has: roles) else {
                    throw Failure.refused(.unavailable)
                }
            }
        default: return nil
        }
    }
    #endif

    /// Every answer, and every refusal of one who was let in, can be signed.
    private func answerDocuments(_ request: Request) throws(Failure) -> Reply {
        let clientKey = try users.admit(request)
        do throws(Failure) {
            let reply = try answerOthers(request)
            guard let clientKey else { return reply }
            core.unfinished?.finish = { $0.signed(with: clientKey) }
            return reply.signed(with: clientKey)
        } catch {
            guard case .refused(let reply) = error else { throw error }
            throw .refused(reply.signed(with: clientKey))
        }
    }

    /// Who carries the request learns that a game server's key was right, whatever is wrong with the rest.
    private func answerKeyed(_ request: Request) throws(Failure) -> Reply {
        #if hasFeature(Embedded)
        return try answerOthers(request)
        #else
        core.isKeyRight = false
        do throws(Failure) {
            let reply = try answerOthers(request)
            guard core.isKeyRight else { return reply }
            core.unfinished?.finish = { $0.withRightProof }
            return reply.withRightProof
        } catch {
            guard core.isKeyRight, case .refused(let reply) = error else { throw error }
            throw .refused(reply.withRightProof)
        }
        #endif
    }

    private func answerOthers(_ request: Request) throws(Failure) -> Reply {
        switch request.name {
        case .heartbeat: try members.heartbeat(request)
        case .sendEvents: try sent(request)
        case .getLaunching: try launching.getLaunching(request)
        case .getLaunchingStatus: try launching.getLaunchingStatus(request)
        case .idPLogin: try members.idPLogin(request)
        case .tokenLogin: try members.tokenLogin(request)
        case .logout: try members.logout(request)
        case .withdraw: try members.withdraw(request)
        case .idPSettings: try members.idPSettings(request)
        case .addMapping: try members.addMapping(request)
        case .addMappingForcibly: try members.addMappingForcibly(request)
        case .removeMapping: try members.removeMapping(request)
        case .changeLogin: try members.changeLogin(request)
        case .requestTemporaryWithdrawal: try members.requestTemporaryWithdrawal(request)
        case .cancelTemporaryWithdrawal: try members.cancelTemporaryWithdrawal(request)
        case .queryTransferAccount: try members.queryTransferAccount(request)
        case .offerTransferAccount: try members.offerTransferAccount(request)
        case .keepTransferAccount: try members.keepTransferAccount(request)
        case .checkTransferAccount: try members.checkTransferAccount(request)
        case .transferAccount: try members.transferAccount(request)
        case .openService: try members.openStorage(request)
        case .iapSignIn: try members.iapSignIn(request)
        case .prepareContact: try screens.prepareContact(request)
        case .queryTerms: try screens.queryTerms(request)
        case .updateTerms: try screens.updateTerms(request)
        case .adoptTerms: try screens.adoptTerms(request)
        case .getImageNotices: try screens.getImageNotices(request)
        case .getGameNotices: .success(settings.screens.gameNotice.json)
        case .getServerTime: .success(["date": .integer(now)])
        case .pushRegister: try push.registerPush(request)
        case .pushQuery: try push.queryPushToken(request)
        case .pushReceive: try push.receivePushes(request)
        case .pushAcknowledge: try push.acknowledgePush(request)
        case .pushClicked: try push.clickedPush(request)
        case .purchaseItems: try payments.purchasableItems(request)
        case .purchaseReserve: try payments.reserve(request)
        case .purchaseReport: try payments.report(request)
        case .purchaseAdopt: try payments.adopt(request)
        case .purchaseConsume: try payments.consumeOwn(request)
        case .purchaseImport: try payments.importPurchases(request)
        case .storePromotions: try sandboxStore.storeOffers(request)
        case .storeTakePromotion: try sandboxStore.takeOffer(request)
        case .purchaseFinished: try payments.finished(request)
        case .purchaseOpen: try payments.openPayments(request)
        case .purchaseNotConsumed: try payments.notConsumed(request)
        case .purchaseActivated: try payments.activated(request)
        case .purchaseRestore: try payments.restore(request)
        case .storeBegin: try sandboxStore.sandboxBegin(request)
        case .storePoll: try Payments.isOfAskedStore(request) ? payments.storeOrder(request) : sandboxStore.sandboxPoll(request)
        case .consoleLoadSettings: try operations.loadSettings(request)
        case .consoleSetLaunchingStatus: try operations.setLaunchingStatus(request)
        case .consoleSetMaintenance: try operations.setMaintenance(request)
        case .consoleSetCatalogue: try operations.setCatalogue(request)
        case .consoleSetSandboxStore: try operations.setSandboxStore(request)
        case .consoleSettlePendingPurchases: try begin(payments.settlePendingPurchases(request))
        case .consoleRefund: try payments.refund(request)
        case .consoleChangeSubscription: try subscriptions.changeSubscription(request)
        case .consoleStartPromotion: try sandboxStore.startPromotion(request)
        case .consoleVerifyPayment: try payments.verifyPayment(request)
        case .consolePayments: try begin(payments.paymentsAskedFor(request))
        case .consoleCheckLedger: try begin(payments.checkLedger())
        case .consoleKickout: try operations.kickout(request)
        case .consoleBan: try members.ban(request)
        case .consoleReleaseBan: try members.releaseBan(request)
        case .consoleSetGraceBan: try members.setGraceBan(request)
        case .consoleRevokeIdP: try members.revokeIdP(request)
        case .consoleAdvanceClock: try operations.advanceClock(request)
        case .consoleSendPush: try begin(push.sendOperatorsPush(Parameters(request.parameters)))
        case .consoleCancelPush: try begin(push.cancelPush(Parameters(request.parameters)))
        case .consoleReport: try begin(analytics.analyticsReport())
        case .serverAccess: try gameServers.answerAccess(request)
        case .serverConsume: try gameServers.serverConsume(request)
        case .serverConsumable: try gameServers.serverConsumable(request)
        case .serverPayment: try gameServers.serverPayment(request)
        case .serverActiveSubscriptions: try gameServers.serverActiveSubscriptions(request)
        case .serverSubscriptionStatus: try gameServers.serverSubscriptionStatus(request)
        case .serverEndSubscription: try gameServers.serverEndSubscription(request)
        case .serverVerifyToken: try gameServers.serverVerifyToken(request)
        case .serverVerifyTicket: try screens.serverVerifyTicket(request)
        case .serverIAPConsumable: try gameServers.serverIAPConsumable(request)
        case .serverIAPActiveSubscriptions: try gameServers.serverIAPActiveSubscriptions(request)
        #if hasFeature(Embedded)
        case .consoleSaveSettings: .success(["settings": operations.shownSettings])
        // A game that has its service in itself has no second game server to answer, asks no store by REST and keeps nobody else's data:
        // the library stays as small as it is.
        case .consoleExportMember, .consoleEraseMember, .carrierSession, .carrierStores, .carrierStoreReport, .carrierStoreRound,
            .carrierIdP,
            .carrierIdPNotice, .beginSignIn, .continueSignIn,
            .serverMember, .serverMembers, .serverAuthKeys, .serverFindMembers, .serverIdP, .serverBan,
            .serverReleaseBan, .serverBans, .serverCheckTransfer, .serverWithdraw, .serverWithdrawals,
            .serverLaunching, .serverMaintenance, .serverUseCoupon, .serverCoupon, .consoleFindMembers:
            throw Failure.refused(ResultCode.apiUnknown, "\(request.name.text) is answered by a server alone")
        #else
        case .consoleSaveSettings: operations.saveSettings()
        case .consoleExportMember: try rights.export(request)
        case .consoleEraseMember: try begin(rights.erase(request))
        case .carrierSession:
            try request.parameters["access"] == nil ? members.whoseSession(request) : storedFiles.mayGoOn(request)
        case .carrierStores: try payments.askedStores(request)
        case .carrierStoreReport: try payments.storeReport(request)
        case .carrierStoreRound: try payments.storeRound(request)
        case .carrierIdP: try members.askedIdP(request)
        case .carrierIdPNotice: try members.noticeOfIdP(request)
        case .beginSignIn, .continueSignIn:
            throw Failure.refused(ResultCode.apiUnknown, "\(request.name.text) is answered by gamebased, which asks providers")
        case .serverMember: try gameServers.serverMember(request)
        case .serverMembers: try begin(gameServers.serverMembers(request))
        case .serverAuthKeys: try begin(gameServers.serverAuthKeys(request))
        case .serverFindMembers: try begin(gameServers.serverFindMembers(request))
        case .serverIdP: try gameServers.serverIdP(request)
        case .serverBan: try begin(gameServers.serverBan(request))
        case .serverReleaseBan: try begin(gameServers.serverReleaseBan(request))
        case .serverBans: try gameServers.serverBans(request)
        case .serverCheckTransfer: try begin(gameServers.serverCheckTransfer(request))
        case .serverWithdraw: try gameServers.serverWithdraw(request)
        case .serverWithdrawals: try gameServers.serverWithdrawals(request)
        case .serverLaunching: try gameServers.serverLaunching(request)
        case .serverMaintenance: try gameServers.serverMaintenance(request)
        case .serverSendPush: try begin(gameServers.serverSendPush(request))
        case .serverCancelPush: try begin(gameServers.serverCancelPush(request))
        case .serverPushes: try gameServers.serverPushes(request)
        case .serverChangePush: try gameServers.serverChangePush(request)
        case .serverPushSchedule: try gameServers.serverPushSchedule(request)
        case .serverPushResults: try gameServers.serverPushResults(request)
        case .serverTags: try gameServers.serverTags(request)
        case .serverKeepTag: try gameServers.serverKeepTag(request)
        case .serverRemoveTag: try begin(gameServers.serverRemoveTag(request))
        case .serverTaggedUsers: try gameServers.serverTaggedUsers(request)
        case .serverTagUsers: try gameServers.serverTagUsers(request)
        case .serverForgetUsers: try gameServers.serverForgetUsers(request)
        case .serverPushStatistics: try begin(gameServers.serverPushStatistics(request))
        case .serverPushTokens: try gameServers.serverPushTokens(request)
        case .serverRemovePushToken: try gameServers.serverRemovePushToken(request)
        case .serverUseCoupon: try gameServers.serverUseCoupon(request)
        case .serverCoupon: try gameServers.serverCoupon(request)
        case .consoleFindMembers: try operations.findMembers(request)
        case .consoleMails: try users.shownMails()
        case .consoleClearBounce: try users.clearBounce(request)
        case .carrierMails: try users.carriedMails(request)
        case .carrierMailKey: try users.mailKey(request)
        case .serverFactors: try leaderboards.factors(request)
        case .serverRanks: try leaderboards.ranks(request)
        case .serverRanksOfList: try begin(leaderboards.ranksOfList(request))
        case .serverRanksSelected: try begin(leaderboards.ranksSelected(request))
        case .serverScore: try leaderboards.score(request)
        case .serverScores: try begin(leaderboards.scores(request))
        case .serverRemoveScore: try leaderboards.removeScore(request)
        #endif
        case .consoleTakeObject: try objects.take(request)
        case .consoleTakeMember: try objects.takeMember(request)
        case .consoleTakeFile: try storedFiles.take(request)
        case .consoleReadFile: try storedFiles.read(request)
        case .consoleGiveClass: try objects.giveClass(request)
        case .consoleGiveObjects: try objects.giveObjects(request)
        case .consoleGiveMembers: try objects.giveMembers(request)
        case .consoleRemoveObject: try remove(request)
        case .objectsCreate: try create(request)
        case .objectsGet: try got(request)
        case .objectsUpdate: try update(request)
        case .objectsDelete: try delete(request)
        case .objectsFind: try found(request)
        case .usersLogIn: try begin(users.logIn(request))
        case .usersLogOut: try users.logOut(request)
        case .filesBegin: try storedFiles.begin(request)
        case .filesAppend: try storedFiles.append(request)
        case .filesFinish: try begin(storedFiles.finish(request))
        case .filesRead: try storedFiles.read(request)
        case .filesUpdate: try storedFiles.update(request)
        case .filesDelete: try begin(storedFiles.delete(request))
        case .pushOpened: try notifications.opened(request)
        case .installationsReceive: try notifications.receive(request)
        case .installationsAcknowledge: try notifications.acknowledge(request)
        case .usersRequestPasswordReset: try users.requestPasswordReset(request)
        case .usersRequestMailEntry: try users.requestMailEntry(request)
        case .usersFinishPasswordReset: try begin(users.finishPasswordReset(request))
        case .usersFinishMailEntry: try begin(users.finishMailEntry(request))
        case .carrierEvents: try told(request)
        case .carrierKeys: try gameServers.answerKeys()
        }
    }

    /// Does the first slice inside the request; short work is then answered like every other. The rest waits for `Service.proceed`.
    func begin(_ work: SlicedWork) throws(Failure) -> Reply {
        if let reply = try work.slice(core.isShared) { return reply }
        work.asker = core.asker
        #if !hasFeature(Embedded)
        work.rolesGranted = core.knownRoles.granted
        (work.isComputing, core.isComputing) = (core.isComputing, false)
        #endif
        core.unfinished = work
        return .success()
    }
}
