import Boundary
import CGamebase
import Client
import Wire

struct ProviderProfile: BoundaryValue {
    let information: JSONObject

    package static var boundaryClass: BoundaryClass { .providerProfile }
    package enum Field: Int { case information }
}

@_cdecl("TCGBAuthProviderProfile_information") @implementation
public func TCGBAuthProviderProfile_information(_ profile: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(profile, ProviderProfile.self, .information) { JSON.object($0.information).text() }
}

@_cdecl("TCGBGamebase_authProviderProfileWithIDPCode") @implementation
public func TCGBGamebase_authProviderProfileWithIDPCode(_ IDPCode: UnsafePointer<CChar>?) -> OpaquePointer? {
    var arguments = Arguments("TCGBGamebase")
    let code = arguments.requiredText(IDPCode, "IDPCode", "a provider such as kTCGBAuthGoogle")
    if arguments.refusedIntoLog() { return nil }
    guard let information = Clients.current.providerProfile(code) else { return nil }
    return newHandle(ProviderProfile(information: information))
}
