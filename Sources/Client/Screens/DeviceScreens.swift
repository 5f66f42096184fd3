import Codecs
import Linux

/// What this device remembers of what was shown: until when an image is not wanted, and terms that wait for a login.
extension ClientScreens {
    static let rememberedNoticesMax = 256
    private static let noticesKey = "imageNotices"
    private static let pendingTermsKey = "termsPending"

    private var deviceScreens: JSONObject { lock.locked { state.device }?.identity.screens ?? JSONObject() }

    /// On a thread that may wait for the disk.
    private func changeDeviceScreens(_ change: (inout JSONObject) -> Void) {
        guard let device = lock.locked({ state.device }) else { return }
        do throws(DeviceError) {
            try device.update { change(&$0.screens) }
        } catch {
            client.log(.error, "the shown pages could not be stored on this device: \(error.message)")
        }
    }

    /// True when the player does not want to see the notice before a time that is still to come.
    func isHidden(notice id: Int64, at date: Int64) -> Bool {
        guard let until = deviceScreens[ClientScreens.noticesKey]?["\(id)"]?.int64Value else { return false }
        return date < until
    }

    func hide(notices: [Int64], until time: Int64, at date: Int64) {
        changeDeviceScreens { screens in
            var kept = JSONObject()
            for member in screens[ClientScreens.noticesKey]?.objectValue?.members ?? [] {
                if let until = member.value.int64Value, until > date { kept[member.key] = member.value }
            }
            for id in notices where kept.count < ClientScreens.rememberedNoticesMax { kept["\(id)"] = .integer(time) }
            screens[ClientScreens.noticesKey] = .object(kept)
        }
    }

    var hasPendingTerms: Bool { deviceScreens[ClientScreens.pendingTermsKey]?.boolValue == true }

    func setPendingTerms(_ pending: Bool) {
        changeDeviceScreens { $0[ClientScreens.pendingTermsKey] = pending ? .bool(true) : nil as JSON? }
    }
}
