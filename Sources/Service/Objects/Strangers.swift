import Codecs
import Documents
import Linux
import Messages

/// What the original lets everybody do who has the keys that ship with a game. In a REAL app a setting opens each; in a SANDBOX app they
/// are open, and in the process of the game nobody is a stranger.
extension Objects {
    func refuseStranger(creating className: String) throws(Failure) {
        if core.believesAsker { return }
        switch className {
        case ObjectClass.push where !settings.isOpen(settings.ncmb.clientPush):
            throw Self.closed("Clients of this app send no pushes", "clientPush")
        case ObjectClass.role where !settings.isOpen(settings.ncmb.openRoles):
            throw Self.closed("Clients of this app make no roles", "openRoles")
        default: return
        }
    }

    /// Who may write it, as everybody may perhaps. Who is named by its rights, alone or by a role, is no stranger; nor is who knows the
    /// token of an installation: {deviceToken}.
    func refuseStranger(changing row: StoredRow, _ parameters: Parameters, _ caller: Caller) throws(Failure) {
        if core.believesAsker { return }
        switch row.className {
        case ObjectClass.push: try refuseStranger(creating: ObjectClass.push)
        case ObjectClass.role where !settings.isOpen(settings.ncmb.openRoles):
            if try users.mayWrite(row.acl.named, caller) { return }
            throw Self.closed("A role is changed by whom its acl names", "openRoles")
        case ObjectClass.installation where !settings.isOpen(settings.ncmb.openInstallations):
            if try knowsToken(of: row, parameters) { return }
            if try users.mayWrite(row.acl.named, caller) { return }
            throw Self.closed("An installation is changed with its deviceToken, or by whom its acl names", "openInstallations")
        default: return
        }
    }

    private func knowsToken(of row: StoredRow, _ parameters: Parameters) throws(Failure) -> Bool {
        let tokens = [parameters.value(ObjectClass.deviceToken), parameters.value("fields")?[ObjectClass.deviceToken]]
        for token in tokens {
            guard let token = token?.stringValue, !token.isEmpty else { continue }
            if try named(ObjectClass.installation, ObjectClass.deviceToken, secret: token) == row.objectId { return true }
        }
        return false
    }

    private static func closed(_ rule: String, _ setting: String) -> Failure {
        Failure.refused(.operationProhibited, "\(rule); the operator opens it to everybody by ncmb.\(setting) of the settings.")
    }
}
