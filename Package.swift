// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "HealthKit",
    products: [
        .library(name: "HealthKit", targets: ["HealthKit"]),
        .library(name: "HealthKitTesting", targets: ["HealthKitTesting"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .executable(name: "healthtui", targets: ["healthtui"]),
        .executable(name: "stepdemo", targets: ["stepdemo"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // C libraries, each imported by one Swift target only.
        .systemLibrary(
            name: "CNcurses",
            pkgConfig: "ncursesw",
            providers: [.apt(["libncursesw5-dev"])]
        ),
        .systemLibrary(
            name: "CArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"])]
        ),
        // The layer between SQLite and the disk, in C because SQLite calls it.
        .target(name: "CStoreFileSystem", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "Resources", path: "Resources", exclude: ["catalogue.json"], sources: ["Resources.c"]),

        // The rooms, from the ground up.
        .target(
            name: "HealthStore",
            dependencies: [
                "CStoreFileSystem",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        // What HealthKit's signatures name of Apple's other frameworks.
        .target(name: "CoreLocation"),
        .target(name: "UniformTypeIdentifiers"),
        .target(
            name: "HealthKit",
            dependencies: ["CoreLocation", "HealthStore", "Resources", "UniformTypeIdentifiers"]
        ),
        .target(name: "HealthKitTesting", dependencies: ["CoreLocation", "HealthKit", "UniformTypeIdentifiers"]),
        .target(
            name: "HealthExchange",
            dependencies: ["CArchive", "CoreLocation", "HealthKit", "HealthStore", "UniformTypeIdentifiers"]
        ),
        .target(name: "TerminalUI"),
        .target(name: "NcursesTerminal", dependencies: ["TerminalUI", "CNcurses"]),
        .target(name: "HealthConsole", dependencies: ["HealthKit", "HealthExchange", "TerminalUI"]),
        .executableTarget(
            name: "healthtui",
            dependencies: [
                "HealthConsole", "HealthExchange", "HealthKit", "NcursesTerminal", "TerminalUI",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // A third-party app, to try the permission sheet with.
        .executableTarget(name: "stepdemo", dependencies: ["HealthKit"], resources: [.copy("Contents")]),
        // What `make bench` times; no product.
        .executableTarget(
            name: "healthbench",
            dependencies: ["HealthKit", "HealthStore"],
            path: "Benchmarks/Sources/healthbench"
        ),

        // What the tests of the store need: a disk that fails, and a program to be killed.
        .target(name: "FaultDisk", path: "Tests/FaultDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(name: "StoreWriter", dependencies: ["HealthStore"], path: "Tests/StoreWriter"),

        .testTarget(name: "HealthStoreTests", dependencies: ["HealthStore", "FaultDisk", "StoreWriter"]),
        .testTarget(name: "CoreLocationTests", dependencies: ["CoreLocation"]),
        .testTarget(name: "UniformTypeIdentifiersTests", dependencies: ["UniformTypeIdentifiers"]),
        .testTarget(
            name: "HealthKitTests",
            dependencies: ["CoreLocation", "HealthKit", "HealthStore", "UniformTypeIdentifiers"]
        ),
        .testTarget(name: "HealthKitTestingTests", dependencies: ["HealthKitTesting", "HealthKit"]),
        .testTarget(name: "HealthExchangeTests", dependencies: ["HealthExchange", "HealthKit", "HealthStore"]),
        .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI"], exclude: ["Goldens"]),
        .testTarget(name: "NcursesTerminalTests", dependencies: ["NcursesTerminal", "TerminalUI"]),
        .testTarget(
            name: "HealthConsoleTests",
            dependencies: ["HealthConsole", "HealthKit", "HealthStore", "TerminalUI"]
        ),
        .testTarget(name: "HealthtuiTests", dependencies: ["HealthKit", "HealthStore", "healthtui", "stepdemo"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    settings.append(.enableUpcomingFeature("ExistentialAny"))
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    target.swiftSettings = settings
}
