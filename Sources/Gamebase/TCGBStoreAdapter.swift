import Accessors
import Boundary
import CGamebase
import CLinux
import Client
import Codecs
import Linux

/// The host's copy of a question to its store. When the last reference goes without an answer, none can come any more.
struct HostStoreRequest: BoundaryValue {
    let request: StoreRequest

    package static var boundaryClass: BoundaryClass { .TCGBStoreRequest }
    package func handleEnded() { request.abandon() }

    package func field(_ field: TCGBStoreRequestField) -> FieldValue {
        switch field {
        case .storeCode: .text(request.storeCode)
        case .orderKey: .text(request.orderKey)
        case .orderNumber: .number(request.orderNumber)
        case .userId: .text(request.userId)
        case .marketItemId: .text(request.reserved("marketItemId"))
        case .price: .text(request.reserved("price"))
        case .currency: .text(request.reserved("currency"))
        case .productType: .text(request.reserved("productType"))
        case .languageCode: .text(request.language)
        case .event: .text(request.event)
        case .firstMarketItemId: .text(nil)  // read by index
        }
    }
}

@_cdecl("TCGBStoreAdapter_register") @implementation
public func TCGBStoreAdapter_register(_ storeCode: UnsafePointer<CChar>?, _ adapter: UnsafePointer<TCGBStoreAdapter>?) -> Bool {
    var arguments = Arguments("TCGBStoreAdapter")
    let code = arguments.requiredText(storeCode, "storeCode", "the code of a store, such as STEAM")
    if arguments.refusedIntoLog() { return false }
    let client = Clients.current
    guard let adapter else { return client.purchases.setStore(nil, for: code) }
    guard let copy = copied(adapter) else {
        client.log(
            .warn,
            "TCGBStoreAdapter_register: adapter: structSize must be sizeof(TCGBStoreAdapter), and begin, poll, finish (and capture of a capture-last store) functions"
        )
        return false
    }
    guard client.purchases.setStore(copy, for: code) else {
        client.log(.warn, "TCGBStoreAdapter_register: storeCode: \(code) takes no adapter: it is built in, too long, or one too many")
        return false
    }
    return true
}

private func copied(_ adapter: UnsafePointer<TCGBStoreAdapter>) -> HostStoreAdapter? {
    var copy = TCGBStoreAdapter()
    guard copySized(adapter, into: &copy), copy.begin != nil, copy.poll != nil, copy.finish != nil else { return nil }
    if copy.capabilities & HostStoreAdapter.capturesLast != 0, copy.capture == nil { return nil }
    let (store, context) = (copy, copy.context)
    var kinds: [StoreRequest.Kind] = [.begin, .poll, .finish]
    if copy.products != nil { kinds.append(.products) }
    if copy.onEvent != nil { kinds.append(.event) }
    if copy.capture != nil { kinds.append(.capture) }
    if copy.open != nil { kinds.append(.open) }
    if copy.restore != nil { kinds.append(.restore) }
    return HostStoreAdapter(capabilities: copy.capabilities, kinds: kinds) { request in
        guard let handle = newHandle(HostStoreRequest(request: request)) else { return request.abandon() }
        let ask =
            switch request.kind {
            case .products: store.products
            case .begin: store.begin
            case .poll: store.poll
            case .event: store.onEvent
            case .capture: store.capture
            case .finish: store.finish
            case .open: store.open
            case .restore: store.restore
            }
        ask?(handle, context)
        releaseHandle(handle)
    } close: {
        store.close?(context)
    }
}

@_cdecl("TCGBStoreAdapter_registerServerStore") @implementation
public func TCGBStoreAdapter_registerServerStore(_ storeCode: UnsafePointer<CChar>?, _ account: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBStoreAdapter")
    let code = arguments.requiredText(storeCode, "storeCode", "the code of a store, such as STEAM")
    let account = arguments.text(account, "account")
    if arguments.refusedIntoLog() { return false }
    let client = Clients.current
    guard client.purchases.useServerStore(code, account: account) else {
        client.log(
            .warn,
            "TCGBStoreAdapter_registerServerStore: \(code) takes no adapter, or account is longer than 128 bytes"
        )
        return false
    }
    return true
}

@_cdecl("TCGBStoreAdapter_handleEvent") @implementation
public func TCGBStoreAdapter_handleEvent(_ storeCode: UnsafePointer<CChar>?, _ event: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBStoreAdapter")
    let code = arguments.requiredText(storeCode, "storeCode", "the code of a store, such as STEAM")
    let event = arguments.requiredText(event, "event", "what the store sent")
    if arguments.refusedIntoLog() { return false }
    return Clients.current.purchases.handleStoreEvent(event, for: code)
}

// MARK: TCGBStoreRequest

@_cdecl("TCGBStoreRequest_viewController") @implementation
public func TCGBStoreRequest_viewController(_ request: OpaquePointer?) -> UnsafeMutableRawPointer? {
    read(request, HostStoreRequest.self, else: nil) { UnsafeMutableRawPointer(bitPattern: $0.value.request.window) }
}

@_cdecl("TCGBStoreRequest_marketItemIds_count") @implementation
public func TCGBStoreRequest_marketItemIds_count(_ request: OpaquePointer?) -> Int {
    read(request, HostStoreRequest.self, else: 0) { $0.value.request.marketItemIds.count }
}

@_cdecl("TCGBStoreRequest_marketItemIds_at") @implementation
public func TCGBStoreRequest_marketItemIds_at(_ request: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    read(request, HostStoreRequest.self, else: nil) { box in
        let ids = box.value.request.marketItemIds
        guard ids.indices.contains(index) else { return nil }
        return box.text(HostStoreRequest.Field.firstMarketItemId.rawValue + index) { _ in ids[index] }
    }
}

@_cdecl("TCGBStoreRequest_isCancelled") @implementation
public func TCGBStoreRequest_isCancelled(_ request: OpaquePointer?) -> Bool {
    value(request, HostStoreRequest.self)?.request.isCancelled ?? false
}

@_cdecl("TCGBStoreRequest_succeed") @implementation
public func TCGBStoreRequest_succeed(_ request: OpaquePointer?, _ json: UnsafePointer<CChar>?) -> Bool {
    // Outside the handle's lock: an answer sends a request to the service.
    guard let request = value(request, HostStoreRequest.self)?.request else { return false }
    var arguments = Arguments("TCGBStoreAdapter")
    let json = arguments.json(json, "json") ?? .null
    if let error = arguments.error { return request.refuse(error.message) }
    return request.succeed(json)
}

@_cdecl("TCGBStoreRequest_fail") @implementation
public func TCGBStoreRequest_fail(_ request: OpaquePointer?, _ code: Int64, _ message: UnsafePointer<CChar>?) -> Bool {
    guard let request = value(request, HostStoreRequest.self)?.request else { return false }
    var arguments = Arguments("TCGBStoreAdapter")
    // A message that cannot be read must not keep the failure from being one.
    let message = arguments.text(message, "message")
    _ = arguments.refusedIntoLog()
    return request.fail(code, message)
}
