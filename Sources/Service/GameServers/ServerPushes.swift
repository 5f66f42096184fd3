import Linux
import Messages
import Wire

/// Pushes of game servers: those of the console, by whoever has the app's secret key.
extension GameServers {
    /// As `console.sendPush`.
    func serverSendPush(_ request: Request) throws(Failure) -> SlicedWork {
        try push.sendPush(try admittedBySecretKey(request))
    }

    /// As `console.cancelPush`.
    func serverCancelPush(_ request: Request) throws(Failure) -> SlicedWork {
        try push.cancelPush(try admittedBySecretKey(request))
    }

    /// {messageId?} -> {pushes}: the newest, or the one that is named.
    func serverPushes(_ request: Request) throws(Failure) -> Reply {
        let parameters = try admittedBySecretKey(request)
        guard parameters.value("messageId") != nil else { return .success(["pushes": try push.reportedCampaigns()]) }
        guard let id = Int64(try parameters.text("messageId", bytesMax: 20)), let reply = try push.report(of: id) else {
            throw parameters.wrong("messageId", "names no push that is kept")
        }
        return .success(["pushes": [reply.body]])
    }
}
