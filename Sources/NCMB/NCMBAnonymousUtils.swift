import Boundary
import CGamebase
import Client
import Linux

@_cdecl("NCMBAnonymousUtils_logIn") @implementation
public func NCMBAnonymousUtils_logIn(_ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
    let (user, failure) = Clients.current.datastore.logInAnonymouslyBlocking()
    return give(failure, to: error) ? user.flatMap { ownedHandle($0) } : nil
}

@_cdecl("NCMBAnonymousUtils_logInWithBlock") @implementation
public func NCMBAnonymousUtils_logInWithBlock(_ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?) {
    Clients.current.datastore.logInAnonymously(completion: deliver(object: block, context))
}

@_cdecl("NCMBAnonymousUtils_isLinkedWithUser") @implementation
public func NCMBAnonymousUtils_isLinkedWithUser(_ user: OpaquePointer?) -> Bool {
    userObject(user)?.isLinked(with: "anonymous") ?? false
}
