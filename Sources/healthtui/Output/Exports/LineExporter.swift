import Foundation
import HealthKit
import HealthtuiExchange
import HealthtuiFacts

/// Writes samples as JSON, an object a line: the facts that `healthtui samples --jsonl` prints, of all types.
struct LineExporter {
    private let person: PersonAccess

    /// Makes an exporter.
    ///
    /// - Parameter person: The store.
    init(_ person: PersonAccess) { self.person = person }

    /// Writes the file.
    ///
    /// - Parameter request: The selection and the destination.
    /// - Returns: A summary of the written data.
    /// - Throws: `ExportError`, `HKError` and `CancellationError`; then there is no file.
    func run(_ request: ExportRequest) throws -> ExportSummary {
        try person.exportFile(request) { snapshot, stream in
            var tally = ExportTally(request, total: try snapshot.count())
            let timestamps = Timestamps(timeZone: request.zone)
            for identifier in try snapshot.typeIdentifiers() {
                tally.beginType()
                let known = try snapshot.recordType(of: identifier)
                    .map { try SampleFacts($0, .person(person), timestamps: timestamps) }
                if let known, HKObjectType.type(identifier: identifier) != nil {
                    try snapshot.forEachSample(of: identifier) { try write($0, known, snapshot, stream, &tally) }
                    continue
                }
                let rows = UnknownSampleFacts(timestamps: timestamps)
                try snapshot.forEachUnknownSample(of: identifier) { sample in
                    try stream.write(JSONValue.object(rows.fields(of: sample)).line + "\n")
                    try tally.count(.records)
                }
                // Health records and correlations of a kind that HealthKit has no type for.
                if let known {
                    try snapshot.forEachRecord(of: identifier) { try write($0, known, snapshot, stream, &tally) }
                }
            }
            let type: JSONValue.Fields = [
                ("type", .text(HKObjectType.activitySummaryType().identifier))
            ]
            tally.beginType()
            for day in try snapshot.activitySummaries(in: request.zone) {
                try stream.write(JSONValue.object(type + DaySummaryFacts.fields(of: day)).line + "\n")
                try tally.count(.activitySummaries)
            }
            return tally.summary
        }
    }

    private func write(
        _ sample: HKSample,
        _ rows: SampleFacts,
        _ snapshot: any StoreSnapshot,
        _ stream: ExportStream,
        _ tally: inout ExportTally
    ) throws {
        try stream.write(JSONValue.object(try rows.fields(of: sample)).line + "\n")
        tally.leaveOut(attachments: try snapshot.attachmentCount(of: sample))
        try tally.count(sample)
    }
}
