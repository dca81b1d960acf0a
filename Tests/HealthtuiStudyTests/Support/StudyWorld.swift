import Foundation
import Glibc
import ProgramTesting
import Testing

@testable import HealthtuiStudy

/// A researcher's folder, an inbox, and participants without stores.
final class StudyWorld {
    let root: String
    private(set) var folder: StudyFolder
    var inbox: String { root + "/inbox" }
    /// 24 November 2026.
    static let now = Date(timeIntervalSince1970: 1_795_500_000)
    static let steps = "HKQuantityTypeIdentifierStepCount"
    static let rate = "HKQuantityTypeIdentifierHeartRate"

    init(
        types: [String] = [StudyWorld.steps, StudyWorld.rate],
        form: StudyForm = .samples,
        dates: StudyDates = .real,
        codes: Int = 0,
        k: Int = 5,
        since: String = "2026-03-20",
        until: String = "2026-04-05"
    ) throws {
        root = FileManager.default.temporaryDirectory.path + "/study-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root + "/inbox", withIntermediateDirectories: true)
        folder = try StudyFolder.create(root + "/study", codes: codes) { id, boxKey, signingKey in
            StudyDescription(
                id: id,
                version: 1,
                title: "Steps",
                contact: "a@example.org",
                purpose: "To see",
                types: types,
                since: since,
                until: until,
                form: form,
                dates: dates,
                enrolment: codes > 0 ? .codes : .open,
                k: k,
                boxKey: boxKey,
                signingKey: signingKey
            )
        }
    }

    /// The folder and the inbox that the version before wrote: six people who never were and one who sent twice, all of it
    /// collected; its daily report is published.
    init(before archive: String) throws {
        root = FileManager.default.temporaryDirectory.path + "/study-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/tar")
        process.arguments = ["--no-same-owner", "-xzpf", archive, "-C", root]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        folder = try StudyFolder(root + "/before")
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    var study: StudyDescription { folder.study.description }

    /// Makes another version of the study.
    func revise(_ change: (inout StudyDescription) -> Void) throws { folder = try folder.revise { change(&$0) } }

    /// The days of the study in a zone.
    func cut(_ zone: String = "Europe/Berlin") throws -> DayCut {
        let days = try study.days()
        let zone = try #require(TimeZone(identifier: zone))
        return DayCut(zone: zone, from: days.lowerBound, through: days.upperBound)
    }

    /// Writes the contributions of people who never were.
    func simulate(_ people: Range<Int>, seed: UInt64 = 1, zone: String = "Europe/Berlin") throws {
        let simulation = StudySimulation(
            folder.study,
            seed: seed,
            zone: try #require(TimeZone(identifier: zone)),
            now: Self.now
        )
        let cut = try simulation.cut()
        for number in people {
            var bytes: [UInt8] = []
            _ = try simulation.write(person: number, code: nil, cut: cut) { bytes += $0 }
            try write(bytes, "\(seed)-\(number)")
        }
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: inbox + "/\(name).contribution"))
    }

    /// Everything of the folder but what is locked, staged or said to people, by name.
    func contents() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: folder.path)
            ?? FileManager.DirectoryEnumerator()
        {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: folder.path + "/" + name, isDirectory: &isFolder)
            if !isThere || isFolder.boolValue || name == "lock" { continue }
            found[name] = FileManager.default.contents(atPath: folder.path + "/" + name)
        }
        return found
    }

    /// The receipts that people can be given, whose signatures hold.
    func receipts() throws -> [StudyReceipt] {
        let path = folder.path + "/receipts"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return try names.map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
            let receipt = try JSONDecoder().decode(Signed<StudyReceipt>.self, from: data)
            #expect(receipt.isSigned(by: study.signingKey), "\(name)")
            return receipt.content
        }
    }

    /// The files that an interrupted collection left in the folder.
    func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("receipts-") || $0 == "staging" || $0.contains(".part-") }
    }

    func collect(_ inputs: String...) throws -> CollectOutcome {
        try Collector(folder, python: try Engines.python(), now: Self.now).collect(inputs.isEmpty ? [inbox] : inputs)
    }

    func query(_ kind: EngineKind = .duckdb) throws -> StudyQuery {
        StudyQuery(folder, engine: kind, python: try Engines.python(), scratch: try scratch(), now: Self.now)
    }

    func verify(_ kind: EngineKind = .duckdb) throws -> StudyVerification.Outcome {
        try StudyVerification(folder, engine: kind, python: try Engines.python(), scratch: try scratch()).verify()
    }

    func scratch() throws -> String {
        let path = root + "/scratch-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }
}

