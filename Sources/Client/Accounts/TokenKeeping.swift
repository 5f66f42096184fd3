import Desktop
import Linux

/// Where the token of the last login is kept: with the player's keeper of secrets (org.freedesktop.secrets), if the host asked for that
/// and the keeper answers in half a second, else in the device file, which only its owner may read. The secret of the guest stays in the
/// file in any case: a keeper that is reset takes no more than a login away, and never an account.
extension ClientAccounts {
    private static let schema = "libgamebase.session"

    /// Counts from the next login on.
    @export(interface) public func setUsesSecretService(_ uses: Bool) { lock.locked { host.usesSecretService = uses } }

    /// - Parameter then: whether the keeper has it durably. Runs where it may wait for the disk; not at all when a shutdown came between,
    ///   which ended the call.
    func keep(_ token: String, then: @escaping @Sendable (Bool) -> Void) {
        let (uses, uuid, name) = lock.locked { (host.usesSecretService, state.device?.identity.uuid, notifications.gameName) }
        guard uses, let uuid else { return then(false) }
        askKeeper(.store(label: name, Array(token.utf8)), uuid) { then($0 == .done) }
    }

    /// - Parameter then: nil when the keeper has it and does not give it.
    func rememberedToken(_ identity: DeviceIdentity, then: @escaping @Sendable (String?) -> Void) {
        if let token = identity.lastAccessToken { return then(token) }
        askKeeper(.lookUp, identity.uuid) { answer in
            guard case .found(let bytes) = answer else { return then(nil) }
            then(String(validating: bytes, as: UTF8.self))
        }
    }

    /// Waits for nothing. What a keeper does not give away now stays there, and nobody asks for it: the service ended that login.
    func forgetKept(_ uuid: String) { askKeeper(.delete, uuid) { _ in } }

    private func askKeeper(_ task: SecretTask, _ uuid: String, then: @escaping @Sendable (SecretAnswer) -> Void) {
        let life = lock.locked { state.life }
        let attributes = [(name: "xdg:schema", value: Self.schema), (name: "device", value: uuid)]
        let isAsked = notifications.desktop()?.secret(task, attributes) { [self] answer in
            mayWaitForDisk { [self] in
                if lock.locked({ client.isRunning(life) }) { then(answer) }
            }
        }
        if isAsked != true { then(.notThere) }
    }
}
