import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// By what workouts of FIT files are known, and what a file becomes, to the UUID.
@Suite struct FITIdentityTests {
    private let store = FITImport()

    @Test("A workout is known by maker, product, serial number, time and session, with the file's date as its version")
    func identifier() throws {
        try store.read("run")
        let run = try #require(try store.workouts().first)
        #expect(run.metadata?[HKMetadataKeySyncIdentifier] as? String == "61c3c46bc1fb6ed94ab1695cbda41700")
        #expect((run.metadata?[HKMetadataKeySyncVersion] as? NSNumber)?.intValue == 1_800_000_000_000)
        try store.read("activities/ride")
        let identifiers = try store.workouts().compactMap { $0.metadata?[HKMetadataKeySyncIdentifier] as? String }
        #expect(Set(identifiers) == ["61c3c46bc1fb6ed94ab1695cbda41700", "2e7e656da5aca30d2567a859d4abf9fb"])
    }

    @Test("A copy with another date adds nothing; so does the same run with other bytes and the same content")
    func copies() throws {
        try store.read("run")
        let uuids = try store.workouts().map(\.uuid)
        for name in ["run", "run-big-endian", "run-header-12"] {
            #expect(try store.read(name, FITImport.late).added == 0, "\(name)")
        }
        #expect(try store.workouts().map(\.uuid) == uuids)
    }

    @Test("A trimmed copy replaces the run where it is later, whichever comes first")
    func trimmed() throws {
        let files = [("run", FITImport.early), ("activities/run-trimmed", FITImport.late)]
        var seen: [[UUID]] = []
        for order in [files, files.reversed()] {
            let store = FITImport()
            for (name, date) in order { try store.read(name, date) }
            let runs = try store.workouts()
            #expect(runs.map(\.duration) == [15])
            #expect(try store.points(.heartRate, "count/min").map(\.start).max() == FITImport.start + 13)
            #expect(try store.points(.distanceWalkingRunning, "m").count == 14)
            seen.append(runs.map(\.uuid))
        }
        #expect(seen[0] == seen[1])
    }

    @Test("What the person deleted stays deleted")
    func deleted() throws {
        try store.read("run")
        let run = try #require(try store.workouts().first)
        #expect(try store.person.delete([run.uuid]) == 1)
        try store.read("run")
        try store.read("activities/run-trimmed", FITImport.late)
        #expect(try store.workouts().isEmpty)
    }

    @Test("Two parts with the same name are two workouts of one file")
    func parts() throws {
        try store.read("parts")
        #expect(try store.workouts().count == 2)
        #expect(try store.read("parts").added == 0)
    }

    /// What a file becomes: the UUID of each workout, and of each type how many samples there are and the least UUID.
    private func facts(_ store: FITImport) throws -> [String] {
        var lines = try store.workouts().map { "workout \($0.uuid.uuidString)" }
        for type in try store.person.types() {
            guard let type = HKObjectType.type(identifier: type.identifier) as? HKSampleType,
                !(type is HKWorkoutType)
            else { continue }
            let uuids = try store.person.samples(SampleListQuery(type: type), ascending: true, limit: 10_000)
                .map(\.uuid.uuidString).sorted()
            lines.append("\(type.identifier) \(uuids.count) \(uuids.first ?? "")")
        }
        return lines.sorted()
    }

    private static let names = [
        "run", "activities/triathlon", "activities/pool", "activities/beats", "activities/dynamics",
        "activities/band", "activities/scale", "activities/cuff", "compressed",
    ]

    @Test("What files become never changes: their UUIDs are those of the first release that read them")
    func pinned() throws {
        var found: [String: [String]] = [:]
        for name in Self.names {
            let store = FITImport()
            try store.read(name)
            found[name] = try facts(store)
        }
        let file = Fixtures.own.appending(path: "fit/identities.json")
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try (encoder.encode(found) + Data("\n".utf8)).write(to: file)
            return
        }
        let pinned = try JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: file))
        for name in Self.names { #expect(found[name] == pinned[name], "\(name)") }
    }
}
