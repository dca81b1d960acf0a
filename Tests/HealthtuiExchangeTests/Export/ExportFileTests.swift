import Foundation
import HealthKitStore
import RandomTesting
import Synchronization
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

@Suite struct ExportFileTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws {
        folder = try TemporaryFolder()
        _ = try ExportImporter(person).run(path: Fixtures.own.appending(path: "imports/export-ios18.xml").path)
    }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
    }

    @Test("A file that exists is refused and kept, unless it is to be replaced")
    func exists() throws {
        let file = try folder.write(Array("mine".utf8), to: "out.zip")
        #expect(throws: HKError.self) { try AppleExporter(person).run(ExportRequest(path: file)) }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        _ = try AppleExporter(person).run(ExportRequest(path: file, replaces: true))
        #expect(try ZipMembers.read(file)["apple_health_export/export.xml"] != nil)
        #expect(try names == ["out.zip"])
    }

    @Test("A folder that is not there, and one that may not be written, are named")
    func folders() throws {
        let error = #expect(throws: HKError.self) {
            try AppleExporter(person).run(ExportRequest(path: path("none/out.zip")))
        }
        #expect(error?.text.contains("none") == true)
        #expect(try names.isEmpty)
    }

    @Test("An export that is stopped leaves nothing, wherever it is stopped", arguments: [0, 1, 2])
    func cancelled(after calls: Int) throws {
        let left = Mutex(calls)
        let request = ExportRequest(
            path: path("out.zip"),
            isCancelled: {
                left.withLock { left in
                    left -= 1
                    return left < 0
                }
            }
        )
        #expect(throws: CancellationError.self) { try AppleExporter(person).run(request) }
        #expect(try names.isEmpty)
    }

    @Test("A disk that is full is said, and nothing is left")
    func fullDisk() throws {
        // Every write to this device fails for want of space.
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let zip = try ZipWriter(path: "/dev/full", name: "out.zip", date: Date())
        let error = #expect(throws: ExportError.self) {
            try zip.begin("a")
            var random = SeededGenerator("bytes that don't fit")
            for _ in 0..<400 { try zip.append((0..<65_536).map { _ in UInt8.random(in: 0...255, using: &random) }) }
            try zip.finish()
        }
        zip.stop()
        #expect(error?.description == "out.zip: No space left on device")
        let stream = try ExportStream(path: "/dev/full", name: "out.jsonl")
        #expect(throws: ExportError.self) {
            try stream.write([UInt8](repeating: 0, count: 1 << 18))
            try stream.finish()
        }
    }

    @Test("What is saved while an export runs is not in it: one moment is exported")
    func oneMoment() throws {
        let path = path("live.store")
        let (_, person) = HKHealthStore.person(location: .file(path))
        _ = try ExportImporter(person).run(path: Fixtures.own.appending(path: "imports/export-ios18.xml").path)
        let before = try person.types().reduce(0) { $0 + $1.count }
        try person.snapshot(ExportSelection()) { snapshot in
            let held = try snapshot.count()
            let steps = HKQuantitySample(
                type: HKQuantityType(.stepCount),
                quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: Date(timeIntervalSinceReferenceDate: 1),
                end: Date(timeIntervalSinceReferenceDate: 2)
            )
            try person.save([steps])
            #expect(try snapshot.count() == held)
        }
        #expect(try person.types().reduce(0) { $0 + $1.count } == before + 1)
    }

    @Test("Times, types and sources choose what is exported, and a part has no copy of the store")
    func selection() throws {
        var request = ExportRequest(path: path("steps.zip"))
        request.selection.types = [HKQuantityTypeIdentifier.stepCount.rawValue]
        let summary = try AppleExporter(person).run(request)
        #expect(summary.counts[.records] == 1)
        #expect(summary.total == 1)
        #expect(!summary.isWhole)
        #expect(try Set(ZipMembers.read(request.path).keys) == ["apple_health_export/export.xml"])
        request = ExportRequest(path: path("none.zip"))
        request.selection.to = Date(timeIntervalSinceReferenceDate: 0)
        #expect(try AppleExporter(person).run(request).total == 0)
        request = ExportRequest(path: path("scale.zip"))
        request.selection.sources = Set(
            try person.sources().map(\.source).filter { $0.name == "Scale" }.map(\.bundleIdentifier)
        )
        #expect(try AppleExporter(person).run(request).total == 1)
    }

    @Test("Unknown types and activities leave under the name they came with")
    func unknown() throws {
        let xml = """
            <?xml version="1.0"?>
            <HealthData locale="en_US">
             <Record type="HKDataTypeSleepDurationGoal" unit="hr" value="8" sourceName="x" \
            startDate="2024-01-01 08:00:00 +0100" endDate="2024-01-01 08:10:00 +0100"/>
             <Workout workoutActivityType="HKWorkoutActivityTypeMoonwalking" duration="9" durationUnit="min" \
            sourceName="x" startDate="2024-01-01 08:00:00 +0100" endDate="2024-01-01 08:10:00 +0100"/>
            </HealthData>
            """
        let (_, person) = HKHealthStore.person(location: .memory)
        _ = try ExportImporter(person).run(path: try folder.write(Array(xml.utf8), to: "in.xml"))
        _ = try AppleExporter(person).run(ExportRequest(path: path("out.zip")))
        let main = try #require(try ZipMembers.read(path("out.zip"))["apple_health_export/export.xml"])
        let text = String(decoding: main, as: UTF8.self)
        #expect(text.contains("type=\"HKDataTypeSleepDurationGoal\""))
        #expect(text.contains("unit=\"hr\""))
        #expect(text.contains("workoutActivityType=\"HKWorkoutActivityTypeMoonwalking\""))
    }

    @Test(
        "Routes, electrocardiograms and clinical records lie in files of their own, and are named where Apple names them"
    )
    func files() throws {
        let start = Date(timeIntervalSinceReferenceDate: 600_000_000)
        let trace = ElectrocardiogramTrace(
            unit: .voltUnit(with: .micro),
            leads: [.appleWatchSimilarToLeadI: [1.5, -2, 0.25]]
        )
        let rate = HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: 61)
        let electrocardiogram = try HKElectrocardiogram(
            start: start,
            trace: trace,
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
            classification: .sinusRhythm,
            averageHeartRate: rate
        )
        try person.save([electrocardiogram])
        _ = try AppleExporter(person).run(ExportRequest(path: path("out.zip"), zone: .gmt))
        let members = try ZipMembers.read(path("out.zip"))
        let name = try #require(members.keys.first { $0.contains("electrocardiograms/") })
        #expect(name == "apple_health_export/electrocardiograms/ecg_2020-01-06.csv")
        let lines = String(decoding: members[name] ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.contains("Classification,Sinus Rhythm"))
        #expect(lines.contains("Sample Rate,512 hertz"))
        #expect(lines.suffix(3) == ["1.5", "-2", "0.25"])
        let single = path("ecg.csv")
        _ = try SingleExporter(person)
            .electrocardiogram(electrocardiogram.uuid, ExportRequest(path: single, zone: .gmt))
        #expect(try Data(contentsOf: URL(filePath: single)) == Data(members[name] ?? []))
        #expect(throws: ExportError.self) {
            try SingleExporter(person).route(of: UUID(), ExportRequest(path: path("route.gpx")))
        }
        #expect(!FileManager.default.fileExists(atPath: path("route.gpx")))
    }
}
