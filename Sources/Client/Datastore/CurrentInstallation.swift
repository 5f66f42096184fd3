import Codecs
import Documents
import Linux
import Messages

/// The fields of an installation that this side knows by name.
public enum InstallationFields {
    public static let token = "deviceToken"
    public static let type = "deviceType"
    public static let badge = "badge"
    public static let zone = "timeZone"
    public static let channels = "channels"
    /// Of the SDK that is mirrored: what a game sends to it reaches this one.
    static let linuxType = "ios"
}

/// The game on this device: one installation, the same after a restart.
extension ClientDatastore {
    /// Right after the start it waits for the file that remembers it, at most `openingMilliseconds`. Nil before the start, and when that
    /// file cannot be read.
    @export(interface) public var currentInstallation: DataObject? {
        awaitOpening()
        return lock.locked { own.installation }
    }

    /// The boundary's name of the installation stays as long as this is kept.
    @export(interface) public func hold(installation holder: DataHolder?) {
        let old = lock.locked { () -> DataHolder? in
            defer { own.installationHolder = holder }
            return own.installationHolder
        }
        withExtendedLifetime(old) {}
    }

    /// On a service thread: what it says of the machine is read from files.
    var rememberedInstallation: DataObject {
        let remembered = lock.locked { state.device?.identity.mobileBackendInstallation } ?? [:]
        let installation: DataObject
        if remembered.isEmpty {
            installation = newObject(className: ClientDatastore.installationClass)
        } else {
            installation = DataObject(className: ClientDatastore.installationClass)
            installation.adopt(remembered: remembered)
        }
        takeKept(installation)
        describe(installation)
        return installation
    }

    /// What is known of the game and the machine, as a change where the service has it otherwise.
    private func describe(_ installation: DataObject) {
        let facts = [
            ("applicationName", SystemFacts.executableName), ("appVersion", configuration?.appVersion ?? ""),
            ("sdkVersion", Client.version), (InstallationFields.type, InstallationFields.linuxType),
            (InstallationFields.zone, LocalTime.zoneName),
        ]
        for (name, fact) in facts where !fact.isEmpty && installation.value(name)?.stringValue != fact {
            do throws(GamebaseError) {
                try installation.change(name, .set(.value(.string(fact))))
            } catch {
                client.log(.warn, "the installation does not say its \(name): \(error.message)")
            }
        }
    }

    /// By which the service knows that this device asks for its own installation.
    func ownToken(of object: DataObject, _ id: String) -> String? {
        guard object.className == ClientDatastore.installationClass, let own = lock.locked({ own.installation }), own.objectId == id else {
            return nil
        }
        return own.savedToken?.stringValue
    }

    private func isCurrentInstallation(_ object: DataObject) -> Bool {
        object.className == ClientDatastore.installationClass && lock.locked { own.installation } === object
    }

    /// After a save or a fetch. Runs on a service thread, which may wait for the disk.
    func keepInstallation(_ object: DataObject) -> GamebaseError? {
        guard isCurrentInstallation(object) else { return nil }
        if let error = remember(object) { return error }
        receiveMessages()
        return nil
    }

    /// After a deletion it can be saved as a new one.
    func forgetInstallation(_ object: DataObject) {
        guard isCurrentInstallation(object) else { return }
        describe(object)
        forgetRemembered()
    }

    /// One that was deleted elsewhere is a new one with the next save.
    func forgetIfMissing(_ object: DataObject, _ error: GamebaseError) {
        guard error.code == Int64(NCMBCode.rowMissing.rawValue), isCurrentInstallation(object) else { return }
        object.becomeNew()
        forgetRemembered()
    }

    private func forgetRemembered() {
        guard let device = lock.locked({ state.device }) else { return }
        forget(on: device) { $0.mobileBackendInstallation = JSONObject() }
    }
}
