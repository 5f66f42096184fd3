import Boundary
import CGamebase
import Client
import Codecs

private typealias Category = EventMessage.Category

@_cdecl("TCGBGamebaseEventMessage_loggedOutData") @implementation
public func TCGBGamebaseEventMessage_loggedOutData(_ message: OpaquePointer?) -> OpaquePointer? {
    data(of: message, 0, [Category.loggedOut], LoggedOutData.init(json:))
}

@_cdecl("TCGBGamebaseEventMessage_idPRevokedData") @implementation
public func TCGBGamebaseEventMessage_idPRevokedData(_ message: OpaquePointer?) -> OpaquePointer? {
    data(of: message, 1, [Category.idPRevoked], IdPRevokedData.init(json:))
}

@_cdecl("TCGBGamebaseEventMessage_serverPushData") @implementation
public func TCGBGamebaseEventMessage_serverPushData(_ message: OpaquePointer?) -> OpaquePointer? {
    data(
        of: message, 2,
        [
            Category.serverPushAppKickoutMessageReceived, Category.serverPushAppKickout, Category.serverPushTransferKickout,
        ], ServerPushData.init(json:))
}

@_cdecl("TCGBGamebaseEventMessage_observerData") @implementation
public func TCGBGamebaseEventMessage_observerData(_ message: OpaquePointer?) -> OpaquePointer? {
    data(of: message, 3, [Category.observerLaunching, Category.observerNetwork, Category.observerHeartbeat], ObserverData.init(json:))
}

@_cdecl("TCGBGamebaseEventMessage_purchasableReceipt") @implementation
public func TCGBGamebaseEventMessage_purchasableReceipt(_ message: OpaquePointer?) -> OpaquePointer? {
    data(of: message, 4, [Category.purchaseUpdated], PurchasableReceipt.init(json:))
}

@_cdecl("TCGBGamebaseEventMessage_pushMessage") @implementation
public func TCGBGamebaseEventMessage_pushMessage(_ message: OpaquePointer?) -> OpaquePointer? {
    data(of: message, 5, [Category.pushReceivedMessage, Category.pushClickMessage], PushMessage.init(json:))
}

@_cdecl("TCGBGamebaseEventMessage_pushAction") @implementation
public func TCGBGamebaseEventMessage_pushAction(_ message: OpaquePointer?) -> OpaquePointer? {
    data(of: message, 6, [Category.pushClickAction], PushAction.init(json:))
}

/// - Parameter place: of the object among those that belong to the message.
private func data<Value: BoundaryValue>(
    of message: OpaquePointer?, _ place: Int, _ categories: [String], _ read: (JSON) -> Value?, _ function: StaticString = #function
) -> OpaquePointer? {
    guard let data = json(of: message, categories, function).flatMap(read) else { return nil }
    return Boundary.read(message, EventMessage.self, else: nil, function) { $0.child(place) { _ in data } }
}

/// The part that is the same for every class. Parsed outside the handle's lock, because data may be long.
@inline(never)
private func json(of message: OpaquePointer?, _ categories: [String], _ function: StaticString) -> JSON? {
    guard let event = value(message, EventMessage.self, function), categories.contains(event.category), let text = event.data else {
        return nil
    }
    do throws(JSONError) { return try JSON.parse(text) } catch { return nil }
}
