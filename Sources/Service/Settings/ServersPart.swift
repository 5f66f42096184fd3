import Codecs
import Linux

/// Parts of the settings that gamebased alone reads. A service in a game's process stores them unread, for a server that takes the
/// directory over.
enum ServersPart: String {
    case alarms
    case conversion

    /// The part as it is stored.
    func read(_ json: JSON, at path: String) throws(SettingsError) -> JSON {
        guard json.objectValue != nil else { throw SettingsError(path, "must be an object, is \(json.kindName)") }
        #if hasFeature(Embedded)
        return json
        #else
        switch self {
        case .alarms: return try AlarmSettings(json, at: path).json
        case .conversion: return try ConversionSettings(json, at: path).json
        }
        #endif
    }
}

extension SettingsFields {
    mutating func ofServers(_ part: ServersPart, _ value: inout JSON) {
        guard let given = object(for: part.rawValue, value)?.part(part.rawValue) else { return }
        read { () throws(SettingsError) in value = try part.read(given.json, at: given.path) }
    }
}
