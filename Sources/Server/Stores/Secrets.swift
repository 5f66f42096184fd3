import CCrypto
import Codecs
import Linux
import Messages
import Service

/// Keeps the keys of stores and identity providers from whoever reads the database, a backup of it, or what a console saves: they are
/// sealed before the service hears of them, and opened when one is asked. Each is sealed for its place: app, store or provider, and name.
public final class Secrets: Sendable {
    static let variable = "GAMEBASED_SECRETS_KEY"
    static let prefix = "sealed1."
    static let bytesMin = 32
    static let bytesMax = 256
    /// The first one seals; the others open what was sealed before the key was changed.
    static let keysMax = 4
    static let members = ["apiKey", "webhookSecret"]
    static let membersOfMail = ["password", "webhookSecret"]
    static let membersOfAlarms = ["webhookSecret"]
    static let membersOfIdP = ["clientSecret", "privateKey"]
    /// What is sent, or proves who asks, to the machines that stand beside it. What is left signs alone, or is compared.
    private static let sent: Set<String> = ["apiKey", "clientSecret", "privateKey", "password"]
    static let addresses = ["apiUrl"]
    static let addressesOfIdP = ["issuer", "tokenUrl", "userUrl", "deviceUrl"]
    static let addressesOfMail = ["host"]

    private struct Key: Sendable {
        let name: String
        let cipher: [UInt8]
        let nonce: [UInt8]

        init(_ text: String) {
            let bytes = Array(text.utf8)
            name = Hex.encode(Array(SHA256.hash(bytes).prefix(4)))
            cipher = HMACSHA256.authenticate(Array("libgamebase secrets: cipher".utf8), key: bytes)
            nonce = HMACSHA256.authenticate(Array("libgamebase secrets: nonce".utf8), key: bytes)
        }
    }

    private let keys: [Key]

    /// - Parameter texts: none: nothing can be sealed.
    private init(_ texts: [String]) { keys = texts.map { Key($0) } }

