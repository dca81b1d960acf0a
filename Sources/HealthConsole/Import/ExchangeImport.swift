import Foundation
import HealthExchange
import HealthKit

/// The importer of exports, as the screens use it.
package enum ExchangeImport {
    /// What imports a file into a person's store.
    ///
    /// - Parameter person: The store.
    /// - Returns: The import, to be called off the loop.
    package static func importer(for person: PersonAccess) -> ImportFile {
        { path, isCancelled, progress in
            let summary = try ExportImporter(person)
                .run(path: path, isCancelled: isCancelled) { now in
                    progress(
                        ImportStep(
                            bytesRead: Int64(clamping: now.bytesRead),
                            bytesTotal: now.bytesTotal.map { Int64(clamping: $0) },
                            records: now.records
                        )
                    )
                }
            return ImportReport(summary)
        }
    }
}

extension ImportReport {
    fileprivate init(_ summary: ImportSummary) {
        let groups = [
            ("Records", summary.records), ("Correlations", summary.correlations), ("Workouts", summary.workouts),
            ("Activity summaries", summary.activitySummaries),
        ]
        let cut = summary.isTruncated ? ["The export ends too early; what came before is imported."] : []
        self.init(
            counts: groups.filter { $0.1.read > 0 }
                .map { name, tally in
                    Counts(
                        name: name,
                        read: tally.read,
                        added: tally.added,
                        duplicate: tally.duplicate,
                        refused: tally.refused
                    )
                },
            skipped: summary.notImported.map { Skipped(kind: $0.kind, count: $0.count, firstLine: $0.firstLine) },
            types: summary.types,
            warnings: cut + summary.warnings,
            warningCount: cut.count + summary.warningCount,
            bytes: Int64(clamping: summary.bytes),
            seconds: summary.seconds
        )
    }
}
