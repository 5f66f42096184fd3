import Boundary
import CGamebase
import Client
import Linux
import Synchronization

extension Client: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBInstance }
    package typealias Field = NoField
}

private func newInstance(sharing other: Client?, _ function: StaticString = #function) -> OpaquePointer? {
    guard let client = Clients.create(sharingServiceOf: other) else {
        Clients.current.log(.error, "\(functionName(function)): \(Clients.instancesMax) instances are alive; destroy one first")
        return nil
    }
    guard let handle = newHandle(client) else {
        _ = Clients.destroy(client, timeoutMilliseconds: 0)
        return nil
    }
    client.boundaryName.store(UInt(bitPattern: handle), ordering: .releasing)
    return handle
}

@_cdecl("TCGBInstance_create") @implementation
public func TCGBInstance_create() -> OpaquePointer? { newInstance(sharing: nil) }

@_cdecl("TCGBInstance_createSharingServiceOf") @implementation
public func TCGBInstance_createSharingServiceOf(_ other: OpaquePointer?) -> OpaquePointer? {
    guard let other else { return newInstance(sharing: Clients.defaultClient) }
    guard let client = value(other, Client.self) else { return nil }
    return newInstance(sharing: client)
}

@_cdecl("TCGBInstance_destroy") @implementation
public func TCGBInstance_destroy(_ instance: OpaquePointer?, _ timeoutMilliseconds: Int64) -> Bool {
    guard let instance, let client = value(instance, Client.self) else { return false }
    let ended = Clients.destroy(client, timeoutMilliseconds: timeoutMilliseconds)
    // Last, so that callbacks which the shutdown delivers still find their instance.
    _ = ProcessHandles.table.remove(Handle(instance))
    return ended
}

@_cdecl("TCGBInstance_makeCurrent") @implementation
public func TCGBInstance_makeCurrent(_ instance: OpaquePointer?) -> Bool {
    guard let instance else {
        Clients.makeCurrent(nil)
        return true
    }
    guard let client = value(instance, Client.self) else { return false }
    Clients.makeCurrent(client)
    return true
}

@_cdecl("TCGBInstance_current") @implementation
public func TCGBInstance_current() -> OpaquePointer? {
    OpaquePointer(bitPattern: Clients.current.boundaryName.load(ordering: .acquiring))
}
