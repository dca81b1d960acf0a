import CoreLocation
import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Places of tracks against another program's, place by place.
@Suite(.enabled(if: GPSBabel.isThere, "gpsbabel is not installed: .ci/formats installs it"))
struct TrackOracleTests {
    private static let count = Soak.count(10, soak: 500)

    /// How far places may lie apart, in degrees, and in seconds of time.
    private struct Tolerance {
        var degrees = 2e-9
        var meters = 1e-3
        var seconds = 1e-3
    }

    /// The places of all workouts of a store, in order of time.
    private static func places(_ store: TrackStore) throws -> [LocationFields] {
        try places(store.workouts(), store.person)
    }

    private static func places(_ workouts: [HKWorkout], _ person: PersonAccess) throws -> [LocationFields] {
        try workouts.flatMap { try person.routes(of: $0).flatMap(\.points).map(\.fields) }
            .sorted { $0.timestamp < $1.timestamp }
    }

    /// Holds places against those of the other program; an altitude that it has none of isn't compared.
    private static func expect(
        _ places: [LocationFields],
        _ others: [GPSBabel.Place],
        _ tolerance: Tolerance,
        _ name: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard places.count == others.count else {
            Issue.record("\(places.count) places, \(others.count) of gpsbabel, \(name)", sourceLocation: sourceLocation)
            return
        }
        for (index, (place, other)) in zip(places, others).enumerated() {
            let isSame =
                abs(place.coordinate.latitude - other.latitude) <= tolerance.degrees
                && abs(place.coordinate.longitude - other.longitude) <= tolerance.degrees
                && abs(place.timestamp - other.time) <= tolerance.seconds
                && (other.altitude.isNaN || abs(place.altitude - other.altitude) <= tolerance.meters)
            guard !isSame else { continue }
            Issue.record("place \(index): \(place), \(other) of gpsbabel, \(name)", sourceLocation: sourceLocation)
            return
        }
    }

    @Test("Another program finds the same places, altitudes and times in GPX and TCX files")
    func comesIn() throws {
        var generator = SeededGenerator("tracks that are read")
        for number in 0..<Self.count {
            let tracks = RandomTracks(&generator)
            let name: Comment = "file \(number), TEST_SEED=\(generator.seed)"
            for (text, form, count) in [
                (tracks.gpx, GPSBabel.Form.gpx, tracks.count), (tracks.tcx, .tcx, tracks.placed),
            ] {
                let store = TrackStore()
                try store.read(text)
                #expect(try store.workouts().count == tracks.runCount, name)
                let places = try Self.places(store)
                #expect(places.count == count, name)
                Self.expect(places, try GPSBabel.places(text, form), Tolerance(), name)
            }
        }
    }

    @Test("Another program finds the same places, altitudes and times in FIT files")
    func comesInBinary() throws {
        var generator = SeededGenerator("FIT files that are read")
        for number in 0..<Self.count {
            let run = FITRunFile(&generator)
            let store = FITImport()
            try store.read(bytes: run.bytes)
            let places = try Self.places(store.workouts(), store.person)
            let name: Comment = "file \(number), TEST_SEED=\(generator.seed)"
            #expect(places.count == run.placed, name)
            Self.expect(places, try GPSBabel.places(run.bytes, .fit), Tolerance(), name)
        }
    }

    // Without `compressed`, whose times another message sets, which gpsbabel doesn't look at: fitdecode reads it.
    @Test(
        "Another program finds the same places in the FIT files of the fixtures",
        arguments: [
            "run", "run-big-endian", "run-header-12", "developer", "activities/run-trimmed", "activities/ride",
            "activities/dynamics", "activities/paused", "activities/triathlon", "activities/triathlon-first",
        ]
    )
    func fixtures(name: String) throws {
        let store = FITImport()
        try store.read(name)
        let places = try Self.places(store.workouts(), store.person)
        #expect(!places.isEmpty)
        Self.expect(places, try GPSBabel.places(FITImport.fixture(name), .fit), Tolerance(), "\(name)")
    }

    @Test("Another program finds a workout's places in the GPX and TCX files that are written of it")
    func goesOut() throws {
        var generator = SeededGenerator("tracks that are written")
        let folder = try TemporaryFolder()
        for number in 0..<Self.count {
            let store = TrackStore()
            try store.read(RandomTracks(&generator).tcx)
            for workout in try store.workouts() {
                let places = try store.person.routes(of: workout).flatMap(\.points).map(\.fields)
                guard !places.isEmpty else { continue }
                let name: Comment = "file \(number), TEST_SEED=\(generator.seed)"
                let request = ExportRequest(path: folder.url.appending(path: UUID().uuidString).path, zone: .gmt)
                _ = try SingleExporter(store.person).workout(workout.uuid, request)
                let tcx = try String(contentsOfFile: request.path, encoding: .utf8)
                // Seven decimals, and six: a tenth of a metre.
                Self.expect(places, try GPSBabel.places(tcx, .tcx), Tolerance(degrees: 6e-8, meters: 0.01), name)
                let other = ExportRequest(path: folder.url.appending(path: UUID().uuidString).path, zone: .gmt)
                _ = try SingleExporter(store.person).route(of: workout.uuid, other)
                let gpx = try String(contentsOfFile: other.path, encoding: .utf8)
                Self.expect(places, try GPSBabel.places(gpx, .gpx), Tolerance(degrees: 6e-7, meters: 0.01), name)
            }
        }
    }
}
