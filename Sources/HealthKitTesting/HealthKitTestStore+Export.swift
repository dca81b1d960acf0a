public import Foundation
import HealthKit
internal import HealthtuiExchange

extension HealthKitTestStore {
    /// Fills the store from an export of the Health app: a zip, its `export.xml`, or the unpacked folder.
    ///
    /// Its samples belong to the sources that it names, as after an import by the person. Importing the same export
    /// again adds nothing.
    ///
    /// - Parameter url: The export's location.
    /// - Returns: The number of objects that the store didn't have.
    /// - Throws: `HKError.errorInvalidArgument` for what is no export, or not whole: the error says what is wrong, and
    ///   where; `HKError.errorDatabaseInaccessible`.
    @discardableResult
    public func importExport(at url: URL) throws -> Int {
        let summary: ImportSummary
        do {
            summary = try ExportImporter(person).run(path: url.path)
        } catch let error as HKError {
            throw error
        } catch {
            throw HKError.invalid("\(url.path) can't be imported: \(error)")
        }
        // A test must not pass because half of its data are missing.
        guard summary.outcome != .partial else {
            let reason = summary.damage ?? summary.warnings.first ?? "it ends too early"
            throw HKError.invalid("\(url.path) came in only in part: \(reason)")
        }
        return summary.added
    }
}
