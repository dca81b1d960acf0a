import Foundation
import Glibc
import HealthExchange
import HealthKit

/// Files of other programs than the Health app, and folders that are watched.
extension ImportCommand {
    /// What reads a file; `nil` for an export of the Health app.
    ///
    /// The columns of a table are shown first, and read only when the person says so.
    ///
    /// - Throws: ``CommandFailure`` for a table that makes no sense, or whose mapping is refused.
    func reader(for file: String) throws -> (any Reader)? {
        if let known = ReaderImport.reader(for: file) { return known }
        guard TableRoles.isTable(file) else { return nil }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CommandFailure(file, "can't be read", status: ExitStatus.noInput)
        }
        let mapping = try table.roles.mapping([UInt8](data), file)
        let isAsking = !yes && watch == nil
        if isAsking || !format.json {
            StandardError.line("\(file.printable):")
            for column in mapping.columns {
                StandardError.line("  \(column.name.printable): \(column.words.printable)")
            }
        }
        let canAsk = isAsking && StandardError.isTerminal && Glibc.isatty(STDIN_FILENO) == 1
        // What nobody can be asked is not guessed.
        if mapping.problem != nil || !canAsk, let doubt = TableRoles.doubt(mapping, file) { throw doubt }
        if isAsking {
            guard canAsk else {
                throw CommandFailure(file, "add --yes to import the table this way", status: ExitStatus.badData)
            }
            for question in mapping.questions { StandardError.line("  guessed: \(question.printable)") }
            guard try Confirmation.ask("Import it this way?") else {
                throw CommandFailure(file, "nothing was changed", status: ExitStatus.badData)
            }
        }
        return TableReader(mapping, zone: zone.zone, source: "CSV")
    }

    /// Imports what lies in a folder, then each file that comes into it, until the folder goes or the person ends it.
    ///
    /// A file that cannot be read is said and passed over; a store that cannot be written ends the watch.
    func keepImporting(_ folder: String, _ person: PersonAccess) throws {
        var watch = try FolderWatch(folder)
        try watch.run { file in
            do {
                let summary = try summary(file, person)
                try report(summary, file)
            } catch let error as HKError {
                throw CommandFailure(file, error.text, status: Self.status(of: error))
            } catch let error as ImportInterruption {
                throw CommandFailure(file, error.description, status: Self.status(of: error.cause))
            } catch {
                StandardError.line("healthtui: \(error)")
            }
            try StandardOutput.shared.flush()
        }
    }
}
