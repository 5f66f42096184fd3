import Boundary
import CGamebase
import Client
import Codecs
import Linux

private let nameBytesMax = 255
private let pathBytesMax = 4_095
private let bytesMax = Int(NCMB_FILE_BYTES_MAX)

private func named(_ name: CText?, _ function: StaticString = #function, _ make: (String, inout Arguments) -> DataObject) -> OpaquePointer?
{
    var arguments = Arguments("NCMBFile")
    let name = arguments.requiredText(name, "name", "the name of the file")
    arguments.limit(name, "name", nameBytesMax)
    let file = make(name, &arguments)
    return arguments.refusedIntoLog(function) ? nil : ownedHandle(file)
}

private func perCent(_ block: NCMBProgressBlock?, _ context: UnsafeMutableRawPointer?) -> ((Int32) -> Void)? {
    block.map { block in { block($0, context) } }
}

@_cdecl("NCMBFile_fileWithData") @implementation
public func NCMBFile_fileWithData(_ data: UnsafeRawPointer?, _ length: Int) -> OpaquePointer? {
    var arguments = Arguments("NCMBFile")
    let bytes = arguments.bytes(data, length, "data", bytesMax)
    if arguments.refusedIntoLog() { return nil }
    return ownedHandle(Clients.current.datastore.newFile(nil, bytes: bytes))
}

@_cdecl("NCMBFile_fileWithName_data") @implementation
public func NCMBFile_fileWithName_data(_ name: UnsafePointer<CChar>?, _ data: UnsafeRawPointer?, _ length: Int) -> OpaquePointer? {
    named(name) { name, arguments in
        let bytes = arguments.bytes(data, length, "data", bytesMax)
        return Clients.current.datastore.newFile(name, bytes: data == nil ? nil : bytes)
    }
}

@_cdecl("NCMBFile_fileWithName_contentsAtPath") @implementation
public func NCMBFile_fileWithName_contentsAtPath(_ name: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?) -> OpaquePointer? {
    named(name) { name, arguments in
        let path = arguments.requiredText(path, "path", "the path of a file")
        arguments.limit(path, "path", pathBytesMax)
        return Clients.current.datastore.newFile(name, path: path)
    }
}

@_cdecl("NCMBFile_name") @implementation
public func NCMBFile_name(_ file: OpaquePointer?) -> UnsafePointer<CChar>? {
    fieldText(file, of: ClientDatastore.fileClass, "fileName")
}

@_cdecl("NCMBFile_url") @implementation
public func NCMBFile_url(_ file: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let address = object(file, of: ClientDatastore.fileClass)?.fileAddress else { return nil }
    return read(file, ObjectValue.self, else: nil) { $0.kept(address) }
}

@_cdecl("NCMBFile_contentType") @implementation
public func NCMBFile_contentType(_ file: OpaquePointer?) -> UnsafePointer<CChar>? {
    guard let type = object(file, of: ClientDatastore.fileClass)?.contentType else { return nil }
    return read(file, ObjectValue.self, else: nil) { $0.kept(type) }
}

@_cdecl("NCMBFile_setContentType") @implementation
public func NCMBFile_setContentType(_ file: OpaquePointer?, _ contentType: UnsafePointer<CChar>?) -> Bool {
    change(file, of: ClientDatastore.fileClass) { (object, arguments) throws(GamebaseError) in
        let type = arguments.text(contentType, "contentType")
        arguments.limit(type, "contentType", nameBytesMax)
        if let type, !type.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { arguments.refuse("contentType", "must be printable ASCII") }
        try arguments.check()
        object.setContentType(type)
    }
}

@_cdecl("NCMBFile_isDirty") @implementation
public func NCMBFile_isDirty(_ file: OpaquePointer?) -> Bool {
    object(file, of: ClientDatastore.fileClass)?.isFileDirty ?? false
}

@_cdecl("NCMBFile_isDataAvailable") @implementation
public func NCMBFile_isDataAvailable(_ file: OpaquePointer?) -> Bool {
    object(file, of: ClientDatastore.fileClass)?.isDataAvailable ?? false
}

@_cdecl("NCMBFile_saveInBackgroundWithBlock_progressBlock") @implementation
public func NCMBFile_saveInBackgroundWithBlock_progressBlock(
    _ file: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?, _ progressBlock: NCMBProgressBlock?,
    _ progressContext: UnsafeMutableRawPointer?
) {
    let deliver = deliver(error: block, context)
    var arguments = Arguments("NCMBFile")
    let object = arguments.object(file, of: ClientDatastore.fileClass, "file")
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil) { deliver($0) } }
    if let object {
        Clients.current.datastore.saveFile(object, progress: perCent(progressBlock, progressContext), completion: deliver)
    }
}

@_cdecl("NCMBFile_getData") @implementation
public func NCMBFile_getData(_ file: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
    var arguments = Arguments("NCMBFile")
    let object = arguments.object(file, of: ClientDatastore.fileClass, "file")
    if let refusal = arguments.error { _ = give(DataError.argument(refusal), to: error) }
    guard let object else { return nil }
    let (bytes, failure) = Clients.current.datastore.readFileBlocking(object)
    return give(failure, to: error) ? bytes.flatMap { newHandle(BytesValue(bytes: $0)) } : nil
}

private func read(
    _ file: OpaquePointer?, _ block: NCMBDataResultBlock?, _ context: UnsafeMutableRawPointer?, _ progress: ((Int32) -> Void)?,
    _ function: StaticString = #function
) {
    let deliver = deliver(bytes: block, context)
    var arguments = Arguments("NCMBFile")
    let object = arguments.object(file, of: ClientDatastore.fileClass, "file")
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil, function) { deliver(nil, $0) } }
    if let object { Clients.current.datastore.readFile(object, progress: progress, completion: deliver) }
}

@_cdecl("NCMBFile_getDataInBackgroundWithBlock") @implementation
public func NCMBFile_getDataInBackgroundWithBlock(
    _ file: OpaquePointer?, _ block: NCMBDataResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    read(file, block, context, nil)
}

@_cdecl("NCMBFile_getDataInBackgroundWithBlock_progressBlock") @implementation
public func NCMBFile_getDataInBackgroundWithBlock_progressBlock(
    _ file: OpaquePointer?, _ resultBlock: NCMBDataResultBlock?, _ context: UnsafeMutableRawPointer?, _ progressBlock: NCMBProgressBlock?,
    _ progressContext: UnsafeMutableRawPointer?
) {
    read(file, resultBlock, context, perCent(progressBlock, progressContext))
}

@_cdecl("NCMBFile_cancel") @implementation
public func NCMBFile_cancel(_ file: OpaquePointer?) {
    object(file, of: ClientDatastore.fileClass)?.cancelTransfers()
}

@_cdecl("NCMBFile_query") @implementation
public func NCMBFile_query() -> OpaquePointer? {
    newHandle(QueryValue(query: DataQuery(className: ClientDatastore.fileClass)))
}
