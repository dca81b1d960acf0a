import HealthKit
import HealthtuiExchange

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
    /// The importer as the screens use it, to be called off the loop; files of other programs go to their readers.
    package var importFile: ImportFile {
        { path, isCancelled, progress in
            var importer = ReaderImport(person, restoresDeleted: restoresDeleted)
            importer.explains = explains
            if let container = FileContainer(path: path) {
                return try importer.run(container, takesTables: true, isCancelled: isCancelled, progress: progress)
            }
            guard let reader = ReaderImport.reader(for: path) else {
                return try run(path: path, isCancelled: isCancelled, progress: progress)
            }
            return try importer.run(path: path, with: reader, isCancelled: isCancelled)
        }
    }
}
