import CoreLocation
import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What was imported once is recognised: in a store that an earlier version wrote, and in an export that a later
/// system wrote of the same data.
@Suite struct LaterExportTests {
    /// The same data as iOS 15 and as iOS 18 export it.
    enum Export: String, CaseIterable {
        case ios15 = "export-ios15.xml"
        case ios18 = "export-ios18.xml"

        var path: String { Fixtures.own.appending(path: "imports/\(rawValue)").path }
    }

    private func copy(of fixture: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("later-\(UUID().uuidString).store")
            .path
        try FileManager.default.copyItem(atPath: Fixtures.own.appending(path: "stores/\(fixture)").path, toPath: path)
        return path
    }

    private func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    private func added(_ summary: ImportSummary) -> Int {
        summary.records.added + summary.correlations.added + summary.workouts.added + summary.activitySummaries.added
    }

    @Test("Into a store that version 0.1 wrote, the same export adds nothing", arguments: Export.allCases)
    func earlierStore(_ export: Export) throws {
        let path = try copy(of: "import-0.1.store")
        defer { remove(path) }
        let access = HKHealthStore.person(location: .file(path))
        let before = try access.person.types()
        for _ in 0..<2 {
            let summary = try ExportImporter(access.person).run(path: export.path)
            #expect(added(summary) == 0, "\(summary)")
            #expect(summary.records.duplicate == 12)
            #expect(summary.workouts.duplicate == 4)
            #expect(summary.correlations.duplicate == 1)
            #expect(summary.activitySummaries.duplicate == 1)
        }
        // What that version left in the file, such as heartbeats, is all that comes beside.
        let known = Set(before.map(\.identifier))
        let after = try access.person.types().filter { known.contains($0.identifier) }
        #expect(after.map(\.count) == before.map(\.count))
    }

    /// Writes what this version imports, done once for each version that keeps something in another form:
    /// `HEALTHSTORE_FIXTURES=yes swift test --filter writeTheImportOfThisVersion`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HEALTHSTORE_FIXTURES"] != nil))
    func writeTheImportOfThisVersion() throws {
        let path = Fixtures.own.appending(path: "stores/import-0.2.store").path
        try #require(!FileManager.default.fileExists(atPath: path), "there is one already")
        let access = HKHealthStore.person(location: .file(path))
        _ = try ExportImporter(access.person).run(path: Fixtures.own.appending(path: "imports/everything.zip").path)
    }

    @Test(
        "Into a store that an earlier version wrote that takes everything, the same export adds nothing",
        arguments: ["import-everything.store", "import-0.2.store"]
    )
    func earlierWholeStore(_ fixture: String) throws {
        let path = try copy(of: fixture)
        defer { remove(path) }
        let access = HKHealthStore.person(location: .file(path))
        let before = try access.person.types()
        let fresh = HKHealthStore.person(location: .memory)
        let brought = try ExportImporter(fresh.person)
            .run(path: Fixtures.own.appending(path: "imports/everything.zip").path)
        for _ in 0..<2 {
            let summary = try ExportImporter(access.person)
                .run(path: Fixtures.own.appending(path: "imports/everything.zip").path)
            #expect(summary.added == 0, "\(summary)")
            for kind in ImportKind.allCases {
                #expect(summary.counts[kind].duplicate == brought.counts[kind].added, "\(kind)")
            }
        }
        #expect(try access.person.types().map(\.count) == before.map(\.count))
        // Whatever form it is kept in, it is what an import brings today.
        let routes = try [access, fresh].map { try Self.places($0.person) }
        #expect(routes[0] == routes[1] && routes[0].count == 904)
    }

    @Test("What version 0.2 imported is undone and redone from the history that it wrote")
    func earlierHistory() throws {
        let path = try copy(of: "import-0.2.store")
        defer { remove(path) }
        let person = HKHealthStore.person(location: .file(path)).person
        func counts() throws -> [String: Int] {
            try Dictionary(uniqueKeysWithValues: person.types().map { ($0.identifier, $0.count) })
        }
        let (before, places) = (try counts(), try Self.places(person))
        #expect(before.values.reduce(0, +) == 16 && places.count == 904)
        let step = try #require(try person.steps().first)
        #expect(step.kind == .import && step.note == "everything.zip" && step.state == .done)
        #expect(try person.undo()?.step.number == step.number)
        #expect(try counts().values.allSatisfy { $0 == 0 })
        #expect(try person.redo()?.missing == 0)
        #expect(try counts() == before)
        #expect(try Self.places(person) == places)
        #expect(try StoreDoctor(path: path).check().problems == [])
    }

    /// The times and places of all routes, and the voltages of all electrocardiograms, in order.
    private static func places(_ person: PersonAccess) throws -> [[Double]] {
        try person.snapshot(ExportSelection()) { snapshot in
            var found: [[Double]] = []
            try snapshot.forEachRecord(of: HKSeriesType.workoutRoute().identifier) { sample in
                guard let route = sample as? HKWorkoutRoute else { return }
                found += try snapshot.locations(of: route)
                    .map { [$0.timestamp, $0.coordinate.latitude, $0.coordinate.longitude, $0.altitude, $0.speed] }
            }
            try snapshot.forEachRecord(of: HKObjectType.electrocardiogramType().identifier) { sample in
                guard let sample = sample as? HKElectrocardiogram else { return }
                found += try snapshot.trace(of: sample).map { Array($0.leads.values) } ?? []
            }
            return found
        }
    }

