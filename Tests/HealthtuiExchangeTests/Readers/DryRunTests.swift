import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthKitStore
@testable import HealthtuiExchange

/// A dry run says what the import that follows says, and changes nothing.
@Suite struct DryRunTests {
    private let folder: TemporaryFolder
    private let path: String
    private let person: PersonAccess
    private let noon = Date(timeIntervalSince1970: 1_707_220_800)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "own.store").path
        person = HKHealthStore.person(location: .file(path)).person
    }

    /// What a store's files hold.
    private func stored() throws -> [Data?] {
        ["", "-log", "-undo"].map { try? Data(contentsOf: URL(filePath: path + $0)) }
    }

    /// Runs an import dry, then into the store, and compares the two.
    @discardableResult
    private func compare(
        _ comment: Comment? = nil,
        _ run: (PersonAccess) throws -> ImportSummary
    ) throws -> ImportSummary {
        _ = try person.types()
        let before = try stored()
        let dry = try run(person.forDryRun())
        #expect(try stored() == before, comment)
        let real = try run(person)
        #expect(dry.counts == real.counts, comment)
        #expect(dry.types == real.types && dry.duplicates == real.duplicates, comment)
        #expect(dry.linkedMembers == real.linkedMembers && dry.unreadable == real.unreadable, comment)
        #expect(dry.notImported == real.notImported && dry.warnings == real.warnings, comment)
        #expect(dry.outcome == real.outcome && dry.copy == real.copy, comment)
        #expect(real.parts == nil, comment)
        if let parts = dry.parts {
            for kind in ImportKind.allCases where kind != .activitySummaries && kind != .attachments {
                let own = parts.filter { $0.key.kind == kind }
                func sum(_ number: (ImportPart) -> Int) -> Int { own.reduce(0) { $0 + number($1) } }
                #expect(sum(\.added) == real.counts[kind].added, "\(kind) \(comment?.rawValue ?? "")")
                #expect(sum(\.duplicate) == real.counts[kind].duplicate, "\(kind) \(comment?.rawValue ?? "")")
                #expect(sum(\.deleted) == real.counts[kind].deleted, "\(kind) \(comment?.rawValue ?? "")")
            }
        }
        return dry
    }

    private func samples(_ type: HKSampleType) throws -> [HKSample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 1_000)
    }

    /// A request of Health Auto Export: values of steps at minutes.
    private func sums(_ values: [(minute: Int, count: Int)], source: String = "iPhone|Watch") -> [UInt8] {
        let entries = values.map { value in
            let (hour, minute) = (12 + value.minute / 60, value.minute % 60)
            let time = String(format: "2024-02-06 %02d:%02d:00 +0000", hour, minute)
            return #"{"date": "\#(time)", "qty": \#(value.count), "source": "\#(source)"}"#
        }
        let data = entries.joined(separator: ", ")
        return Array(#"{"data": {"metrics": [{"name": "step_count", "units": "count", "data": [\#(data)]}]}}"#.utf8)
    }

    private func post(_ bytes: [UInt8], after minutes: Double, _ person: PersonAccess) throws -> ImportSummary {
        let reader = try #require(ReaderImport.reader(for: bytes, named: "request"))
        return try ReaderImport(person)
            .run(
                bytes,
                from: "request",
                with: reader,
                posted: noon.addingTimeInterval(minutes * 60),
                aggregation: "minutes"
            )
    }

    private func table(_ values: [(hour: Int, kilograms: Int)]) -> [UInt8] {
        let rows = values.map { "2026-11-20 \($0.hour):00,\($0.kilograms)" }
        return Array((["Date,Weight (kg)"] + rows).joined(separator: "\n").utf8)
    }

    @Test("An export of the Health app with every kind of object, new, there already, and deleted")
    func export() throws {
        let export = Fixtures.own.appending(path: "imports/everything.zip").path
        let first = try compare { try ExportImporter($0).run(path: export) }
        #expect(first.added > 10)
        let again = try compare { try ExportImporter($0).run(path: export) }
        #expect(again.added == 0)
        let gone = try samples(.workoutType()).map(\.uuid)
        _ = try person.delete(gone)
        let deleted = try compare { try ExportImporter($0).run(path: export) }
        #expect(deleted.counts[.workouts].deleted == gone.count)
        let restored = try compare { try ExportImporter($0, restoresDeleted: true).run(path: export) }
        #expect(restored.counts[.workouts].added == gone.count)
    }

    @Test("Sums of Health Auto Export that replace those of an earlier posting")
    func replaced() throws {
        let first = sums([(1, 40), (2, 50)])
        let later = sums([(1, 40), (2, 70), (3, 80)])
        try compare { try post(first, after: 0, $0) }
        let dry = try compare { try post(later, after: 30, $0) }
        #expect(dry.added == 2 && dry.counts[.records].duplicate == 1)
        let older = try compare { try post(first, after: 10, $0) }
        #expect(older.added == 0)
        let part = try #require(dry.parts?.first)
        #expect(dry.parts?.count == 1)
        #expect(part.key.type == HKQuantityType(.stepCount).identifier)
        #expect(part.range == 40...80)
    }

    @Test("A table, and a folder of several files that say the same, with another format among them")
    func severalFiles() throws {
        let bytes = table([(8, 71), (8, 71), (9, 72)])
        let file = try #require(TableFile.guess(bytes, ReaderAnswers()))
        let reader = TableReader(file, zone: .gmt, source: "CSV")
        let alone = try compare { try ReaderImport($0).run(bytes, from: "a.csv", with: reader) }
        let part = try #require(alone.parts?.first)
        #expect(part.added == 3 && part.range == 71...72 && part.sum == 214)
        #expect(part.end - part.start == 3_600)

        _ = try folder.write(table([(9, 72), (10, 73)]), to: "many/a.csv")
        _ = try folder.write(table([(10, 73), (11, 74)]), to: "many/b.csv")
        _ = try folder.write(Array("RUN 1,7\n1600000000,100\n1600000001,110\n".utf8), to: "many/c.run")
        _ = try folder.write(Array("Nothing to see.".utf8), to: "many/readme.rst")
        let many = folder.url.appending(path: "many").path
        let dry = try compare { person in
            var importer = ReaderImport(person, zone: .gmt)
            importer.readers = KnownReaders.all + [ExampleReader()]
            importer.explains = true
            return try importer.run(try #require(FileContainer(path: many)), takesTables: true)
        }
        #expect(dry.counts[.workouts].added == 1)
        #expect(dry.counts[.records].added == 4 && dry.counts[.records].duplicate == 2)
        let files = try #require(dry.files)
        #expect(files.map { $0.path.split(separator: "/").last } == ["a.csv", "b.csv", "c.run", "readme.rst"])
        #expect(files.map(\.reader) == ["CSV", "CSV", "RUN", nil])
        #expect(files.map(\.read) == [2, 2, 3, 0])
        #expect(files[0].mapping.count == 2)
        #expect(files[0].types == [HKQuantityType(.bodyMass).identifier: 2])
        #expect(files[2].types == [HKQuantityType(.heartRate).identifier: 2])
        #expect(files[3].types.isEmpty)
        #expect(files[2].reason == "recognized by its first bytes")
        let workouts = try #require(dry.parts?.first { $0.key.kind == .workouts })
        #expect(workouts.key.activity == HKWorkoutActivityType.running.rawValue)
        #expect(workouts.key.bundleIdentifier == "file:run:7")
    }

    @Test("Of several files of one dry run each sees those before it, and the next dry run sees none of them")
    func oneAfterTheOther() throws {
        let bytes = table([(8, 71)])
        let file = try #require(TableFile.guess(bytes, ReaderAnswers()))
        let reader = TableReader(file, zone: .gmt, source: "CSV")
        for _ in 1...2 {
            let dry = try person.forDryRun()
            #expect(dry.isDryRun)
            for added in [1, 0] {
                #expect(try ReaderImport(dry).run(bytes, from: "a.csv", with: reader).added == added)
            }
        }
        #expect(try samples(HKQuantityType(.bodyMass)).isEmpty)
        #expect(try person.steps(limit: 10).isEmpty)
    }

    @Test("Whatever files come after each other, with objects deleted in between", arguments: 0..<12)
    func random(_ round: Int) throws {
        var generator = SeededGenerator()
        let comment = Comment(rawValue: "seed \(generator.seed)")
        for _ in 0..<6 {
            let count = Int.random(in: 1...6, using: &generator)
            if Bool.random(using: &generator) {
                let values = (0..<count)
                    .map { _ in
                        (Int.random(in: 0..<5, using: &generator), Int.random(in: 1...3, using: &generator))
                    }
                let bytes = sums(values)
                let minutes = Double(Int.random(in: 0...5, using: &generator))
                try compare(comment) { try post(bytes, after: minutes, $0) }
            } else {
                let values = (0..<count).map { _ in (Int.random(in: 8..<12, using: &generator), 71) }
                let bytes = table(values)
                let file = try #require(TableFile.guess(bytes, ReaderAnswers()))
                let reader = TableReader(file, zone: .gmt, source: "CSV")
                let restores = Bool.random(using: &generator)
                try compare(comment) { person in
                    try ReaderImport(person, restoresDeleted: restores).run(bytes, from: "a.csv", with: reader)
                }
            }
            let all = try samples(HKQuantityType(.bodyMass)) + samples(HKQuantityType(.stepCount))
            let gone = all.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }.map(\.uuid)
            if !gone.isEmpty { _ = try person.delete(gone) }
        }
    }
}
