// swift-tools-version: 6.1
import PackageDescription

// The trait `Product` builds what ships: Embedded Swift, whole module, optimised for size. Without it the
// same sources build as ordinary Swift, for unit tests. Linking is the Makefile's: SwiftPM cannot set a soname,
// a version script or `-z nodelete`.
let library: [SwiftSetting] = [
    .enableExperimentalFeature("Embedded", .when(traits: ["Product"])),
    .unsafeFlags(["-wmo", "-Osize", "-Xfrontend", "-function-sections", "-enforce-exclusivity=unchecked", "-Xllvm", "-enable-machine-outliner=always", "-Xllvm", "-sil-disable-pass=closure-specialize"], .when(traits: ["Product"])),
]

let package = Package(
    name: "gamebase",
    products: [.library(name: "gamebase", type: .static, targets: ["Gamebase", "Constants"])],
    traits: [.trait(name: "Product", description: "Build the shipped library in Embedded Swift.")],
    targets: [
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        .systemLibrary(name: "CSQLite", path: "Sources/CSQLite"),
        .systemLibrary(name: "CGamebase", path: "include"),
        .target(name: "Constants", path: "Sources/Constants", cSettings: [.headerSearchPath("../../include")]),
        .target(name: "Linux", dependencies: ["CLinux"], swiftSettings: library),
        .target(name: "Wire", dependencies: ["Linux"], swiftSettings: library),
        .target(name: "Storage", dependencies: ["Wire", "CSQLite"], swiftSettings: library),
        .target(name: "Service", dependencies: ["Storage"], swiftSettings: library),
        .target(name: "Client", dependencies: ["Service"], swiftSettings: library),
        // One module for all C surfaces: they share how handles, texts and completions cross the border, and its code.
        .target(
            name: "Gamebase", dependencies: ["Client", "CGamebase"], path: "Sources", sources: ["Gamebase", "NHNCloudIAP"], swiftSettings: library),
        .testTarget(name: "UnitTests", dependencies: ["Client", "Service", "Storage", "Wire", "Linux"], path: "Tests/Unit"),
    ],
    swiftLanguageModes: [.v6]
)
