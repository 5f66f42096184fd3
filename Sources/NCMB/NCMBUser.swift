import Boundary
import CGamebase
import Client
import Codecs
import Linux

private func userText(_ pointer: OpaquePointer?, _ field: String, _ function: StaticString = #function) -> CText? {
    fieldText(pointer, of: ClientDatastore.userClass, field, function)
}

private func setUserText(_ pointer: OpaquePointer?, _ field: String, _ text: CText?, _ function: StaticString = #function) -> Bool {
    setField(pointer, of: ClientDatastore.userClass, field, function) { $0.string(text, "value") }
}

@_cdecl("NCMBUser_user") @implementation
public func NCMBUser_user() -> OpaquePointer? {
    ownedHandle(DataObject(className: ClientDatastore.userClass))
}

@_cdecl("NCMBUser_query") @implementation
public func NCMBUser_query() -> OpaquePointer? {
    newHandle(QueryValue(query: DataQuery(className: ClientDatastore.userClass)))
}

@_cdecl("NCMBUser_currentUser") @implementation
public func NCMBUser_currentUser() -> OpaquePointer? {
    let datastore = Clients.current.datastore
    guard let user = datastore.currentUser else {
        datastore.hold(nil)
        return nil
    }
    guard let handle = ownedHandle(user) else { return nil }
    datastore.hold(KeptHandle(handle))
    return handle
}

@_cdecl("NCMBUser_userName") @implementation
public func NCMBUser_userName(_ user: OpaquePointer?) -> UnsafePointer<CChar>? {
    userText(user, "userName")
}

@_cdecl("NCMBUser_setUserName") @implementation
public func NCMBUser_setUserName(_ user: OpaquePointer?, _ userName: UnsafePointer<CChar>?) -> Bool {
    setUserText(user, "userName", userName)
}

@_cdecl("NCMBUser_password") @implementation
public func NCMBUser_password(_ user: OpaquePointer?) -> UnsafePointer<CChar>? {
    userText(user, "password")
}

@_cdecl("NCMBUser_setPassword") @implementation
public func NCMBUser_setPassword(_ user: OpaquePointer?, _ password: UnsafePointer<CChar>?) -> Bool {
    setUserText(user, "password", password)
}

@_cdecl("NCMBUser_mailAddress") @implementation
public func NCMBUser_mailAddress(_ user: OpaquePointer?) -> UnsafePointer<CChar>? {
    userText(user, "mailAddress")
}

@_cdecl("NCMBUser_setMailAddress") @implementation
public func NCMBUser_setMailAddress(_ user: OpaquePointer?, _ mailAddress: UnsafePointer<CChar>?) -> Bool {
    setUserText(user, "mailAddress", mailAddress)
}

@_cdecl("NCMBUser_isNew") @implementation
public func NCMBUser_isNew(_ user: OpaquePointer?) -> Bool {
    userObject(user)?.isNew ?? false
}

@_cdecl("NCMBUser_sessionToken") @implementation
public func NCMBUser_sessionToken(_ user: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let token = userObject(user)?.sessionToken else { return nil }
    return read(user, ObjectValue.self, else: nil) { $0.kept(token) }
}

@_cdecl("NCMBUser_setSessionToken") @implementation
public func NCMBUser_setSessionToken(_ user: OpaquePointer?, _ sessionToken: UnsafePointer<CChar>?) {
    guard let found = userObject(user) else { return }
    var arguments = Arguments("NCMBUser")
    let token = arguments.text(sessionToken, "sessionToken")
    if !arguments.refusedIntoLog() { found.setSessionToken(token) }
}

@_cdecl("NCMBUser_isAuthenticated") @implementation
public func NCMBUser_isAuthenticated(_ user: OpaquePointer?) -> Bool {
    userObject(user)?.sessionToken != nil
}

@_cdecl("NCMBUser_isMailAddressConfirm") @implementation
public func NCMBUser_isMailAddressConfirm(_ user: OpaquePointer?) -> Bool {
    userObject(user)?.value("mailAddressConfirm")?.boolValue ?? false
}

@_cdecl("NCMBUser_isLinkedWith") @implementation
public func NCMBUser_isLinkedWith(_ user: OpaquePointer?, _ type: UnsafePointer<CChar>?) -> Bool {
    guard let found = userObject(user) else { return false }
    var arguments = Arguments("NCMBUser")
    let provider = arguments.requiredText(type, "type", "the name of a provider")
    return !arguments.refusedIntoLog() && found.isLinked(with: provider)
}
