import Foundation

@testable import HealthKit

/// How much of each kind an export holds, counted by what shares nothing with the importer: ``ElementTree`` and Python's
/// zipfile.
struct ExportCounts {
    private(set) var counts: [ImportKind: Int] = [:]
    /// How many records stand in correlations alone.
    private(set) var memberOnly = 0

    /// Counts what is in a file.
    ///
    /// - Parameter path: An xml file or a zip.
    /// - Throws: An error for a zip that is not sound.
    init(path: String) throws {
        guard path.hasSuffix(".zip") else {
            count(String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self), [:])
            return
        }
        let members = try ZipMembers.list(path).filter { !$0.name.contains("__MACOSX") && !$0.name.contains("/._") }
        let texts = members.filter { $0.name.hasSuffix(".xml") }.map { String(decoding: $0.bytes, as: UTF8.self) }
        // The first one is the export, another one an earlier export that lies beside it.
        count(texts.first { $0.contains("<HealthData") } ?? "", Dictionary(members.map { ($0.name, $0.bytes) }) { $1 })
        let documents = texts.filter { $0.contains("<ClinicalDocument") && $0.contains("<component") }
        counts[.clinicalDocuments] = documents.count
    }

    subscript(kind: ImportKind) -> Int { counts[kind] ?? 0 }

    private mutating func count(_ main: String, _ members: [String: [UInt8]]) {
        let elements = ElementTree.read(main)
        func named(_ name: String) -> [ElementTree] { elements.filter { $0.name == name } }
        for (kind, name) in [
            (ImportKind.records, "Record"), (.correlations, "Correlation"), (.workouts, "Workout"),
            (.activitySummaries, "ActivitySummary"), (.audiograms, "Audiogram"),
            (.visionPrescriptions, "VisionPrescription"),
        ] { counts[kind] = named(name).count }
        let own = Set(named("Record").map(Self.content))
        memberOnly =
            Set(named("Correlation").flatMap(\.children).filter { $0.name == "Record" }.map(Self.content))
            .subtracting(own).count
        counts[.heartbeatSeries] =
            named("Record").flatMap(\.children)
            .filter { $0.name == "HeartRateVariabilityMetadataList" && !$0.children.isEmpty }.count
        let routes = named("Workout").flatMap(\.children).filter { $0.name == "WorkoutRoute" }
        let inline = routes.filter { $0.children.contains { $0.name == "Location" } }.count
        let references = routes.flatMap(\.children).filter { $0.name == "FileReference" }
        let tracks = members.keys.filter { $0.hasSuffix(".gpx") }
        counts[.workoutRoutes] = inline + Self.union(references.map { $0.attributes["path"] }, tracks)
        counts[.electrocardiograms] =
            members.keys
            .filter { $0.hasSuffix(".csv") && $0.split(separator: "/").dropLast().contains("electrocardiograms") }.count
        let records = members.keys.filter { $0.hasSuffix(".json") && $0.contains("clinical-records/") }
        counts[.clinicalRecords] = Self.union(
            named("ClinicalRecord").map { $0.attributes["resourceFilePath"] },
            records
        )
        counts[.attachments] = named("VisionPrescription").flatMap(\.children).filter { $0.name == "Attachment" }.count
    }

    /// What a record says, but for what is spelled in several ways.
    private static func content(_ record: ElementTree) -> [String?] {
        let metadata = record.children.filter { $0.name == "MetadataEntry" }
            .map { "\($0.attributes["key"] ?? "")=\($0.attributes["value"] ?? "")" }
        return ["type", "value", "sourceName", "startDate", "endDate"].map { record.attributes[$0] } + metadata.sorted()
    }

    /// How many files there are of those that the main file names and those that lie beside it; each by its last name.
    private static func union(_ named: [String?], _ beside: some Sequence<String>) -> Int {
        func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
        return Set(named.map { last($0 ?? "") }).union(beside.map { last($0) }).count
    }
}
