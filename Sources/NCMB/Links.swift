import Boundary
import CGamebase
import Client
import Linux
import Wire

// What the functions about providers share.

/// The user whose links are asked for; nil when the call was refused.
private func linkedUser(
    _ pointer: OpaquePointer?, _ arguments: inout Arguments, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?,
    _ function: StaticString
) -> DataObject? {
    let user = arguments.user(pointer, "user")
    guard let refusal = arguments.error else { return user }
    let deliver = deliver(error: block, context)
    refuse(DataError.argument(refusal), block != nil, function) { deliver($0) }
    return nil
}

/// - Parameter data: what the provider gave the player.
func signUp(
    _ pointer: OpaquePointer?, _ provider: String, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function, _ data: (inout Arguments) -> JSONObject
) {
    var arguments = Arguments("NCMBUser")
    let data = data(&arguments)
    guard let user = linkedUser(pointer, &arguments, block, context, function) else { return }
    Clients.current.datastore.signUp(user, with: provider, data, completion: deliver(error: block, context))
}

/// - Parameter data: nil takes the link away.
func link(
    _ pointer: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function,
    _ data: (inout Arguments) -> (provider: String, data: JSONObject?)
) {
    var arguments = Arguments("NCMBUser")
    let (provider, data) = data(&arguments)
    guard let user = linkedUser(pointer, &arguments, block, context, function) else { return }
    Clients.current.datastore.link(user, with: provider, data, completion: deliver(error: block, context))
}

func logIn(
    with provider: String, _ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function,
    _ data: (inout Arguments) -> JSONObject
) {
    var arguments = Arguments("NCMBUser")
    let data = data(&arguments)
    let deliver = deliver(object: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil, function) { deliver(nil, $0) } }
    Clients.current.datastore.logIn(with: provider, data, completion: deliver)
}

func unlinkBlocking(_ pointer: OpaquePointer?, from provider: String, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    var arguments = Arguments("NCMBUser")
    let user = arguments.user(pointer, "user")
    if let refusal = arguments.error { return give(DataError.argument(refusal), to: error) }
    guard let user else { return false }
    return give(Clients.current.datastore.unlinkBlocking(user, from: provider), to: error)
}

func refuseWindow(
    of provider: StaticString, instead: StaticString, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    let deliver = deliver(error: block, context)
    Clients.current.datastore.refuseWindow(of: provider, instead: instead) { (_: DataObject?, error) in deliver(error) }
}

extension Arguments {
    /// What a provider gave, as the game has it.
    mutating func info(_ pointer: CText?, _ name: StaticString) -> JSONObject {
        if pointer == nil { refuse(name, "is NULL; pass a JSON object") }
        return object(pointer, name) ?? JSONObject()
    }

    mutating func appleInfo(_ pointer: CText?) -> JSONObject {
        var info = info(pointer, "appleInfo")
        if info["client_id"] == nil { info["client_id"] = Clients.current.datastore.applicationKey.map { .string($0) } }
        return info
    }

    mutating func facebook(_ id: CText?, _ token: CText?, _ expirationDate: Int64) -> JSONObject {
        var data: JSONObject = [
            "id": .string(requiredText(id, "facebookId", "the player's id at Facebook")),
            "access_token": .string(requiredText(token, "accessToken", "the token that Facebook gave")),
        ]
        if case .value(let date) = date(expirationDate, "expirationDate") { data["expiration_date"] = date }
        return data
    }

    mutating func twitter(_ id: CText?, _ screenName: CText?, _ token: CText?, _ tokenSecret: CText?) -> JSONObject {
        [
            "id": .string(requiredText(id, "twitterId", "the player's id at Twitter")),
            "screen_name": .string(requiredText(screenName, "screenName", "the player's name at Twitter")),
            "oauth_token": .string(requiredText(token, "authToken", "the token that Twitter gave")),
            "oauth_token_secret": .string(requiredText(tokenSecret, "authTokenSecret", "the secret that Twitter gave")),
        ]
    }
}
