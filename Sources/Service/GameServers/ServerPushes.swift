import Codecs
import Linux
import Messages
import PushRules

/// Pushes of game servers: those of the console, by whoever has the app's secret key. What is wrong has the codes of NHN Cloud Push.
extension GameServers {
    private func admittedToPush(_ request: Request) throws(Failure) -> Parameters {
        try core.admittedBySecretKey(request, code: ResultCode.pushParameter)
    }

    /// As `console.sendPush`, with {tags?, words?, schedules?}: the words of a condition, the caller's own, and the dates of a reservation.
    func serverSendPush(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try admittedToPush(request)
        let tags = try push.conditionOfTags(parameters)
        let isReservation = parameters.value("schedules") != nil
        #if !hasFeature(Embedded)
        // The dates of a reservation are looked at one by one.
        if !isReservation { try push.refusePast(parameters) }
        #endif
        guard let words = try push.words(parameters) else {
            // Sent without its dates it would reach everybody at once.
            guard !isReservation else { throw parameters.wrong("schedules", "needs texts, which a reservation gives back") }
            return try push.sendPush(parameters, tags: tags)
        }
        if isReservation { return try push.reserve(parameters, tags: tags, words: words) }
        return try push.sendPush(parameters, tags: tags, words: words)
    }

    /// {reservationIds}
    func serverCancelPush(_ request: Request) throws(Failure) -> SlicedWork {
        push.cancel(try push.reservationsNamed(try admittedToPush(request)))
    }

    /// {reservationId} and what `server.sendPush` takes of a reservation.
    func serverChangePush(_ request: Request) throws(Failure) -> Reply {
        let parameters = try admittedToPush(request)
        let reservation = try push.reservation(parameters)
        let words = try push.words(parameters) ?? "{}"
        try push.change(reservation, parameters, tags: try push.conditionOfTags(parameters), words: words)
        return .success()
    }

    /// {kind: MESSAGES | RESERVATIONS | SENT | ERRORS} and what a list of that takes: messages, reservations, what was sent of one, and
    /// what was too late to be sent.
    func serverPushes(_ request: Request) throws(Failure) -> Reply {
        let parameters = try admittedToPush(request)
        return switch try parameters.oneOf("kind", ["MESSAGES", "RESERVATIONS", "SENT", "ERRORS"]) {
        case "RESERVATIONS": try push.reservations(parameters)
        case "SENT": try push.messagesOfReservation(parameters)
        case "ERRORS": try push.messageErrors(parameters)
        default: try push.messages(parameters)
        }
    }

    func serverPushStatistics(_ request: Request) throws(Failure) -> SlicedWork { try push.statistics(try admittedToPush(request)) }
    func serverPushTokens(_ request: Request) throws(Failure) -> Reply { try push.registrations(try admittedToPush(request)) }
    func serverRemovePushToken(_ request: Request) throws(Failure) -> Reply { try push.removeRegistration(try admittedToPush(request)) }
    func serverPushResults(_ request: Request) throws(Failure) -> Reply { try push.told(try admittedToPush(request)) }
    func serverTags(_ request: Request) throws(Failure) -> Reply { try push.tags(try admittedToPush(request)) }
    func serverKeepTag(_ request: Request) throws(Failure) -> Reply { try push.keepTag(try admittedToPush(request)) }
    func serverRemoveTag(_ request: Request) throws(Failure) -> SlicedWork { try push.removeTag(try admittedToPush(request)) }
    func serverTaggedUsers(_ request: Request) throws(Failure) -> Reply { try push.taggedUsers(try admittedToPush(request)) }
    func serverTagUsers(_ request: Request) throws(Failure) -> Reply { try push.tagUsers(try admittedToPush(request)) }
    func serverForgetUsers(_ request: Request) throws(Failure) -> Reply { try push.forgetUsers(try admittedToPush(request)) }
}
