import Codecs
import Linux
import Messages
import Storage

/// Storage and device file belong together: each remembers the other, so that neither begins anew alone and in silence.
extension Members {
    static let deviceBytesMax = 64

    /// {userId?, device?} -> {device?}. `userId`: who played on this device last; refused when the storage has never heard of him.
    /// `device`: the device whose file lies beside the storage, from now on; empty when it was set aside.
    func openStorage(_ request: Request) throws(Failure) -> Reply {
        // The files of a player's device lie beside that player's game, not here.
        guard request.isOwnProcess else { return .success() }
        let parameters = Parameters(request.parameters)
        if let userId = try parameters.optionalText("userId"), try query("SELECT 1 FROM members WHERE user_id = ?", [.text(userId)]).isEmpty
        {
            throw Failure.refused(
                ResultCode.storageFailed,
                "the device remembers the player \(userId), and the storage has never heard of that player: put back the files that belong "
                    + "together, or let TCGBConsole_startAnew set them aside and begin with a new player")
        }
        if let device = try parameters.optionalText("device", bytesMax: Self.deviceBytesMax), device != persisted.device ?? "" {
            try persist(PersistedState.Name.device, device)
            persisted.device = device.isEmpty ? nil : device
        }
        return .success(["device": .optional(persisted.device)])
    }
}
