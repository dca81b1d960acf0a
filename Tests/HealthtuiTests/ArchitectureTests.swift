import Foundation
import Testing

/// The rooms of the house and which of them may name which: imports run one way.
@Suite struct ArchitectureTests {
    /// The targets of this package that each target may import; a C library is imported by one target only.
    private static let allowed: [String: Set<String>] = [
        "HealthKitStore": ["CHealthKitSodium", "CHealthKitStoreFileSystem", "CHealthKitStrength"],
        "HealthtuiSync": ["HealthKit", "HealthKitStore", "HealthtuiDeflation"],
        "HealthtuiDeflation": ["CHealthtuiZlib"],
        "HealthKitLocalization": ["HealthKitResources"],
        "HealthtuiTerminalUI": ["HealthKitLocalization"],
        "CoreLocation": [],
        "UniformTypeIdentifiers": [],
        "HealthKit": [
            "CoreLocation", "HealthKitLocalization", "HealthKitResources", "HealthKitStore", "UniformTypeIdentifiers",
        ],
        "HealthKitUI": ["HealthKit"],
        "HealthKitTesting": ["CoreLocation", "HealthKit", "HealthtuiExchange", "UniformTypeIdentifiers"],
        "HealthKitTestTraits": ["HealthKit", "HealthKitTesting"],
        "HealthKitTestCases": ["HealthKitTesting"],
        "HealthtuiExchange": [
            "CHealthtuiArchive", "CHealthtuiCrypto", "CHealthtuiUnpacking", "CoreLocation", "HealthKit",
            "HealthKitLocalization", "HealthKitResources", "HealthKitStore", "HealthtuiDeflation",
            "UniformTypeIdentifiers",
        ],
        "HealthtuiNcurses": ["CHealthtuiNcurses", "HealthtuiTerminalUI"],
        "HealthtuiEntry": ["HealthKit", "HealthKitLocalization"],
        "HealthtuiFacts": [
            "CoreLocation", "HealthKit", "HealthKitLocalization", "HealthtuiEntry", "HealthtuiExchange",
        ],
        "HealthtuiConsole": [
            "CoreLocation", "HealthKit", "HealthKitLocalization", "HealthKitUI", "HealthtuiEntry", "HealthtuiExchange",
            "HealthtuiFacts", "HealthtuiStudy", "HealthtuiSync", "HealthtuiTerminalUI",
        ],
        "HealthtuiStudy": [
            "HealthKit", "HealthKitLocalization", "HealthKitResources", "HealthKitStore", "HealthtuiDeflation",
            "HealthtuiExchange",
        ],
        "healthtui": [
            "CHealthtuiTLS", "CoreLocation", "HealthKit", "HealthKitLocalization", "HealthtuiConsole", "HealthtuiEntry",
            "HealthtuiExchange", "HealthtuiFacts", "HealthtuiNcurses", "HealthtuiStudy", "HealthtuiSync",
            "HealthtuiTerminalUI",
        ],
        "stepdemo": ["HealthKit"],
    ]

    private static let ours = Set(allowed.keys)
        .union([
            "HealthKitResources", "CHealthtuiArchive", "CHealthtuiCrypto", "CHealthtuiUnpacking", "CHealthtuiZlib",
            "CHealthtuiNcurses", "CHealthKitSodium",
            "CHealthKitStoreFileSystem", "CHealthKitStrength", "CHealthtuiTLS", "CHealthKitLoading",
        ])

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private typealias Import = (target: String, file: String, module: String)

    /// The imports of each Swift file, by target, read once for all tests.
    private static let imported = Result { try readImports() }

    private static func imports() throws -> [Import] { try imported.get() }

