// The values that cross the C boundary, with their JSON forms: key spelling as the SDKs write it, unknown keys kept,
// wrong types refused as a whole. Nothing here knows a call, a thread or a handle.
import Codecs
import Linux

/// Reads one JSON object member by member. What nobody asks for stays in `rest`; one wrong type makes the whole value wrong,
/// so that a caller never gets half an object.
struct ValueReader {
    private let object: JSONObject
    private var taken: [String] = []
    private(set) var isWrong = false

    init?(_ json: JSON) {
        guard let object = json.objectValue else { return nil }
        self.object = object
    }

    /// What nobody took. Built once, at the end: taking members out one by one would be quadratic in what the sender chose to send.
    var rest: JSONObject {
        var rest = JSONObject()
        if taken.count == object.count { return rest }
        for member in object.members where !taken.contains(member.key) { rest[member.key] = member.value }
        return rest
    }

    /// A member that is absent or null reads as nil.
    @inline(never) private mutating func take(_ key: String) -> JSON? {
        guard let value = object[key] else { return nil }
        taken.append(key)
        // Not `? nil : value`: JSON can be written as nil, and that nil would be JSON's null.
        if value.isNull { return nil }
        return value
    }

    private mutating func wrong<Result>() -> Result? {
        isWrong = true
        return nil
    }

    @inline(never) mutating func text(_ key: String) -> String? {
        guard let value = take(key) else { return nil }
        return value.stringValue ?? wrong()
    }

    @inline(never) mutating func requiredText(_ key: String) -> String {
        if let text = text(key) { return text }
        isWrong = true
        return ""
    }

    @inline(never) mutating func integer(_ key: String) -> Int64? {
        guard let value = take(key) else { return nil }
        return value.int64Value ?? wrong()
    }

    mutating func requiredInteger(_ key: String) -> Int64 {
        if let integer = integer(key) { return integer }
        isWrong = true
        return 0
    }

    /// A number as it was written.
    mutating func number(_ key: String) -> String? {
        guard let value = take(key) else { return nil }
        return value.decimalText ?? wrong()
    }

    mutating func flag(_ key: String) -> Bool? {
        guard let value = take(key) else { return nil }
        return value.boolValue ?? wrong()
    }

    mutating func object(_ key: String) -> JSONObject? {
        guard let value = take(key) else { return nil }
        return value.objectValue ?? wrong()
    }

    mutating func texts(_ key: String) -> [String] {
        guard let value = take(key) else { return [] }
        guard let elements = value.arrayValue else { return wrong() ?? [] }
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for element in elements {
            guard let text = element.stringValue else { return wrong() ?? [] }
            texts.append(text)
        }
        return texts
    }

    /// A nested value; `read` is its `init?(json:)`.
    mutating func value<Value>(_ key: String, _ read: (JSON) -> Value?) -> Value? {
        guard let value = take(key) else { return nil }
        return read(value) ?? wrong()
    }

    mutating func values<Value>(_ key: String, _ read: (JSON) -> Value?) -> [Value] {
        guard let value = take(key) else { return [] }
        guard let elements = value.arrayValue else { return wrong() ?? [] }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = read(element) else { return wrong() ?? [] }
            values.append(value)
        }
        return values
    }

    /// The exact decimal text of a price: `priceString` if it is there, otherwise the number in `price` as it was written.
    /// A negative `price` is the SDKs' way to say that the price is unknown.
    mutating func price() -> String? {
        let exact = text("priceString")
        let number = take("price")
        if let exact {
            if !DecimalText.isPlain(exact) { isWrong = true }
            return exact
        }
        guard let number else { return nil }
        guard let text = number.decimalText, let value = number.doubleValue else { return wrong() }
        if value < 0 { return nil }
        return DecimalText.plain(text) ?? wrong()
    }
}

extension JSONObject {
    /// Sets the two forms of a price: the number that the SDKs have, and the exact text beside it.
    mutating func setPrice(_ priceString: String?) {
        guard let priceString else {
            self["price"] = .integer(-1)
            return
        }
        if let whole = Int64(priceString) { self["price"] = .integer(whole) } else { self["price"] = .decimal(priceString) }
        self["priceString"] = .string(priceString)
    }

    /// Adds what was read and not understood, so that it is not lost on the way through.
    @inline(never) mutating func keep(_ rest: JSONObject) {
        for member in rest.members { self[member.key] = member.value }
    }
}

/// Which members a value has, for values that are kept as their JSON: read once into one order and one spelling, and whole or not at all.
struct JSONForm: Sendable {
    enum Kind: Sendable {
        case text, requiredText, price
        case number(Int64)
        /// With the name of the Objective-C property, which is read too.
        case flag(Bool, String)
    }

    let members: [(key: String, kind: Kind)]

    func read(_ json: JSON) -> JSONObject? {
        guard var reader = ValueReader(json) else { return nil }
        var object = JSONObject()
        for (key, kind) in members {
            switch kind {
            case .text: object.set(key, reader.text(key))
            case .requiredText: object.set(key, reader.requiredText(key))
            case .price: object.setPrice(reader.price())
            case .number(let missing): object[key] = .integer(reader.integer(key) ?? missing)
            case .flag(let missing, let property):
                let other = reader.flag(property)
                object[key] = .bool(reader.flag(key) ?? other ?? missing)
            }
        }
        if reader.isWrong { return nil }
        object.keep(reader.rest)
        return object
    }
}

extension JSONObject {
    func text(_ key: String) -> String? { self[key]?.stringValue }
    func number(_ key: String) -> Int64 { self[key]?.int64Value ?? 0 }
    func flag(_ key: String) -> Bool { self[key]?.boolValue ?? false }
}
