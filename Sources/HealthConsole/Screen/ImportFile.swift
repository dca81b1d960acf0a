import HealthExchange
import HealthKit

/// Imports a file, blocking: its path, whether to stop, and how far it has come.
package typealias ImportFile =
    @Sendable (
        _ path: String,
        _ isCancelled: @escaping @Sendable () -> Bool,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws -> ImportSummary

/// Writes a file of the store, blocking.
package typealias ExportWork = @Sendable (_ person: PersonAccess, _ request: ExportRequest) throws -> ExportSummary

extension ExportImporter {
    /// The importer as the screens use it, to be called off the loop.
    package var importFile: ImportFile {
        { path, isCancelled, progress in try run(path: path, isCancelled: isCancelled, progress: progress) }
    }
}
