import Codecs
import Linux

/// Opening an address outside the game: by the host, else by the desktop.
extension ClientScreens {
    /// Tells nobody how it went but the log.
    @export(interface) public func openWebBrowser(_ url: String) {
        openOutside(url) { [self] opened in
            if !opened { client.log(.warn, "an address was not opened, by the host or by xdg-open: \(url)") }
        }
    }

    /// As a call: with its completion, its deadline and its place in a shutdown.
    func openOutside(_ url: String, _ domain: StaticString, _ completion: @escaping (GamebaseError?) -> Void) {
        guard let call: OpenCall<Bool> = client.open(domain, needs: .initialized, { completion($1) }) else { return }
        openOutside(url) { opened in
            if opened {
                call.succeed(true)
            } else {
                call.fail(
                    GamebaseError(
                        GamebaseError.Code.iosCannotOpenURL,
                        "nothing here opens the address: the host has no showWebView or openURL that does, and xdg-open is missing or failed",
                        domain: "\(domain)"))
            }
        }
    }

    /// A host that has openURL decides alone. xdg-open is given web addresses only: others could start any program.
    func openOutside(_ url: String, _ then: @escaping (Bool) -> Void) {
        if lock.locked({ host.delegate?.openURL != nil }) {
            // Asked for again when its turn comes: a delegate that was taken away meanwhile is not called.
            runLoop.ask { [self] in then(lock.locked({ host.delegate?.openURL })?(url) ?? false) }
            return
        }
        guard WebAddress.isWeb(url) else { return then(false) }
        // Starting a program reads it from the disk.
        let answer = Crossing(then)
        mayWaitForDisk { [self] in answer.value(platform.openAddress(url)) }
    }
}
