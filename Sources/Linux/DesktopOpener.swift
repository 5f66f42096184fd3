import CLinux

/// The desktop's own way to open an address: `xdg-open`, found in the PATH.
public enum DesktopOpener {
    private static let pathBytesMax = 4096

    /// Starts the program without a shell. It is no child of this process, inherits none of its descriptors, and is not waited for.
    /// - Returns: false when there is no such program, or it could not be started. What it does afterwards is not known here.
    @export(interface) public static func open(_ url: String) -> Bool {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: pathBytesMax) { path in
            guard let path = path.baseAddress, gb_find_program("xdg-open", path, pathBytesMax) else { return false }
            return url.withCString { url in gb_start_opener(path, url) == 0 }
        }
    }
}
