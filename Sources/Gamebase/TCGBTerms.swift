import Boundary
import CGamebase
import Client
import Codecs

@_cdecl("TCGBTerms_showTermsViewWithViewController_completion") @implementation
public func TCGBTerms_showTermsViewWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBShowTermsViewCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.screens.showTermsView(
        forceShow: false, window: UInt(bitPattern: viewController), completion: deliver(result: completion, context))
}

@_cdecl("TCGBTerms_showTermsViewWithConfiguration_viewController_completion") @implementation
public func TCGBTerms_showTermsViewWithConfiguration_viewController_completion(
    _ configuration: OpaquePointer?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBShowTermsViewCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBTerms")
    let forceShow = arguments.optional(configuration, TermsConfiguration.self)?.forceShow ?? false
    let deliver = deliver(result: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver(nil, $0) } }
    Clients.current.screens.showTermsView(forceShow: forceShow, window: UInt(bitPattern: viewController), completion: deliver)
}

private func deliver(
    result completion: TCGBShowTermsViewCompletion?, _ context: UnsafeMutableRawPointer?
) -> (ShowTermsViewResult?, GamebaseError?) -> Void {
    guard let completion else { return { _, _ in } }
    LastResort.prepare()
    return { result, error in deliverOne(result.map { DataContainer(json: $0.json) }, error) { completion($0, $1, context) } }
}

@_cdecl("TCGBTerms_queryTermsWithViewController_completion") @implementation
public func TCGBTerms_queryTermsWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBQueryTermsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    LastResort.prepare()
    Clients.current.screens.queryTerms { terms, error in
        guard let completion else { return }
        deliverOne(terms, error) { completion($0, $1, context) }
    }
}

@_cdecl("TCGBTerms_updateTermsWithViewController_configuration_completion") @implementation
public func TCGBTerms_updateTermsWithViewController_configuration_completion(
    _ viewController: UnsafeMutableRawPointer?, _ configuration: OpaquePointer?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBTerms")
    let given = arguments.value(configuration, UpdateTermsConfiguration.self, "configuration")
    let deliver = deliver(error: completion, context)
    guard let given else {
        return refuse(arguments.error ?? GamebaseError(GamebaseError.Code.invalidParameter), completion != nil) { deliver($0) }
    }
    Clients.current.screens.updateTerms(given, completion: deliver)
}

@_cdecl("TCGBTerms_isShowingTermsView") @implementation
public func TCGBTerms_isShowingTermsView() -> Bool { Clients.current.screens.isShowingTermsView }
