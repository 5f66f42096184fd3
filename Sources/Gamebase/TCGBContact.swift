import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux

extension ContactConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBContactConfiguration }

    package func field(_ field: TCGBContactConfigurationField) -> FieldValue {
        switch field {
        case .userName: .text(userName)
        case .additionalURL: .text(additionalURL)
        case .additionalParameters: .text(additionalParameters.isEmpty ? nil : JSON.object(additionalParameters).text())
        case .extraData: .text(extraData.isEmpty ? nil : JSON.object(extraData).text())
        }
    }
}

@_cdecl("TCGBContactConfiguration_create") @implementation
public func TCGBContactConfiguration_create() -> OpaquePointer? { newHandle(ContactConfiguration()) }

@_cdecl("TCGBContactConfiguration_setUserName") @implementation
public func TCGBContactConfiguration_setUserName(_ configuration: OpaquePointer?, _ userName: UnsafePointer<CChar>?) {
    setText(configuration, ContactConfiguration.self, userName, "userName", "TCGBContactConfiguration") { $0.userName = $1 }
}

@_cdecl("TCGBContactConfiguration_setAdditionalURL") @implementation
public func TCGBContactConfiguration_setAdditionalURL(_ configuration: OpaquePointer?, _ additionalURL: UnsafePointer<CChar>?) {
    setText(configuration, ContactConfiguration.self, additionalURL, "additionalURL", "TCGBContactConfiguration") { $0.additionalURL = $1 }
}

@_cdecl("TCGBContactConfiguration_setAdditionalParameters") @implementation
public func TCGBContactConfiguration_setAdditionalParameters(
    _ configuration: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) {
    setEntry(configuration, key, value) { $1(&$0.additionalParameters) }
}

@_cdecl("TCGBContactConfiguration_setExtraData") @implementation
public func TCGBContactConfiguration_setExtraData(
    _ configuration: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) {
    setEntry(configuration, key, value) { $1(&$0.extraData) }
}

/// One entry of a dictionary; without a value it is taken away.
private func setEntry(
    _ configuration: OpaquePointer?, _ key: CText?, _ value: CText?, _ function: StaticString = #function,
    _ choose: (inout ContactConfiguration, (inout JSONObject) -> Void) -> Void
) {
    var arguments = Arguments("TCGBContactConfiguration")
    let key = arguments.requiredText(key, "key", "the name of an entry")
    let text = arguments.text(value, "value")
    if arguments.refusedIntoLog(function) { return }
    var isFull = false
    change(configuration, ContactConfiguration.self, function) { configuration in
        choose(&configuration) { entries in
            isFull = text != nil && entries[key] == nil && entries.count >= ContactConfiguration.entriesMax
            if !isFull { entries[key] = text.map { JSON.string($0) } }
        }
    }
    if isFull { Clients.current.log(.warn, "\(functionName(function)): key: there are \(ContactConfiguration.entriesMax) entries already") }
}

// MARK: TCGBContact

@_cdecl("TCGBContact_openContactWithViewController_completion") @implementation
public func TCGBContact_openContactWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.screens.openContact(
        ContactConfiguration(), window: UInt(bitPattern: viewController), completion: deliver(error: completion, context))
}

@_cdecl("TCGBContact_openContactWithViewController_configuration_completion") @implementation
public func TCGBContact_openContactWithViewController_configuration_completion(
    _ viewController: UnsafeMutableRawPointer?, _ configuration: OpaquePointer?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBContact")
    let given = arguments.optional(configuration, ContactConfiguration.self) ?? ContactConfiguration()
    let deliver = deliver(error: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver($0) } }
    Clients.current.screens.openContact(given, window: UInt(bitPattern: viewController), completion: deliver)
}

@_cdecl("TCGBContact_requestContactURLWithCompletion") @implementation
public func TCGBContact_requestContactURLWithCompletion(_ completion: TCGBContactURLCompletion?, _ context: UnsafeMutableRawPointer?) {
    Clients.current.screens.requestContactURL(ContactConfiguration(), completion: deliver(text: completion, context))
}

@_cdecl("TCGBContact_requestContactURLWithConfiguration_completion") @implementation
public func TCGBContact_requestContactURLWithConfiguration_completion(
    _ configuration: OpaquePointer?, _ completion: TCGBContactURLCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBContact")
    let given = arguments.optional(configuration, ContactConfiguration.self) ?? ContactConfiguration()
    let deliver = deliver(text: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver(nil, $0) } }
    Clients.current.screens.requestContactURL(given, completion: deliver)
}