    @Test("Whichever export comes first, the other adds nothing", arguments: Export.allCases)
    func newStore(_ first: Export) throws {
        let access = HKHealthStore.person(location: .memory)
        let brought = try ExportImporter(access.person).run(path: first.path)
        #expect(added(brought) == 12 + 1 + 4 + 1)
        for export in Export.allCases + Export.allCases {
            let summary = try ExportImporter(access.person).run(path: export.path)
            #expect(added(summary) == 0, "\(export): \(summary)")
        }
    }

    @Test("A value, a unit or an activity that really changed is another sample")
    func changes() throws {
        let access = HKHealthStore.person(location: .memory)
        let text = try String(contentsOfFile: Export.ios15.path, encoding: .utf8)
        _ = try ExportImporter(access.person).run(path: Export.ios15.path)
        let changes: [(from: String, to: String, kind: KeyPath<ImportSummary, ImportTally>, added: Int)] = [
            ("value=\"431\"", "value=\"432\"", \.records, 1),
            ("unit=\"lb\"", "unit=\"kg\"", \.records, 1),
            ("value=\"good\"", "value=\"bad\"", \.records, 1),
            ("HKWorkoutActivityTypeRunning", "HKWorkoutActivityTypeWalking", \.workouts, 1),
            ("totalDistance=\"5.2\"", "totalDistance=\"5.3\"", \.workouts, 0),
        ]
        for change in changes {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).xml").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let changed = text.replacingOccurrences(of: change.from, with: change.to)
            #expect(changed != text)
            try Data(changed.utf8).write(to: URL(fileURLWithPath: path))
            let summary = try ExportImporter(access.person).run(path: path)
            #expect(summary[keyPath: change.kind].added == change.added, "\(change.to)")
            #expect(added(summary) == change.added, "\(change.to)")
        }
    }

    @Test("What was deleted in a store that version 0.1 wrote stays deleted, unless it is asked for")
    func deletedEarlier() throws {
        let path = try copy(of: "import-0.1-deleted.store")
        defer { remove(path) }
        let access = HKHealthStore.person(location: .file(path))
        for _ in 0..<2 {
            let summary = try ExportImporter(access.person).run(path: Export.ios15.path)
            #expect(added(summary) == 0)
            #expect(summary.records.deleted == 3)
            #expect(summary.workouts.deleted == 1)
        }
        let restored = try ExportImporter(access.person, restoresDeleted: true).run(path: Export.ios15.path)
        #expect(restored.records.added == 3)
        #expect(restored.workouts.added == 1)
        let again = try ExportImporter(access.person).run(path: Export.ios15.path)
        #expect(added(again) == 0)
        #expect(again.records.deleted + again.workouts.deleted == 0)
    }

    @Test("What is deleted now stays deleted when the later export comes, duplicates one by one")
    func deletedNow() throws {
        let access = HKHealthStore.person(location: .memory)
        _ = try ExportImporter(access.person).run(path: Export.ios15.path)
        let energy = try access.person.samples(
            SampleListQuery(type: HKQuantityType(.activeEnergyBurned)),
            ascending: true,
            limit: 10
        )
        #expect(energy.count == 3)
        let workouts = try access.person.samples(SampleListQuery(type: HKObjectType.workoutType()), limit: 10)
        for (deleted, sample) in energy.suffix(2).enumerated() {
            try access.person.delete([sample.uuid])
            for export in Export.allCases {
                let summary = try ExportImporter(access.person).run(path: export.path)
                #expect(added(summary) == 0)
                #expect(summary.records.deleted == deleted + 1, "\(export)")
            }
        }
        try access.person.delete(workouts.map(\.uuid))
        for export in Export.allCases {
            let summary = try ExportImporter(access.person).run(path: export.path)
            #expect(summary.workouts.deleted == 4)
            #expect(summary.workouts.added == 0)
        }
    }

    @Test("An unknown activity keeps its name; a later summary of a day takes the place of an earlier one")
    func nameAndSummary() throws {
        let access = HKHealthStore.person(location: .memory)
        _ = try ExportImporter(access.person).run(path: Export.ios18.path)
        let workouts = try access.person.samples(SampleListQuery(type: HKObjectType.workoutType()), limit: 10)
            .compactMap { $0 as? HKWorkout }
        let unknown = try #require(workouts.first { $0.workoutActivityType == .other })
        #expect(unknown.content.activityName == "HKWorkoutActivityTypeUnderwaterHockey")
        #expect(unknown.activityLabel == "Underwater Hockey")
        let text = try String(contentsOfFile: Export.ios18.path, encoding: .utf8)
            .replacingOccurrences(of: "activeEnergyBurned=\"412.5\"", with: "activeEnergyBurned=\"520\"")
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).xml").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let summary = try ExportImporter(access.person).run(path: path)
        #expect(summary.activitySummaries.duplicate == 1)
        #expect(summary.activitySummaries.added == 0)
        let days = try access.person.activitySummaries()
        #expect(days.count == 1)
        #expect(days.first?.activeEnergyBurned?.value == 520)
    }
}