    /// From the lines of a file, or else from the environment.
    static func read(file: String?) throws(HomeFailure) -> Secrets {
        var texts: [String] = []
        if let file {
            var bytes: [UInt8]?
            do throws(FileError) { bytes = try Files.read(file, bytesMax: 4_096) } catch { throw HomeFailure(error.message) }
            guard let bytes else { throw HomeFailure("there is no file \(file)") }
            texts = bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).map { String(decoding: $0, as: UTF8.self) }
            if texts.isEmpty { throw HomeFailure("\(file): is empty; a key has \(bytesMin) to \(bytesMax) visible characters") }
        } else if let text = Environment.value(variable) {
            texts = [text]
        }
        for text in texts
        where !(bytesMin...bytesMax).contains(text.utf8.count) || !text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) {
            throw HomeFailure("\(file ?? variable): a key has \(bytesMin) to \(bytesMax) visible characters, one key a line")
        }
        guard texts.count <= keysMax else { throw HomeFailure("\(file ?? variable): may have \(keysMax) keys, one a line") }
        return Secrets(texts)
    }

    static let fileName = "secrets.key"
    static let randomBytes = 32

    /// With the key that the first start made in the data folder, which lies in no database and no backup of one; makes it when it is
    /// missing. It seals what services keep when the operator gave no key, and opens what it sealed before.
    static func own(_ folder: DataFolder, given: Secrets, _ random: any RandomSource) throws(HomeFailure) -> Secrets {
        let path = folder.path(fileName)
        if Files.exists(path) { return Secrets(keys: given.keys + (try read(file: path)).keys) }
        guard given.keys.isEmpty else { return given }
        // A first start that was killed may have left one that nobody knows.
        Files.removeDrafts(path)
        let bytes = random.bytes(randomBytes)
        guard bytes.count == randomBytes else { throw HomeFailure(SystemRandom.missing) }
        let text = Base64URL.encode(bytes)
        do throws(FileError) { try Files.replaceDurably(path, Array((text + "\n").utf8)) } catch { throw HomeFailure(error.message) }
        return Secrets([text])
    }

    private init(keys: [Key]) { self.keys = keys }

    /// The same text at the same place is sealed alike, so that a request that is sent again is the same one: the nonce is made of both.
    func seal(_ text: String, for place: String) -> String? {
        guard let key = keys.first else { return nil }
        let (plain, place) = (Array(text.utf8), Array(place.utf8))
        let nonce = Array(HMACSHA256.authenticate(place + [0] + plain, key: key.nonce).prefix(Int(GB_AES_NONCE_BYTES)))
        var sealed = [UInt8](repeating: 0, count: plain.count + Int(GB_AES_TAG_BYTES))
        guard gb_aes_seal(key.cipher, nonce, place, Int32(place.count), plain, Int32(plain.count), &sealed) == 1 else { return nil }
        return "\(Self.prefix)\(key.name).\(Base64URL.encode(nonce + sealed))"
    }

    /// - Returns: nil for what none of the keys has sealed for this place.
    func open(_ text: String, for place: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.hasPrefix(Self.prefix), parts.count == 3, let key = keys.first(where: { $0.name == parts[1] }),
            let bytes = Base64URL.decode(String(parts[2]))
        else { return nil }
        let (head, tail) = (Int(GB_AES_NONCE_BYTES), Int(GB_AES_TAG_BYTES))
        guard bytes.count > head + tail else { return nil }
        let (nonce, sealed, place) = (Array(bytes.prefix(head)), Array(bytes.dropFirst(head)), Array(place.utf8))
        var plain = [UInt8](repeating: 0, count: sealed.count - tail)
        guard gb_aes_open(key.cipher, nonce, place, Int32(place.count), sealed, Int32(plain.count), &plain) == 1 else { return nil }
        return String(validating: plain, as: UTF8.self)
    }

    /// Binds a secret to the machines that it is sent to. Otherwise a person who may change an address, but may not read the key, could
    /// have the key sent to another machine.
    private static func place(_ place: String, of member: String, in json: JSON, _ addresses: [String]) -> String {
        guard sent.contains(member) else { return place }
        let machines = addresses.map { name -> String in
            let address = json[name]?.stringValue ?? ""
            return OutgoingPlace(address).map { "\($0.isSecure ? "https" : "http") \($0.host) \($0.port ?? 0)" } ?? address
        }
        return "\(place)\nsent to\n\(machines.joined(separator: "\n"))"
    }

    /// - Parameters:
    ///   - json: the part of the settings that has the secret.
    ///   - addresses: the names of what it says of where the secret is sent.
    func open(_ text: String, of member: String, for place: String, in json: JSON, _ addresses: [String]) -> String? {
        // Settings that an earlier version stored are sealed for the place alone. `sealed` accepts no such text.
        open(text, for: Self.place(place, of: member, in: json, addresses)) ?? open(text, for: place)
    }

    static func place(_ app: String, _ store: String, _ member: String) -> String { "\(app)\n\(store)\n\(member)" }
    static func place(ofMail app: String, _ member: String) -> String { "\(app)\nmail\nsettings\n\(member)" }
    static func place(ofAlarms app: String, _ member: String) -> String { "\(app)\nalarms\nsettings\n\(member)" }
    static func place(ofCode person: String) -> String { "\nconsole\ncode\n\(person)" }
    static func place(idP code: String, of app: String, _ member: String) -> String { "\(app)\nidP\n\(code)\n\(member)" }

    /// For what need not outlive the process: with a key of its own where none was given.
    func orElse(_ key: String) -> Secrets { keys.isEmpty ? Secrets([key]) : self }

    /// Settings whose keys are sealed; those that are sealed already stay as they are.
    func sealed(_ request: Request, app: String) throws(HomeFailure) -> Request {
        var settings = request.parameters["settings"]
        if let text = settings?.stringValue {
            // Read, and not searched: a name has many spellings. What is no JSON is refused by the service, which says where.
            guard let read = try? JSON.parse(text, limits: HTTPForm.objectBodyLimits) else { return request }
            settings = read
        }
        guard var object = settings?.objectValue, var parameters = request.parameters.objectValue else { return request }
        let before = object
        if let stores = object["stores"]?.arrayValue {
            var all: [JSON] = []
            for (index, store) in stores.enumerated() {
                let code = store["storeCode"]?.stringValue ?? ""
                all.append(try sealed(store, Self.members, Self.addresses, "$.stores[\(index)]") { Self.place(app, code, $0) })
            }
            object["stores"] = .array(all)
        }
        if var idPs = object["idPs"]?.objectValue {
            for (code, idP) in idPs.members {
                idPs[code] = try sealed(idP, Self.membersOfIdP, Self.addressesOfIdP, "$.idPs.\(code)") {
                    Self.place(idP: code, of: app, $0)
                }
            }
            object["idPs"] = .object(idPs)
        }
        if let mail = object["mail"], mail.objectValue != nil {
            object["mail"] = try sealed(mail, Self.membersOfMail, Self.addressesOfMail, "$.mail") { Self.place(ofMail: app, $0) }
        }
        if let alarms = object["alarms"], alarms.objectValue != nil {
            object["alarms"] = try sealed(alarms, Self.membersOfAlarms, [], "$.alarms") { Self.place(ofAlarms: app, $0) }
        }
        guard object != before else { return request }
        parameters["settings"] = .object(object)
        var changed = request
        changed.parameters = .object(parameters)
        return changed
    }

    /// - Parameter answer: of `console.saveSettings`, which names the client key if the service cannot open it.
    /// - Returns: the secrets of the settings that none of the keys opens: whatever needs one is refused.
    func closed(in answer: JSON, app: String) -> [JSON] {
        var closed = answer["closedSecrets"]?.arrayValue ?? []
        func look(_ json: JSON, _ members: [String], _ addresses: [String], _ path: String, _ place: (String) -> String) {
            for member in members {
                guard let text = json[member]?.stringValue, text.hasPrefix(Self.prefix) else { continue }
                if open(text, of: member, for: place(member), in: json, addresses) == nil { closed.append(.string("\(path).\(member)")) }
            }
        }
        let settings = answer["settings"] ?? .null
        for (index, store) in (settings["stores"]?.arrayValue ?? []).enumerated() {
            let code = store["storeCode"]?.stringValue ?? ""
            look(store, Self.members, Self.addresses, "$.stores[\(index)]") { Self.place(app, code, $0) }
        }
        for (code, idP) in settings["idPs"]?.objectValue?.members ?? [] {
            look(idP, Self.membersOfIdP, Self.addressesOfIdP, "$.idPs.\(code)") { Self.place(idP: code, of: app, $0) }
        }
        look(settings["mail"] ?? .null, Self.membersOfMail, Self.addressesOfMail, "$.mail") { Self.place(ofMail: app, $0) }
        look(settings["alarms"] ?? .null, Self.membersOfAlarms, [], "$.alarms") { Self.place(ofAlarms: app, $0) }
        return closed
    }

    private func sealed(
        _ json: JSON, _ members: [String], _ addresses: [String], _ path: String, _ place: (String) -> String
    ) throws(HomeFailure) -> JSON {
        guard var object = json.objectValue else { return json }
        for member in members {
            guard let given = object[member]?.stringValue, !given.isEmpty else { continue }
            // What stands for a key that is kept in clear, from before there was one to seal it with.
            if given.hasPrefix("kept1.") { continue }
            let own = Self.place(place(member), of: member, in: json, addresses)
            if given.hasPrefix(Self.prefix) {
                if open(given, for: own) != nil { continue }
                // Also one of an earlier version, which opens at any machine: its first load would choose the machine.
                let names = addresses.map { "\(path).\($0)" }.joined(separator: ", ")
                let elsewhere =
                    own == place(member) ? "" : ", with another machine in \(names), or by an earlier version: give the secret itself"
                throw HomeFailure("\(path).\(member): was sealed with another key, for another place\(elsewhere)")
            }
            guard let text = seal(given, for: own) else {
                throw HomeFailure("\(path).\(member): nothing here to encrypt it with; give \(Self.variable) or --secrets-key-file")
            }
            object[member] = .string(text)
        }
        return .object(object)
    }
}

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
