import Codecs
import Messages

extension Commands {
    static let paymentCommands = [
        Command(
            words: "payments find", arguments: "TEXT",
            help:
                "all payments of a member, oldest first, or the one with a payment's number or a store's number of it, and unmatched money",
            isPrivate: true
        ) { (operate) throws(Stop) in
            let text = try operate.invocation.word(0, "TEXT")
            let body = try operate.ask(.consolePayments, ["text": .string(text)])
            operate.showPayments(body, none: "\(text) has no payments")
        },
        Command(
            words: "payments list", arguments: "[--count N] [--before PAYMENT] [--unmatched]",
            help: "the newest payments of all members, 100 at a time; with --unmatched the unmatched money",
            valued: ["--count", "--before"], flags: ["--unmatched"], isPrivate: true
        ) { (operate) throws(Stop) in
            var parameters = try operate.page("before", "--before").objectValue ?? JSONObject()
            if operate.invocation.has("--unmatched") { parameters["state"] = "UNMATCHED" }
            let body = try operate.ask(.consolePayments, .object(parameters))
            operate.showPayments(body, none: "there are no more payments")
            operate.remarkNext(body, "--before")
        },
        Command(
            words: "payments refund", arguments: "PAYMENT [--chargeback]",
            help: "refunds a payment, or records a refund of its store",
            flags: ["--chargeback"]
        ) { (operate) throws(Stop) in
            let payment = try operate.invocation.word(0, "PAYMENT")
            let isChargeback = operate.invocation.has("--chargeback")
            if !operate.invocation.has("--yes") {
                let (what, done) = (try operate.named(payment), isChargeback ? "charged back" : "refunded")
                try operate.invocation.confirm("The payment \(what) is \(done), which cannot be undone. Continue?")
            }
            let body = try operate.ask(.consoleRefund, ["paymentSeq": .string(payment), "kind": isChargeback ? "CHARGEBACK" : "REFUND"])
            let isPending = body["refundPending"]?.boolValue == true
            operate.done(
                body,
                isPending
                    ? "the refund of \(payment) is stored: the server repeats it until the store confirms it"
                    : "the payment \(payment) is \(body["state"]?.stringValue ?? "REFUNDED")")
        },
        Command(
            words: "payments reprocess", arguments: "PAYMENT [--declined]",
            help: "grants a payment that waits for a verification, or declines it", flags: ["--declined"]
        ) { (operate) throws(Stop) in
            let payment = try operate.invocation.word(0, "PAYMENT")
            let isGood = !operate.invocation.has("--declined")
            if !isGood, !operate.invocation.has("--yes") {
                try operate.invocation.confirm("The payment \(try operate.named(payment)) is declined for good. Continue?")
            }
            operate.done(
                try operate.ask(.consoleVerifyPayment, ["paymentSeq": .string(payment), "verified": .bool(isGood)]),
                "the payment \(payment) is \(isGood ? "granted" : "declined")")
        },
        Command(words: "payments reconcile", help: "asks the stores at once about open orders and their reports") {
            (operate) throws(Stop) in
            let body = try operate.work("reconcile")
            let left = body["left"]?.int64Value ?? 0
            operate.show(body) { body in
                let stores = (body["stores"]?.arrayValue ?? []).compactMap { $0.stringValue }
                if stores.isEmpty { return "the server queries no store of this app" }
                let text = "\(stores.joined(separator: ", ")): asked about \(Table.text(body["orders"] ?? nil)) orders"
                return left == 0 ? text : text + "; \(left) could not be asked or stored: ask again"
            }
            if left != 0 { throw Stop(Stop.refused, "") }
        },
        Command(
            words: "payments settle", arguments: "approve|decline|cancel [--user USER]",
            help: "decides the pending orders of the SANDBOX store", valued: ["--user"]
        ) { (operate) throws(Stop) in
            var parameters: JSONObject = ["outcome": .string(try operate.invocation.word(0, "approve|decline|cancel").uppercased())]
            if let user = operate.invocation["--user"] { parameters["userId"] = .string(user) }
            operate.show(try operate.ask(.consoleSettlePendingPurchases, .object(parameters))) {
                "\(Table.text($0["settled"] ?? nil)) are decided"
            }
        },
    ]
}

extension Operator {
    /// Payments, and below them money that fits none.
    fileprivate func showPayments(_ body: JSON, none: String) {
        show(body) { body in
            var tables: [String] = []
            for (key, empty) in [("payments", Self.paymentTable), ("unmatched", Self.unmatchedTable)] {
                guard let rows = body[key]?.arrayValue, !rows.isEmpty else { continue }
                var table = empty
                for row in rows { table.add(row) }
                tables.append(table.text)
            }
            return tables.isEmpty ? none : tables.joined(separator: "\n\n")
        }
    }

    /// A payment in a question: its number, and what it is, for a number is soon mistyped.
    fileprivate func named(_ payment: String) throws(Stop) -> String {
        let body: JSON
        do throws(Stop) { body = try ask(.consolePayments, ["text": .string(payment)]) } catch {
            if error.status == Stop.refused { return payment }
            throw error
        }
        func one(of list: String) -> JSON? { body[list]?.arrayValue?.first { $0["paymentSeq"]?.stringValue == payment } }
        let isPayment = one(of: "payments") != nil
        guard let one = one(of: "payments") ?? one(of: "unmatched") else { return payment }
        let keys =
            isPayment ? ["gamebaseProductId", "price", "currency", "userId"] : ["product", "capturedAmount", "capturedCurrency", "userId"]
        let texts = keys.map { Table.text(one[$0] ?? nil) }
        return "\(payment) (\(texts[0]) for \(texts[1]) \(texts[2]), of the member \(texts[3]))"
    }

    fileprivate static var unmatchedTable: Table {
        Table(
            (title: "unmatched money", key: "paymentSeq"), (title: "member", key: "userId"), (title: "why", key: "reason"),
            (title: "amount", key: "capturedAmount"), (title: "currency", key: "capturedCurrency"), (title: "store", key: "storeCode"),
            (title: "store's number", key: "storeTransactionId"), (title: "order", key: "orderKey"), (title: "product", key: "product"),
            (title: "reported", key: "date"), (title: "went back", key: "returned"))
    }

    fileprivate static var paymentTable: Table {
        Table(
            (title: "payment", key: "paymentSeq"), (title: "member", key: "userId"), (title: "state", key: "state"),
            (title: "product", key: "gamebaseProductId"), (title: "price", key: "price"), (title: "currency", key: "currency"),
            (title: "store", key: "storeCode"), (title: "reserved", key: "reservedDate"), (title: "bought", key: "purchaseDate"),
            (title: "store's number", key: "storeTransactionId"))
    }
}
