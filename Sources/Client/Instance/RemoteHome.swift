import Linux
import Messages

/// The home of a client whose service is elsewhere.
extension Client {
    static let addressVariable = "GAMEBASE_SERVICE_URL"
    static let operatorKeyVariable = "GAMEBASE_OPERATOR_KEY"
    /// The app of a program that names none: one that plays the mobile backend alone has a key in its place.
    static let appVariable = "GAMEBASE_APP_ID"

    /// Called with the lock held.
    /// - Returns: nil: the service is inside the process.
    func remoteAddress(_ configuration: Configuration) -> Result<ServiceAddress?, GamebaseError> {
        guard platform.remoteServices != nil else { return .success(nil) }
        var name = "configuration.serviceURL"
        var found = configuration.serviceURL
        if found == nil, let text = Environment.value(Client.addressVariable), !text.isEmpty {
            name = Client.addressVariable
            do throws(ServiceAddress.Refusal) {
                found = try ServiceAddress.read(text)
            } catch {
                return .failure(addressRefused(name, "\(error.reason)"))
            }
        }
        guard let address = found else { return .success(nil) }
        guard address.isSecure || address.isLoopback || host.network.allowsPlainHTTP else {
            return .failure(
                addressRefused(
                    name,
                    "would send passwords and money through the network for everybody to read; use https, or call "
                        + "TCGBHost_setAllowsPlainHTTP for a network of your own"))
        }
        return .success(address)
    }

    private func addressRefused(_ name: String, _ why: String) -> GamebaseError {
        GamebaseError(GamebaseError.Code.invalidParameter, name + ": " + why, domain: "\(Client.gamebaseDomain)")
    }

    /// Called with the lock held.
    /// - Parameter isKey: the app's name is a key of purchases or of the mobile backend.
    func makeRemoteHome(
        _ address: ServiceAddress, _ configuration: Configuration, isKey: Bool, _ directory: String?
    ) -> Result<ServiceHome, GamebaseError> {
        guard let services = platform.remoteServices else { return .failure(noResources("a network")) }
        let app = isKey ? Environment.value(Client.appVariable) ?? configuration.appID : configuration.appID
        let place = RemotePlace(address: address, app: app, directory: directory, http: host.network.http)
        let remote = services.make(place, clock: platform.clock, random: platform.random)
        guard remote.start() else { return .failure(noResources("a thread or a descriptor")) }
        return .success(ServiceHome(remote: remote, place, operatorKey: Environment.value(Client.operatorKeyVariable)))
    }

    /// Called with the lock held.
    /// - Returns: why a client that runs cannot take this configuration.
    func otherService(_ configuration: Configuration) -> GamebaseError? {
        guard let wanted = configuration.serviceURL, let home = state.home, platform.remoteServices != nil, home.address != wanted else {
            return nil
        }
        let running = home.address?.text ?? "inside the game"
        return GamebaseError(
            GamebaseError.Code.invalidParameter,
            "configuration.serviceURL: the service of this instance is \(running); shut it down before it gets another. Where the mobile "
                + "backend is started first, \(Client.addressVariable) names the service of both",
            domain: "\(Client.gamebaseDomain)")
    }

    /// Whose events the service elsewhere tells.
    func listen() {
        let (home, subscription, token) = lock.locked { (state.home, state.subscription, state.session?.accessToken) }
        if let home, let subscription { home.connection.listen(subscription, as: token) }
    }
}