    private static func readImports() throws -> [Import] {
        let sources = root.appendingPathComponent("Sources")
        var found: [Import] = []
        for target in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
            let folder = sources.appendingPathComponent(target)
            for case let path as String in FileManager.default.enumerator(atPath: folder.path)
                ?? FileManager.DirectoryEnumerator()
            where path.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                // Bytes: to find the lines of all sources by their characters takes seconds.
                for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: " ") {
                    var words = Substring(line).split(separator: " ").map(String.init)
                    words.removeAll { $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) }
                    guard words.first == "import", words.count >= 2 else { continue }
                    let module = words.count > 2 ? words[2] : words[1]
                    found.append((target, path, String(module.split(separator: ".")[0])))
                }
            }
        }
        return found
    }

    /// Whether a text is in a file: searched among bytes, which takes a hundredth of the time that characters take.
    private static func holds(_ file: Data, _ text: String) -> Bool { file.range(of: Data(text.utf8)) != nil }

    @Test("Imports run one way")
    func oneWay() throws {
        let imports = try Self.imports()
        #expect(imports.count > 50)
        for (target, file, module) in imports where Self.ours.contains(module) {
            let allowed = try #require(Self.allowed[target], "\(target) is not on the plan")
            #expect(allowed.contains(module), "\(target)/\(file) imports \(module)")
        }
    }

    @Test("A C library is imported by one target only")
    func cLibraries() throws {
        let libraries: Set = [
            "CHealthtuiNcurses", "CHealthtuiArchive", "CHealthtuiCrypto", "CHealthtuiUnpacking", "CHealthKitSodium",
            "CHealthtuiZlib", "CHealthKitStoreFileSystem",
            "CHealthKitStrength", "CHealthtuiTLS", "GRDBSQLite", "GRDB",
        ]
        let users = Dictionary(grouping: try Self.imports().filter { libraries.contains($0.module) }, by: \.module)
        for (library, uses) in users {
            #expect(Set(uses.map(\.target)).count == 1, "\(library) is imported by \(Set(uses.map(\.target)).sorted())")
        }
    }

    @Test("Of the store, studies know its cryptography alone, and in one folder alone")
    func studiesAndTheStore() throws {
        let files = try Self.imports().filter { $0.target == "HealthtuiStudy" && $0.module == "HealthKitStore" }
            .map(\.file)
        #expect(!files.isEmpty)
        let folder = Self.root.appendingPathComponent("Sources/HealthtuiStudy")
        for file in files {
            #expect(file.hasPrefix("Keys/"), "\(file) imports HealthKitStore")
            let code = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            for word in ["SampleStore", "StoreReader", "StoreWriter", "StoreOptions", "StoreFile"] {
                #expect(!code.contains(word), "\(file) names \(word)")
            }
        }
    }

    @Test("Of the store, readers know other programs' databases alone, which nothing else opens")
    func readersAndTheStore() throws {
        let files = try Self.imports().filter { $0.target == "HealthtuiExchange" && $0.module == "HealthKitStore" }
            .map(\.file)
        #expect(!files.isEmpty)
        let folder = Self.root.appendingPathComponent("Sources/HealthtuiExchange")
        for file in files {
            #expect(file.hasPrefix("Readers/"), "\(file) imports HealthKitStore")
            let code = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            for word in ["SampleStore", "StoreReader", "StoreWriter", "StoreOptions", "StoreFile", "StoreError"] {
                #expect(!code.contains(word), "\(file) names \(word)")
            }
        }
        let store = Self.root.appendingPathComponent("Sources/HealthKitStore")
        for case let path as String in FileManager.default.enumerator(atPath: store.path)
            ?? FileManager.DirectoryEnumerator()
        where path.hasSuffix(".swift") && !path.hasPrefix("Foreign/") {
            let code = try String(contentsOf: store.appendingPathComponent(path), encoding: .utf8)
            #expect(!code.contains("foreign_database_open"), "\(path)")
        }
    }

    @Test("A module that has a mutex links the one that the thread sanitizer sees")
    func mutexes() throws {
        let file = "SanitizedMutex.swift"
        let original = Self.root.appendingPathComponent("Sources/HealthKitStore/Base").appendingPathComponent(file)
        let text = try String(contentsOf: original, encoding: .utf8)
        var modules = 0
        for room in ["Sources", "Tests"] {
            let room = Self.root.appendingPathComponent(room)
            for module in try FileManager.default.contentsOfDirectory(atPath: room.path) {
                let folder = room.appendingPathComponent(module)
                var (user, links): (String?, [String]) = (nil, [])
                for case let path as String in FileManager.default.enumerator(atPath: folder.path)
                    ?? FileManager.DirectoryEnumerator()
                where path.hasSuffix(".swift") {
                    let bytes = try Data(contentsOf: folder.appendingPathComponent(path))
                    guard Self.holds(bytes, "Mutex") else { continue }
                    let code = String(decoding: bytes, as: UTF8.self)
                    if path.hasSuffix(file) {
                        links.append(path)
                        #expect(code == text, "\(module)/\(path)")
                    } else if code.contains(/\bMutex[<(]/) {
                        user = path
                    }
                }
                guard let user else { continue }
                modules += 1
                #expect(links.count == 1, "\(module)/\(user) has a mutex: link \(file) into the module")
            }
        }
        #expect(modules > 15)
    }

    @Test("What is started has no group that this program got from its file")
    func startedPrograms() throws {
        var starters: [String] = []
        let sources = Self.root.appendingPathComponent("Sources")
        for case let path as String in FileManager.default.enumerator(atPath: sources.path)
            ?? FileManager.DirectoryEnumerator()
        where path.hasSuffix(".swift") {
            let code = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            // Foundation's starts programs with the group.
            #expect(!code.contains(/\bProcess\(\)|Process\.run\(/), "\(path)")
            let spawns = code.matches(of: /posix_spawnp?\(&/).count
            if code.contains(/\bexecv[ep]*\(/) { #expect(code.contains("ProcessGroup.drop()"), "\(path)") }
            guard spawns > 0 else { continue }
            starters.append(path)
            #expect(code.contains("POSIX_SPAWN_RESETIDS"), "\(path)")
            #expect(!code.contains(/posix_spawnp?\(&\w+, [^,]+, [^,]+, nil/), "\(path): without attributes")
        }
        #expect(starters.count >= 5, "\(starters)")
    }

    /// The names that only the gate and the code below it may use.
    private static let belowTheGate = [
        "HealthDatabase", "ObjectReader", "ObjectWriter", "StoreReader", "StoreWriter", "SampleStore", "SaveQueue",
        "ChangeHub", "FetchRequest", "import HealthKitStore", ".database()", ".handle.", ".gate", "port.local()",
        "readScope",
        "objectChoice", "personsDatabase",
    ]

    /// Apple's types that don't make calls through the gate: the store's configuration, and its messages to the owner.
    private static let notFaces: Set = ["HKHealthStoreConfiguration+Linux.swift", "HKHealthStore+Database.swift"]

    @Test("Queries, descriptors, builders, the health store and the person reach the store through the gate alone")
    func gate() throws {
        let sources = Self.root.appendingPathComponent("Sources")
        var (faces, persons) = (0, 0)
        for case let path as String in FileManager.default.enumerator(atPath: sources.path)
            ?? FileManager.DirectoryEnumerator()
        where path.hasSuffix(".swift") {
            let name = String(path.split(separator: "/").last ?? "")
            let isPerson = name.hasPrefix("PersonAccess")
            let isFace = name.hasPrefix("HK") && !Self.notFaces.contains(name) || path.hasPrefix("HealthKit/Calls/")
            guard isPerson || isFace && path.hasPrefix("HealthKit/") else { continue }
            faces += 1
            if isPerson { persons += 1 }
            // Comments may mention code below the gate.
            let code = Data(
                try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
                    .replacingOccurrences(of: "//[^\n]*", with: "", options: .regularExpression).utf8
            )
            // The person may read the choices of single objects, and work on the file.
            let allowed = isPerson ? ["objectChoice", "port.local()"] : []
            for word in Self.belowTheGate where !allowed.contains(word) {
                #expect(!Self.holds(code, word), "\(path) names \(word)")
            }
        }
        #expect(faces > 100)
        // They are looked for in every module: one that they were moved to would otherwise not be looked at.
        #expect(persons >= 25)
    }

    @Test("Extensions of PersonAccess are in files of that name, by which the gate's test finds them")
    func personsFiles() throws {
        let sources = Self.root.appendingPathComponent("Sources/HealthKit")
        var found = 0
        for case let path as String in FileManager.default.enumerator(atPath: sources.path)
            ?? FileManager.DirectoryEnumerator()
        where path.hasSuffix(".swift") {
            let code = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            guard "\n\(code)".contains("\nextension PersonAccess") else { continue }
            found += 1
            #expect(path.hasPrefix("Access/Person/PersonAccess"), "\(path) extends PersonAccess")
        }
        #expect(found >= 25)
    }
}
