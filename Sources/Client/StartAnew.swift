import Linux
import Messages

extension Client {
    /// Sets everything aside that the next initialize would go on with. Works on the caller's thread, as there is no service.
    /// - Returns: whether nothing stands in the way of a new beginning.
    @export(interface) public func startAnew(appID: String?) -> Bool {
        let (isIdle, chosen) = lock.locked {
            (state.phase == .stopped || (state.phase == .started && state.home == nil), host.storage)
        }
        guard isIdle else {
            log(.error, "startAnew: the instance runs; shut it down first")
            return false
        }
        guard let storage = chosen ?? appID.flatMap({ DefaultStorage.choice(appID: $0) }) else {
            log(.error, "startAnew: there is no storage directory: name the app, or call TCGBHost_setStorageDirectory")
            return false
        }
        guard let directory = storage.path, Files.exists(directory) else { return true }
        switch platform.services.setAside(
            [Device.fileName, EventualFile.fileName, NotificationContent.fileName, AnalyticsJournal.folderName], in: directory,
            epochSeconds: platform.clock.epochMilliseconds() / 1000)
        {
        case .nothing: return true
        case .moved(let folder):
            log(.warn, "the next initialize begins with a new player; the old files are in \(folder)")
            return true
        case .failed(let reason):
            log(.error, "startAnew: \(reason)")
            return false
        }
    }
}
