import Boundary
import CGamebase
import Client
import Linux

/// Of one key.
private let keyBytesMax = 255

@_cdecl("NCMB_setApplicationKey_clientKey") @implementation
public func NCMB_setApplicationKey_clientKey(_ applicationKey: UnsafePointer<CChar>?, _ clientKey: UnsafePointer<CChar>?) {
    var arguments = Arguments("NCMB")
    let application = arguments.requiredText(applicationKey, "applicationKey", "the application key of the app")
    let key = arguments.requiredText(clientKey, "clientKey", "the client key of the app")
    arguments.limit(application, "applicationKey", keyBytesMax)
    arguments.limit(key, "clientKey", keyBytesMax)
    if arguments.refusedIntoLog() { return }
    Clients.current.datastore.setKeys(application: application, client: key)
}

@_cdecl("NCMB_getApplicationKey") @implementation
public func NCMB_getApplicationKey() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.ncmbApplicationKey, Clients.current.datastore.applicationKey)
}

@_cdecl("NCMB_getClientKey") @implementation
public func NCMB_getClientKey() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.ncmbClientKey, Clients.current.datastore.clientKey)
}

@_cdecl("NCMB_enableResponseValidation") @implementation
public func NCMB_enableResponseValidation(_ enabled: Bool) {
    Clients.current.datastore.setValidatesResponses(enabled)
}

@_cdecl("NCMB_getResponseValidationFlag") @implementation
public func NCMB_getResponseValidationFlag() -> Bool {
    Clients.current.datastore.validatesResponses
}
