import HealthConsole
import HealthExchange
import HealthKit

/// The importer as the console calls it.
enum ExchangeImport {
    /// A function that imports a file for a person.
    static func importer(for person: PersonAccess) -> ImportFile {
        { path, isCancelled, progress in
            let summary = try ExportImporter(person).run(path: path, isCancelled: isCancelled) { now in
                progress(
                    ImportStep(
                        bytesRead: Int64(clamping: now.bytesRead),
                        bytesTotal: now.bytesTotal.map { Int64(clamping: $0) },
                        records: now.records
                    )
                )
            }
            return report(summary)
        }
    }

    private static func report(_ summary: ImportSummary) -> ImportReport {
        let groups = [
            ("Records", summary.records), ("Correlations", summary.correlations), ("Workouts", summary.workouts),
            ("Activity summaries", summary.activitySummaries),
        ]
        return ImportReport(
            counts: groups.filter { $0.1.read > 0 }
                .map { name, tally in
                    ImportReport.Counts(
                        name: name,
                        read: tally.read,
                        added: tally.added,
                        duplicate: tally.duplicate,
                        refused: tally.refused
                    )
                },
            skipped: summary.notImported.map {
                ImportReport.Skipped(kind: $0.kind, count: $0.count, firstLine: $0.firstLine)
            },
            types: summary.types,
            warnings: summary.warnings,
            warningCount: summary.warningCount,
            bytes: Int64(clamping: summary.bytes),
            seconds: summary.seconds
        )
    }
}
