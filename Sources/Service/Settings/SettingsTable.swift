import Codecs
import Linux

/// A settings object as a table: one row for each field, with its key, kind, limit and default. The known keys, reading, refusing, saving
/// and what a client is told all follow from the rows.
protocol SettingsTable {
    /// Every field at its default; one that is required is empty.
    init()
    /// The rows, in the order in which they are read. A row may take its default from the rows before it; rules between fields stand at
    /// the end, as `fields.refuse`.
    mutating func fields(_ fields: inout SettingsFields)
}

extension SettingsTable {
    init(_ json: JSON, at path: String) throws(SettingsError) {
        self.init()
        try SettingsFields.read(json, at: path) { fields(&$0) }
    }

    /// As it is saved.
    var json: JSON {
        var copy = self
        return .object(SettingsFields.written(.saving) { copy.fields(&$0) })
    }

    /// What a client is told of it.
    var told: JSONObject {
        var copy = self
        return SettingsFields.written(.telling) { copy.fields(&$0) }
    }
}

/// Goes over the rows of a settings object and does one thing with each. The first error counts; no row is read after it.
struct SettingsFields {
    enum Work { case knownKeys, reading, saving, telling }

    /// Whether a client is told the field, and under which key.
    enum Told { case no, same, key(String) }

    private let work: Work
    private let object: SettingsObject?
    private var keys: [String] = []
    private var written = JSONObject()
    private var error: SettingsError?

    private init(_ work: Work, _ object: SettingsObject? = nil) {
        self.work = work
        self.object = object
    }

    // Functions that stay functions, as the kinds of fields do: each would be compiled into each settings object.
    @inline(never)
    static func read(_ json: JSON, at path: String, _ rows: (inout SettingsFields) -> Void) throws(SettingsError) {
        var known = SettingsFields(.knownKeys)
        rows(&known)
        var given = SettingsFields(.reading, try SettingsObject(json, at: path, keys: known.keys))
        rows(&given)
        if let error = given.error { throw error }
    }

    @inline(never)
    static func written(_ work: Work, _ rows: (inout SettingsFields) -> Void) -> JSONObject {
        var fields = SettingsFields(work)
        rows(&fields)
        return fields.written
    }

    /// What the field is read from, if it is read now; otherwise its key or its value is noted.
    @inline(never)
    mutating func object(
        for key: String, isRequired: Bool = false, isSaved: Bool = true, told: Told = .no, _ json: @autoclosure () -> JSON
    ) -> SettingsObject? {
        switch work {
        case .knownKeys: keys.append(key)
        case .saving: if isSaved { written[key] = json() }
        case .telling:
            switch told {
            case .no: break
            case .same: written[key] = json()
            case .key(let other): written[other] = json()
            }
        case .reading:
            guard error == nil, let object else { break }
            if !isRequired || object.part(key) != nil { return object }
            error = object.wrong(key, "is missing")
        }
        return nil
    }

    mutating func read(_ body: () throws(SettingsError) -> Void) {
        do throws(SettingsError) { try body() } catch { self.error = error }
    }

    /// A rule between fields is broken.
    @inline(never)
    mutating func refuse(_ key: String, _ reason: String) {
        if error == nil, let object { error = object.wrong(key, reason) }
    }

    func isGiven(_ key: String) -> Bool { object?.part(key) != nil }
}

/// A wrong value in the console settings: where it stands, as a JSON path, and what is wrong with it.
struct SettingsError: Error, Equatable {
    let path: String
    let reason: String

    init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    var message: String { "\(path): \(reason)" }
}
