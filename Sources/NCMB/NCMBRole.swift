import Boundary
import CGamebase
import Client
import Codecs
import Linux

private func add(
    _ role: OpaquePointer?, _ member: OpaquePointer?, _ className: String, _ field: String, _ function: StaticString = #function
) -> Bool {
    guard let found = roleObject(role, function) else { return false }
    var arguments = Arguments("NCMBRole")
    let member = className == ClientDatastore.userClass ? arguments.user(member, "user") : arguments.role(member, "child")
    guard !arguments.refusedIntoLog(function), let member else { return false }
    return done(function) { () throws(GamebaseError) in try found.change(field, .addRelation(.object(member))) }
}

private func relationOfRole(
    _ role: OpaquePointer?, _ field: String, _ className: String, _ function: StaticString = #function
) -> OpaquePointer? {
    roleObject(role, function) == nil ? nil : relation(role, field, className, function)
}

@_cdecl("NCMBRole_roleWithName") @implementation
public func NCMBRole_roleWithName(_ roleName: UnsafePointer<CChar>?) -> OpaquePointer? {
    var arguments = Arguments("NCMBRole")
    let roleName = arguments.requiredText(roleName, "roleName", "the name of the role")
    if arguments.refusedIntoLog() { return nil }
    let role = Clients.current.datastore.newObject(className: ClientDatastore.roleClass)
    guard done("NCMBRole_roleWithName", { () throws(GamebaseError) in try role.change("roleName", .set(.value(.string(roleName)))) }) else {
        return nil
    }
    return ownedHandle(role)
}

@_cdecl("NCMBRole_roleName") @implementation
public func NCMBRole_roleName(_ role: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let text = roleObject(role)?.value("roleName")?.stringValue else { return nil }
    return read(role, ObjectValue.self, else: nil) { $0.kept(text) }
}

@_cdecl("NCMBRole_addUser") @implementation
public func NCMBRole_addUser(_ role: OpaquePointer?, _ user: OpaquePointer?) -> Bool {
    add(role, user, ClientDatastore.userClass, "belongUser")
}

@_cdecl("NCMBRole_addRole") @implementation
public func NCMBRole_addRole(_ role: OpaquePointer?, _ child: OpaquePointer?) -> Bool {
    add(role, child, ClientDatastore.roleClass, "belongRole")
}

@_cdecl("NCMBRole_relationForUser") @implementation
public func NCMBRole_relationForUser(_ role: OpaquePointer?) -> OpaquePointer? {
    relationOfRole(role, "belongUser", ClientDatastore.userClass)
}

@_cdecl("NCMBRole_relationForRole") @implementation
public func NCMBRole_relationForRole(_ role: OpaquePointer?) -> OpaquePointer? {
    relationOfRole(role, "belongRole", ClientDatastore.roleClass)
}

@_cdecl("NCMBRole_query") @implementation
public func NCMBRole_query() -> OpaquePointer? {
    newHandle(QueryValue(query: DataQuery(className: ClientDatastore.roleClass)))
}
