import Foundation
import HealthKit

/// Writes the store as the Health app writes its export: a zip with `apple_health_export/export.xml` and, next to it,
/// routes, electrocardiograms, clinical records, attachments and the clinical document.
///
/// Data that the layout has no place for is included in a copy of the store, unless only a part is exported or only
/// Apple's own files are wanted; importing such a zip restores everything. Everything is written as a stream.
package struct AppleExporter: Sendable {
    private let person: PersonAccess
    private let isPlain: Bool

    /// Makes an exporter.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - isPlain: Whether to leave out the copy of the store.
    package init(_ person: PersonAccess, isPlain: Bool = false) {
        self.person = person
        self.isPlain = isPlain
    }

    /// Writes an export.
    ///
    /// - Parameter request: The selection and the destination.
    /// - Returns: A summary of the written data.
    /// - Throws: ``ExportError`` and `HKError` for a file that cannot be written or a store that cannot be read, and
    ///   `CancellationError`; then there is no file, and any previous file is left in place.
    package func run(_ request: ExportRequest) throws -> ExportSummary {
        let began = Date()
        let file = try OutgoingFile(at: request.path, replacing: request.replaces, store: person.storePath)
        do {
            var summary = try write(request, file)
            if request.isCancelled() { throw CancellationError() }
            summary.bytes = Self.size(of: file.temporaryPath)
            try file.finish()
            summary.seconds = Date().timeIntervalSince(began)
            return summary
        } catch {
            file.discard()
            throw error
        }
    }

    private func write(_ request: ExportRequest, _ file: OutgoingFile) throws -> ExportSummary {
        let zip = try ZipWriter(path: file.temporaryPath, name: request.path, date: request.now)
        do {
            var summary: ExportSummary
            if isPlain || !request.selection.isEverything {
                summary = try person.snapshot(request.selection, leaves: true) { snapshot in
                    let run = ExportRun(snapshot, zip, request)
                    try run.writeAll()
                    return run.summary
                }
            } else {
                summary = try person.copiedSnapshot(beside: file, isCancelled: request.isCancelled) { snapshot, copy in
                    let run = ExportRun(snapshot, zip, request)
                    try run.writeAll()
                    try run.write(copy)
                    return run.summary
                }
                summary.isWhole = true
            }
            try zip.finish()
            return summary
        } catch {
            zip.stop()
            throw error
        }
    }

    /// The size to report in the summary, or 0 if the file just written can't be inspected.
    private static func size(of path: String) -> UInt64 {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64) ?? 0
    }
}
