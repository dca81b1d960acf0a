import Foundation
import HealthKit

extension ExportImporter {
    /// The outcome of looking for a copy of a store inside an export.
    enum CompanionOutcome {
        /// Everything was imported: the export itself doesn't have to be read.
        case imported(ImportSummary)
        /// Nothing was imported; the export itself must be read, with a warning if there is one.
        case readOn(warning: String?)
    }

    /// Imports the copy of a store that this program put into an export, if there is one.
    ///
    /// - Throws: `CancellationError`, `HKError` for a store that cannot be opened, ``ImportInterruption`` for one that
    ///   cannot be written.
    func takeCompanion(
        _ path: String,
        isCancelled: @escaping @Sendable () -> Bool,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws -> CompanionOutcome {
        let reader = CompanionReader(path: path)
        guard path != "-", reader.hasCopy() else { return .readOn(warning: nil) }
        let began = Date()
        let place = try person.storePath ?? NSTemporaryDirectory() + "/healthtui.store"
        let file = try OutgoingFile(at: place + ".incoming", replacing: true, store: nil)
        defer { file.discard() }
        switch try reader.extract(to: file.temporaryPath, isCancelled: isCancelled) {
        case .unusable(let reason): return .readOn(warning: "\(path): \(reason)")
        case .copy(let bytes):
            var looked = 0
            do {
                let merged = try person.merge(
                    copyAt: file.temporaryPath,
                    named: URL(fileURLWithPath: path).lastPathComponent,
                    ExportSpelling.forms1,
                    restoresDeleted: restoresDeleted,
                    isCancelled: isCancelled
                ) { objects, total in
                    looked = objects
                    let part = total == 0 ? bytes : UInt64(Double(bytes) * Double(objects) / Double(total))
                    progress(ImportProgress(bytesRead: min(part, bytes), bytesTotal: bytes, records: objects))
                }
                var summary = ImportSummary()
                summary.counts = merged.counts
                summary.types = merged.types
                summary.linkedMembers = merged.links
                summary.bytes = bytes
                summary.seconds = Date().timeIntervalSince(began)
                summary.copy = ImportSummary.Copy(deletions: merged.deletions, hasSettings: merged.hasSettings)
                if merged.isUnseen == true {
                    summary.isUnseen = true
                    summary.warn(
                        "\(path): deletions and settings in the copy of the store aren't taken over without your PIN or passphrase"
                    )
                }
                return .imported(summary)
            } catch let error as HKError {
                // An unreadable copy is skipped; an unwritable store is an error.
                guard looked == 0 else { throw ImportInterruption(cause: error, recordsIn: looked) }
                return .readOn(warning: "\(path): \(error.text) The export itself is imported.")
            }
        }
    }
}
