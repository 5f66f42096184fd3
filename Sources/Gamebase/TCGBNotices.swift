import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension ImageNoticeConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBImageNoticeConfiguration }

    package func field(_ field: TCGBImageNoticeConfigurationField) -> FieldValue {
        switch field {
        case .backgroundColor: .number(Int64(backgroundColor))
        case .timeoutMS: .number(timeoutMilliseconds)
        case .enableAutoCloseByCustomScheme: .flag(enableAutoCloseByCustomScheme)
        }
    }
}

// MARK: TCGBImageNoticeConfiguration

@_cdecl("TCGBImageNoticeConfiguration_create") @implementation
public func TCGBImageNoticeConfiguration_create() -> OpaquePointer? { newHandle(ImageNoticeConfiguration()) }

@_cdecl("TCGBImageNoticeConfiguration_setBackgroundColor") @implementation
public func TCGBImageNoticeConfiguration_setBackgroundColor(_ configuration: OpaquePointer?, _ backgroundColor: UInt32) {
    change(configuration, ImageNoticeConfiguration.self) { $0.backgroundColor = backgroundColor }
}

@_cdecl("TCGBImageNoticeConfiguration_setTimeoutMS") @implementation
public func TCGBImageNoticeConfiguration_setTimeoutMS(_ configuration: OpaquePointer?, _ timeoutMS: Int64) {
    change(configuration, ImageNoticeConfiguration.self) {
        $0.timeoutMilliseconds = min(max(timeoutMS, 1), ImageNoticeConfiguration.timeoutMillisecondsMax)
    }
}

@_cdecl("TCGBImageNoticeConfiguration_setEnableAutoCloseByCustomScheme") @implementation
public func TCGBImageNoticeConfiguration_setEnableAutoCloseByCustomScheme(
    _ configuration: OpaquePointer?, _ enableAutoCloseByCustomScheme: Bool
) {
    change(configuration, ImageNoticeConfiguration.self) { $0.enableAutoCloseByCustomScheme = enableAutoCloseByCustomScheme }
}

// MARK: TCGBImageNotice

@_cdecl("TCGBImageNotice_showImageNoticesWithViewController_closeCompletion") @implementation
public func TCGBImageNotice_showImageNoticesWithViewController_closeCompletion(
    _ viewController: UnsafeMutableRawPointer?, _ closeCompletion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.screens.showImageNotices(
        ImageNoticeConfiguration(), window: UInt(bitPattern: viewController), onScheme: { _ in },
        onClose: deliver(error: closeCompletion, context))
}

@_cdecl("TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent") @implementation
public func TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent(
    _ viewController: UnsafeMutableRawPointer?, _ configuration: OpaquePointer?, _ closeCompletion: TCGBErrorCompletion?,
    _ closeContext: UnsafeMutableRawPointer?, _ schemeEvent: TCGBImageNoticeSchemeEvent?, _ schemeContext: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBImageNotice")
    let given = arguments.optional(configuration, ImageNoticeConfiguration.self) ?? ImageNoticeConfiguration()
    let deliver = deliver(error: closeCompletion, closeContext)
    if let error = arguments.error { return refuse(error, closeCompletion != nil) { deliver($0) } }
    Clients.current.screens.showImageNotices(
        given, window: UInt(bitPattern: viewController),
        onScheme: { payload in payload.withCString { schemeEvent?($0, nil, schemeContext) } }, onClose: deliver)
}

@_cdecl("TCGBImageNotice_closeImageNoticesWithViewController") @implementation
public func TCGBImageNotice_closeImageNoticesWithViewController(_ viewController: UnsafeMutableRawPointer?) {
    Clients.current.screens.closeImageNotices()
}

// MARK: TCGBGameNotice

@_cdecl("TCGBGameNotice_openGameNoticeWithViewController_completion") @implementation
public func TCGBGameNotice_openGameNoticeWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.screens.openGameNotice(window: UInt(bitPattern: viewController), completion: deliver(error: completion, context))
}

@_cdecl("TCGBGameNotice_requestGameNoticeInfoWithCompletion") @implementation
public func TCGBGameNotice_requestGameNoticeInfoWithCompletion(
    _ completion: TCGBGameNoticeInfoCompletion?, _ context: UnsafeMutableRawPointer?
) {
    LastResort.prepare()
    Clients.current.screens.requestGameNoticeInfo { info, error in
        guard let completion else { return }
        withBorrowed(text: info?["url"]?.stringValue) { url in
            withBorrowed(error: error) { completion(url, info?["latestNoticeTimeMillis"]?.int64Value ?? 0, $0, context) }
        }
    }
}
