import CGamebase
import Client
import Linux

extension Client: BoundaryValue {
    static var boundaryClass: BoundaryClass { .instance }
    typealias Field = NoField
}

/// Which handle names which client, for `TCGBInstance_current`.
private enum Instances {
    private static let lock = Lock()
    nonisolated(unsafe) private static var handles: [Int: OpaquePointer] = [:]

    static func remember(_ handle: OpaquePointer, _ identifier: Int) { lock.locked { handles[identifier] = handle } }
    static func forget(_ handle: OpaquePointer, _ identifier: Int) {
        lock.locked { if handles[identifier] == handle { handles[identifier] = nil } }
    }
    static func handle(of identifier: Int) -> OpaquePointer? { lock.locked { handles[identifier] } }
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
    Instances.remember(handle, client.identifier)
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
    Instances.forget(instance, client.identifier)
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
    let identifier = Clients.current.identifier
    return identifier == 0 ? nil : Instances.handle(of: identifier)
}
