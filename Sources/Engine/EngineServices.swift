import Linux
import Messages
import Storage

/// Makes embedded services, and keeps the directories of their files.
public final class EngineServices: LocalServices {
    @export(interface) public init() {}

    @export(interface) public func make(
        directory: String?, app: String?, isIAPKey: Bool, clock: any Clock, random: any RandomSource
    ) -> any LocalService {
        EngineService(directory: directory, app: app, isIAPKey: isIAPKey, clock: clock, random: random)
    }

    @export(interface) public func prepare(_ directory: String) -> String? {
        do throws(StorageError) {
            try StorageDirectory.prepare(directory)
            return nil
        } catch {
            return error.message
        }
    }

    @export(interface) public func setAside(_ others: [String], in directory: String, epochSeconds: Int64) -> SettingAside {
        do throws(StorageError) {
            let held = try StorageLock.take(directory: directory)
            defer { held.release() }
            let folder = try StorageDirectory.setAside(EngineService.fileNames + others, in: directory, epochSeconds: epochSeconds)
            return folder.map { .moved(folder: $0) } ?? .nothing
        } catch {
            return .failed(error.message)
        }
    }
}
