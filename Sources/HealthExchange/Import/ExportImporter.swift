import Foundation
import HealthKit
import HealthStore

/// Reads an Apple Health export into the store.
///
/// What the store has already is recognised by its content: importing an export again, or a later one that holds the
/// same samples, adds only what is new. Everything is written in whole transactions, so an import that was cut short
/// goes on where it stopped when it is run again.
package struct ExportImporter: Sendable {
    private let person: PersonAccess

    package init(_ person: PersonAccess) { self.person = person }

    /// Imports the export at a path: a zip, an xml file or an unpacked folder.
    ///
    /// - Parameters:
    ///   - path: Where the export is.
    ///   - isCancelled: Asked now and then; the import stops after the current transaction.
    ///   - progress: Told now and then how far the import is.
    /// - Returns: What it brought.
    /// - Throws: ``ImportError`` or ``ExportSourceError`` for a file that is no export or cannot be read, `HKError` for a
    ///   store that cannot be written, `CancellationError`.
    package func run(
        path: String,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) throws -> ImportSummary {
        let began = Date()
        let source = try ExportSource(path: path)
        let session = try HKError.translating { try person.beginImport() }
        let writer = ImportWriter(session)
        var sink = ImportSink(writer, fileName: source.mainName, isCancelled: isCancelled)
        let report: ScanReport
        do {
            report = try source.scan(into: &sink) { now in
                progress(
                    ImportProgress(bytesRead: now.bytesRead, bytesTotal: now.totalBytes, records: writer.recordsWritten)
                )
            }
            try sink.flush()
        } catch {
            writer.stop()
            throw Self.translated(error)
        }
        let outcome = try Self.translating { try writer.finish() }
        var summary = sink.takeSummary()
        summary.add(outcome)
        summary.add(report, source)
        summary.seconds = Date().timeIntervalSince(began)
        guard report.foundRoot else {
            throw ImportError("\(path): not an Apple Health export: no <HealthData> element in it")
        }
        if let damage = source.damage { summary.warn("\(source.mainName): \(damage)") }
        if report.isTruncated, summary.isEmpty {
            throw ImportError("\(path): the export ends before its first record")
        }
        return summary
    }

    private static func translating<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch { throw translated(error) }
    }

    private static func translated(_ error: any Error) -> any Error {
        do {
            return try HKError.translating { throw error }
        } catch {
            return error
        }
    }
}

extension ImportSummary {
    /// Whether nothing was read.
    var isEmpty: Bool { records.read + correlations.read + workouts.read + activitySummaries.read == 0 }

    mutating func add(_ outcome: ImportOutcome) {
        records = records + outcome.records
        correlations = correlations + outcome.correlations
        workouts = workouts + outcome.workouts
        activitySummaries = activitySummaries + outcome.activitySummaries
        linkedMembers += outcome.linkedMembers
        twins += outcome.twins
    }

    mutating func add(_ report: ScanReport, _ source: ExportSource) {
        bytes = report.bytes
        isTruncated = report.isTruncated
        for warning in report.warnings { warn("\(source.mainName):\(warning.line): \(warning.text)") }
        warningCount += report.warningCounts.values.reduce(0, +) - report.warnings.count
        notImported = report.notUnderstood.map { Skipped(kind: $0.name, count: $0.count, firstLine: $0.firstLine) }
        let contents = source.contents
        for kind in ExportContents.Kind.allCases {
            guard let count = contents.counts[kind], count > 0 else { continue }
            notImported.append(Skipped(kind: kind.rawValue, count: count, firstLine: nil))
        }
        for name in contents.refused { warn("\(source.path): member \(name) refused: its path leaves the archive") }
    }
}

extension ScanWarning {
    /// What happened, without the line.
    fileprivate var text: String { kind.text + (subject.isEmpty ? "" : " (\(subject))") }
}