/// A participant who has a key and no store.
struct TestParticipant {
    let world: StudyWorld
    let seed: [UInt8]
    let signer: StudySigner
    var sequence = 0
    var code: String?

    init(_ world: StudyWorld, _ number: UInt8) throws {
        self.world = world
        seed = Array(repeating: number, count: 32)
        signer = try StudySigner(seed: seed)
    }

    var person: String { StudyDigest.person(study: world.study.id, publicKey: signer.publicBytes) }

    /// The tables of samples of steps.
    func tables(_ samples: [StudySample], _ zone: String = "Europe/Berlin") throws -> [PreparedTable] {
        let type = try #require(StudyType(StudyWorld.steps))
        let shift = world.study.dates == .shifted ? DateShift.days(seed: seed) : nil
        return TypeTables(samples, of: type, world.study.form, cut: try world.cut(zone), shift: shift).tables
    }

    func manifest(
        _ tables: [PreparedTable],
        kind: ContributionManifest.Kind = .data,
        study: String? = nil
    ) throws -> ContributionManifest {
        let digest = study ?? world.folder.study.digest
        return ContributionManifest(
            study: digest,
            person: person,
            key: signer.publicKey,
            sequence: sequence,
            kind: kind,
            time: 1_795_500_000,
            code: code,
            consent: try Signed(StudyConsent(study: digest, text: "", language: "en", time: 0), by: signer),
            tables: tables.map {
                .init(
                    table: $0.key.table,
                    type: $0.key.type,
                    month: $0.key.month,
                    rows: $0.rows,
                    bytes: $0.bytes.count,
                    digest: $0.digest
                )
            }
        )
    }

    /// The file of a contribution.
    func sealed(_ manifest: ContributionManifest, carrying tables: [PreparedTable]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try SealedContribution.write(
            manifest,
            carrying: Dictionary(uniqueKeysWithValues: tables.map { ($0.key, $0.bytes) }),
            signer: signer,
            for: world.study
        ) { bytes += $0 }
        return bytes
    }

    /// Puts the next contribution into the inbox.
    @discardableResult
    mutating func contribute(_ tables: [PreparedTable], carrying carried: [PreparedTable]? = nil, _ name: String) throws
        -> [UInt8]
    {
        sequence += 1
        let bytes = try sealed(try manifest(tables), carrying: carried ?? tables)
        try world.write(bytes, name)
        return bytes
    }

    /// Puts a withdrawal into the inbox.
    func withdraw(_ name: String) throws {
        var manifest = try manifest([], kind: .withdraw)
        manifest.sequence = max(1, manifest.sequence)
        try world.write(try sealed(manifest, carrying: []), name)
    }

    /// A sample each day from 08:00 UTC, so many steps each.
    func walk(_ days: ClosedRange<Int> = 0...16, steps: Int64 = 1_000) throws -> [StudySample] {
        let first = try world.cut().days[0].interval.start
        return days.map { day in
            let start = first + Int64(day) * Microseconds.day + 8 * Microseconds.hour
            return StudySample(priority: 1, start: start, end: start + Microseconds.hour, value: steps * Micros.one)
        }
    }
}

/// The engines that this machine has.
enum Engines {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The Python that `.ci/studies` makes, or another that is named.
    private static let program: String = {
        let named = ProcessInfo.processInfo.environment["HEALTHTUI_PYTHON"] ?? ""
        return named.isEmpty ? root.appendingPathComponent(".build/studies/bin/python3").path : named
    }()

    static func python() throws -> StudyPython {
        try StudyPython(environment: ["HEALTHTUI_PYTHON": program])
    }

    private static func has(_ module: String) -> Bool {
        guard access(program, X_OK) == 0 else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-c", "import \(module)"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.start()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// A program that the build made, beside the tests.
    static func built(_ name: String) -> String {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        for _ in 0..<4 {
            let candidate = folder.appendingPathComponent(name).path
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            folder.deleteLastPathComponent()
        }
        return name
    }

    /// Whether DuckDB is installed where the tests look for it.
    static let hasDuckDB = has("duckdb")
    /// Whether Spark is, and is asked for: it takes its time.
    static let hasSpark = ProcessInfo.processInfo.environment["STUDY_SPARK"] != nil && has("pyspark")

    static let noDuckDB: Comment = "DuckDB isn't installed: .ci/studies installs it"
    static let noSpark: Comment = "Spark runs with STUDY_SPARK=1, pyspark and Java alone"
}
