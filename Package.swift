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
        .target(name: "Wire", dependencies: ["Linux"], swiftSettings: library),
        .target(name: "Documents", dependencies: ["CLinux", "Linux", "Wire"], swiftSettings: library),
        .target(name: "PushRules", dependencies: ["Linux", "Wire"], swiftSettings: library),
        .target(name: "Desktop", dependencies: ["CDBus", "CLinux", "Linux"], swiftSettings: library),
        .target(name: "Libcurl", dependencies: ["CCurl", "CLinux", "Linux"], swiftSettings: library),
        .target(name: "Media", dependencies: ["CCurl", "CLinux", "Libcurl", "Linux", "PushRules", "Wire"], swiftSettings: library),
        .target(name: "Messages", dependencies: ["Linux", "Wire", "Documents"], swiftSettings: library),
        .target(name: "Transfers", dependencies: ["Documents", "Linux", "Messages", "Wire"], swiftSettings: library),
        .target(name: "Storage", dependencies: ["Linux", "Wire", "CSQLite"], swiftSettings: library),
        .target(name: "Service", dependencies: ["Linux", "Wire", "Documents", "PushRules", "Messages", "Storage"], swiftSettings: library),
        .target(name: "Embedded", dependencies: ["Linux", "Wire", "Messages", "Storage", "Service"], swiftSettings: library),
        .target(name: "Remote", dependencies: ["CCurl", "CLinux", "Libcurl", "Linux", "Messages", "Wire"], swiftSettings: library),
        .target(
            name: "PostgreSQL", dependencies: ["CPostgreSQL", "Embedded", "Linux", "Messages", "Service", "Storage", "Wire"]),
        .target(name: "Fronts", dependencies: ["Linux", "Wire", "Messages"], swiftSettings: library),
        .target(
            name: "Client",
            dependencies: ["CLinux", "Linux", "Wire", "Documents", "PushRules", "Desktop", "Media", "Messages", "Transfers"],
            swiftSettings: library),
        .target(
            name: "Boundary", dependencies: ["CLinux", "Linux", "Wire", "Messages", "Client", "Embedded", "Remote"],
            swiftSettings: library),
        .target(
            name: "Gamebase",
            dependencies: [
                "CLinux", "Linux", "Wire", "Messages", "Fronts", "Transfers", "Client", "Boundary", "CGamebase", "Accessors",
            ],
            swiftSettings: library),
        .target(
            name: "NCMB",
            dependencies: ["Linux", "Wire", "Messages", "Documents", "Fronts", "Client", "Boundary", "CGamebase", "Accessors"],
            swiftSettings: library),
        .target(
            name: "NHNCloudIAP", dependencies: ["CLinux", "Linux", "Wire", "Client", "Boundary", "CGamebase", "Accessors"],
            swiftSettings: library),
        .target(
            name: "HIVE", dependencies: ["Linux", "Wire", "PushRules", "Client", "Boundary", "CGamebase", "Accessors"],
            swiftSettings: library),
        .target(
            name: "Server",
            dependencies: [
                "CCrypto", "CCurl", "CHTTPServer", "CLinux", "CZlib", "Console", "Embedded", "Fronts", "Libcurl", "Linux", "Messages",
                "PostgreSQL", "PushRules", "Service", "Storage", "Wire",
            ]),
        .executableTarget(name: "gamebased", dependencies: ["CLinux", "Exact", "Linux", "Server"]),
        .executableTarget(
            name: "gamebasectl", dependencies: ["CCurl", "CLinux", "Exact", "Libcurl", "Linux", "Messages", "Transfers", "Wire"]),
        .executableTarget(
            name: "bench-postgresql",
            dependencies: ["Embedded", "Linux", "Messages", "PostgreSQL", "Service", "Storage", "Wire"],
            path: "Tests/bench/postgresql", exclude: ["run"]),
        .testTarget(
            name: "UnitTests",
            dependencies: [
                "Boundary", "Client", "Embedded", "Remote", "Fronts", "Server", "Service", "Storage", "Messages", "Documents", "PushRules",
                "Desktop", "Libcurl", "Media", "PostgreSQL", "Transfers", "Wire", "Linux",
            ],
            path: "Tests/Unit",
            // What they test is optimised, they are not. Each of the compiler's processes reads all files again: as many as there are
            // processors take 0.72 of the time.
            swiftSettings: [
                .unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode", "-driver-batch-size-limit", "1000"])
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Links with libFuzzer alone, which not every toolchain has: the suite `fuzz` asks for it.
if Context.environment["GAMEBASE_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "fuzz-http", dependencies: ["CLinux", "Fronts", "Messages", "Server", "Wire"], path: "Tests/fuzz/http"))
}
