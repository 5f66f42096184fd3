import Boundary
import CGamebase
import Client

@_cdecl("TCGBRunLoop_drain") @implementation
public func TCGBRunLoop_drain() -> Int32 {
    // The frame path: no reference count and no lock when nothing waits.
    Clients.read { $0.runLoop.isIdle } ? 0 : Clients.current.runLoop.drain()
}

@_cdecl("TCGBRunLoop_runUntil") @implementation
public func TCGBRunLoop_runUntil(_ timeoutMilliseconds: Int64) -> Int32 {
    Clients.current.runLoop.runUntil(timeoutMilliseconds: timeoutMilliseconds)
}

@_cdecl("TCGBRunLoop_fileDescriptor") @implementation
public func TCGBRunLoop_fileDescriptor() -> Int32 { Clients.current.runLoop.fileDescriptor }

@_cdecl("TCGBRunLoop_setDelivery") @implementation
public func TCGBRunLoop_setDelivery(_ delivery: TCGBRunLoopDelivery) -> Bool {
    switch delivery {
    case TCGBRunLoopDeliveryPumped: Clients.current.runLoop.setDelivery(libraryThread: false)
    case TCGBRunLoopDeliveryLibraryThread: Clients.current.runLoop.setDelivery(libraryThread: true)
    default: return false
    }
    return true
}

@_cdecl("TCGBRunLoop_delivery") @implementation
public func TCGBRunLoop_delivery() -> TCGBRunLoopDelivery {
    Clients.current.runLoop.deliversOnLibraryThread ? TCGBRunLoopDeliveryLibraryThread : TCGBRunLoopDeliveryPumped
}

@_cdecl("TCGBRunLoop_setCallTimeout") @implementation
public func TCGBRunLoop_setCallTimeout(_ timeoutMilliseconds: Int64) {
    Clients.current.setCallTimeout(milliseconds: timeoutMilliseconds)
}

@_cdecl("TCGBRunLoop_setRetries_firstDelayMilliseconds") @implementation
public func TCGBRunLoop_setRetries_firstDelayMilliseconds(_ retries: Int32, _ firstDelayMilliseconds: Int64) {
    Clients.current.setRetries(retries, firstDelayMilliseconds: firstDelayMilliseconds)
}

@_cdecl("TCGBRunLoop_lastCall") @implementation
public func TCGBRunLoop_lastCall() -> Int64 { Int64(bitPattern: Client.lastCall) }

@_cdecl("TCGBRunLoop_cancelCall") @implementation
public func TCGBRunLoop_cancelCall(_ call: Int64) -> Bool { Clients.current.cancelCall(UInt64(bitPattern: call)) }
