import Boundary
import CGamebase
import Client
import Codecs
import Linux

private func setText(_ push: OpaquePointer?, _ field: String, _ text: CText?, _ function: StaticString = #function) -> Bool {
    setField(push, of: ClientDatastore.pushClass, field, function) { $0.string(text, "text") }
}

private func with(_ push: OpaquePointer?, _ function: StaticString = #function, _ work: (DataObject) throws(GamebaseError) -> Void) -> Bool
{
    change(push, of: ClientDatastore.pushClass, function) { (object, _) throws(GamebaseError) in try work(object) }
}

private func setDate(
    _ push: OpaquePointer?, _ date: Int64, _ function: StaticString = #function,
    _ set: (DataObject, DataValue) throws(GamebaseError) -> Void
) -> Bool {
    change(push, of: ClientDatastore.pushClass, function) { (object, arguments) throws(GamebaseError) in
        let date = arguments.date(date, "date")
        try arguments.check()
        try set(object, date)
    }
}

@_cdecl("NCMBPush_push") @implementation
public func NCMBPush_push() -> OpaquePointer? {
    ownedHandle(Clients.current.datastore.newObject(className: ClientDatastore.pushClass))
}

@_cdecl("NCMBPush_query") @implementation
public func NCMBPush_query() -> OpaquePointer? {
    newHandle(QueryValue(query: DataQuery(className: ClientDatastore.pushClass)))
}

@_cdecl("NCMBPush_setMessage") @implementation
public func NCMBPush_setMessage(_ push: OpaquePointer?, _ message: UnsafePointer<CChar>?) -> Bool {
    setText(push, "message", message)
}

@_cdecl("NCMBPush_setTitle") @implementation
public func NCMBPush_setTitle(_ push: OpaquePointer?, _ title: UnsafePointer<CChar>?) -> Bool {
    setText(push, "title", title)
}

@_cdecl("NCMBPush_setAction") @implementation
public func NCMBPush_setAction(_ push: OpaquePointer?, _ actionName: UnsafePointer<CChar>?) -> Bool {
    setText(push, "action", actionName)
}

@_cdecl("NCMBPush_setRichUrl") @implementation
public func NCMBPush_setRichUrl(_ push: OpaquePointer?, _ url: UnsafePointer<CChar>?) -> Bool {
    setText(push, "richUrl", url)
}

@_cdecl("NCMBPush_setSound") @implementation
public func NCMBPush_setSound(_ push: OpaquePointer?, _ soundFileName: UnsafePointer<CChar>?) -> Bool {
    setText(push, "sound", soundFileName)
}

@_cdecl("NCMBPush_setCategory") @implementation
public func NCMBPush_setCategory(_ push: OpaquePointer?, _ category: UnsafePointer<CChar>?) -> Bool {
    setText(push, "category", category)
}

@_cdecl("NCMBPush_setGroupId") @implementation
public func NCMBPush_setGroupId(_ push: OpaquePointer?, _ groupId: UnsafePointer<CChar>?) -> Bool {
    setText(push, "groupId", groupId)
}

@_cdecl("NCMBPush_setMediaUrl") @implementation
public func NCMBPush_setMediaUrl(_ push: OpaquePointer?, _ mediaUrl: UnsafePointer<CChar>?) -> Bool {
    setText(push, "mediaUrl", mediaUrl)
}

@_cdecl("NCMBPush_setDialog") @implementation
public func NCMBPush_setDialog(_ push: OpaquePointer?, _ dialog: Bool) -> Bool {
    setField(push, of: ClientDatastore.pushClass, "dialog") { _ in .value(.bool(dialog)) }
}

@_cdecl("NCMBPush_setBadgeNumber") @implementation
public func NCMBPush_setBadgeNumber(_ push: OpaquePointer?, _ badgeNumber: Int32) -> Bool {
    setField(push, of: ClientDatastore.pushClass, "badgeSetting") { _ in .value(.integer(Int64(badgeNumber))) }
}

@_cdecl("NCMBPush_setBadgeIncrementFlag") @implementation
public func NCMBPush_setBadgeIncrementFlag(_ push: OpaquePointer?, _ badgeIncrementFlag: Bool) -> Bool {
    with(push) { (object) throws(GamebaseError) in try object.setBadgeIncrement(badgeIncrementFlag) }
}

@_cdecl("NCMBPush_setContentAvailable") @implementation
public func NCMBPush_setContentAvailable(_ push: OpaquePointer?, _ contentAvailable: Bool) -> Bool {
    with(push) { (object) throws(GamebaseError) in try object.setContentAvailable(contentAvailable) }
}

@_cdecl("NCMBPush_setPushToIOS") @implementation
public func NCMBPush_setPushToIOS(_ push: OpaquePointer?, _ pushToIOS: Bool) -> Bool {
    with(push) { (object) throws(GamebaseError) in try object.setPushTarget("ios", pushToIOS) }
}

@_cdecl("NCMBPush_setPushToAndroid") @implementation
public func NCMBPush_setPushToAndroid(_ push: OpaquePointer?, _ pushToAndroid: Bool) -> Bool {
    with(push) { (object) throws(GamebaseError) in try object.setPushTarget("android", pushToAndroid) }
}

@_cdecl("NCMBPush_setDeliveryTime") @implementation
public func NCMBPush_setDeliveryTime(_ push: OpaquePointer?, _ date: Int64) -> Bool {
    setDate(push, date) { (object, date) throws(GamebaseError) in try object.setDeliveryTime(date) }
}

@_cdecl("NCMBPush_setImmediateDeliveryFlag") @implementation
public func NCMBPush_setImmediateDeliveryFlag(_ push: OpaquePointer?, _ immediateDeliveryFlag: Bool) -> Bool {
    with(push) { (object) throws(GamebaseError) in try object.setImmediateDelivery(immediateDeliveryFlag) }
}

@_cdecl("NCMBPush_expireAtDate") @implementation
public func NCMBPush_expireAtDate(_ push: OpaquePointer?, _ date: Int64) -> Bool {
    setDate(push, date) { (object, date) throws(GamebaseError) in try object.expire(at: date) }
}

@_cdecl("NCMBPush_expireAfterTimeInterval") @implementation
public func NCMBPush_expireAfterTimeInterval(_ push: OpaquePointer?, _ timeInterval: UnsafePointer<CChar>?) -> Bool {
    change(push, of: ClientDatastore.pushClass) { (object, arguments) throws(GamebaseError) in
        let interval = arguments.requiredText(timeInterval, "timeInterval", "n hour or n day")
        try arguments.check()
        try object.expire(after: interval)
    }
}

@_cdecl("NCMBPush_clearExpiration") @implementation
public func NCMBPush_clearExpiration(_ push: OpaquePointer?) -> Bool {
    with(push) { (object) throws(GamebaseError) in try object.clearExpiration() }
}

@_cdecl("NCMBPush_setChannel") @implementation
public func NCMBPush_setChannel(_ push: OpaquePointer?, _ channel: UnsafePointer<CChar>?) -> Bool {
    change(push, of: ClientDatastore.pushClass) { (object, arguments) throws(GamebaseError) in
        try arguments.fill(object, channel: channel)
    }
}

@_cdecl("NCMBPush_setChannels") @implementation
public func NCMBPush_setChannels(_ push: OpaquePointer?, _ channels: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) -> Bool {
    change(push, of: ClientDatastore.pushClass) { (object, arguments) throws(GamebaseError) in
        let names = arguments.strings(channels, count, "channels")
        try arguments.check()
        try object.setPushChannels(names)
    }
}

@_cdecl("NCMBPush_setSearchCondition") @implementation
public func NCMBPush_setSearchCondition(_ push: OpaquePointer?, _ query: OpaquePointer?) -> Bool {
    change(push, of: ClientDatastore.pushClass) { (object, arguments) throws(GamebaseError) in
        try arguments.fill(object, query: query)
    }
}

@_cdecl("NCMBPush_setQuery") @implementation
public func NCMBPush_setQuery(_ push: OpaquePointer?, _ query: OpaquePointer?) -> Bool {
    change(push, of: ClientDatastore.pushClass) { (object, arguments) throws(GamebaseError) in
        try arguments.fill(object, query: query)
    }
}

@_cdecl("NCMBPush_setUserSettingValue") @implementation
public func NCMBPush_setUserSettingValue(_ push: OpaquePointer?, _ userSettingValue: UnsafePointer<CChar>?) -> Bool {
    setField(push, of: ClientDatastore.pushClass, "userSettingValue") {
        .value(.object($0.requiredObject(userSettingValue, "userSettingValue")))
    }
}

@_cdecl("NCMBPush_setData") @implementation
public func NCMBPush_setData(_ push: OpaquePointer?, _ data: UnsafePointer<CChar>?) -> Bool {
    change(push, of: ClientDatastore.pushClass) { (object, arguments) throws(GamebaseError) in
        try arguments.fill(object, data: data)
    }
}
