// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "HealthKit",
    products: [
        .library(name: "HealthKit", targets: ["HealthKit"]),
        .library(name: "HealthKitUI", targets: ["HealthKitUI"]),
        .library(name: "HealthKitTesting", targets: ["HealthKitTesting"]),
        .library(name: "HealthKitTestTraits", targets: ["HealthKitTestTraits"]),
        .library(name: "HealthKitTestCases", targets: ["HealthKitTestCases"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .executable(name: "healthtui", targets: ["healthtui"]),
        .executable(name: "stepdemo", targets: ["stepdemo"]),
    ],
    // A library's user who names no traits, `traits: []`, does not fetch and build what only the console needs.
    traits: [
        .trait(name: "Console", description: "The console and command line healthtui"),
        .default(enabledTraits: ["Console"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // C libraries, each imported by one Swift target only. The layer below the store uses libsodium as well.
        .systemLibrary(
            name: "CHealthtuiNcurses",
            // No pkgConfig: its flags are some that the package manager refuses, with a warning in every client's build.
            providers: [.apt(["libncursesw5-dev"])]
        ),
        .systemLibrary(
            name: "CHealthKitSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]
        ),
        // Libraries that are loaded when they are first used: most runs of the program need none, and a start takes a
        // seventh less without them. Their headers have to be installed.
        .target(name: "CHealthKitLoading"),
        .target(name: "CHealthtuiArchive", dependencies: ["CHealthKitLoading"]),
        // For signatures of verifiable records, and with libssl for what phones post to the program.
        .target(name: "CHealthtuiCrypto", dependencies: ["CHealthKitLoading"]),
        .target(name: "CHealthtuiTLS", dependencies: ["CHealthtuiCrypto", "CHealthKitLoading"]),
        // For how hard a passphrase is to guess. Its header isn't needed, and without it nothing is judged.
        .target(name: "CHealthKitStrength", dependencies: ["CHealthKitLoading"]),
        .systemLibrary(name: "CHealthtuiZlib", providers: [.apt(["zlib1g-dev"])]),
        // Unpacks zip archives with Intel's ISA-L, which is looked for when the program runs: nothing has to have it.
        .target(name: "CHealthtuiUnpacking"),
        // The layer between SQLite and the disk, in C because SQLite calls it.
        .target(
            name: "CHealthKitStoreFileSystem",
            dependencies: ["CHealthKitSodium"],
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .target(
            name: "HealthKitResources",
            path: "Resources",
            exclude: ["catalogue.json", "workout-names.json", "Languages", "Mappings", "Studies"],
            sources: ["Resources.c", "Languages.c", "Mappings.c", "Studies.c"]
        ),

        // The rooms, from the ground up.
        .target(
            name: "HealthKitStore",
            dependencies: [
                "CHealthKitSodium", "CHealthKitStoreFileSystem", "CHealthKitStrength",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        // The shared state of a group of devices, and the files that transport it.
        .target(name: "HealthtuiSync", dependencies: ["HealthtuiDeflation", "HealthKit", "HealthKitStore"]),
        // Compression by zlib.
        .target(name: "HealthtuiDeflation", dependencies: ["CHealthtuiZlib"]),
        // The languages of texts: catalogues of messages and plurals.
        .target(name: "HealthKitLocalization", dependencies: ["HealthKitResources"]),
        // The types of Apple's other frameworks in HealthKit's signatures.
        .target(name: "CoreLocation"),
        .target(name: "UniformTypeIdentifiers"),
        .target(
            name: "HealthKit",
            dependencies: [
                "CoreLocation", "HealthKitStore", "HealthKitLocalization", "HealthKitResources",
                "UniformTypeIdentifiers",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // The part of Apple's HealthKitUI that works without views.
        .target(name: "HealthKitUI", dependencies: ["HealthKit"]),
        .target(
            name: "HealthKitTesting",
            dependencies: ["CoreLocation", "HealthKit", "HealthtuiExchange", "UniformTypeIdentifiers"]
        ),
        // For Swift Testing and for XCTest, each by itself: who uses one need not link the other.
        .target(name: "HealthKitTestTraits", dependencies: ["HealthKit", "HealthKitTesting"]),
        .target(name: "HealthKitTestCases", dependencies: ["HealthKitTesting"]),
        .target(
            name: "HealthtuiExchange",
            dependencies: [
                "CHealthtuiArchive", "CHealthtuiCrypto", "CHealthtuiUnpacking", "CoreLocation", "HealthKit",
                "HealthKitLocalization", "HealthKitResources", "HealthKitStore", "HealthtuiDeflation",
                "UniformTypeIdentifiers",
            ]
        ),
        .target(name: "HealthtuiTerminalUI", dependencies: ["HealthKitLocalization"]),
        .target(name: "HealthtuiNcurses", dependencies: ["HealthtuiTerminalUI", "CHealthtuiNcurses"]),
        // A person's input and output: phrases and texts for times, quantities and types.
        .target(name: "HealthtuiEntry", dependencies: ["HealthKit", "HealthKitLocalization"]),
        // The store's contents, as values and JSON: for the person and for apps.
        .target(
            name: "HealthtuiFacts",
            dependencies: ["CoreLocation", "HealthKit", "HealthKitLocalization", "HealthtuiEntry", "HealthtuiExchange"]
        ),
        .target(
            name: "HealthtuiConsole",
            dependencies: [
                "CoreLocation", "HealthKit", "HealthKitLocalization", "HealthKitUI", "HealthtuiEntry",
                "HealthtuiExchange", "HealthtuiFacts", "HealthtuiStudy", "HealthtuiSync", "HealthtuiTerminalUI",
            ]
        ),
        // Studies of many people: what a person contributes, what a researcher collects and asks.
        .target(
            name: "HealthtuiStudy",
            dependencies: [
                "HealthKit", "HealthKitLocalization", "HealthKitResources", "HealthKitStore", "HealthtuiDeflation",
                "HealthtuiExchange",
            ]
        ),
        .executableTarget(
            name: "healthtui",
            dependencies: [
                "CHealthtuiTLS", "CoreLocation", "HealthtuiConsole", "HealthtuiEntry", "HealthtuiExchange",
                "HealthtuiFacts", "HealthKit",
                "HealthtuiStudy", "HealthtuiSync",
                "HealthKitLocalization", "HealthtuiNcurses", "HealthtuiTerminalUI",
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .when(traits: ["Console"])
                ),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // A third-party app, to try the permission sheet with.
        .executableTarget(name: "stepdemo", dependencies: ["HealthKit"], resources: [.copy("Contents")]),
        // The benchmark program of `make bench`; not a product.
        .executableTarget(
            name: "healthbench",
            dependencies: ["CoreLocation", "HealthKit", "HealthKitStore"],
            path: "Benchmarks/Sources/healthbench"
        ),

        // Helpers of the store's tests: a failing disk, and a program to kill.
        .target(name: "FaultDisk", path: "Tests/FaultDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(name: "StoreWriter", dependencies: ["HealthKitStore"], path: "Tests/StoreWriter"),
        .executableTarget(
            name: "StudyRunner",
            dependencies: ["HealthKit", "HealthtuiStudy"],
            path: "Tests/StudyRunner"
        ),
        .executableTarget(
            name: "WorkoutRunner",
            dependencies: ["CoreLocation", "HealthKit"],
            path: "Tests/WorkoutRunner",
            packageAccess: false
        ),

        // The program's texts in every locale: `make locales`.
        .executableTarget(
            name: "LocaleFacts",
            dependencies: [
                "HealthKit", "HealthKitLocalization", "HealthtuiConsole", "HealthtuiEntry", "HealthtuiFacts",
            ],
            path: "Tests/LocaleFacts"
        ),

        // Damaged files of every format and damaged calls, for the sanitizers: `make fuzz`.
        .executableTarget(
            name: "FormatFuzz",
            dependencies: ["HealthKit", "HealthKitTesting", "HealthtuiExchange", "HealthtuiStudy"],
            path: "Tests/FormatFuzz"
        ),

        // A terminal without a screen, and a driver for programs that draw to it.
        .target(
            name: "HealthtuiTerminalUITesting",
            dependencies: ["HealthKitLocalization", "HealthtuiTerminalUI"],
            path: "Tests/HealthtuiTerminalUITesting"
        ),

        // Random numbers that a seed repeats.
        .target(name: "RandomTesting", path: "Tests/RandomTesting"),

        // Waits for something that comes later, up to a limit.
        .target(name: "WaitTesting", path: "Tests/WaitTesting"),

        // Starts of other programs.
        .target(name: "ProgramTesting", path: "Tests/ProgramTesting"),

        // Encrypted stores with an agent of their own, and what the memory of a program shows.
        .target(
            name: "LockTesting",
            dependencies: ["CHealthKitStoreFileSystem", "HealthKit", "HealthKitStore", "WaitTesting"],
            path: "Tests/LockTesting"
        ),

        .testTarget(
            name: "HealthKitStoreTests",
            dependencies: [
                "FaultDisk", "HealthKitStore", "LockTesting", "ProgramTesting", "RandomTesting", "StoreWriter",
                "WaitTesting",
            ]
        ),
        .testTarget(name: "CoreLocationTests", dependencies: ["CoreLocation"]),
        .testTarget(name: "UniformTypeIdentifiersTests", dependencies: ["UniformTypeIdentifiers"]),
        .testTarget(
            name: "HealthKitTests",
            dependencies: [
                "CoreLocation", "FaultDisk", "HealthKit", "HealthKitStore", "HealthKitUI", "LockTesting",
                "ProgramTesting", "RandomTesting", "UniformTypeIdentifiers", "WaitTesting", "WorkoutRunner",
            ]
        ),
        // Where an app's tests stand: public modules only, as another package sees them.
        .testTarget(
            name: "ClientTests",
            dependencies: ["CoreLocation", "HealthKit", "OldClient", "UniformTypeIdentifiers"],
            packageAccess: false
        ),
        // An app's code in Swift 5 mode.
        .target(
            name: "OldClient",
            dependencies: ["CoreLocation", "HealthKit", "UniformTypeIdentifiers"],
            path: "Tests/OldClient",
            packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "HealthKitTestingTests",
            dependencies: ["HealthKit", "HealthKitTestCases", "HealthKitTestTraits", "HealthKitTesting"]
        ),
        .testTarget(
            name: "HealthtuiExchangeTests",
            dependencies: [
                "CoreLocation", "HealthKit", "HealthKitStore", "HealthtuiDeflation", "HealthtuiExchange",
                "ProgramTesting", "RandomTesting", "UniformTypeIdentifiers",
            ]
        ),
        .testTarget(
            name: "HealthtuiSyncTests",
            dependencies: ["HealthKit", "HealthKitStore", "HealthtuiSync", "ProgramTesting", "RandomTesting"],
            exclude: ["read_group.py"]
        ),
        .testTarget(
            name: "HealthtuiFactsTests",
            dependencies: ["HealthKit", "HealthtuiEntry", "HealthtuiFacts", "RandomTesting"]
        ),
        .testTarget(
            name: "HealthtuiStudyTests",
            dependencies: [
                "HealthKit", "HealthKitStore", "HealthKitTesting", "HealthtuiDeflation", "HealthtuiExchange",
                "HealthtuiStudy", "ProgramTesting", "RandomTesting", "StudyRunner",
            ]
        ),
        .testTarget(
            name: "HealthKitLocalizationTests",
            dependencies: ["HealthKit", "HealthKitLocalization", "ProgramTesting", "RandomTesting"]
        ),
        .testTarget(
            name: "HealthtuiTerminalUITests",
            dependencies: ["HealthtuiTerminalUI", "HealthtuiTerminalUITesting", "RandomTesting", "WaitTesting"],
            exclude: ["Goldens"]
        ),
        .testTarget(
            name: "HealthtuiNcursesTests",
            dependencies: ["HealthtuiNcurses", "HealthtuiTerminalUI", "RandomTesting", "WaitTesting"]
        ),
        .testTarget(
            name: "HealthtuiConsoleTests",
            dependencies: [
                "CoreLocation", "HealthKit", "HealthKitLocalization", "HealthKitStore", "HealthtuiConsole",
                "HealthtuiEntry", "HealthtuiExchange", "HealthtuiFacts", "HealthtuiStudy", "HealthtuiSync",
                "HealthtuiTerminalUI", "HealthtuiTerminalUITesting", "LockTesting", "RandomTesting",
                "UniformTypeIdentifiers", "WaitTesting",
            ],
            exclude: ["Goldens", "Sessions"]
        ),
        .testTarget(
            name: "HealthtuiTests",
            dependencies: [
                "CHealthKitStoreFileSystem", "HealthKit", "HealthKitLocalization", "HealthKitStore", "HealthtuiConsole",
                "HealthtuiEntry", "HealthtuiExchange", "HealthtuiFacts", "HealthtuiStudy", "HealthtuiSync",
                "LockTesting", "ProgramTesting", "RandomTesting", "WaitTesting", "healthtui",
                "stepdemo",
            ],
            exclude: ["Reference/Commands-0.2.txt", "Reference/StoredNames.txt"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Copies in C that are checked against the size of what they fill; the compiler can tell sizes only where it optimizes. A flag
// for the stack's guard would keep other packages from depending on this one, so the Makefile gives it.
for target in package.targets where ["CHealthKitStoreFileSystem", "CHealthtuiUnpacking"].contains(target.name) {
    target.cSettings = (target.cSettings ?? []) + [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]
}

// Tests go over columns and texts for hours of the processor where nothing is optimized. Its checks stay. And who wants no
// debugger needs the lines of a backtrace, not what a debugger knows of each variable, which is a sixteenth of the build. The
// flags would keep other packages from depending on this one, so that the Makefile asks for them.
if Context.environment["OPTIMIZE_FOR_TESTS"] != nil {
    let names = ["HealthtuiExchange", "HealthKitStore", "HealthtuiSync", "LockTesting", "HealthtuiTerminalUI"]
    for target in package.targets where target.type != .system {
        var settings = target.swiftSettings ?? []
        // The package manager adds -g after the flags of a package; the compiler itself gets this one later.
        settings.append(.unsafeFlags(["-Xfrontend", "-gline-tables-only"], .when(configuration: .debug)))
        // Other modules do the expensive work, so commands are optimized for size.
        if target.name == "healthtui" { settings.append(.unsafeFlags(["-Osize"], .when(configuration: .release))) }
        if names.contains(target.name) {
            // Whole modules: a quarter less compiling than file by file, and faster code.
            let flags = ["-O", "-disable-batch-mode", "-wmo", "-num-threads", "2", "-assert-config", "Debug"]
            settings.append(.unsafeFlags(flags, .when(configuration: .debug)))
        }
        target.swiftSettings = settings
        // Every program links the store. lld takes a third of the time that gold does, for ten programs.
        if target.name == "HealthKitStore" {
            let linking = target.linkerSettings ?? []
            target.linkerSettings = linking + [.unsafeFlags(["-use-ld=lld"], .when(configuration: .debug))]
        }
    }
}

// `ONLY_TESTS="HealthtuiExchangeTests HealthtuiFactsTests"` builds the tests of these targets alone, which leaves out half of the compiling.
if let only = Context.environment["ONLY_TESTS"]?.split(separator: " ").map(String.init), !only.isEmpty {
    package.targets.removeAll { $0.type == .test && !only.contains($0.name) }
}

for target in package.targets where target.type != .system {
    var settings = target.swiftSettings ?? []
    settings.append(.enableUpcomingFeature("ExistentialAny"))
    settings.append(.enableUpcomingFeature("MemberImportVisibility"))
    target.swiftSettings = settings
}
