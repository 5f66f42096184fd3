import Codecs
import Storage
import Testing

@testable import Messages
@testable import Service

extension KnownNames {
    /// Each with its place; the places of `*` are named so.
    fileprivate var places: [[String]] { names.flatMap { name in [[name]] + (inner(name)?.places ?? []).map { [name] + $0 } } }
}

/// A slip of the pen reaches nobody.
@Suite struct `Names that a request knows` {
    @Test func `every request has its row`() {
        for name in RequestName.allCases { #expect(RequestTable.all[name] != nil, "\(name)") }
    }

    /// With one more name at the place, in the one object that there is or in an invented one.
    private static func with(_ slip: String, at path: ArraySlice<String>, in json: JSON) -> JSON {
        var object = json.objectValue ?? JSONObject()
        guard path.count > 1, let name = path.first else {
            object[slip] = "x"
            return .object(object)
        }
        let key = name == "*" ? object.members.first?.key ?? "en" : name
        let inner = object[key] ?? [:]
        object[key] =
            inner.arrayValue.map { list in .array([with(slip, at: path.dropFirst(), in: list.first ?? [:])] + list.dropFirst()) }
            ?? with(slip, at: path.dropFirst(), in: inner)
        return .object(object)
    }

    @Test func `each name that is misspelt is refused with those that are known, and nothing is done`() throws {
        let world = try RefusalWorld()
        world.bench.slips = true
        func written() throws -> Int64 { try world.bench.database.query("SELECT total_changes()", []).first?.integer(0) ?? -1 }
        let before = try written()
        var tried = 0
        for request in RequestName.allCases {
            let names = KnownNames(try #require(RequestTable.all[request]).parameters)
            let (token, body) = world.bodies(of: request.text).first ?? (nil, [:])
            for path in names.places + [["x"]] where path.last != "*" {
                let slip = (path.last ?? "") + "s_"
                let isServer = request.facts.asker == .gameServer
                let inner = isServer ? body["body"] ?? [:] : body
                let changed = Self.with(slip, at: path[...], in: inner)
                var whole = body
                if isServer, var object = body.objectValue {
                    object["body"] = changed
                    whole = .object(object)
                } else {
                    whole = changed
                }
                tried += 1
                let reply = world.bench.ask(Refusals.request(request.text, whole, token))
                let known = names.names.isEmpty ? "nothing is" : "known are "
                let isNamed = reply.message.contains("\(slip): is not known here; \(known)")
                #expect(!reply.isSuccess && isNamed, "\(request) \(path): \(reply.message)")
                #expect(path == ["x"] || reply.message.contains(path.last ?? ""))
            }
        }
        #expect(tried > 100)
        #expect(try written() == before)
    }

    @Test func `what is not said is not taken for granted`() throws {
        let bench = try ServiceBench(settings: ["app": ["appId": "Shop"], "maintenance": ["message": "m"]])
        #expect(bench.console("setMaintenance").message == "maintenance: is missing; null removes it")
        #expect(bench.service.core.settings.maintenance != nil)
        bench.slips = true
        let address: JSON = "https://a.example/b.png"
        let sent = bench.console("sendPush", ["title": "t", "mediaUrl": address])
        #expect(sent.message.hasPrefix("mediaUrl: is not known here; known are "))
        let push: JSON = ["className": "push", "fields": ["message": "m", "media": address]]
        #expect(try ObjectBench().answer("objects.create", push) == "E400005 media is not allowed.")
    }
}
