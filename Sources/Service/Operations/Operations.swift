import Codecs
import Linux
import Messages

/// What an operator changes: settings, kickouts, the clock of a sandbox app.
struct Operations: Capability {
    let core: ServiceCore
}

extension Operations {
    static func requests(_ table: inout RequestTable) {
        #if hasFeature(Embedded)
        table.row(.consoleLoadSettings, "settings", Operations.loadSettings)
        table.row(.consoleSetMaintenance, "maintenance", Operations.setMaintenance)
        table.row(.consoleSetCatalogue, "products product(gamebaseProductId price currency)", Operations.setCatalogue)
        table.row(.consoleSetLaunchingStatus, "status message", Operations.setLaunchingStatus)
        #else
        table.row(.consoleLoadSettings, "settings revision file", Operations.loadSettings)
        table.row(.consoleSetMaintenance, "maintenance revision", Operations.setMaintenance)
        table.row(.consoleSetCatalogue, "products product(gamebaseProductId price currency) revision", Operations.setCatalogue)
        table.row(.consoleSetLaunchingStatus, "status message revision", Operations.setLaunchingStatus)
        table.row(.consoleFindMembers, "text after count", Operations.findMembers)
        table.row(.consoleWithdrawMember, "userId", Operations.withdrawMember)
        table.row(.consoleTransferAccount, "userId action", Operations.transferAccount)
        #endif
        table.row(.consoleSetSandboxStore, "outcome delayMilliseconds", Operations.setSandboxStore)
        table.row(
            .consoleKickout,
            """
            popup(defaultLanguage messages(*(title message))) userIds clientVersions extras logout disconnect stopHeartbeat
            """, Operations.kickout)
        table.row(.consoleAdvanceClock, "milliseconds", Operations.advanceClock)
        table.row(.consoleSaveSettings, "", Operations.saveSettings)
    }
}

#if !hasFeature(Embedded)
/// What an operator does to one member in the member's place.
extension Operations {
    /// {userId}: as the player does it in the game, at once.
    func withdrawMember(_ request: Request) throws(Failure) -> Reply {
        let userId = try Parameters(request.parameters).text("userId", bytesMax: 64)
        return try members.withdrawNamed(userId, WithdrawalType.console, by: nil)
    }

    func transferAccount(_ request: Request) throws(Failure) -> SlicedWork { try members.operatorsTransferAccount(request) }
}
#endif

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
