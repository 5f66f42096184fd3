import BackendTransfer
import Boundary
import CGamebase
import Client
import Codecs

@_cdecl("TCGBConsole_importNCMBFromDirectory_progress_completion") @implementation
public func TCGBConsole_importNCMBFromDirectory_progress_completion(
    _ directory: UnsafePointer<CChar>?, _ progress: TCGBConsoleProgress?, _ progressContext: UnsafeMutableRawPointer?,
    _ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?
) {
    transfer(directory, progress, progressContext, completion, context) { $0.importBackend($1, progress: $2, completion: $3) }
}

@_cdecl("TCGBConsole_exportNCMBToDirectory_progress_completion") @implementation
public func TCGBConsole_exportNCMBToDirectory_progress_completion(
    _ directory: UnsafePointer<CChar>?, _ progress: TCGBConsoleProgress?, _ progressContext: UnsafeMutableRawPointer?,
    _ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?
) {
    transfer(directory, progress, progressContext, completion, context) { $0.exportBackend($1, progress: $2, completion: $3) }
}

private func transfer(
    _ directory: UnsafePointer<CChar>?, _ progress: TCGBConsoleProgress?, _ progressContext: UnsafeMutableRawPointer?,
    _ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function,
    _ begin: (ClientConsole, String, @escaping (TransferProgress) -> Void, @escaping (JSON?, GamebaseError?) -> Void) -> Void
) {
    var arguments = Arguments("TCGBConsole")
    let directory = arguments.requiredText(directory, "directory", "the path of a directory")
    let deliver = deliver(text: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil, function) { deliver(nil, $0) } }
    begin(Clients.current.console, directory) {
        progress?($0.files, $0.objects, $0.bytes, $0.bytesInAll, progressContext)
    } _: {
        deliver($0?.text(), $1)
    }
}
