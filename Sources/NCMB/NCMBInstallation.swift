import Boundary
import CGamebase
import Client
import Codecs
import Linux

/// Of a device token, before it is text: a text of 255 bytes is the longest.
private let tokenBytesMax = 127

private func channels(_ pointer: OpaquePointer?, _ function: StaticString = #function) -> [JSON] {
    object(pointer, of: ClientDatastore.installationClass, function)?.value(InstallationFields.channels)?.arrayValue ?? []
}

private func setToken(_ installation: OpaquePointer?, _ token: (inout Arguments) -> String?, _ function: StaticString = #function) -> Bool {
    change(installation, of: ClientDatastore.installationClass, function) { (object, arguments) throws(GamebaseError) in
        let token = token(&arguments) ?? ""
        try arguments.check()
        try object.change(InstallationFields.token, token.isEmpty ? .delete : .set(.value(.string(token))))
    }
}

@_cdecl("NCMBInstallation_currentInstallation") @implementation
public func NCMBInstallation_currentInstallation() -> OpaquePointer? {
    let datastore = Clients.current.datastore
    guard let installation = datastore.currentInstallation, let handle = ownedHandle(installation) else {
        datastore.hold(installation: nil)
        return nil
    }
    datastore.hold(installation: KeptHandle(handle))
    return handle
}

@_cdecl("NCMBInstallation_query") @implementation
public func NCMBInstallation_query() -> OpaquePointer? {
    newHandle(QueryValue(query: DataQuery(className: ClientDatastore.installationClass)))
}

@_cdecl("NCMBInstallation_setDeviceTokenFromData") @implementation
public func NCMBInstallation_setDeviceTokenFromData(_ installation: OpaquePointer?, _ data: UnsafeRawPointer?, _ length: Int) -> Bool {
    setToken(installation) { Hex.encode($0.bytes(data, data == nil ? 0 : length, "data", tokenBytesMax)) }
}

@_cdecl("NCMBInstallation_deviceToken") @implementation
public func NCMBInstallation_deviceToken(_ installation: OpaquePointer?) -> UnsafePointer<CChar>? {
    fieldText(installation, of: ClientDatastore.installationClass, InstallationFields.token)
}

@_cdecl("NCMBInstallation_setDeviceToken") @implementation
public func NCMBInstallation_setDeviceToken(_ installation: OpaquePointer?, _ deviceToken: UnsafePointer<CChar>?) -> Bool {
    setToken(installation) { $0.text(deviceToken, "deviceToken") }
}

@_cdecl("NCMBInstallation_deviceType") @implementation
public func NCMBInstallation_deviceType(_ installation: OpaquePointer?) -> UnsafePointer<CChar>? {
    fieldText(installation, of: ClientDatastore.installationClass, InstallationFields.type)
}

@_cdecl("NCMBInstallation_timeZone") @implementation
public func NCMBInstallation_timeZone(_ installation: OpaquePointer?) -> UnsafePointer<CChar>? {
    fieldText(installation, of: ClientDatastore.installationClass, InstallationFields.zone)
}

@_cdecl("NCMBInstallation_badge") @implementation
public func NCMBInstallation_badge(_ installation: OpaquePointer?) -> Int64 {
    object(installation, of: ClientDatastore.installationClass)?.value(InstallationFields.badge)?.int64Value ?? 0
}

@_cdecl("NCMBInstallation_setBadge") @implementation
public func NCMBInstallation_setBadge(_ installation: OpaquePointer?, _ badge: Int64) -> Bool {
    setField(installation, of: ClientDatastore.installationClass, InstallationFields.badge) { _ in .value(.integer(badge)) }
}

@_cdecl("NCMBInstallation_channels_count") @implementation
public func NCMBInstallation_channels_count(_ installation: OpaquePointer?) -> Int {
    channels(installation).count
}

@_cdecl("NCMBInstallation_channels_at") @implementation
public func NCMBInstallation_channels_at(_ installation: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    let channels = channels(installation)
    guard channels.indices.contains(index), let text = channels[index].stringValue else { return nil }
    return read(installation, ObjectValue.self, else: nil) { $0.kept(text) }
}

@_cdecl("NCMBInstallation_setChannels") @implementation
public func NCMBInstallation_setChannels(
    _ installation: OpaquePointer?, _ channels: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    setField(installation, of: ClientDatastore.installationClass, InstallationFields.channels) {
        .value($0.array($0.strings(channels, count, "channels")))
    }
}
