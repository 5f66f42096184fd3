// The NHNCloudIAP room: the functions of include/NHNCloudCore and include/NHNCloudIAP, one Swift file for each header. Like the Gamebase room,
// whose ways across the border it uses, it translates and does nothing else.
import Boundary
import CGamebase
import Client
import Linux
import Synchronization

/// What `sharedInstance` names. It holds nothing: the class functions do all.
struct SharedSDK: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .NHNCloudSDK }
    package typealias Field = NoField

    private static let made = Atomic<UInt>(0)

    /// Made when it is first asked for, and again after somebody released it, or in a forked child.
    static var handle: OpaquePointer? {
        let known = made.load(ordering: .acquiring)
        let isAlive =
            ProcessHandles.with(
                Handle(bits: UInt64(known)), class: boundaryClass.rawValue, as: BoundaryBox<SharedSDK>.self
            ) { _ in true } ?? false
        if isAlive { return OpaquePointer(bitPattern: known) }
        guard let fresh = newHandle(SharedSDK()) else { return nil }
        let (exchanged, winner) = made.compareExchange(expected: known, desired: UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
        if exchanged { return fresh }
        releaseHandle(fresh)
        return OpaquePointer(bitPattern: winner)
    }
}

@_cdecl("NHNCloudSDK_sharedInstance") @implementation
public func NHNCloudSDK_sharedInstance() -> OpaquePointer? { SharedSDK.handle }

@_cdecl("NHNCloudSDK_setUserID") @implementation
public func NHNCloudSDK_setUserID(_ userID: UnsafePointer<CChar>?) {
    var arguments = Arguments("NHNCloudSDK")
    var userID = arguments.text(userID, "userID")
    if arguments.refusedIntoLog() { return }
    if userID?.isEmpty == true { userID = nil }
    let client = Clients.current
    if !client.purchases.setIAPUser(userID) { client.log(.warn, "NHNCloudSDK_setUserID: userID: is longer than 256 bytes") }
}

@_cdecl("NHNCloudSDK_userID") @implementation
public func NHNCloudSDK_userID() -> UnsafePointer<CChar>? { ThreadTexts.keep(.nhnCloudUserID, Clients.current.purchases.iapUserID) }

@_cdecl("NHNCloudSDK_setDebugMode") @implementation
public func NHNCloudSDK_setDebugMode(_ debugMode: Bool) { Clients.current.debugMode = debugMode }

@_cdecl("NHNCloudSDK_isDebugMode") @implementation
public func NHNCloudSDK_isDebugMode() -> Bool { Clients.current.debugMode }

@_cdecl("NHNCloudSDK_setOptionalPolicyWithArray") @implementation
public func NHNCloudSDK_setOptionalPolicyWithArray(_ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) {
    var arguments = Arguments("NHNCloudSDK")
    guard let array else { return }
    guard 0...64 ~= count else {
        arguments.refuse("count", "pass at most 64")
        return _ = arguments.refusedIntoLog()
    }
    for index in 0..<count {
        let policy = arguments.requiredText(array[index], "array", "texts")
        if arguments.refusedIntoLog() { return }
        Clients.current.log(.debug, policy)
    }
}

@_cdecl("NHNCloudSDK_version") @implementation
public func NHNCloudSDK_version() -> UnsafePointer<CChar>? { ThreadTexts.keep(.nhnCloudVersion, Client.version) }
