import Codecs
import Linux

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
