import Codecs
import Linux
import Messages

extension Commands {
    static let gameCommands = [
        Command(
            words: "maintenance begin", arguments: "[--message TEXT] [--from DATE] [--until DATE] [--page URL]",
            help: "keeps players out, now or from a date", valued: ["--message", "--from", "--until", "--page"]
        ) { (operate) throws(Stop) in
            var maintenance = JSONObject()
            for (option, key) in [("--message", "message"), ("--page", "url")] {
                if let value = operate.invocation[option] { maintenance[key] = .string(value) }
            }
            for (option, key) in [("--from", "beginDate"), ("--until", "endDate")] {
                if let date = try operate.date(option) { maintenance[key] = .string(ISO8601.text(epochMilliseconds: date)) }
            }
            let app = try operate.app()
            // A date that is over, as one that is mistyped, begins it at once.
            if try operate.date("--from") ?? 0 <= SystemClock().epochMilliseconds() {
                try operate.invocation.confirm("Players of the app \(app) cannot play from now on. Continue?")
            }
            let body = try operate.ask(.consoleSetMaintenance, ["maintenance": .object(maintenance)])
            operate.done(body, "the maintenance is set, \(Operator.span(.object(maintenance)))")
        },
        Command(words: "maintenance end", help: "ends the maintenance") { (operate) throws(Stop) in
            operate.done(try operate.ask(.consoleSetMaintenance, ["maintenance": .null]), "there is no maintenance any more")
        },
        Command(words: "catalogue show", help: "the products") { (operate) throws(Stop) in
            operate.show(
                ["products": try operate.setting("products")], rows: "products", none: "there are no products",
                Table(
                    (title: "product", key: "gamebaseProductId"), (title: "kind", key: "productType"), (title: "store", key: "storeCode"),
                    (title: "price", key: "price"), (title: "currency", key: "currency"), (title: "name", key: "itemName")))
        },
        Command(words: "catalogue set", arguments: "FILE", help: "replaces the products by those of a file") { (operate) throws(Stop) in
            let products = try jsonFile(try operate.invocation.word(0, "FILE"))
            let app = try operate.app()
            try operate.invocation.confirm("The products of the app \(app) are replaced. Continue?")
            operate.done(try operate.ask(.consoleSetCatalogue, ["products": products["products"] ?? products]), "the products are set")
        },
        Command(
            words: "catalogue price", arguments: "PRODUCT PRICE [--currency CODE]", help: "changes the price of one product",
            valued: ["--currency"]
        ) { (operate) throws(Stop) in
            let id = try operate.invocation.word(0, "PRODUCT")
            let price = try operate.invocation.word(1, "PRICE")
            var product: JSONObject = ["gamebaseProductId": .string(id), "price": .string(price)]
            if let currency = operate.invocation["--currency"] { product["currency"] = .string(currency) }
            let app = try operate.app()
            if !operate.invocation.has("--yes") {
                let (old, currency) = try operate.price(of: id)
                let new = "\(price) \(operate.invocation["--currency"] ?? currency)"
                try operate.invocation.confirm("The product \(id) of the app \(app) costs \(new) from now on, not \(old). Continue?")
            }
            let body = try operate.ask(.consoleSetCatalogue, ["product": .object(product)])
            operate.show(body) { "\(id) costs \(Table.text($0["price"] ?? nil)) \(Table.text($0["currency"] ?? nil))" }
        },
        Command(words: "settings show", help: "the current settings, as JSON", isPrivate: true) { (operate) throws(Stop) in
            say((try operate.ask(.consoleSaveSettings)["settings"] ?? nil).prettyText())
        },
        Command(words: "settings load", arguments: "FILE", help: "replaces all settings by those of a file") { (operate) throws(Stop) in
            let settings = try jsonFile(try operate.invocation.word(0, "FILE"))
            let app = try operate.app()
            try operate.invocation.confirm("All settings of the app \(app) are replaced. Continue?")
            operate.done(try operate.ask(.consoleLoadSettings, ["settings": settings]), "the settings are loaded")
        },
        Command(words: "notices show", help: "the launching notice, image notices and the page of notices") { (operate) throws(Stop) in
            var notices = JSONObject()
            for key in ["notice", "imageNotice", "gameNotice"] { notices[key] = try operate.setting(key) }
            operate.show(.object(notices)) { $0.prettyText() }
        },
        Command(
            words: "notices set", arguments: "FILE", help: "replaces notice, imageNotice and gameNotice by those of a file"
        ) { (operate) throws(Stop) in
            let notices = try jsonFile(try operate.invocation.word(0, "FILE"))
            let read = try operate.ask(.consoleSaveSettings)
            guard var settings = read["settings"]?.objectValue, let given = notices.objectValue else {
                throw Stop(Stop.usage, "FILE: must be an object with notice, imageNotice or gameNotice")
            }
            for member in given.members {
                guard ["notice", "imageNotice", "gameNotice"].contains(member.key) else {
                    throw Stop(Stop.usage, "FILE: \(member.key) is not notice, imageNotice or gameNotice")
                }
                settings[member.key] = member.value
            }
            // All settings go with them: what somebody else has changed meanwhile is not written over.
            var parameters: JSONObject = ["settings": .object(settings)]
            parameters["revision"] = read["revision"]
            operate.done(try operate.ask(.consoleLoadSettings, .object(parameters)), "the notices are set")
        },
        Command(
            words: "push send", arguments: "FILE | --title TEXT [--body TEXT] [--user USER...] [--at DATE]",
            help: "sends a push, or schedules one; without users to all players", valued: ["--title", "--body", "--user", "--at"]
        ) { (operate) throws(Stop) in try operate.sendPush() },
        Command(words: "push cancel", arguments: "MESSAGE", help: "stops a push that is not sent to everybody yet") {
            (operate) throws(Stop) in
            let id = try operate.invocation.word(0, "MESSAGE")
            operate.done(try operate.ask(.consoleCancelPush, ["messageId": .string(id)]), "the push \(id) is cancelled")
        },
        Command(words: "push results", help: "the newest pushes, and their results") { (operate) throws(Stop) in
            operate.show(
                ["pushes": try operate.ask(.consoleReport)["pushes"] ?? []], rows: "pushes", none: "there were no pushes",
                Table(
                    (title: "message", key: "messageId"), (title: "state", key: "state"), (title: "title", key: "title"),
                    (title: "date", key: "sendDate"), (title: "accepted", key: "accepted"), (title: "delivered", key: "delivered"),
                    (title: "clicked", key: "clicked"), (title: "withheld", key: "withheld"), (title: "withdrawn", key: "withdrawn")))
        },
    ]
}

