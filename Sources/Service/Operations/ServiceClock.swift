import Codecs
import Linux
import Messages

/// The service clock of a sandbox app can be moved forward, to see subscriptions, bans and maintenances end.
extension Operations {
    static let clockOffsetMillisecondsMax: Int64 = 3660 * 86_400_000

    func advanceClock(_ request: Request) throws(Failure) -> Reply {
        guard settings.app.isSandbox else {
            throw Failure.refused(
                ResultCode.parameterInvalid, "the clock can be moved in sandbox apps only ($.app.typeCode is \(settings.app.typeCode))")
        }
        let remaining = max(0, Self.clockOffsetMillisecondsMax - persisted.clockOffsetMilliseconds)
        let milliseconds = try Parameters(request.parameters).integer("milliseconds", in: 0...remaining)
        let offset = persisted.clockOffsetMilliseconds + milliseconds
        try persist(PersistedState.Name.clockOffset, "\(offset)")
        persisted.clockOffsetMilliseconds = offset
        if settings.maintenance != nil { raise(.launchingChanged) }
        // Sessions, bans and withdrawals of any member may have come to their end.
        raise(.memberChanged)
        core.rightsChanged(.everyone)
        return .success(["date": .integer(now), "clockOffsetMilliseconds": .integer(offset)])
    }
}
