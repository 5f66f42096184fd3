import Linux
import Wire

/// From a request's name to the capability that answers it. The prefix decides who may ask.
extension Service {
    func answer(_ request: Request) throws(Failure) -> Reply {
        let expected: RequestOrigin =
            request.api.utf8.starts(with: "console.".utf8) ? .console
            : request.api.utf8.starts(with: "server.".utf8) ? .gameServer : .client
        guard request.origin == expected else {
            throw Failure.refused(ResultCode.notAuthenticated, "\(request.api) is not open to this caller")
        }
        switch expected {
        case .client: return try answerClient(request)
        case .console: return try answerConsole(request)
        case .gameServer: return try answerGameServer(request)
        }
    }

    private func answerClient(_ request: Request) throws(Failure) -> Reply {
        switch request.api {
        case "presence.heartbeat": return try heartbeat(request)
        case "presence.sendEvents": return try sendEvents(request)
        case "launching.getLaunching": return try getLaunching(request)
        case "launching.getLaunchingStatus": return try getLaunchingStatus(request)
        case "gateway.idPLogin": return try idPLogin(request)
        case "gateway.tokenLogin": return try tokenLogin(request)
        case "gateway.logout": return try logout(request)
        case "gateway.withdraw": return try withdraw(request)
        case "gateway.idPSettings": return try idPSettings(request)
        case "gateway.addMapping": return try addMapping(request)
        case "gateway.addMappingForcibly": return try addMappingForcibly(request)
        case "gateway.removeMapping": return try removeMapping(request)
        case "gateway.changeLogin": return try changeLogin(request)
        case "gateway.requestTemporaryWithdrawal": return try requestTemporaryWithdrawal(request)
        case "gateway.cancelTemporaryWithdrawal": return try cancelTemporaryWithdrawal(request)
        case "gateway.queryTransferAccount": return try queryTransferAccount(request)
        case "gateway.offerTransferAccount": return try offerTransferAccount(request)
        case "gateway.keepTransferAccount": return try keepTransferAccount(request)
        case "gateway.checkTransferAccount": return try checkTransferAccount(request)
        case "gateway.transferAccount": return try transferAccount(request)
        case "service.open": return try openStorage(request)
        case "iap.signIn": return try iapSignIn(request)
        case "contact.prepare": return try prepareContact(request)
        case "tos.queryTerms": return try queryTerms(request)
        case "tos.updateTerms": return try updateTerms(request)
        case "tos.adoptTerms": return try adoptTerms(request)
        case "launching.getImageNotices": return try getImageNotices(request)
        case "launching.getGameNotices": return .success(settings.screens.gameNotice.json)
        case "push.register": return try registerPush(request)
        case "push.query": return try queryPushToken(request)
        case "push.receive": return try receivePushes(request)
        case "push.acknowledge": return try acknowledgePush(request)
        default: return try answerPurchase(request)
        }
    }

    private func answerPurchase(_ request: Request) throws(Failure) -> Reply {
        switch request.api {
        case "purchase.items": return try purchasableItems(request)
        case "purchase.reserve": return try reserve(request)
        case "purchase.report": return try report(request)
        case "purchase.adopt": return try adopt(request)
        case "purchase.consume": return try consumeOwn(request)
        case "purchase.import": return try importPurchases(request)
        case "store.promotions": return try storeOffers(request)
        case "store.takePromotion": return try takeOffer(request)
        case "store.restore": return try sandboxRestore(request)
        case "purchase.finished": return try finished(request)
        case "purchase.open": return try openPayments(request)
        case "purchase.notConsumed": return try notConsumed(request)
        case "purchase.activated": return try activated(request)
        case "purchase.restore": return try restore(request)
        case "store.begin": return try sandboxBegin(request)
        case "store.poll": return try sandboxPoll(request)
        case "store.finish": return try sandboxFinish(request)
        case "store.open": return try sandboxOpen(request)
        default: throw unknown(request)
        }
    }

    private func answerConsole(_ request: Request) throws(Failure) -> Reply {
        switch request.api {
        case "console.loadSettings": return try loadSettings(request)
        case "console.saveSettings": return .success(["settings": settings.json])
        case "console.setLaunchingStatus": return try setLaunchingStatus(request)
        case "console.setMaintenance": return try setMaintenance(request)
        case "console.setCatalogue": return try setCatalogue(request)
        case "console.setSandboxStore": return try setSandboxStore(request)
        case "console.settlePendingPurchases": return try settlePendingPurchases(request)
        case "console.refund": return try refund(request)
        case "console.changeSubscription": return try changeSubscription(request)
        case "console.startPromotion": return try startPromotion(request)
        case "console.verifyPayment": return try verifyPayment(request)
        case "console.payments": return try paymentsOfMember(request)
        case "console.checkLedger": return try checkLedger()
        case "console.kickout": return try kickout(request)
        case "console.ban": return try ban(request)
        case "console.releaseBan": return try releaseBan(request)
        case "console.setGraceBan": return try setGraceBan(request)
        case "console.revokeIdP": return try revokeIdP(request)
        case "console.advanceClock": return try advanceClock(request)
        case "console.sendPush": return try sendPush(request)
        case "console.report": return try analyticsReport()
        default: throw unknown(request)
        }
    }

    private func answerGameServer(_ request: Request) throws(Failure) -> Reply {
        switch request.api {
        case "server.request": return try serverRequest(request)
        default: throw unknown(request)
        }
    }

    private func unknown(_ request: Request) -> Failure {
        .refused(ResultCode.apiUnknown, "\(request.api) is not a request that this service knows")
    }
}
