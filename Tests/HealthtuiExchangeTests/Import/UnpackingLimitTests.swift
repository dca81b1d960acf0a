import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Archives that unpack to next to nothing but size, and links out of an unpacked export.
@Suite("What an export must not bring along")
struct UnpackingLimitTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private static let main = "apple_health_export/export.xml"
    private static let record =
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" unit=\"count\" value=\"1\" "
        + "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\"/>"

    /// Writes a zip whose members hold a text, so many MiB of one letter, and another text.
    private func zip(_ members: [(name: String, before: String, size: Int, after: String)]) throws -> String {
        let path = try folder.write([], to: "export.zip")
        let zip = try ZipWriter(path: path, name: "export.zip", date: Date(timeIntervalSince1970: 0))
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        for member in members {
            try zip.begin(member.name)
            try zip.append(Array(member.before.utf8))
            for _ in 0..<member.size { try zip.append(piece) }
            try zip.append(Array(member.after.utf8))
        }
        try zip.finish()
        return path
    }

    @Test("A main file that unpacks to 200 times its size is left there; what came before is in, and that is said")
    func mainFile() throws {
        let path = try zip([(Self.main, "<HealthData locale=\"en\">\(Self.record)<!--", 72, "--></HealthData>")])
        let summary = try ExportImporter(person).run(path: path)
        #expect(summary.records.added == 1)
        #expect(summary.outcome == .partial)
        #expect(summary.damage?.contains("export.xml: it unpacks to more than 200 times its size") == true)
        #expect(summary.bytes < 66 << 20)
    }

    @Test("A file beside the main one that does so is refused, and the others come in")
    func sideFile() throws {
        let route =
            "<gpx><trk><trkseg><trkpt lon=\"1\" lat=\"2\"><time>2024-01-01T08:00:00Z</time></trkpt></trkseg></trk></gpx>"
        let path = try zip([
            (Self.main, "<HealthData locale=\"en\">\(Self.record)</HealthData>", 0, ""),
            ("apple_health_export/clinical-records/a.json", "{\"a\": \"", 72, "\"}"),
            ("apple_health_export/workout-routes/r.gpx", route, 0, ""),
        ])
        let summary = try ExportImporter(person).run(path: path)
        #expect(summary.records.added == 1)
        #expect(summary.counts[.clinicalRecords].refused == 1)
        #expect(summary.counts[.workoutRoutes].added == 1)
        #expect(summary.warnings.contains { $0.contains("a.json") && $0.contains("200 times its size") })
    }

    @Test("The limit is a matter of both size and ratio, of one file and of all together")
    func limit() {
        #expect(!UnpackingLimit.isTooMuch(64 << 20, of: 1))
        #expect(UnpackingLimit.isTooMuch((64 << 20) + 1, of: 1))
        #expect(!UnpackingLimit.isTooMuch(10 << 30, of: 10 << 30 / 150))
        var limit = UnpackingLimit()
        for _ in 0..<5 {
            limit.begin()
            limit.note(60 << 20, of: 60 << 10)
            #expect(!limit.isExceeded)
        }
        #expect(limit.isExceededByAll)
    }

    @Test("An attribute of more than 1 MiB costs its element alone, and that is said")
    func longAttribute() throws {
        func record(_ index: Int, note: Int) -> String {
            let note = String(repeating: "n", count: note)
            return
                "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" unit=\"count\" value=\"\(index)\" "
                + "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\">"
                + "<MetadataEntry key=\"note\" value=\"\(note)\"/></Record>\n"
        }
        let records = record(1, note: 10) + record(2, note: 2 << 20) + record(3, note: 1 << 20) + record(4, note: 10)
        let text = "<HealthData locale=\"en\">\n\(records)</HealthData>"
        let summary = try ExportImporter(person).run(path: folder.write(Array(text.utf8), to: "long.xml"))
        #expect(summary.records.added == 3)
        #expect(summary.unreadable == 1)
        #expect(summary.outcome == .partial)
        #expect(summary.warnings == ["long.xml:3: element with an attribute of more than 1 MiB skipped (value)"])
    }

    @Test("The texts that an import meets for the first time count towards what it holds at once")
    func textsCount() {
        var definitions = ImportDefinitions()
        let long = String(repeating: "t", count: 100_000)
        definitions.define(sourceRevision: 0, name: long, version: nil)
        definitions.define(device: 0, text: long)
        definitions.define(series: 0, type: long, unit: nil)
        definitions.define(metadata: 0, entries: [ImportedMetadataEntry(key: "k", value: long)])
        #expect(definitions.newTextLength >= 400_000)
        _ = definitions.takeNew()
        #expect(definitions.newTextLength == 0)
    }

    @Test("A link that leads out of an unpacked export isn't followed, and that is said; one within it is")
    func links() throws {
        let route =
            "<gpx><trk><trkseg><trkpt lon=\"1\" lat=\"2\"><time>2024-01-01T08:00:00Z</time></trkpt></trkseg></trk></gpx>"
        let secret = try folder.write(Array(route.utf8), to: "elsewhere/secret.gpx")
        _ = try folder.write(Array("<HealthData locale=\"en\">\(Self.record)</HealthData>".utf8), to: "e/export.xml")
        _ = try folder.write(Array(route.utf8), to: "e/kept/own.txt")
        let document = "<ClinicalDocument><component/></ClinicalDocument>"
        let other = try folder.write(Array(document.utf8), to: "elsewhere/document.xml")
        let routes = folder.url.appending(path: "e/workout-routes").path
        try FileManager.default.createDirectory(atPath: routes, withIntermediateDirectories: true)
        try #require(symlink(secret, routes + "/out.gpx") == 0)
        try #require(symlink("../../elsewhere/secret.gpx", routes + "/out2.gpx") == 0)
        try #require(symlink("../kept/own.txt", routes + "/in.gpx") == 0)
        try #require(symlink(other, folder.url.path + "/e/export_cda.xml") == 0)
        for path in ["e", "e/export.xml"] {
            let person = HKHealthStore.person(location: .memory).person
            let summary = try ExportImporter(person).run(path: folder.url.appending(path: path).path)
            #expect(summary.counts[.workoutRoutes].read == 1, "\(path)")
            #expect(summary.counts[.workoutRoutes].added == 1, "\(path)")
            #expect(summary.counts[.clinicalDocuments].read == 0, "\(path)")
            let reported = summary.warnings.filter { $0.contains("leads out of the folder") }
            #expect(reported.count == 3, "\(path): \(summary.warnings)")
        }
        // A link that the person names is what they mean.
        let link = folder.url.path + "/link.xml"
        try #require(symlink(folder.url.path + "/e/export.xml", link) == 0)
        #expect(try ExportImporter(person).run(path: link).records.added == 1)
    }
}
