import Testing

/// SwiftPM takes a file of this name as the entry point of the test bundle. The one that it generates needs an index of all sources, and
/// only looks for tests of XCTest.
@main struct EntryPoint {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
