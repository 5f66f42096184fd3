import Boundary
import CGamebase
import Client
import Codecs
import Linux

// Sending, and what is received.

extension Arguments {
    mutating func requiredObject(_ pointer: CText?, _ name: StaticString) -> JSONObject {
        let json = requiredJSON(pointer, name, "a JSON object")
        if let object = json.objectValue { return object }
        refuse(name, "must be a JSON object, {…}")
        return [:]
    }

    mutating func fill(_ push: DataObject, channel: CText?) throws(GamebaseError) {
        let name = requiredText(channel, "channel", "the name of a channel")
        try check()
        try push.setPushChannels([.value(.string(name))])
    }

    mutating func fill(_ push: DataObject, query: OpaquePointer?) throws(GamebaseError) {
        let found = value(query, QueryValue.self, "query")?.query
        try check()
        if let found { try push.setSearchCondition(found) }
    }

    mutating func fill(_ push: DataObject, message: CText?) throws(GamebaseError) {
        let text = string(message, "message")
        try check()
        try push.change("message", .set(text))
    }

    mutating func fill(_ push: DataObject, data: CText?) throws(GamebaseError) {
        let object = requiredObject(data, "data")
        try check()
        try push.setPushData(object)
    }
}

/// Whom a push is for, and what it says.
private enum Receivers {
    case channel(CText?)
    case query(OpaquePointer?)
}

private enum Content {
    case message(CText?)
    case data(CText?)
}

private func push(_ receivers: Receivers, _ content: Content) throws(GamebaseError) -> DataObject {
    let push = Clients.current.datastore.newObject(className: ClientDatastore.pushClass)
    var arguments = Arguments("NCMBPush")
    // The receivers that are named count, also when the data has some.
    switch content {
    case .message(let text): try arguments.fill(push, message: text)
    case .data(let text): try arguments.fill(push, data: text)
    }
    switch receivers {
    case .channel(let name): try arguments.fill(push, channel: name)
    case .query(let query): try arguments.fill(push, query: query)
    }
    return push
}

private func send(_ receivers: Receivers, _ content: Content, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    do throws(GamebaseError) {
        return give(Clients.current.datastore.saveBlocking(try push(receivers, content)), to: error)
    } catch let refusal {
        return give(DataError.argument(refusal), to: error)
    }
}

private func send(
    _ receivers: Receivers, _ content: Content, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function
) {
    let deliver = deliver(error: block, context)
    do throws(GamebaseError) {
        Clients.current.datastore.save(try push(receivers, content), completion: deliver)
    } catch {
        refuse(DataError.argument(error), block != nil, function) { deliver($0) }
    }
}

private func notAPush(_ pointer: OpaquePointer?) -> GamebaseError? {
    var arguments = Arguments("NCMBPush")
    _ = arguments.object(pointer, of: ClientDatastore.pushClass, "push")
    return arguments.error.map { DataError.argument($0) }
}

@_cdecl("NCMBPush_sendPush") @implementation
public func NCMBPush_sendPush(_ push: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    if let refusal = notAPush(push) { return give(refusal, to: error) }
    return waited(push, error) { Clients.current.datastore.saveBlocking($0) }
}

@_cdecl("NCMBPush_sendPushInBackgroundWithBlock") @implementation
public func NCMBPush_sendPushInBackgroundWithBlock(
    _ push: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    if let refusal = notAPush(push) {
        let deliver = deliver(error: block, context)
        return refuse(refusal, block != nil) { deliver($0) }
    }
    background(push, block, context) { Clients.current.datastore.save($0, completion: $1) }
}

@_cdecl("NCMBPush_sendPushMessageToChannel_withMessage_error") @implementation
public func NCMBPush_sendPushMessageToChannel_withMessage_error(
    _ channel: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    send(.channel(channel), .message(message), error)
}

@_cdecl("NCMBPush_sendPushMessageToChannelInBackground_withMessage_block") @implementation
public func NCMBPush_sendPushMessageToChannelInBackground_withMessage_block(
    _ channel: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    send(.channel(channel), .message(message), block, context)
}

@_cdecl("NCMBPush_sendPushMessageToQuery_withMessage_error") @implementation
public func NCMBPush_sendPushMessageToQuery_withMessage_error(
    _ query: OpaquePointer?, _ message: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    send(.query(query), .message(message), error)
}

@_cdecl("NCMBPush_sendPushMessageToQueryInBackground_withMessage_block") @implementation
public func NCMBPush_sendPushMessageToQueryInBackground_withMessage_block(
    _ query: OpaquePointer?, _ message: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    send(.query(query), .message(message), block, context)
}

@_cdecl("NCMBPush_sendPushDataToChannel_withData_error") @implementation
public func NCMBPush_sendPushDataToChannel_withData_error(
    _ channel: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    send(.channel(channel), .data(data), error)
}

@_cdecl("NCMBPush_sendPushDataToChannelInBackground_withData_block") @implementation
public func NCMBPush_sendPushDataToChannelInBackground_withData_block(
    _ channel: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    send(.channel(channel), .data(data), block, context)
}

@_cdecl("NCMBPush_sendPushDataToQuery_withData_error") @implementation
public func NCMBPush_sendPushDataToQuery_withData_error(
    _ query: OpaquePointer?, _ data: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    send(.query(query), .data(data), error)
}

@_cdecl("NCMBPush_sendPushDataToQueryInBackground_withData_block") @implementation
public func NCMBPush_sendPushDataToQueryInBackground_withData_block(
    _ query: OpaquePointer?, _ data: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    send(.query(query), .data(data), block, context)
}

/// - Parameter work: false when the payload is not one that it could do something with.
func handle(_ userInfo: CText?, _ function: StaticString = #function, _ work: (JSONObject) -> Bool) -> Bool {
    var arguments = Arguments("NCMBPush")
    let payload = arguments.requiredObject(userInfo, "userInfo")
    return !arguments.refusedIntoLog(function) && work(payload)
}

@_cdecl("NCMBPush_setRemoteNotificationHandler") @implementation
public func NCMBPush_setRemoteNotificationHandler(_ handler: NCMBRemoteNotificationHandler?, _ context: UnsafeMutableRawPointer?) {
    Clients.current.datastore.setPushHandler(handler.map { handler in { text in text.withCString { handler($0, context) } } })
}

@_cdecl("NCMBPush_handlePush") @implementation
public func NCMBPush_handlePush(_ userInfo: UnsafePointer<CChar>?) -> Bool {
    handle(userInfo) { Clients.current.datastore.show(push: $0) }
}

@_cdecl("NCMBPush_handleRichPush") @implementation
public func NCMBPush_handleRichPush(_ userInfo: UnsafePointer<CChar>?) -> Bool {
    handle(userInfo) { Clients.current.datastore.open(richPush: $0) }
}
