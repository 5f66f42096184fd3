// swift-tools-version: 6.1
import PackageDescription

// The trait `Product` builds what ships: Embedded Swift, whole module, optimised for size. Without it the
// same sources build as ordinary Swift, for unit tests. Linking is the Makefile's: SwiftPM cannot set a soname,
// a version script or `-z nodelete`.
let library: [SwiftSetting] = [
    .enableExperimentalFeature("Embedded", .when(traits: ["Product"])),
    .unsafeFlags(
        [
            "-wmo", "-Osize", "-Xfrontend", "-function-sections", "-enforce-exclusivity=unchecked",
            "-Xllvm", "-sil-disable-pass=closure-specialize",
        ],
        .when(traits: ["Product"])),
]

// Each accessor is one jump: it needs no frame and no place in the table of frames.
let accessors = ["-Os", "-momit-leaf-frame-pointer", "-fno-asynchronous-unwind-tables"]

let package = Package(
    name: "gamebase",
    products: [
        .library(
            name: "gamebase", type: .static,
            targets: ["Gamebase", "NCMB", "NHNCloudIAP", "HIVE", "Constants", "Accessors"])
    ],
    traits: [.trait(name: "Product", description: "Build the shipped library in Embedded Swift.")],
    targets: [
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        .systemLibrary(name: "CSQLite", path: "Sources/CSQLite"),
        .systemLibrary(name: "CDBus", path: "Sources/CDBus"),
        .systemLibrary(name: "CCurl", path: "Sources/CCurl"),
        .systemLibrary(name: "CCrypto", path: "Sources/CCrypto"),
        .systemLibrary(name: "CPostgreSQL", path: "Sources/CPostgreSQL"),
        .systemLibrary(name: "CGamebase", path: "include"),
        .systemLibrary(name: "CHTTPServer", path: "Sources/CHTTPServer"),
        .systemLibrary(name: "CZlib", path: "Sources/CZlib"),
        .target(name: "Exact"),
        // `#embed` is of C23.
        .target(name: "Console", exclude: ["Page"], cSettings: [.unsafeFlags(["-std=gnu2x", "-Wno-c23-extensions"])]),
        .target(name: "Constants", path: "Sources/Constants", cSettings: [.headerSearchPath("../../include")]),
        .target(
            name: "Accessors", path: "Sources/Accessors",
            cSettings: [.headerSearchPath("../../include"), .unsafeFlags(accessors, .when(traits: ["Product"]))]),
        .target(name: "Linux", dependencies: ["CLinux"], swiftSettings: library),
        .target(name: "Codecs", dependencies: ["Linux"], swiftSettings: library),
        .target(name: "Documents", dependencies: ["CLinux", "Linux", "Codecs"], swiftSettings: library),
        .target(name: "PushRules", dependencies: ["Linux", "Codecs"], swiftSettings: library),
        .target(name: "Desktop", dependencies: ["CDBus", "CLinux", "Linux"], swiftSettings: library),
        .target(name: "Libcurl", dependencies: ["CCurl", "CLinux", "Linux"], swiftSettings: library),
        .target(name: "Media", dependencies: ["CCurl", "CLinux", "Libcurl", "Linux", "PushRules", "Codecs"], swiftSettings: library),
        .target(name: "Messages", dependencies: ["Linux", "Codecs", "Documents"], swiftSettings: library),
        .target(name: "BackendTransfer", dependencies: ["Documents", "Linux", "Messages", "Codecs"], swiftSettings: library),
        .target(name: "Storage", dependencies: ["Linux", "Codecs", "CSQLite"], swiftSettings: library),
        .target(
            name: "Service", dependencies: ["Linux", "Codecs", "Documents", "PushRules", "Messages", "Storage"], swiftSettings: library),
        .target(name: "Engine", dependencies: ["Linux", "Codecs", "Messages", "Storage", "Service"], swiftSettings: library),
        .target(name: "Remote", dependencies: ["CCurl", "CLinux", "Libcurl", "Linux", "Messages", "Codecs"], swiftSettings: library),
        .target(
            name: "PostgreSQL", dependencies: ["CPostgreSQL", "Engine", "Linux", "Messages", "Service", "Storage", "Codecs"]),
        .target(name: "Published", dependencies: ["Linux", "Codecs", "Messages"], swiftSettings: library),
        .target(
            name: "Client",
            dependencies: ["CLinux", "Linux", "Codecs", "Documents", "PushRules", "Desktop", "Media", "Messages", "BackendTransfer"],
            swiftSettings: library),
        .target(
            name: "Boundary", dependencies: ["CLinux", "Linux", "Codecs", "Messages", "Client", "Engine", "Remote"],
            swiftSettings: library),
        .target(
            name: "Gamebase",
            dependencies: [
                "CLinux", "Linux", "Codecs", "Messages", "Published", "BackendTransfer", "Client", "Boundary", "CGamebase", "Accessors",
            ],
            swiftSettings: library),
        .target(
            name: "NCMB",
            dependencies: ["Linux", "Codecs", "Messages", "Documents", "Published", "Client", "Boundary", "CGamebase", "Accessors"],
            swiftSettings: library),
        .target(
            name: "NHNCloudIAP", dependencies: ["CLinux", "Linux", "Codecs", "Client", "Boundary", "CGamebase", "Accessors"],
            swiftSettings: library),
        .target(
            name: "HIVE", dependencies: ["Linux", "Codecs", "PushRules", "Client", "Boundary", "CGamebase", "Accessors"],
            swiftSettings: library),
        .target(
            name: "Server",
            dependencies: [
                "CCrypto", "CCurl", "CHTTPServer", "CLinux", "CZlib", "Console", "Engine", "Published", "Libcurl", "Linux", "Messages",
                "PostgreSQL", "PushRules", "Service", "Storage", "Codecs",
            ]),
        .executableTarget(name: "gamebased", dependencies: ["CLinux", "Exact", "Linux", "Server"]),
        .executableTarget(
            name: "gamebasectl", dependencies: ["CCurl", "CLinux", "Exact", "Libcurl", "Linux", "Messages", "BackendTransfer", "Codecs"]),
        .executableTarget(
            name: "bench-postgresql",
            dependencies: ["Engine", "Linux", "Messages", "PostgreSQL", "Service", "Storage", "Codecs"],
            path: "Tests/bench/postgresql", exclude: ["run"]),
        .testTarget(
            name: "UnitTests",
            dependencies: [
                "Boundary", "Client", "Engine", "Remote", "Published", "Server", "Service", "Storage", "Messages", "Documents", "PushRules",
                "Desktop", "Libcurl", "Media", "PostgreSQL", "BackendTransfer", "Codecs", "Linux",
            ],
            path: "Tests/Unit",
            // What they test is optimised, they are not. Each of the compiler's processes reads all files again: as many as there are
            // processors take 0.72 of the time. Nobody imports the module: one more process that reads all for it takes a fifth.
            swiftSettings: [
                .unsafeFlags([
                    "-Onone", "-no-whole-module-optimization", "-enable-batch-mode", "-driver-batch-size-limit", "1000",
                    "-no-emit-module-separately",
                ])
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Links with libFuzzer alone, which not every toolchain has: the suite `fuzz` asks for it.
if Context.environment["GAMEBASE_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "fuzz-http", dependencies: ["CLinux", "Published", "Messages", "Server", "Codecs"], path: "Tests/fuzz/http"))
}
