import Foundation
import HealthKit
import HealthtuiExchange
import HealthtuiStudy

/// A format whose files are damaged and read.
struct FuzzFormat {
    let name: String
    /// The name of its files, as used by programs that write them.
    let fileName: String
    /// Whole files; parts of them are damaged, as far as they are shells around something.
    let seeds: [[UInt8]]
    /// Makes a file of what was damaged.
    var wrapped: ([UInt8]) -> [UInt8] = { $0 }
    /// Reads the damaged file.
    let read: (_ path: String, _ bytes: [UInt8]) throws -> Void
}

extension FuzzFormat {
    /// Every format that comes from elsewhere.
    ///
    /// - Parameters:
    ///   - fixtures: The folder of the tests' fixtures.
    ///   - folder: An empty folder to work in.
    /// - Returns: The formats, in the order in which they take turns.
    /// - Throws: An error if the fixtures can't be read.
    static func all(_ fixtures: URL, _ folder: URL) throws -> [FuzzFormat] {
        func bytes(_ path: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: fixtures.appendingPathComponent(path)))
        }
        let exports = try [
            "every-element.xml", "exports/v14-de_NL.xml", "exports/v3-en_GB.xml", "imports/export-ios18.xml",
        ]
        .map(bytes)
        FuzzStore.shared.begin(in: folder)
        let zips = try ["imports/everything.zip", "export-zip64.zip", "exports/routes.zip"].map(bytes)
        let makers = try [
            "clarity.csv", "com.samsung.health.sleep_stage.20250328.csv", "physiological_cycles.csv", "raw_hr_hr.csv",
        ]
        .map { try bytes("tables/makers/\($0)") }
        return [
            FuzzFormat(name: "export.xml", fileName: "export.xml", seeds: exports, read: importExport),
            FuzzFormat(name: "zip", fileName: "export.zip", seeds: zips, read: importExport),
            sideFile("GPX", "workout-routes/route_2025-06-28_11.02am.gpx", FuzzSeeds.gpx, folder),
            sideFile("ECG", "electrocardiograms/ecg_2025-06-26.csv", FuzzSeeds.electrocardiogram, folder),
            sideFile("FHIR", "clinical-records/Observation-b2.json", FuzzSeeds.fhir, folder),
            sideFile("CDA", "export_cda.xml", FuzzSeeds.cda, folder),
            FuzzFormat(name: "CSV", fileName: "table.csv", seeds: FuzzSeeds.tables + makers, read: importTable),
            FuzzFormat(
                name: "mapping",
                fileName: "own.mapping",
                seeds: KnownMappings.shippedTexts.map { Array($0.text.utf8) },
                read: { _, bytes in try importTables(makers, by: bytes) }
            ),
            FuzzFormat(
                name: "Oura",
                fileName: "oura.json",
                seeds: FuzzSeeds.oura,
                read: importFile
            ),
            FuzzFormat(name: "Auto Export", fileName: "metrics.json", seeds: FuzzSeeds.autoExport, read: importFile),
            FuzzFormat(
                name: "cards",
                fileName: "cards.smart-health-card",
                seeds: try ["cards/cards.smart-health-card", "cards/card.jws", "cards/codes.txt"].map(bytes),
                read: importFile
            ),
            FuzzFormat(
                name: "JWS",
                fileName: "card.jws",
                seeds: FuzzSeeds.cardTexts,
                wrapped: FuzzSeeds.jws,
                read: importFile
            ),
            FuzzFormat(
                name: "CBOR",
                fileName: "certificate.txt",
                seeds: FuzzSeeds.certificates,
                wrapped: FuzzSeeds.certificate,
                read: importFile
            ),
            FuzzFormat(
                name: "FIT",
                fileName: "activity.fit",
                seeds: try FuzzSeeds.fit(fixtures),
                wrapped: FuzzSeeds.fitPart,
                read: { _, bytes in try readFIT(bytes) }
            ),
            FuzzFormat(
                name: "FIT file",
                fileName: "activity.fit",
                seeds: try FuzzSeeds.fit(fixtures) + FuzzSeeds.activities(fixtures),
                wrapped: FuzzSeeds.fitPart,
                read: { path, _ in try importPath(path, FITReader()) }
            ),
            FuzzFormat(name: "TCX", fileName: "activity.tcx", seeds: FuzzSeeds.tcx, read: importKnown),
            FuzzFormat(name: "GPX track", fileName: "track.gpx", seeds: FuzzSeeds.tracks, read: importKnown),
            FuzzFormat(name: "Takeout", fileName: "Takeout", seeds: FuzzSeeds.folders, read: importFolder),
            FuzzFormat(
                name: "Health Connect",
                fileName: "health_connect_export.db",
                seeds: try ["healthconnect/health_connect_export.db", "healthconnect/hostile.db"].map(bytes),
                read: { path, _ in try importPath(path, HealthConnectReader()) }
            ),
            FuzzFormat(
                name: "Gadgetbridge",
                fileName: "Gadgetbridge.db",
                seeds: [try bytes("gadgetbridge/Gadgetbridge.db")],
                read: { path, _ in try importPath(path, GadgetbridgeReader()) }
            ),
            FuzzFormat(
                name: "calls",
                fileName: "call",
                seeds: try FuzzSeeds.calls(),
                read: { _, bytes in readCall(bytes) }
            ),
            FuzzFormat(
                name: "study",
                fileName: "study.json",
                seeds: [Array(try FuzzSeeds.study().data)],
                read: { _, bytes in _ = try SignedStudy(Data(bytes), named: "study.json") }
            ),
            FuzzFormat(
                name: "study's rows",
                fileName: "days",
                seeds: FuzzSeeds.studyRows,
                read: { _, bytes in try readStudyRows(bytes) }
            ),
            FuzzFormat(name: "container", fileName: "files.zip", seeds: zips, read: importContainer),
            FuzzFormat(
                name: "store",
                fileName: "health.store",
                seeds: try ["stores/import-everything.store", "stores/format-6.store", "stores/format-3.store"]
                    .map(bytes),
                read: checkStore
            ),
        ]
    }

    /// Rows of a contribution, as the researcher's program checks them.
    private static func readStudyRows(_ bytes: [UInt8]) throws {
        let entry = ContributionManifest.Entry(
            table: .days,
            type: "HKQuantityTypeIdentifierStepCount",
            month: "2026-03",
            rows: bytes.count { $0 == UInt8(ascii: "\n") },
            bytes: bytes.count,
            digest: ""
        )
        var rows: [UInt8] = []
        let check = try RowCheck(
            entry,
            try FuzzSeeds.study().description,
            now: Date(timeIntervalSince1970: 1_795_500_000),
            name: "rows"
        )
        try check.check(bytes, prefix: [], to: &rows)
    }

    /// A file beside an export, which is whole.
    private static func sideFile(_ name: String, _ path: String, _ seeds: [[UInt8]], _ folder: URL) -> FuzzFormat {
        FuzzFormat(name: name, fileName: (path as NSString).lastPathComponent, seeds: seeds) { _, bytes in
            let export = folder.appendingPathComponent("export of \(name)")
            let file = export.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FuzzSeeds.export.write(
                to: export.appendingPathComponent("export.xml"),
                atomically: false,
                encoding: .utf8
            )
            try Data(bytes).write(to: file)
            try importExport(export.path, bytes)
        }
    }

    private static func importExport(_ path: String, _ bytes: [UInt8]) throws {
        _ = try ExportImporter(FuzzStore.shared.person).run(path: path)
    }

    private static func importContainer(_ path: String, _ bytes: [UInt8]) throws {
        let name = (path as NSString).lastPathComponent
        guard let container = try FileContainer(bytes, named: name) else { return }
        _ = try ReaderImport(FuzzStore.shared.person).run(container, takesTables: true)
    }

    private static func importFile(_ path: String, _ bytes: [UInt8]) throws {
        guard let reader = ReaderImport.reader(for: bytes, named: (path as NSString).lastPathComponent) else { return }
        try importFile(path, bytes, reader)
    }

    private static func importFile(_ path: String, _ bytes: [UInt8], _ reader: any Reader) throws {
        var answers = ReaderAnswers()
        answers.zone = TimeZone(secondsFromGMT: 3_600)
        _ = try ReaderImport(FuzzStore.shared.person, answers: answers).run(bytes, from: path, with: reader)
    }

    private static func importTable(_ path: String, _ bytes: [UInt8]) throws {
        guard let tables = TableFile.guess(bytes), let zone = TimeZone(secondsFromGMT: 3_600) else { return }
        try importFile(path, bytes, TableReader(tables, zone: zone, source: "table"))
    }

    /// Tables of makers, by a damaged mapping where it is for them.
    private static func importTables(_ tables: [[UInt8]], by mapping: [UInt8]) throws {
        var answers = ReaderAnswers()
        answers.mappings = [try MappingFile(String(decoding: mapping, as: UTF8.self), path: "own.mapping")]
        guard let zone = TimeZone(secondsFromGMT: 3_600) else { return }
        for table in tables {
            guard let file = TableFile.guess(table, answers, fileName: "raw_hr_hr.csv"),
                file.tables.contains(where: { $0.rules?.origin == "own.mapping" })
            else { continue }
            try importFile("table.csv", table, TableReader(file, zone: zone, source: "table"))
        }
    }

    /// Each in a folder of its own: stores that are open are known by their paths.
    private static func checkStore(_ path: String, _ bytes: [UInt8]) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appendingPathComponent("health.store")
        try Data(bytes).write(to: store)
        _ = try StoreDoctor(path: store.path).check()
    }

    /// A file, in the way in which its reader takes files.
    private static func importPath(_ path: String, _ reader: any Reader) throws {
        var answers = ReaderAnswers()
        answers.zone = TimeZone(secondsFromGMT: 3_600)
        _ = try ReaderImport(FuzzStore.shared.person, answers: answers).run(path: path, with: reader)
    }

    private static func importKnown(_ path: String, _ bytes: [UInt8]) throws {
        guard let reader = ReaderImport.reader(for: bytes, named: (path as NSString).lastPathComponent) else { return }
        try importPath(path, reader)
    }

    private static func readCall(_ bytes: [UInt8]) {
        // An error says what is wrong with it; anything else may be found wrong.
        guard let reading = try? AppCall.reading(Data(bytes)), case .call(let call) = reading else { return }
        _ = try? AppCall.bytes(of: call)
    }
}
