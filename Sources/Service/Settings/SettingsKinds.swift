import Codecs
import Linux

/// The kinds of fields that more than one settings object has. Without `missing`, a field that is not given keeps its value: the default.
extension SettingsFields {
    @inline(never)
    mutating func text(
        _ key: String, _ value: inout String, max: Int = SettingsObject.textBytesMax, else missing: String? = nil, isSaved: Bool = true,
        told: Told = .no
    ) {
        guard let object = object(for: key, isSaved: isSaved, told: told, .string(value)) else { return }
        read { () throws(SettingsError) in value = try object.text(key, max: max) ?? missing ?? value }
    }

    @inline(never)
    mutating func requiredText(_ key: String, _ value: inout String, max: Int = 255, told: Told = .no) {
        guard let object = object(for: key, isRequired: true, told: told, .string(value)) else { return }
        read { () throws(SettingsError) in value = try object.requiredText(key, max: max) }
    }

    @inline(never)
    mutating func identifier(_ key: String, _ value: inout String, max: Int = 64, isRequired: Bool = false, told: Told = .no) {
        guard let object = object(for: key, isRequired: isRequired, told: told, .string(value)) else { return }
        read { () throws(SettingsError) in value = try object.identifier(key, max: max) ?? value }
    }

    @inline(never)
    mutating func identifier(_ key: String, _ value: inout String?, max: Int = 64) {
        guard let object = object(for: key, .optional(value)) else { return }
        read { () throws(SettingsError) in value = try object.identifier(key, max: max) }
    }

    @inline(never)
    mutating func url(_ key: String, _ value: inout String, told: Told = .no) {
        guard let object = object(for: key, told: told, .string(value)) else { return }
        read { () throws(SettingsError) in value = try object.url(key) ?? value }
    }

    @inline(never)
    mutating func oneOf(
        _ key: String, _ value: inout String, _ choices: [String], else missing: String? = nil, isRequired: Bool = false, told: Told = .no
    ) {
        guard let object = object(for: key, isRequired: isRequired, told: told, .string(value)) else { return }
        read { () throws(SettingsError) in value = try object.oneOf(key, choices) ?? missing ?? value }
    }

    @inline(never)
    mutating func integer(
        _ key: String, _ value: inout Int64, in range: ClosedRange<Int64>, else missing: Int64? = nil, isRequired: Bool = false,
        isSaved: Bool = true, told: Told = .no
    ) {
        guard let object = object(for: key, isRequired: isRequired, isSaved: isSaved, told: told, .integer(value)) else { return }
        read { () throws(SettingsError) in value = try object.integer(key, in: range) ?? missing ?? value }
    }

    @inline(never)
    mutating func integer(_ key: String, _ value: inout Int64?, in range: ClosedRange<Int64>) {
        guard let object = object(for: key, value.map { .integer($0) } ?? .null) else { return }
        read { () throws(SettingsError) in value = try object.integer(key, in: range) }
    }

    @inline(never)
    mutating func bool(_ key: String, _ value: inout Bool, told: Told = .no) {
        guard let object = object(for: key, told: told, .bool(value)) else { return }
        read { () throws(SettingsError) in value = try object.bool(key) ?? value }
    }

    @inline(never)
    mutating func bool(_ key: String, _ value: inout Bool?) {
        guard let object = object(for: key, value.map { .bool($0) } ?? .null) else { return }
        read { () throws(SettingsError) in value = try object.bool(key) }
    }

    /// The text as it was written, and the time that it means.
    @inline(never)
    mutating func date(_ key: String, _ text: inout String?, _ milliseconds: inout Int64?, isSaved: Bool = true) {
        guard let object = object(for: key, isSaved: isSaved, .optional(text)) else { return }
        read { () throws(SettingsError) in
            guard let given = try object.text(key, max: 40) else { return }
            guard let time = ISO8601.parse(given) else {
                throw object.wrong(key, "must be a date such as \"2030-01-31T09:00:00+09:00\", is \"\(given)\"")
            }
            (text, milliseconds) = (given, time)
        }
    }

    @inline(never)
    mutating func texts(_ key: String, _ value: inout [String], max: Int, _ isWrong: (String) -> String?) {
        guard let object = object(for: key, .array(value.map { .string($0) })) else { return }
        read { () throws(SettingsError) in
            for (json, path) in try object.elements(key, max: max) {
                guard let text = json.stringValue else { throw SettingsError(path, "must be text, is \(json.kindName)") }
                if let reason = isWrong(text) { throw SettingsError(path, reason) }
                value.append(text)
            }
        }
    }

    mutating func part<Part: SettingsTable>(_ key: String, _ value: inout Part) {
        guard let object = object(for: key, value.json) else { return }
        read { () throws(SettingsError) in if let part = object.part(key) { value = try Part(part.json, at: part.path) } }
    }

    mutating func part<Part: SettingsTable>(_ key: String, _ value: inout Part?) {
        guard let object = object(for: key, value?.json ?? .null) else { return }
        read { () throws(SettingsError) in if let part = object.part(key) { value = try Part(part.json, at: part.path) } }
    }

    mutating func list<Part: SettingsTable>(_ key: String, _ value: inout [Part], max: Int) {
        guard let object = object(for: key, .array(value.map { $0.json })) else { return }
        read { () throws(SettingsError) in
            for (json, path) in try object.elements(key, max: max) { value.append(try Part(json, at: path)) }
        }
    }
}

/// A zone of settings, such as "+09:00": an offset to UTC without summer time.
package enum UTCZone {
    /// - Returns: what is added to UTC; nil for a text that is no zone.
    package static func milliseconds(_ text: String) -> Int64? {
        guard text.utf8.count == 6 else { return nil }
        return ISO8601.parse("1970-01-03T00:00:00" + text).map { 2 * CalendarDay.dayMilliseconds - $0 }
    }
}

extension SettingsFields {
    @inline(never)
    mutating func zone(_ key: String, _ value: inout String) {
        text(key, &value, max: 6)
        if UTCZone.milliseconds(value) == nil { refuse(key, "must be a zone such as \"+09:00\"") }
    }
}
