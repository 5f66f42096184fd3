import Boundary
import CGamebase
import Client
import Linux

@_cdecl("TCGBNetwork_type") @implementation
public func TCGBNetwork_type() -> Int32 { Clients.current.networkStatus.rawValue }

@_cdecl("TCGBNetwork_typeName") @implementation
public func TCGBNetwork_typeName() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.networkTypeName, Client.networkStatusName(Clients.current.networkStatus))
}

@_cdecl("TCGBNetwork_isConnected") @implementation
public func TCGBNetwork_isConnected() -> Bool {
    switch Clients.current.networkStatus {
    case .wwan, .wifi: true
    case .notDefined, .notReachable: false
    }
}

@_cdecl("TCGBNetwork_metered") @implementation
public func TCGBNetwork_metered() -> TCGBNetworkMetered { TCGBNetworkMetered(UInt32(Clients.current.notifications.meteredCode)) }

@_cdecl("TCGBNetwork_setMetered") @implementation
public func TCGBNetwork_setMetered(_ metered: TCGBNetworkMetered) {
    Clients.current.notifications.setMetered(code: UInt32(truncatingIfNeeded: metered.rawValue))
}
