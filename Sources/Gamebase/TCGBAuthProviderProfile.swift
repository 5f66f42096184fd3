import Accessors
import Boundary
import CGamebase
import Client
import Codecs

struct ProviderProfile: BoundaryValue {
    let information: JSONObject

    package static var boundaryClass: BoundaryClass { .TCGBAuthProviderProfile }

    package func field(_ field: TCGBAuthProviderProfileField) -> FieldValue {
        switch field {
        case .information: .laterText { JSON.object(information).text() }
        }
    }
}

@_cdecl("TCGBGamebase_authProviderProfileWithIDPCode") @implementation
public func TCGBGamebase_authProviderProfileWithIDPCode(_ IDPCode: UnsafePointer<CChar>?) -> OpaquePointer? {
    var arguments = Arguments("TCGBGamebase")
    let code = arguments.requiredText(IDPCode, "IDPCode", "a provider such as kTCGBAuthGoogle")
    if arguments.refusedIntoLog() { return nil }
    guard let information = Clients.current.accounts.providerProfile(code) else { return nil }
    return newHandle(ProviderProfile(information: information))
}
