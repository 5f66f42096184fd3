import Boundary
import CGamebase
import Client
import Codecs
import Linux

// What the functions about providers share.

// Without closures, which the compiler would make anew for each caller.

/// - Parameter data: what the provider gave the player; nil takes the link away.
/// - Parameter signsUp: a user that is not signed up is.
@inline(never)
func link(
    _ pointer: OpaquePointer?, _ provider: String, _ data: JSONObject?, _ given: Arguments, signsUp: Bool = false,
    _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    var arguments = given
    let user = arguments.user(pointer, "user")
    let deliver = deliver(error: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil, function) { deliver($0) } }
    guard let user else { return }
    let datastore = Clients.current.datastore
    if signsUp, let data {
        datastore.signUp(user, with: provider, data, completion: deliver)
    } else {
        datastore.link(user, with: provider, data, completion: deliver)
    }
}

/// - Parameter info: JSON text of what the provider gave the player.
@inline(never)
func link(
    _ pointer: OpaquePointer?, _ provider: String, _ info: CText?, _ name: StaticString, signsUp: Bool, _ block: NCMBErrorResultBlock?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    var arguments = Arguments("NCMBUser")
    if info == nil { arguments.refuse(name, "is NULL; pass a JSON object") }
    var data = arguments.object(info, name) ?? JSONObject()
    if provider == "apple", data["client_id"] == nil { data["client_id"] = Clients.current.datastore.applicationKey.map { .string($0) } }
    link(pointer, provider, data, arguments, signsUp: signsUp, block, context, function)
}

@inline(never)
func logIn(
    with provider: String, _ data: JSONObject, _ arguments: Arguments, _ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function
) {
    let deliver = deliver(object: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil, function) { deliver(nil, $0) } }
    Clients.current.datastore.logIn(with: provider, data, completion: deliver)
}

@inline(never)
func unlinkBlocking(_ pointer: OpaquePointer?, from provider: String, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    var arguments = Arguments("NCMBUser")
    let user = arguments.user(pointer, "user")
    if let refusal = arguments.error { return give(DataError.argument(refusal), to: error) }
    guard let user else { return false }
    return give(Clients.current.datastore.unlinkBlocking(user, from: provider), to: error)
}

@inline(never)
/// Links a user at the provider's page.
func link(
    atPageOf provider: String, _ user: OpaquePointer?, instead: StaticString, _ block: NCMBErrorResultBlock?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    let deliver = deliver(error: block, context)
    var arguments = Arguments("NCMBUser")
    let user = arguments.value(user, ObjectValue.self, "user")?.object
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil, function) { deliver($0) } }
    if let user { Clients.current.datastore.signIn(atPageOf: provider, user, instead: instead) { deliver($1) } }
}

extension Arguments {
    @inline(never)
    mutating func facebook(_ id: CText?, _ token: CText?, _ expirationDate: Int64) -> JSONObject {
        var data: JSONObject = [
            "id": .string(requiredText(id, "facebookId", "the player's id at Facebook")),
            "access_token": .string(requiredText(token, "accessToken", "the token that Facebook gave")),
        ]
        if case .value(let date) = date(expirationDate, "expirationDate") { data["expiration_date"] = date }
        return data
    }

    @inline(never)
    mutating func twitter(_ id: CText?, _ screenName: CText?, _ token: CText?, _ tokenSecret: CText?) -> JSONObject {
        [
            "id": .string(requiredText(id, "twitterId", "the player's id at Twitter")),
            "screen_name": .string(requiredText(screenName, "screenName", "the player's name at Twitter")),
            "oauth_token": .string(requiredText(token, "authToken", "the token that Twitter gave")),
            "oauth_token_secret": .string(requiredText(tokenSecret, "authTokenSecret", "the secret that Twitter gave")),
        ]
    }
}
