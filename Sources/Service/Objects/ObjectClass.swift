import Codecs
import Documents
import Linux
import Messages

/// The classes with rules of their own, and the names of their fields.
enum ObjectClass {
    static let user = "user"
    static let role = "role"
    static let installation = "installation"
    static let push = "push"
    static let file = "file"

    static let userName = "userName"
    static let password = "password"
    static let mailAddress = "mailAddress"
    static let mailAddressConfirm = "mailAddressConfirm"
    static let authData = "authData"
    static let roleName = "roleName"
    static let belongUser = "belongUser"
    static let belongRole = "belongRole"
    static let deviceToken = "deviceToken"
    static let deviceType = "deviceType"
    static let channels = "channels"
    static let fileName = "fileName"
    static let mimeType = "mimeType"
    static let fileSize = "fileSize"

    static let nameBytesMax = 255

    static func authKind(_ provider: String) -> String { "\(authData).\(provider)" }
    static func provider(ofKind kind: String) -> String { String(decoding: kind.utf8.dropFirst(authData.utf8.count + 1), as: UTF8.self) }

    /// The fields of which no two objects of the class have the same value.
    static func uniqueFields(_ className: String) -> [String] {
        switch className {
        case user: [userName, mailAddress]
        case role: [roleName]
        case installation: [deviceToken]
        case file: [fileName]
        default: []
        }
    }

    /// Without which there is no object of the class.
    static func neededField(_ className: String) -> (name: String, text: String)? {
        switch className {
        case user: (userName, NCMBErrorText.userNameOrPasswordEmpty)
        case role: (roleName, NCMBErrorText.empty(roleName))
        case installation: (deviceToken, NCMBErrorText.deviceTokenEmpty)
        case file: (fileName, NCMBErrorText.empty(fileName))
        default: nil
        }
    }
}

/// A value that only one object of its class may have.
struct ObjectName: Equatable {
    let kind: String
    let name: String
}

extension StoredObject {
    /// Refuses what its class does not allow.
    func names() throws(Failure) -> [ObjectName] {
        var names: [ObjectName] = []
        for field in ObjectClass.uniqueFields(className) {
            let value = fields[field] ?? .null
            if value.isNull { continue }
            guard let text = value.stringValue else { throw Failure.refused(.typeWrong, "\(field) must be text.") }
            guard text.utf8.count <= ObjectClass.nameBytesMax else { throw Failure.refused(.lengthOutOfRange) }
            guard field != ObjectClass.mailAddress || Self.isMailAddress(text) else {
                throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(field))
            }
            if !text.isEmpty { names.append(ObjectName(kind: field, name: text)) }
        }
        if let needed = ObjectClass.neededField(className), !names.contains(where: { $0.kind == needed.name }) {
            throw Failure.refused(.valueEmpty, needed.text)
        }
        if className == ObjectClass.installation { try checkInstallation() }
        guard className == ObjectClass.user else { return names }
        for link in try AuthData.read(fields[ObjectClass.authData], isKept: true)?.names ?? [] {
            let name = ObjectName(kind: link.kind, name: link.digest)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// One `@` with something on both sides; whether mail arrives, only mail shows.
    static func isMailAddress(_ text: String) -> Bool {
        let parts = TextParts.split(text, at: UInt8(ascii: "@"))
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}
