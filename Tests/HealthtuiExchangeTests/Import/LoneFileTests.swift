import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// The main file of an unpacked export, named alone.
@Suite struct LoneFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func unpacked() throws -> String {
        for (name, bytes) in try ZipMembers.read(Fixtures.own.appending(path: "imports/everything.zip").path) {
            _ = try folder.write(bytes, to: name)
        }
        return folder.url.appending(path: "apple_health_export").path
    }

    @Test("What lies beside the main file as an export has it comes in with it; it is what the folder brings")
    func beside() throws {
        let path = try unpacked()
        let whole = try ExportImporter(HKHealthStore.person(location: .memory).person).run(path: path)
        let person = HKHealthStore.person(location: .memory).person
        let lone = try ExportImporter(person).run(path: path + "/export.xml")
        #expect(lone.counts == whole.counts)
        #expect(lone.counts[.workoutRoutes].added == 3)
        #expect(lone.counts[.electrocardiograms].added == 2)
        #expect(lone.warnings == [])
        #expect(lone.notImported == [])
        #expect(try ExportImporter(person).run(path: path).added == 0)
    }

    @Test(
        "What else lies there is somebody else's: other files and folders, and attachments without an export's folders"
    )
    func strangers() throws {
        let main = try folder.write(try Fixtures.bytes("exports/v3-en_GB.xml"), to: "export.xml")
        for name in ["ecg_1.csv", "route.gpx", "other.xml", "attachments/a.png", "Documents/workout-routes/r.gpx"] {
            _ = try folder.write(Array("<gpx/>".utf8), to: name)
        }
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "workout-routes"),
            withDestinationURL: folder.url.appending(path: "Documents/workout-routes")
        )
        let summary = try ExportImporter(HKHealthStore.person(location: .memory).person).run(path: main)
        #expect(summary.notImported == [])
        #expect(summary.counts[.workoutRoutes] == ImportTally())
        #expect(summary.outcome == .complete)
    }
}
