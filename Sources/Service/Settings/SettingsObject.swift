import Codecs
import Documents
import Linux

/// One JSON object of the settings and where it stands. `null` is the same as absent.
struct SettingsObject {
    static let textBytesMax = 4096

    let path: String
    private let members: JSONObject

    /// - Parameter keys: every key that may occur.
    init(_ json: JSON, at path: String, keys: [String]) throws(SettingsError) {
        guard let members = json.objectValue else { throw SettingsError(path, "must be an object, is \(json.kindName)") }
        for member in members.members where !keys.contains(member.key) {
            throw SettingsError("\(path).\(member.key)", "is not known here; known are \(keys.joined(separator: ", "))")
        }
        self.path = path
        self.members = members
    }

    func part(_ key: String) -> (json: JSON, path: String)? {
        guard let value = members[key], !value.isNull else { return nil }
        return (value, "\(path).\(key)")
    }

    func wrong(_ key: String, _ reason: String) -> SettingsError { SettingsError("\(path).\(key)", reason) }

    func text(_ key: String, max: Int = textBytesMax) throws(SettingsError) -> String? {
        guard let value = part(key)?.json else { return nil }
        guard let text = value.stringValue else { throw wrong(key, "must be text, is \(value.kindName)") }
        guard text.utf8.count <= max else { throw wrong(key, "must be at most \(max) bytes of UTF-8, is \(text.utf8.count)") }
        return text
    }

    func requiredText(_ key: String, max: Int) throws(SettingsError) -> String {
        guard let text = try text(key, max: max) else { throw wrong(key, "is missing") }
        guard !text.isEmpty else { throw wrong(key, "must not be empty") }
        return text
    }

    /// An identifier: printable ASCII without spaces.
    func identifier(_ key: String, max: Int = 64) throws(SettingsError) -> String? {
        guard let text = try text(key, max: max) else { return nil }
        guard !text.isEmpty else { throw wrong(key, "must not be empty") }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            let isSecret = GuardedField.ofAllSettings().contains { $0.path.last == key }
            throw wrong(key, "must be printable ASCII without spaces" + (isSecret ? "" : ", is \"\(text)\""))
        }
        return text
    }

    func oneOf(_ key: String, _ choices: [String]) throws(SettingsError) -> String? {
        guard let text = try text(key) else { return nil }
        guard choices.contains(text) else {
            throw wrong(key, "must be one of \(choices.joined(separator: ", ")), is \"\(text)\"")
        }
        return text
    }

    func integer(_ key: String, in range: ClosedRange<Int64>) throws(SettingsError) -> Int64? {
        guard let value = part(key)?.json else { return nil }
        guard let integer = value.int64Value else { throw wrong(key, "must be a whole number, is \(value.kindName)") }
        guard range.contains(integer) else {
            throw wrong(key, "must be between \(range.lowerBound) and \(range.upperBound), is \(integer)")
        }
        return integer
    }

    func bool(_ key: String) throws(SettingsError) -> Bool? {
        guard let value = part(key)?.json else { return nil }
        guard let bool = value.boolValue else { throw wrong(key, "must be true or false, is \(value.kindName)") }
        return bool
    }

    /// An address that a browser can open, or empty.
    func url(_ key: String) throws(SettingsError) -> String? {
        guard let text = try text(key) else { return nil }
        let bytes = text.utf8
        let hasScheme = bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8)
        guard bytes.isEmpty || (hasScheme && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }) else {
            throw wrong(key, "must be an address that starts with https:// or http://, is \"\(text)\"")
        }
        return text
    }

    /// The elements of a list, each with where it stands; none if the list is not given.
    func elements(_ key: String, max: Int) throws(SettingsError) -> [(json: JSON, path: String)] {
        guard let part = part(key) else { return [] }
        return try Self.elements(part.json, at: part.path, max: max)
    }

    static func elements(_ json: JSON, at path: String, max: Int) throws(SettingsError) -> [(json: JSON, path: String)] {
        guard let values = json.arrayValue else { throw SettingsError(path, "must be an array, is \(json.kindName)") }
        guard values.count <= max else { throw SettingsError(path, "must hold at most \(max) entries, holds \(values.count)") }
        var elements: [(json: JSON, path: String)] = []
        elements.reserveCapacity(values.count)
        for (index, value) in values.enumerated() { elements.append((value, "\(path)[\(index)]")) }
        return elements
    }
}
