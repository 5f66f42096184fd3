import Codecs
import Linux
import Messages

/// Reads a request's parameters. What is wrong is refused with the parameter's name. An object: each way out of a function would take a
/// value apart.
final class Parameters {
    static let textBytesMax = 1024

    let json: JSON
    private let prefix: String
    private let code: Int32

    /// - Parameter code: what a wrong parameter is refused with.
    init(_ json: JSON, within prefix: String = "", code: Int32 = ResultCode.parameterInvalid) {
        self.json = json
        self.prefix = prefix
        self.code = code
    }

    /// The value, where `null` and a missing one are the same.
    func value(_ name: String) -> JSON? {
        guard let value = json[name], !value.isNull else { return nil }
        return value
    }

    func text(_ name: String, bytesMax: Int = textBytesMax) throws(Failure) -> String {
        guard let text = try optionalText(name, bytesMax: bytesMax) else { throw wrong(name, "is missing") }
        guard !text.isEmpty else { throw wrong(name, "must not be empty") }
        return text
    }

    func optionalText(_ name: String, bytesMax: Int = textBytesMax) throws(Failure) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw wrong(name, "must be text, is \(value.kindName)") }
        guard text.utf8.count <= bytesMax else { throw wrong(name, "must be at most \(bytesMax) bytes of UTF-8, is \(text.utf8.count)") }
        return text
    }

    func integer(_ name: String, in range: ClosedRange<Int64>) throws(Failure) -> Int64 {
        guard let value = try optionalInteger(name, in: range) else { throw wrong(name, "is missing") }
        return value
    }

    func optionalInteger(_ name: String, in range: ClosedRange<Int64>) throws(Failure) -> Int64? {
        guard let value = value(name) else { return nil }
        guard let integer = value.int64Value else { throw wrong(name, "must be a whole number, is \(value.kindName)") }
        guard range.contains(integer) else {
            throw wrong(name, "must be between \(range.lowerBound) and \(range.upperBound), is \(integer)")
        }
        return integer
    }

    /// Of what is never taken for granted.
    func bool(_ name: String) throws(Failure) -> Bool {
        guard value(name) != nil else { throw wrong(name, "is missing; it must be true or false") }
        return try bool(name, default: false)
    }

    func bool(_ name: String, default missing: Bool) throws(Failure) -> Bool {
        guard let value = value(name) else { return missing }
        guard let bool = value.boolValue else { throw wrong(name, "must be true or false, is \(value.kindName)") }
        return bool
    }

    func oneOf(_ name: String, _ choices: [String]) throws(Failure) -> String {
        let text = try text(name)
        for choice in choices where choice == text { return choice }
        throw wrong(name, "must be one of \(choices.joined(separator: ", "))")
    }

    func object(_ name: String) throws(Failure) -> Parameters {
        guard let value = value(name) else { throw wrong(name, "is missing") }
        guard value.objectValue != nil else { throw wrong(name, "must be an object, is \(value.kindName)") }
        return Parameters(value, within: "\(prefix)\(name).", code: code)
    }

    func objects(_ name: String, countMax: Int) throws(Failure) -> [Parameters] {
        guard let value = value(name) else { throw wrong(name, "is missing") }
        guard let list = value.arrayValue else { throw wrong(name, "must be an array, is \(value.kindName)") }
        guard list.count <= countMax else { throw wrong(name, "must hold at most \(countMax) entries, holds \(list.count)") }
        var objects: [Parameters] = []
        objects.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            guard element.objectValue != nil else { throw wrong("\(name)[\(index)]", "must be an object, is \(element.kindName)") }
            objects.append(Parameters(element, within: "\(prefix)\(name)[\(index)].", code: code))
        }
        return objects
    }

    /// - Returns: nil when missing.
    func texts(_ name: String, countMax: Int, bytesMax: Int = textBytesMax) throws(Failure) -> [String]? {
        guard let value = value(name) else { return nil }
        guard let list = value.arrayValue else { throw wrong(name, "must be an array of texts, is \(value.kindName)") }
        guard list.count <= countMax else { throw wrong(name, "must hold at most \(countMax) entries, holds \(list.count)") }
        var texts: [String] = []
        texts.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            guard let text = element.stringValue else { throw wrong("\(name)[\(index)]", "must be text, is \(element.kindName)") }
            guard text.utf8.count <= bytesMax else { throw wrong("\(name)[\(index)]", "must be at most \(bytesMax) bytes of UTF-8") }
            texts.append(text)
        }
        return texts
    }

    func wrong(_ name: String, _ reason: String) -> Failure {
        .refused(code, "\(prefix)\(name): \(reason)")
    }
}

extension JSON {
    /// For messages: what the value is, with its article.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .decimal: "a number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    static func optional(_ text: String?) -> JSON {
        if let text { .string(text) } else { .null }
    }
}
