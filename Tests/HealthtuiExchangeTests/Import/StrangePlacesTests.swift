import Foundation
import ProgramTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Exports in places and shapes that nobody asked for: what is wrong is said in words, once, and the rest comes in.
@Suite struct StrangePlacesTests {
    private let folder: TemporaryFolder
    private let access = HKHealthStore.person(location: .memory)

    init() throws { folder = try TemporaryFolder() }

    private static let dates =
        "sourceName=\"W\" startDate=\"2025-06-28 10:00:00 +0000\" endDate=\"2025-06-28 11:00:00 +0000\""
    private static let record =
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"4\" \(dates)/>"

    private static func export(_ body: String = record) -> String {
        "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n<ExportDate value=\"2025-07-01 10:00:00 +0000\"/>\n\(body)\n</HealthData>\n"
    }

    private static func workout(_ path: String) -> String {
        "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(dates)>"
            + "<WorkoutRoute \(dates)><FileReference path=\"\(path)\"/></WorkoutRoute></Workout>"
    }

    private func zip(_ name: String, _ members: [(String, [UInt8])]) throws -> String {
        let path = folder.url.appending(path: name).path
        try Data().write(to: URL(fileURLWithPath: path))
        let writer = try ZipWriter(path: path, name: name, date: Date(timeIntervalSince1970: 1_700_000_000))
        for (name, bytes) in members {
            try writer.begin(name)
            try writer.append(bytes)
        }
        try writer.finish()
        return path
    }

    private func run(_ path: String) throws -> ImportSummary { try ExportImporter(access.person).run(path: path) }

