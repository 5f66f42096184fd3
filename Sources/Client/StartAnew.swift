import Linux
import Service
import Storage

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
        do throws(StorageError) {
            let held = try StorageLock.take(directory: directory)
            defer { held.release() }
            let names = EmbeddedService.fileNames + [Device.fileName, "analytics"]
            let aside = try StorageDirectory.setAside(names, in: directory, epochSeconds: platform.clock.epochMilliseconds() / 1000)
            if let aside { log(.warn, "the next initialize begins with a new player; what was there is kept in \(aside)") }
            return true
        } catch {
            log(.error, "startAnew: \(error.message)")
            return false
        }
    }
}
