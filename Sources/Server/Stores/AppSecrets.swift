import Service

/// Seals for the services of one app.
final class AppSecrets: SecretKeeper {
    private let secrets: Secrets
    private let app: String

    init(_ secrets: Secrets, app: String) {
        self.secrets = secrets
        self.app = app
    }

    func seal(_ text: String, for place: String) -> String? { secrets.seal(text, for: "\(app)\nservice\n\(place)") }

    func open(_ text: String, for place: String) -> String? { secrets.open(text, for: "\(app)\nservice\n\(place)") }
}
