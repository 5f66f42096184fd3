/// The tree that the tests were compiled from.
enum Repository {
    private static let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// - Parameter path: of a file, from the root of the tree.
    static func file(_ path: String) -> String { "/\(root)/\(path)" }
}
