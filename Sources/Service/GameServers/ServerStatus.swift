import Codecs
import Linux
import Messages

/// Launching and maintenance, as game servers ask for them.
extension GameServers {
    func serverLaunching(_ request: Request) throws(Failure) -> Reply {
        try launching.simple(try core.admittedBySecretKey(request))
    }

    func serverMaintenance(_ request: Request) throws(Failure) -> Reply {
        _ = try core.admittedBySecretKey(request)
        return launching.underMaintenance()
    }
}
