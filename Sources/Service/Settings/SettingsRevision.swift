import Codecs
import Linux
import Messages

/// Optimistic locking: who changes the settings may say which ones it has read, and is refused when they are others by now. In a game's own
/// process nobody else changes them.
extension Operations {
    #if hasFeature(Embedded)
    func refuseOvertaken(_ request: Request) throws(Failure) {}
    #else
    private static let digits = 32

    /// Names the settings in force by what is shown of them, so that it tells nothing of secrets.
    var revision: String {
        String(decoding: Hex.encode(SHA256.hash(Array(shownSettings.text().utf8))).utf8.prefix(Self.digits), as: UTF8.self)
    }

    /// Who does not say what was read is not compared.
    func refuseOvertaken(_ request: Request) throws(Failure) {
        guard let read = try Parameters(request.parameters).optionalText("revision", bytesMax: Self.digits) else { return }
        let now = revision
        if read == now { return }
        throw Failure.refused(
            ResultCode.settingsChanged, "revision: the settings were changed since they were read; read them again",
            body: ["revision": .string(now)])
    }
    #endif
}
