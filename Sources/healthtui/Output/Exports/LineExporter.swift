import Foundation
import HealthExchange
import HealthKit

/// Writes samples as JSON, an object a line: the facts that `healthtui samples --jsonl` prints, of all types.
struct LineExporter {
    private let person: PersonAccess

    /// Makes an exporter.
    ///
    /// - Parameter person: The store.
    init(_ person: PersonAccess) { self.person = person }

    /// Writes the file.
    ///
    /// - Parameter request: What, and where to.
    /// - Returns: What was written.
    /// - Throws: `ExportError`, `HKError` and `CancellationError`; then there is no file.
    func run(_ request: ExportRequest) throws -> ExportSummary {
        try person.exportFile(request) { snapshot, stream in
            var tally = ExportTally(request, total: try snapshot.count())
            let timestamps = Timestamps(timeZone: request.zone)
            for identifier in try snapshot.typeIdentifiers() {
                tally.beginType()
                guard let type = HKObjectType.type(identifier: identifier) as? HKSampleType else {
                    let rows = UnknownSampleRows(timestamps: timestamps)
                    try snapshot.forEachUnknownSample(of: identifier) { sample in
                        try stream.write(JSONValue.object(rows.row(sample).fields).line + "\n")
                        try tally.count(nil)
                    }
                    // Health records of a kind that HealthKit has no type for.
                    try snapshot.forEachRecord(of: identifier) { sample in
                        let row = try SampleRows(sample.sampleType, timestamps: timestamps).row(sample)
                        try stream.write(JSONValue.object(row.fields).line + "\n")
                        try tally.count(sample.sampleType)
                    }
                    continue
                }
                let rows = SampleRows(type, timestamps: timestamps)
                try snapshot.forEachSample(of: identifier) { sample in
                    try stream.write(JSONValue.object(try rows.row(sample).fields).line + "\n")
                    try tally.count(type)
                }
            }
            return tally.summary
        }
    }
}

/// Counts what an export of rows writes.
struct ExportTally {
    private(set) var summary = ExportSummary()
    private let request: ExportRequest
    private let total: Int
    private var done = 0
    private var isNewType = false

    init(_ request: ExportRequest, total: Int) {
        self.request = request
        self.total = total
    }

    mutating func beginType() { isNewType = true }

    /// Counts a sample, tells of it, and hears of a cancellation.
    ///
    /// - Throws: `CancellationError`.
    mutating func count(_ type: HKSampleType?) throws {
        if isNewType { summary.types += 1 }
        isNewType = false
        summary.add(ImportKind(ofSamplesOf: type))
        done += 1
        guard done & 0xFFF == 0 else { return }
        if request.isCancelled() { throw CancellationError() }
        request.progress(ExportProgress(objects: done, total: max(total, done)))
    }
}