func jsonFile(_ path: String) throws(Stop) -> JSON {
    let bytes = try readFile(path, "FILE", bytesMax: HTTPForm.objectBodyBytesMax)
    do throws(JSONError) { return try JSON.parse(bytes: bytes, limits: HTTPForm.objectBodyLimits) } catch {
        throw Stop(Stop.usage, "\(path) is not JSON: \(error.message)")
    }
}

extension Operator {
    /// A part of the settings that are in force.
    func setting(_ key: String) throws(Stop) -> JSON { try ask(.consoleSaveSettings)["settings"]?[key] ?? nil }

    /// The price of a product now, with its currency, and the currency alone.
    func price(of id: String) throws(Stop) -> (whole: String, currency: String) {
        guard let product = try setting("products").arrayValue?.first(where: { $0["gamebaseProductId"]?.stringValue == id }) else {
            throw Stop(Stop.refused, "there is no product \"\(id)\"; gamebasectl catalogue show lists them")
        }
        let currency = Table.text(product["currency"] ?? nil)
        return ("\(Table.text(product["price"] ?? nil)) \(currency)", currency)
    }

    /// From when to when a maintenance is.
    static func span(_ maintenance: JSON) -> String {
        let begin = maintenance["beginDate"]?.stringValue.map { "from \($0)" } ?? "from now on"
        return begin + (maintenance["endDate"]?.stringValue.map { " until \($0)" } ?? ", until it is ended")
    }

    fileprivate func sendPush() throws(Stop) {
        var push = JSONObject()
        if let path = invocation.words.first {
            guard let given = try jsonFile(path).objectValue else { throw Stop(Stop.usage, "FILE: must be an object") }
            push = given
        }
        for (option, key) in [("--title", "title"), ("--body", "body")] {
            if let value = invocation[option] { push[key] = .string(value) }
        }
        let users = invocation.all("--user")
        if !users.isEmpty { push["userIds"] = .array(users.map { .string($0) }) }
        if let date = try date("--at") { push["sendDate"] = .integer(date) }
        if push.isEmpty { throw Stop(Stop.usage, "FILE or --title is missing") }
        // The service takes null for what is missing.
        if push["userIds"]?.isNull ?? true {
            let app = try app()
            try invocation.confirm("A push goes to all players of the app \(app). Continue?")
        }
        show(try ask(.consoleSendPush, .object(push))) { body in
            body["messageId"].map { "the push is \(Table.text($0))" } ?? body.prettyText()
        }
    }
}
