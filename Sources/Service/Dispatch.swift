import Linux
import Wire

/// From a request's name to the capability that answers it. The prefix decides who may ask.
struct Route: Sendable {
    typealias Answer = @Sendable (Service, Request) throws(Failure) -> Reply

    let name: String
    let answer: Answer

    init(_ name: String, _ answer: @escaping Answer) {
        self.name = name
        self.answer = answer
    }
}

extension Service {
    func answer(_ request: Request) throws(Failure) -> Reply {
        let expected: RequestOrigin =
            request.api.utf8.starts(with: "console.".utf8) ? .console
            : request.api.utf8.starts(with: "server.".utf8) ? .gameServer : .client
        guard request.origin == expected else {
            throw Failure.refused(ResultCode.notAuthenticated, "\(request.api) is not open to this caller")
        }
        for route in Self.routes where route.name == request.api { return try route.answer(self, request) }
        throw Failure.refused(ResultCode.apiUnknown, "\(request.api) is not a request that this service knows")
    }

    /// Every request that the service knows.
    static let routes: [Route] = [
        Route("presence.heartbeat") { service, request throws(Failure) in try service.heartbeat(request) },
        Route("presence.sendEvents") { service, request throws(Failure) in try service.sendEvents(request) },
        Route("launching.getLaunching") { service, request throws(Failure) in try service.getLaunching(request) },
        Route("launching.getLaunchingStatus") { service, request throws(Failure) in try service.getLaunchingStatus(request) },
        Route("gateway.idPLogin") { service, request throws(Failure) in try service.idPLogin(request) },
        Route("gateway.tokenLogin") { service, request throws(Failure) in try service.tokenLogin(request) },
        Route("gateway.logout") { service, request throws(Failure) in try service.logout(request) },
        Route("gateway.withdraw") { service, request throws(Failure) in try service.withdraw(request) },
        Route("gateway.idPSettings") { service, request throws(Failure) in try service.idPSettings(request) },
        Route("gateway.addMapping") { service, request throws(Failure) in try service.addMapping(request) },
        Route("gateway.addMappingForcibly") { service, request throws(Failure) in try service.addMappingForcibly(request) },
        Route("gateway.removeMapping") { service, request throws(Failure) in try service.removeMapping(request) },
        Route("gateway.changeLogin") { service, request throws(Failure) in try service.changeLogin(request) },
        Route("gateway.requestTemporaryWithdrawal") { service, request throws(Failure) in try service.requestTemporaryWithdrawal(request) },
        Route("gateway.cancelTemporaryWithdrawal") { service, request throws(Failure) in try service.cancelTemporaryWithdrawal(request) },
        Route("gateway.queryTransferAccount") { service, request throws(Failure) in try service.queryTransferAccount(request) },
        Route("gateway.offerTransferAccount") { service, request throws(Failure) in try service.offerTransferAccount(request) },
        Route("gateway.keepTransferAccount") { service, request throws(Failure) in try service.keepTransferAccount(request) },
        Route("gateway.checkTransferAccount") { service, request throws(Failure) in try service.checkTransferAccount(request) },
        Route("gateway.transferAccount") { service, request throws(Failure) in try service.transferAccount(request) },
        Route("service.open") { service, request throws(Failure) in try service.openStorage(request) },
        Route("iap.signIn") { service, request throws(Failure) in try service.iapSignIn(request) },
        Route("contact.prepare") { service, request throws(Failure) in try service.prepareContact(request) },
        Route("tos.queryTerms") { service, request throws(Failure) in try service.queryTerms(request) },
        Route("tos.updateTerms") { service, request throws(Failure) in try service.updateTerms(request) },
        Route("tos.adoptTerms") { service, request throws(Failure) in try service.adoptTerms(request) },
        Route("launching.getImageNotices") { service, request throws(Failure) in try service.getImageNotices(request) },
        Route("launching.getGameNotices") { service, _ throws(Failure) in .success(service.settings.screens.gameNotice.json) },
        Route("push.register") { service, request throws(Failure) in try service.registerPush(request) },
        Route("push.query") { service, request throws(Failure) in try service.queryPushToken(request) },
        Route("push.receive") { service, request throws(Failure) in try service.receivePushes(request) },
        Route("push.acknowledge") { service, request throws(Failure) in try service.acknowledgePush(request) },
        Route("purchase.items") { service, request throws(Failure) in try service.purchasableItems(request) },
        Route("purchase.reserve") { service, request throws(Failure) in try service.reserve(request) },
        Route("purchase.report") { service, request throws(Failure) in try service.report(request) },
        Route("purchase.adopt") { service, request throws(Failure) in try service.adopt(request) },
        Route("purchase.consume") { service, request throws(Failure) in try service.consumeOwn(request) },
        Route("purchase.import") { service, request throws(Failure) in try service.importPurchases(request) },
        Route("store.promotions") { service, request throws(Failure) in try service.storeOffers(request) },
        Route("store.takePromotion") { service, request throws(Failure) in try service.takeOffer(request) },
        Route("store.restore") { service, request throws(Failure) in try service.sandboxRestore(request) },
        Route("purchase.finished") { service, request throws(Failure) in try service.finished(request) },
        Route("purchase.open") { service, request throws(Failure) in try service.openPayments(request) },
        Route("purchase.notConsumed") { service, request throws(Failure) in try service.notConsumed(request) },
        Route("purchase.activated") { service, request throws(Failure) in try service.activated(request) },
        Route("purchase.restore") { service, request throws(Failure) in try service.restore(request) },
        Route("store.begin") { service, request throws(Failure) in try service.sandboxBegin(request) },
        Route("store.poll") { service, request throws(Failure) in try service.sandboxPoll(request) },
        Route("store.finish") { service, request throws(Failure) in try service.sandboxFinish(request) },
        Route("store.open") { service, request throws(Failure) in try service.sandboxOpen(request) },
        Route("console.loadSettings") { service, request throws(Failure) in try service.loadSettings(request) },
        Route("console.saveSettings") { service, _ throws(Failure) in .success(["settings": service.settings.json]) },
        Route("console.setLaunchingStatus") { service, request throws(Failure) in try service.setLaunchingStatus(request) },
        Route("console.setMaintenance") { service, request throws(Failure) in try service.setMaintenance(request) },
        Route("console.setCatalogue") { service, request throws(Failure) in try service.setCatalogue(request) },
        Route("console.setSandboxStore") { service, request throws(Failure) in try service.setSandboxStore(request) },
        Route("console.settlePendingPurchases") { service, request throws(Failure) in try service.begin(service.settlePendingPurchases(request)) },
        Route("console.refund") { service, request throws(Failure) in try service.refund(request) },
        Route("console.changeSubscription") { service, request throws(Failure) in try service.changeSubscription(request) },
        Route("console.startPromotion") { service, request throws(Failure) in try service.startPromotion(request) },
        Route("console.verifyPayment") { service, request throws(Failure) in try service.verifyPayment(request) },
        Route("console.payments") { service, request throws(Failure) in try service.begin(service.paymentsOfMember(request)) },
        Route("console.checkLedger") { service, _ throws(Failure) in try service.begin(service.checkLedger()) },
        Route("console.kickout") { service, request throws(Failure) in try service.kickout(request) },
        Route("console.ban") { service, request throws(Failure) in try service.ban(request) },
        Route("console.releaseBan") { service, request throws(Failure) in try service.releaseBan(request) },
        Route("console.setGraceBan") { service, request throws(Failure) in try service.setGraceBan(request) },
        Route("console.revokeIdP") { service, request throws(Failure) in try service.revokeIdP(request) },
        Route("console.advanceClock") { service, request throws(Failure) in try service.advanceClock(request) },
        Route("console.sendPush") { service, request throws(Failure) in try service.begin(service.sendPush(request)) },
        Route("console.report") { service, _ throws(Failure) in try service.begin(service.analyticsReport()) },
        Route("server.request") { service, request throws(Failure) in try service.serverRequest(request) },
    ]
}
