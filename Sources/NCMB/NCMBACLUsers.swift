import Boundary
import CGamebase
import Client
import Documents
import Linux

@_cdecl("NCMBACL_setReadAccess_forUserId") @implementation
public func NCMBACL_setReadAccess_forUserId(_ ACL: OpaquePointer?, _ allowed: Bool, _ userId: UnsafePointer<CChar>?) {
    grant(ACL) { arguments in (arguments.requiredText(userId, "userId", "the objectId of a user"), { $0.setRead(allowed, for: $1) }) }
}

@_cdecl("NCMBACL_isReadAccessForUserId") @implementation
public func NCMBACL_isReadAccessForUserId(_ ACL: OpaquePointer?, _ userId: UnsafePointer<CChar>?) -> Bool {
    grants(ACL) { arguments in (arguments.requiredText(userId, "userId", "the objectId of a user"), { $0.grantsRead($1) }) }
}

@_cdecl("NCMBACL_setWriteAccess_forUserId") @implementation
public func NCMBACL_setWriteAccess_forUserId(_ ACL: OpaquePointer?, _ allowed: Bool, _ userId: UnsafePointer<CChar>?) {
    grant(ACL) { arguments in (arguments.requiredText(userId, "userId", "the objectId of a user"), { $0.setWrite(allowed, for: $1) }) }
}

@_cdecl("NCMBACL_isWriteAccessForUserId") @implementation
public func NCMBACL_isWriteAccessForUserId(_ ACL: OpaquePointer?, _ userId: UnsafePointer<CChar>?) -> Bool {
    grants(ACL) { arguments in (arguments.requiredText(userId, "userId", "the objectId of a user"), { $0.grantsWrite($1) }) }
}

@_cdecl("NCMBACL_setReadAccess_forUser") @implementation
public func NCMBACL_setReadAccess_forUser(_ ACL: OpaquePointer?, _ allowed: Bool, _ user: OpaquePointer?) {
    grant(ACL) { arguments in (arguments.who(user: user), { $0.setRead(allowed, for: $1) }) }
}

@_cdecl("NCMBACL_isReadAccessForUser") @implementation
public func NCMBACL_isReadAccessForUser(_ ACL: OpaquePointer?, _ user: OpaquePointer?) -> Bool {
    grants(ACL) { arguments in (arguments.who(user: user), { $0.grantsRead($1) }) }
}

@_cdecl("NCMBACL_setWriteAccess_forUser") @implementation
public func NCMBACL_setWriteAccess_forUser(_ ACL: OpaquePointer?, _ allowed: Bool, _ user: OpaquePointer?) {
    grant(ACL) { arguments in (arguments.who(user: user), { $0.setWrite(allowed, for: $1) }) }
}

@_cdecl("NCMBACL_isWriteAccessForUser") @implementation
public func NCMBACL_isWriteAccessForUser(_ ACL: OpaquePointer?, _ user: OpaquePointer?) -> Bool {
    grants(ACL) { arguments in (arguments.who(user: user), { $0.grantsWrite($1) }) }
}
