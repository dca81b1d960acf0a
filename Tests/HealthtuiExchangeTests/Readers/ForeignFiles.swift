import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// A store, and files of another program that are imported into it.
struct ForeignFiles {
    let person = HKHealthStore.person(location: .memory).person
    let folder: TemporaryFolder
    var zone = TimeZone(identifier: "Europe/Zurich")

    init() throws { folder = try TemporaryFolder() }

    /// Writes an archive.
    func zip(_ files: [(String, String)], _ name: String = "export.zip") throws -> String {
        let path = try folder.write([], to: name)
        let writer = try ZipWriter(path: path, name: name, date: Date(timeIntervalSince1970: 1_700_000_000))
        for file in files {
            try writer.begin(file.0)
            try writer.append(Array(file.1.utf8))
        }
        try writer.finish()
        return path
    }

    /// Writes a folder.
    func unpacked(_ files: [(String, String)], _ name: String = "export") throws -> String {
        for file in files { _ = try folder.write(file.1.utf8, to: name + "/" + file.0) }
        return folder.url.appending(path: name).path
    }

    private var importer: ReaderImport {
        var answers = ReaderAnswers()
        answers.zone = zone
        var importer = ReaderImport(person, zone: .gmt, answers: answers)
        importer.readers = KnownReaders.all + [ExampleReader()]
        return importer
    }

    /// Imports a container.
    @discardableResult
    func run(_ path: String) throws -> ImportSummary {
        try importer.run(try #require(FileContainer(path: path)), takesTables: false)
    }

    /// Imports files of an archive.
    @discardableResult
    func run(_ files: [(String, String)]) throws -> ImportSummary { try run(zip(files)) }

    /// What the files of a container leave open.
    func questions(_ path: String) throws -> [ReaderQuestion] {
        try importer.inquire(try #require(FileContainer(path: path))).questions
    }

    func samples(_ type: HKSampleType) throws -> [HKSample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 10_000)
    }

    func quantities(_ type: HKQuantityTypeIdentifier) throws -> [HKQuantitySample] {
        try samples(HKQuantityType(type)).compactMap { $0 as? HKQuantitySample }
    }

    /// The values of a type in a unit, in order of time, to six decimals.
    func values(_ type: HKQuantityTypeIdentifier, _ unit: String) throws -> [Double] {
        let unit = try #require(HKUnit.named(unit))
        return try quantities(type).map { ($0.quantity.doubleValue(for: unit) * 1e6).rounded() / 1e6 }
    }

    func workouts() throws -> [HKWorkout] { try samples(.workoutType()).compactMap { $0 as? HKWorkout } }

    /// The stages of sleep with their starts and ends.
    func stages() throws -> [String] {
        try samples(HKCategoryType(.sleepAnalysis)).compactMap { $0 as? HKCategorySample }
            .map { "\(Self.text($0.startDate)) \(Self.text($0.endDate)) \($0.value)" }
    }

    static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}

extension ImportSummary {
    /// How much of a part wasn't imported.
    func left(_ part: String) -> Int { notImported.filter { $0.kind == part }.reduce(0) { $0 + $1.count } }
}

/// An export of another program among the fixtures, and what must come of it.
struct ForeignFixture {
    let store: ForeignFiles
    let path: String
    private let expected: [String: [Any]]
    private let folder: String

    /// Reads a folder of fixtures with an archive and `expected.json`.
    init(_ folder: String) throws {
        store = try ForeignFiles()
        self.folder = folder
        path = Fixtures.own.appending(path: "\(folder)/\(folder).zip").path
        let json = try JSONSerialization.jsonObject(with: Data(Fixtures.bytes("\(folder)/expected.json")))
        let members = try #require(json as? [String: Any])
        #expect(members["zone"] as? String == store.zone?.identifier)
        expected = members.compactMapValues { $0 as? [Any] }
    }

    /// Compares what is in the store with what the maker of the fixture says.
    func check() throws {
        #expect(expected.count > 3)
        for (name, wanted) in expected {
            let count = (wanted.first as? NSNumber)?.intValue
            switch name {
            case "workouts": #expect(try store.workouts().count == count)
            case "sleepAnalysis": #expect(try store.samples(HKCategoryType(.sleepAnalysis)).count == count)
            default:
                let type = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifier" + Self.capitalized(name))
                let sum = try #require(wanted[1] as? NSNumber).doubleValue
                let values = try store.values(type, try #require(wanted[2] as? String))
                #expect(values.count == count, "\(name)")
                #expect(abs(values.reduce(0, +) - sum) < 1e-4, "\(name): \(values.reduce(0, +)) for \(sum)")
            }
        }
    }

    private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The files of the archive in a folder, under another name.
    func unpacked() throws -> String {
        for (name, bytes) in try ZipMembers.list(path) { _ = try store.folder.write(bytes, to: "other/" + name) }
        return store.folder.url.appending(path: "other").path
    }

    /// Compares the UUIDs of everything with those that the file beside the fixture has.
    func checkIdentities() throws {
        let types: [HKSampleType] =
            expected.keys.sorted().filter { $0 != "workouts" && $0 != "sleepAnalysis" }
            .map { HKQuantityType(.init(rawValue: "HKQuantityTypeIdentifier" + Self.capitalized($0))) }
            + [HKCategoryType(.sleepAnalysis), .workoutType()]
        let lines = try types.flatMap { type in try store.samples(type).map { "\(type.identifier) \($0.uuid)" } }
        let file = Fixtures.own.appending(path: "\(folder)/uuids.txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] != nil {
            try Data((lines.sorted().joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        let written = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(written == lines.sorted(), "identities of imported objects never change")
    }
}
