import Boundary
import CGamebase
import Client
import Documents
import Linux

@_cdecl("NCMBACL_ACL") @implementation
public func NCMBACL_ACL() -> OpaquePointer? {
    newHandle(AccessValue(access: Clients.current.datastore.defaultAccess ?? DataAccess()))
}

@_cdecl("NCMBACL_ACLWithUser") @implementation
public func NCMBACL_ACLWithUser(_ user: OpaquePointer?) -> OpaquePointer? {
    guard let found = userObject(user) else { return nil }
    var arguments = Arguments("NCMBACL")
    if found.objectId == nil { arguments.refuse("user", "is not saved; sign up or log in first") }
    guard !arguments.refusedIntoLog(), let who = found.objectId else { return nil }
    let access = DataAccess()
    guard access.setRead(true, for: who), access.setWrite(true, for: who) else { return nil }
    return newHandle(AccessValue(access: access))
}

@_cdecl("NCMBACL_setDefaultACL_withAccessForCurrentUser") @implementation
public func NCMBACL_setDefaultACL_withAccessForCurrentUser(_ ACL: OpaquePointer?, _ currentUserAccess: Bool) {
    var arguments = Arguments("NCMBACL")
    let access = ACL == nil ? nil : arguments.value(ACL, AccessValue.self, "ACL")?.access
    if arguments.refusedIntoLog() { return }
    Clients.current.datastore.setDefaultAccess(access?.current, grantsCurrentUser: currentUserAccess)
}

@_cdecl("NCMBACL_setPublicReadAccess") @implementation
public func NCMBACL_setPublicReadAccess(_ ACL: OpaquePointer?, _ allowed: Bool) {
    grant(ACL) { _ in (AccessList.everyone, { $0.setRead(allowed, for: $1) }) }
}

@_cdecl("NCMBACL_isPublicReadAccess") @implementation
public func NCMBACL_isPublicReadAccess(_ ACL: OpaquePointer?) -> Bool {
    grants(ACL) { _ in (AccessList.everyone, { $0.grantsRead($1) }) }
}

@_cdecl("NCMBACL_setPublicWriteAccess") @implementation
public func NCMBACL_setPublicWriteAccess(_ ACL: OpaquePointer?, _ allowed: Bool) {
    grant(ACL) { _ in (AccessList.everyone, { $0.setWrite(allowed, for: $1) }) }
}

@_cdecl("NCMBACL_isPublicWriteAccess") @implementation
public func NCMBACL_isPublicWriteAccess(_ ACL: OpaquePointer?) -> Bool {
    grants(ACL) { _ in (AccessList.everyone, { $0.grantsWrite($1) }) }
}

@_cdecl("NCMBACL_setReadAccess_forRoleWithName") @implementation
public func NCMBACL_setReadAccess_forRoleWithName(_ ACL: OpaquePointer?, _ allowed: Bool, _ name: UnsafePointer<CChar>?) {
    grant(ACL) { arguments in
        (AccessList.role(arguments.requiredText(name, "name", "the name of a role")), { $0.setRead(allowed, for: $1) })
    }
}

@_cdecl("NCMBACL_isReadAccessForRoleWithName") @implementation
public func NCMBACL_isReadAccessForRoleWithName(_ ACL: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Bool {
    grants(ACL) { arguments in (AccessList.role(arguments.requiredText(name, "name", "the name of a role")), { $0.grantsRead($1) }) }
}

@_cdecl("NCMBACL_setWriteAccess_forRoleWithName") @implementation
public func NCMBACL_setWriteAccess_forRoleWithName(_ ACL: OpaquePointer?, _ allowed: Bool, _ name: UnsafePointer<CChar>?) {
    grant(ACL) { arguments in
        (AccessList.role(arguments.requiredText(name, "name", "the name of a role")), { $0.setWrite(allowed, for: $1) })
    }
}

@_cdecl("NCMBACL_isWriteAccessForRoleWithName") @implementation
public func NCMBACL_isWriteAccessForRoleWithName(_ ACL: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Bool {
    grants(ACL) { arguments in (AccessList.role(arguments.requiredText(name, "name", "the name of a role")), { $0.grantsWrite($1) }) }
}

@_cdecl("NCMBACL_setReadAccess_forRole") @implementation
public func NCMBACL_setReadAccess_forRole(_ ACL: OpaquePointer?, _ allowed: Bool, _ role: OpaquePointer?) {
    grant(ACL) { arguments in (arguments.who(role: role), { $0.setRead(allowed, for: $1) }) }
}

@_cdecl("NCMBACL_isReadAccessForRole") @implementation
public func NCMBACL_isReadAccessForRole(_ ACL: OpaquePointer?, _ role: OpaquePointer?) -> Bool {
    grants(ACL) { arguments in (arguments.who(role: role), { $0.grantsRead($1) }) }
}

@_cdecl("NCMBACL_setWriteAccess_forRole") @implementation
public func NCMBACL_setWriteAccess_forRole(_ ACL: OpaquePointer?, _ allowed: Bool, _ role: OpaquePointer?) {
    grant(ACL) { arguments in (arguments.who(role: role), { $0.setWrite(allowed, for: $1) }) }
}

@_cdecl("NCMBACL_isWriteAccessForRole") @implementation
public func NCMBACL_isWriteAccessForRole(_ ACL: OpaquePointer?, _ role: OpaquePointer?) -> Bool {
    grants(ACL) { arguments in (arguments.who(role: role), { $0.grantsWrite($1) }) }
}
