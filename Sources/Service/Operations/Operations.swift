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
        #else
        table.row(.consoleLoadSettings, "settings revision", Operations.loadSettings)
        table.row(.consoleSetMaintenance, "maintenance revision", Operations.setMaintenance)
        table.row(.consoleSetCatalogue, "products product(gamebaseProductId price currency) revision", Operations.setCatalogue)
        table.row(.consoleFindMembers, "text after count", Operations.findMembers)
        table.row(.consoleWithdrawMember, "userId", Operations.withdrawMember)
        table.row(.consoleTransferAccount, "userId action", Operations.transferAccount)
        #endif
        table.row(.consoleSetLaunchingStatus, "status message", Operations.setLaunchingStatus)
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
