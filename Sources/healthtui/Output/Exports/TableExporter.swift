import Foundation
import HealthKit
import HealthtuiExchange
import HealthtuiFacts

/// Writes samples as comma separated values (RFC 4180), a file a type in a new folder.
///
/// Every value of a file is in the unit that its header names. Times are ISO 8601 with their offset from UTC.
struct TableExporter {
    private let person: PersonAccess

    /// Makes an exporter.
    ///
    /// - Parameter person: The store.
    init(_ person: PersonAccess) { self.person = person }

    /// Writes the folder.
    ///
    /// - Parameter request: What, and where to; a folder that is there is replaced only when it is empty.
    /// - Returns: A summary of the written data.
    /// - Throws: `ExportError`, `HKError` and `CancellationError`; then there is no folder.
    func run(_ request: ExportRequest) throws -> ExportSummary {
        let began = Date()
        let folder = try PassingFolder.make({ try NewFolder(at: request.path) }, path: \.temporaryPath)
        defer { PassingFolder.remove(folder.temporaryPath) }
        do {
            var bytes: UInt64 = 0
            var summary = try person.snapshot(request.selection, leaves: true) { snapshot in
                var tally = ExportTally(request, total: try snapshot.count())
                func file(_ identifier: String, _ body: (ExportStream) throws -> Void) throws {
                    tally.beginType()
                    let path = folder.temporaryPath + "/" + Self.fileName(identifier)
                    let stream = try ExportStream(path: path, name: request.path + "/" + Self.fileName(identifier))
                    try body(stream)
                    try stream.finish()
                    bytes += stream.count
                }
                for identifier in try snapshot.typeIdentifiers() {
                    try file(identifier) { try write(identifier, snapshot, $0, request, &tally) }
                }
                let days = try snapshot.activitySummaries(in: request.zone)
                if !days.isEmpty {
                    try file(HKObjectType.activitySummaryType().identifier) { try write(days, $0, &tally) }
                }
                return tally.summary
            }
            if request.isCancelled() { throw CancellationError() }
            try folder.finish()
            summary.bytes = bytes
            summary.seconds = Date().timeIntervalSince(began)
            return summary
        } catch {
            folder.discard()
            throw error
        }
    }

    /// A name for the file of a type; an imported type may have any name.
    static func fileName(_ identifier: String) -> String {
        let isPlain = { (scalar: Unicode.Scalar) in scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
        let name = String(String.UnicodeScalarView(identifier.unicodeScalars.map { isPlain($0) ? $0 : "_" }))
        return String(name.prefix(120)) + ".csv"
    }

    private func write(
        _ identifier: String,
        _ snapshot: any StoreSnapshot,
        _ stream: ExportStream,
        _ request: ExportRequest,
        _ tally: inout ExportTally
    ) throws {
        let timestamps = Timestamps(timeZone: request.zone)
        guard let type = HKObjectType.type(identifier: identifier) as? HKSampleType else {
            try writeUnknown(identifier, snapshot, stream, timestamps, &tally)
            return
        }
        let unit = try (type as? HKQuantityType).map { try person.preferredUnit(for: $0) }
        let rows = try SampleFacts(type, .person(person), timestamps: timestamps, unit: unit)
        // The header has the unit, once for all rows.
        let keys = unit == nil ? rows.keys : rows.keys.filter { $0 != "unit" }
        try Self.write(
            keys.map { key in key == "value" && unit != nil ? "value (\(unit?.unitString ?? ""))" : key },
            to: stream
        )
        try snapshot.forEachSample(of: identifier) { sample in
            try Self.write(try rows.fields(of: sample), keys, to: stream)
            tally.leaveOut(attachments: try snapshot.attachmentCount(of: sample))
            try tally.count(sample)
        }
    }

    /// Writes data without a HealthKit type: samples, and health records of unknown kinds.
    private func writeUnknown(
        _ identifier: String,
        _ snapshot: any StoreSnapshot,
        _ stream: ExportStream,
        _ timestamps: Timestamps,
        _ tally: inout ExportTally
    ) throws {
        let rows = UnknownSampleFacts(timestamps: timestamps)
        let records = try snapshot.recordType(of: identifier)
            .map { try SampleFacts($0, .person(person), timestamps: timestamps) }
        // The keys of records begin with those of every sample.
        let keys = records?.keys ?? UnknownSampleFacts.keys
        try Self.write(keys, to: stream)
        try snapshot.forEachUnknownSample(of: identifier) { sample in
            try Self.write(rows.fields(of: sample), keys, to: stream)
            try tally.count(.records)
        }
        guard let records else { return }
        try snapshot.forEachRecord(of: identifier) { sample in
            try Self.write(try records.fields(of: sample), keys, to: stream)
            try tally.count(sample)
        }
    }

    private func write(
        _ days: [ActivitySummaryContent],
        _ stream: ExportStream,
        _ tally: inout ExportTally
    ) throws {
        try Self.write(DaySummaryFacts.keys, to: stream)
        for day in days {
            try Self.write(DaySummaryFacts.fields(of: day), DaySummaryFacts.keys, to: stream)
            try tally.count(.activitySummaries)
        }
    }

    private static func write(_ header: [String], to stream: ExportStream) throws {
        try stream.write(header.map { JSONValue.csv(.text($0)) }.joined(separator: ",") + "\r\n")
    }

    private static func write(
        _ fields: JSONValue.Fields,
        _ keys: [String],
        to stream: ExportStream
    ) throws {
        let row = keys.map { key in JSONValue.csv(fields.first { $0.key == key }?.value) }
        try stream.write(row.joined(separator: ",") + "\r\n")
    }
}
