import Messages

/// Notifications: devices, consent, messages and who waits for them.
struct Push: Capability {
    let core: ServiceCore
}

extension Push {
    static func requests(_ table: inout RequestTable) {
        table.row(
            .pushRegister,
            """
            userId deviceKey pushEnabled adAgreement adAgreementNight languageCode deviceCountryCode timezone offsetMinutes \
            sandbox options
            """, Push.registerPush)
        table.row(.pushQuery, "userId deviceKey", Push.queryPushToken)
        table.row(.pushReceive, "userId deviceKey after", Push.receivePushes)
        table.row(.pushAcknowledge, "token seq", Push.acknowledgePush)
        table.row(.pushClicked, "token messageId action", Push.clickedPush)
        #if hasFeature(Embedded)
        table.row(.consoleSendPush, "@push", Push.sendOperatorsPush)
        #else
        table.row(.consoleSendPush, "@push tags", Push.sendOperatorsPush)
        table.row(.consolePushReach, "userIds countries languages tags advertisement", Push.operatorsReach)
        table.row(.consolePushTags, "", Push.operatorsTags)
        #endif
        table.row(.consoleCancelPush, "messageId", Push.cancelPush)
    }

    private func sendOperatorsPush(_ request: Request) throws(Failure) -> SlicedWork {
        try sendOperatorsPush(Parameters(request.parameters))
    }

    #if !hasFeature(Embedded)
    private func operatorsReach(_ request: Request) throws(Failure) -> SlicedWork { try reach(Parameters(request.parameters)) }
    private func operatorsTags(_ request: Request) throws(Failure) -> Reply { try tags(Parameters(request.parameters)) }
    #endif

    private func cancelPush(_ request: Request) throws(Failure) -> SlicedWork { try cancelPush(Parameters(request.parameters)) }
}
