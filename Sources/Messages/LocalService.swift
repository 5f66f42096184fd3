import Linux

/// A service inside the process, as its clients start and end it.
public protocol LocalService: OwnedService {
    /// While suspended, requests are queued and nothing is answered.
    func setSuspended(_ suspended: Bool)
    /// Whether mails to users (`ncmbMail`) go to this subscription: the last one that takes them gets each, alone. Without any nobody is
    /// sent one.
    func setTakesMails(_ subscription: Int64, _ takes: Bool)
}

/// Who makes services inside the process, and keeps their files.
public protocol LocalServices: AnyObject, Sendable {
    /// - Parameter directory: where the service keeps its files; nil: in memory.
    /// - Parameter app: the first client's app.
    /// - Parameter isIAPKey: the app is the key of NHN Cloud purchases that run without Gamebase.
    func make(directory: String?, app: String?, isIAPKey: Bool, clock: any Clock, random: any RandomSource) -> any LocalService
    /// Makes a directory ready for files of the game, as a service does for its own.
    /// - Returns: what is in the way, for developers; nil: it is ready.
    func prepare(_ directory: String) -> String?
    /// Moves the service's files and `others` of the directory into a new folder in it, unchanged. No service may use it meanwhile.
    func setAside(_ others: [String], in directory: String, epochSeconds: Int64) -> SettingAside
}

public enum SettingAside: Sendable {
    case nothing
    case moved(folder: String)
    case failed(String)
}
