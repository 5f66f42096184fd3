import Codecs
import Messages

extension Commands {
    static let paymentCommands = [
        Command(
            words: "payments find", arguments: "TEXT",
            help: "all payments of a member, oldest first, or the one with a payment's number or a store's number of it", isPrivate: true
        ) { (operate) throws(Stop) in
            let text = try operate.invocation.word(0, "TEXT")
            let body = try operate.ask(.consolePayments, ["text": .string(text)])
            operate.show(body, rows: "payments", none: "\(text) has no payments", Operator.paymentTable)
        },
        Command(
            words: "payments list", arguments: "[--count N] [--before PAYMENT]", help: "the newest payments of all members, 100 at a time",
            valued: ["--count", "--before"], isPrivate: true
        ) { (operate) throws(Stop) in
            let body = try operate.ask(.consolePayments, try operate.page("before", "--before"))
            operate.show(body, rows: "payments", none: "there are no more payments", Operator.paymentTable)
            operate.remarkNext(body, "--before")
        },
        Command(
            words: "payments refund", arguments: "PAYMENT [--chargeback]",
            help: "the money of a payment goes back, or went back at its store",
            flags: ["--chargeback"]
        ) { (operate) throws(Stop) in
            let payment = try operate.invocation.word(0, "PAYMENT")
            let isChargeback = operate.invocation.has("--chargeback")
            if !operate.invocation.has("--yes") {
                let (what, done) = (try operate.named(payment), isChargeback ? "charged back" : "refunded")
                try operate.invocation.confirm("The payment \(what) is \(done), which cannot be undone. Is that meant?")
            }
            let body = try operate.ask(.consoleRefund, ["paymentSeq": .string(payment), "kind": isChargeback ? "CHARGEBACK" : "REFUND"])
            let isPending = body["refundPending"]?.boolValue == true
            operate.done(
                body,
                isPending
                    ? "the refund of \(payment) is kept: its store is asked until it says that the money went back"
                    : "the payment \(payment) is \(body["state"]?.stringValue ?? "REFUNDED")")
        },
        Command(
            words: "payments reprocess", arguments: "PAYMENT [--declined]",
            help: "grants a payment that waits for a verification, or declines it", flags: ["--declined"]
        ) { (operate) throws(Stop) in
            let payment = try operate.invocation.word(0, "PAYMENT")
            let isGood = !operate.invocation.has("--declined")
            if !isGood, !operate.invocation.has("--yes") {
                try operate.invocation.confirm("The payment \(try operate.named(payment)) is declined for good. Is that meant?")
            }
            operate.done(
                try operate.ask(.consoleVerifyPayment, ["paymentSeq": .string(payment), "verified": .bool(isGood)]),
                "the payment \(payment) is \(isGood ? "granted" : "declined")")
        },
        Command(words: "payments reconcile", help: "asks the stores now what became of the orders that are open") {
            (operate) throws(Stop) in
            let body = try operate.work("reconcile")
            let left = body["left"]?.int64Value ?? 0
            operate.show(body) { body in
                let stores = (body["stores"]?.arrayValue ?? []).compactMap { $0.stringValue }
                if stores.isEmpty { return "no store of this app is asked by the server" }
                let text = "\(stores.joined(separator: ", ")): asked about \(Table.text(body["orders"] ?? nil)) orders"
                return left == 0 ? text : text + "; \(left) could not be asked, or not be kept: ask again"
            }
            if left != 0 { throw Stop(Stop.refused, "") }
        },
        Command(
            words: "payments settle", arguments: "approve|decline|cancel [--user USER]",
            help: "decides what the SANDBOX store left pending", valued: ["--user"]
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
    /// A payment in a question: its number, and what it is, for a number is soon mistyped. An entry of the unmatched money has no more.
    fileprivate func named(_ payment: String) throws(Stop) -> String {
        let body: JSON
        do throws(Stop) { body = try ask(.consolePayments, ["text": .string(payment)]) } catch {
            if error.status == Stop.refused { return payment }
            throw error
        }
        guard let one = body["payments"]?.arrayValue?.first(where: { $0["paymentSeq"]?.stringValue == payment }) else { return payment }
        let texts = ["gamebaseProductId", "price", "currency", "userId"].map { Table.text(one[$0] ?? nil) }
        return "\(payment) (\(texts[0]) for \(texts[1]) \(texts[2]), of the member \(texts[3]))"
    }

    fileprivate static var paymentTable: Table {
        Table(
            (title: "payment", key: "paymentSeq"), (title: "member", key: "userId"), (title: "state", key: "state"),
            (title: "product", key: "gamebaseProductId"), (title: "price", key: "price"), (title: "currency", key: "currency"),
            (title: "store", key: "storeCode"), (title: "reserved", key: "reservedDate"), (title: "bought", key: "purchaseDate"),
            (title: "store's number", key: "storeTransactionId"))
    }
}
