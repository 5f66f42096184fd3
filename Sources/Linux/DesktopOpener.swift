import CLinux

/// The desktop's own way to open an address: `xdg-open`, found in the PATH.
public enum DesktopOpener {
    private static let program = "xdg-open"
    private static let pathsMax = 256

    /// Starts the program without a shell. It is no child of this process, inherits none of its descriptors, and is not waited for.
    /// - Returns: false when there is no such program, or it could not be started. What it does afterwards is not known here.
    public static func open(_ url: String) -> Bool {
        guard let path = path else { return false }
        return path.withCString { path in
            program.withCString { name in
                url.withCString { url in
                    var arguments: [UnsafeMutablePointer<CChar>?] = [
                        UnsafeMutablePointer(mutating: name), UnsafeMutablePointer(mutating: url), nil,
                    ]
                    return gb_start_detached(path, &arguments) == 0
                }
            }
        }
    }

    /// Relative entries of the PATH are passed over: they mean whatever folder the game is in.
    private static var path: String? {
        guard let folders = Environment.value("PATH") else { return nil }
        for folder in folders.utf8.split(separator: UInt8(ascii: ":")).prefix(pathsMax) where folder.first == UInt8(ascii: "/") {
            let path = String(decoding: folder, as: UTF8.self) + "/" + program
            var status = stat()
            if stat(path, &status) == 0, status.isRegularFile, access(path, X_OK) == 0 { return path }
        }
        return nil
    }
}
