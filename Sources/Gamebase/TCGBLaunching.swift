import Boundary
import CGamebase
import Client
import Codecs

@_cdecl("TCGBLaunching_launchingStatus") @implementation
public func TCGBLaunching_launchingStatus() -> Int32 { Clients.read { $0.launchingStatus } }

@_cdecl("TCGBLaunching_launchingInformations") @implementation
public func TCGBLaunching_launchingInformations() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.launchingInformations, Clients.current.launchingInformations?.text())
}

@_cdecl("TCGBLaunching_TCGBLaunchingInformations") @implementation
public func TCGBLaunching_TCGBLaunchingInformations() -> UnsafePointer<CChar>? { part(.gamebaseLaunchingInformations, "launching") }

@_cdecl("TCGBLaunching_tcProductInformations") @implementation
public func TCGBLaunching_tcProductInformations() -> UnsafePointer<CChar>? { part(.tcProductInformations, "tcProduct") }

@_cdecl("TCGBLaunching_tcLaunchingInformations") @implementation
public func TCGBLaunching_tcLaunchingInformations() -> UnsafePointer<CChar>? {
    // A text by itself: what the console's user typed, which is JSON only if he meant it to be.
    ThreadTexts.keep(.tcLaunchingInformations, Clients.current.launchingInformations?["tcLaunching"]?.stringValue)
}

@_cdecl("TCGBLaunching_tcIAPInformations") @implementation
public func TCGBLaunching_tcIAPInformations() -> UnsafePointer<CChar>? { part(.tcIAPInformations, "tcIap") }

@_cdecl("TCGBLaunching_refreshWithCompletion") @implementation
public func TCGBLaunching_refreshWithCompletion(_ completion: TCGBLaunchingCompletion?, _ context: UnsafeMutableRawPointer?) {
    let deliver = deliver(text: completion, context)
    Clients.current.launching.refreshLaunching { json, error in deliver(json?.text(), error) }
}

@_cdecl("TCGBLaunching_requestServerTimeWithCompletion") @implementation
public func TCGBLaunching_requestServerTimeWithCompletion(_ completion: TCGBServerTimeCompletion?, _ context: UnsafeMutableRawPointer?) {
    LastResort.prepare()
    Clients.current.launching.requestServerTime { date, error in
        if let completion { withBorrowed(error: error) { completion(date, $0, context) } }
    }
}

private func part(_ slot: ThreadTexts.Slot, _ key: String) -> CText? {
    guard let part = Clients.current.launchingInformations?[key], !part.isNull else { return nil }
    return ThreadTexts.keep(slot, part.text())
}
