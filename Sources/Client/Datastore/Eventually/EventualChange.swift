import Codecs
import Documents
import Linux

/// A change of an object that is kept on the disk until the service has answered it.
struct EventualChange {
    enum Kind: String { case create, update, delete }

    let kind: Kind
    /// By which the service knows it when it comes again.
    let requestId: String
    /// Who was logged in when it was made, and is when it is sent; empty: nobody, and anybody.
    let user: String
    let className: String
    /// The object's, or as whom these changes name it until the service has created it.
    let objectId: String
    /// Nothing for a deletion. Objects that were not saved have their name among these changes.
    let fields: JSONObject
    /// Of a change of an installation: the token that the service knows it by when the change comes to it.
    var token: String?
    /// Of the deletion of its own user, who is logged out before it is sent: the session in which it goes, behind what the user made.
    var session: String?
    /// Its place in the order; of this life alone.
    var number: UInt64 = 0
    /// The service refused this creation for its quota; a later try of this process, or of the next, asks again.
    var waitsForRoom = false
    /// What it takes in the file.
    private(set) var bytes = 0

    /// As whom it names its object, and the objects that its fields point to.
    func addNames(to names: inout Set<String>) {
        names.insert(objectId)
        PointerWalk.visit(.object(fields)) { names.insert($0.objectId) }
    }

    mutating func measure() { bytes = JSON.object(json).text().utf8.count + 1 }

    /// - Parameter ids: of the objects that were created since.
    func parameters(_ ids: [String: String]) -> JSON {
        var parameters: JSONObject = ["className": .string(className), "requestId": .string(requestId)]
        if kind != .create { parameters["objectId"] = .string(ids[objectId] ?? objectId) }
        parameters.set(InstallationFields.token, token)
        guard kind != .delete else { return .object(parameters) }
        let named = { (pointer: Pointer) -> JSON? in
            ids[pointer.objectId].map { Pointer(className: pointer.className, objectId: $0).json }
        }
        parameters["fields"] = PointerWalk.mapped(.object(fields), named)
        return .object(parameters)
    }
}

extension EventualChange {
    var json: JSONObject {
        var json: JSONObject = [
            "kind": .string(kind.rawValue), "requestId": .string(requestId), "user": .string(user), "className": .string(className),
            "objectId": .string(objectId), "fields": .object(fields),
        ]
        json.set(InstallationFields.token, token)
        json.set(Self.session, session)
        return json
    }

    /// nil when it is not one.
    init?(_ json: JSON) {
        guard let kind = json["kind"]?.stringValue.flatMap({ Kind(rawValue: $0) }), let requestId = json["requestId"]?.stringValue,
            let user = json["user"]?.stringValue, let className = json["className"]?.stringValue,
            let objectId = json["objectId"]?.stringValue, let fields = json["fields"]?.objectValue
        else { return nil }
        self.init(kind: kind, requestId: requestId, user: user, className: className, objectId: objectId, fields: fields)
        token = json[InstallationFields.token]?.stringValue
        session = json[Self.session]?.stringValue
        measure()
    }

    private static let session = "session"
}
