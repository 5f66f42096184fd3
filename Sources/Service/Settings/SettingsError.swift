import Linux

/// A wrong value in the console settings: where it stands, as a JSON path, and what is wrong with it.
struct SettingsError: Error, Equatable {
    let path: String
    let reason: String

    init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    var message: String { "\(path): \(reason)" }
}