    @Test("An archive that holds only another archive says which, and what to do")
    func archiveInArchive() throws {
        let inner = try zip("export.zip", [("export.xml", Array(Self.export().utf8))])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: inner)))
        let outer = try zip("outer.zip", [("mail/export.zip", bytes)])
        let error = #expect(throws: ExportSourceError.self) { try run(outer) }
        #expect(
            error?.reason
                == "the archive contains no .xml file, but another archive, mail/export.zip: unpack that and import it"
        )
    }

    @Test("A second export in an archive is named, as are files that are no part of one")
    func furtherExport() throws {
        let path = try zip(
            "two.zip",
            [
                ("a/export.xml", Array(Self.export().utf8)), ("a/export.xml", Array(Self.export().utf8)),
                ("a/notes.txt", [1]),
            ]
        )
        let summary = try run(path)
        #expect(summary.records.added == 1)
        #expect(summary.warnings.contains { $0.hasPrefix("a/export.xml: another export in the same place") })
        let words = ["another export in the same place", "files that aren't part of an export"]
        #expect(summary.notImported.map(\.words) == words)
    }

    @Test("An archive that is cut within a route tells of it in words, without naming the file twice")
    func cut() throws {
        let places = (0..<4_000)
            .map { "<trkpt lon=\"8.\($0 * 7_919 % 100_000)\" lat=\"47.1\"><time>2025-06-28T10:00:00Z</time></trkpt>" }
        let gpx = "<gpx version=\"1.1\"><trk><trkseg>\n\(places.joined(separator: "\n"))\n</trkseg></trk></gpx>"
        let path = try zip(
            "cut.zip",
            [
                ("export.xml", Array(Self.export(Self.workout("/workout-routes/r.gpx")).utf8)),
                ("workout-routes/r.gpx", Array(gpx.utf8)),
            ]
        )
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
        let summary = try run(path)
        #expect(summary.counts[.workoutRoutes].added == 1)
        #expect(summary.outcome == .partial)
        let reported = summary.warnings.filter { $0.contains("workout-routes/r.gpx:") }
        #expect(
            reported.first
                == "workout-routes/r.gpx:1: the file can't be read to its end. What comes before is imported: "
                + "its compressed data is damaged or cut short"
        )
        #expect(!summary.warnings.joined().contains("(-5)"), "\(summary.warnings)")
        #expect(!summary.warnings.contains { $0.contains("ends within a place") }, "\(summary.warnings)")
        let garbage = try folder.write([0x50, 0x4B, 3, 4] + [UInt8](repeating: 7, count: 500), to: "garbage.zip")
        let error = #expect(throws: ExportSourceError.self) { try run(garbage) }
        #expect(error?.description.contains("unknown") == false, "\(String(describing: error))")
    }

    @Test("A clinical document that is cut is told, with or without what it says")
    func document() throws {
        let whole = "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><component><section/></component></ClinicalDocument>"
        for (count, read, added) in [(whole.count, 1, 1), (60, 1, 1), (45, 1, 0)] {
            let access = HKHealthStore.person(location: .memory)
            let path = try zip(
                "cda.zip",
                [("export.xml", Array(Self.export().utf8)), ("export_cda.xml", Array(whole.utf8.prefix(count)))]
            )
            let summary = try ExportImporter(access.person).run(path: path)
            #expect(summary.counts[.clinicalDocuments].read == read, "\(count)")
            #expect(summary.counts[.clinicalDocuments].added == added, "\(count)")
            let isReported = summary.warnings.contains { $0.hasPrefix("export_cda.xml:1: the document is cut short") }
            #expect(isReported == (count < whole.count), "\(count): \(summary.warnings)")
        }
    }

    @Test(
        "A clinical document without content is whole, and not told of",
        arguments: ["<ClinicalDocument/>", "<ClinicalDocument></ClinicalDocument>"]
    )
    func emptyDocument(text: String) throws {
        let members = [("export.xml", Array(Self.export().utf8)), ("export_cda.xml", Array(text.utf8))]
        let summary = try run(try zip("empty.zip", members))
        #expect(summary.counts[.clinicalDocuments].read == 0)
        #expect(summary.warnings == [])
    }

    @Test(
        "A rate of voltages is a number with a unit and nothing else",
        arguments: [("1e300 hertz", false), ("512 hertz 7", false), ("512 赫兹", true), ("\"512,5 Hertz\"", true)]
    )
    func rate(text: String, isRate: Bool) throws {
        let file =
            "Name,Ada\nRecorded Date,2025-06-27 07:00:00 +0200\nClassification,Inconclusive\nSymptoms,\n"
            + "Software Version,1\nDevice,x\nSample Rate,\(text)\nLead,Lead I\nUnit,µV\n1,5\n"
        let reading = Result { try ECGReader.read(Array(file.utf8)) }
        switch reading {
        case .success(let reading): #expect(isRate && reading.voltages == [1.5])
        case .failure(let error): #expect(!isRate && (error as? ECGReader.Failure)?.line == 7)
        }
    }

    @Test("A pipe is read once, whoever looks at it first")
    func pipe() throws {
        let path = folder.url.appending(path: "pipe").path
        try #require(mkfifo(path, 0o600) == 0)
        // Nobody writes: who opened it to look would wait for ever.
        #expect(ReaderImport.reader(for: path) == nil)
        #expect(ReaderImport.reader(for: folder.url.path) == nil)
    }

    @Test("A clinical document that lies beside the export and can't be read is told of")
    func unreadableDocument() throws {
        let path = try folder.write(Self.export().utf8, to: "beside/export.xml")
        let document = folder.url.appending(path: "beside/export_cda.xml").path
        try #require(symlink("export_cda.xml", document) == 0)
        let summary = try run(path)
        #expect(summary.records.added == 1)
        #expect(summary.warnings == ["\(document): can't be read. Skipped."])
    }

    @Test("Loops of links, pipes and links to devices in an export's folder are passed by")
    func links() throws {
        _ = try folder.write(Self.export(Self.workout("/workout-routes/self.gpx")).utf8, to: "e/export.xml")
        let routes = folder.url.appending(path: "e/workout-routes").path
        try FileManager.default.createDirectory(atPath: routes, withIntermediateDirectories: true)
        try #require(symlink("self.gpx", routes + "/self.gpx") == 0)
        try #require(symlink("..", routes + "/loop") == 0)
        try #require(symlink("/dev/zero", routes + "/zero.gpx") == 0)
        try #require(mkfifo(folder.url.path + "/e/aa.xml", 0o600) == 0)
        let summary = try run(folder.url.path + "/e")
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.counts[.workoutRoutes].missing == 1)
        #expect(summary.counts[.workoutRoutes].read == 0)
    }
}
