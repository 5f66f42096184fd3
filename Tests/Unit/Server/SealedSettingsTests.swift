import Codecs
import Messages
import Testing

@testable import Server

@Suite struct `Keys of stores, providers and mail servers` {
    private let secrets: Secrets
    private let given: JSON = [
        "stores": [
            ["storeCode": "WEB", "interface": "CHECKOUT", "apiUrl": "https://api.example.com/v1", "apiKey": "KEY", "webhookSecret": "S"]
        ],
        "idPs": ["oidc": ["interface": "OIDC", "issuer": "https://id.example.com", "clientId": "game", "clientSecret": "SECRET"]],
        "mail": ["host": "mail.example.com", "password": "PASSWORD"],
    ]

    init() throws { secrets = try Secrets.read(file: nil).orElse("a-secrets-key-of-the-tests-0123456789") }

    private func loaded(_ settings: JSON) throws -> JSON {
        let request = Request(.consoleLoadSettings, origin: .console, transactionId: "", parameters: ["settings": settings])
        return try #require(try secrets.sealed(request, app: "Shop").parameters["settings"] ?? nil)
    }

    private func changed(_ json: JSON, _ path: ArraySlice<String>, _ value: JSON) -> JSON {
        guard let name = path.first else { return value }
        if let list = json.arrayValue { return .array(list.map { changed($0, path, value) }) }
        var object = json.objectValue ?? [:]
        object[name] = changed(object[name] ?? [:], path.dropFirst(), value)
        return .object(object)
    }

    private func with(_ settings: JSON, _ path: String, _ value: JSON) -> JSON {
        changed(settings, path.split(separator: ".").map(String.init)[...], value)
    }

    private static let moved: [(path: String, value: JSON)] = [
        ("stores.apiUrl", "https://elsewhere.example/v1"), ("stores.apiUrl", ""), ("stores.apiUrl", "https://api.example.com:8443/v1"),
        ("stores.apiUrl", "http://api.example.com/v1"), ("stores.storeCode", "OTHER"), ("idPs.oidc.issuer", "https://elsewhere.example"),
        ("idPs.oidc.tokenUrl", "https://elsewhere.example/token"), ("idPs.oidc.userUrl", "https://elsewhere.example/me"),
        ("mail.host", "elsewhere.example"),
    ]

    @Test func `are sent to no other machine by who changes an address and does not know them`() throws {
        let kept = try loaded(given)
        #expect(!["KEY", "SECRET", "PASSWORD"].contains { kept.text().contains("\"\($0)\"") })
        #expect(try loaded(kept) == kept)
        for (path, value) in Self.moved {
            #expect(throws: HomeFailure.self, "\(path): \(value)") { try loaded(with(kept, path, value)) }
            // Who knows them gives them anew.
            #expect(throws: Never.self, "\(path): \(value)") { try loaded(with(given, path, value)) }
        }
        #expect(throws: Never.self) { try loaded(with(kept, "stores.apiUrl", "https://API.example.com/v2")) }
    }

    @Test func `are opened for the machine that they were given for, also when what is kept was changed`() throws {
        let kept = try loaded(given)
        let store = try #require(kept["stores"]?.arrayValue?.first)
        #expect(try AskedStore(store, app: "Shop", secrets, OutgoingReach()).apiKey == "KEY")
        #expect(try AskedStore(with(store, "apiUrl", "https://api.example.com/v2"), app: "Shop", secrets, OutgoingReach()).apiKey == "KEY")
        #expect(throws: AskedStore.Wrong.self) {
            try AskedStore(with(store, "apiUrl", "https://elsewhere.example"), app: "Shop", secrets, OutgoingReach())
        }
        let idP = try #require(kept["idPs"]?["oidc"] ?? nil)
        #expect(try AskedIdP(idP, app: "Shop", code: "oidc", secrets, OutgoingReach()).clientSecret == "SECRET")
        #expect(throws: AskedStore.Wrong.self) {
            try AskedIdP(with(idP, "issuer", "https://elsewhere.example"), app: "Shop", code: "oidc", secrets, OutgoingReach())
        }
    }

    @Test func `that an earlier version sealed are opened as they are stored, and loaded by who knows them alone`() throws {
        let earlier = try #require(secrets.seal("KEY", for: Secrets.place("Shop", "WEB", "apiKey")))
        let old = with(given, "stores.apiKey", .string(earlier))
        let store = try #require(old["stores"]?.arrayValue?.first)
        #expect(try AskedStore(with(store, "webhookSecret", .null), app: "Shop", secrets, OutgoingReach()).apiKey == "KEY")
        #expect(throws: HomeFailure.self) { try loaded(old) }
        #expect(throws: HomeFailure.self) { try loaded(with(old, "stores.apiUrl", "https://elsewhere.example")) }
        #expect(throws: Never.self) { try loaded(with(old, "stores.apiKey", "KEY")) }
    }
}
