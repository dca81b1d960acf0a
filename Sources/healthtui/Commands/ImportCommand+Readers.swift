import Foundation
import Glibc
import HealthKit
import HealthtuiExchange

/// Files of other programs than the Health app, and folders that are watched.
extension ImportCommand {
    /// The reader for a file, or `nil` for an export of the Health app.
    ///
    /// - Throws: ``CommandFailure`` for an invalid table, or whose mapping is refused.
    func reader(for file: String) throws -> (any Reader)? {
        if let known = ReaderImport.reader(for: file) { return known }
        return try tableReader(file) { try TableFile.guess(path: file, $0) }
    }

    /// Imports what comes on standard input: an export, which streams, or another program's file.
    func standardInput(_ person: PersonAccess) throws -> ImportSummary {
        let (bytes, isWhole) = try ReaderImport.standardInput()
        if isWhole,
            let reader = try ReaderImport.reader(for: bytes, named: "")
                ?? tableReader("standard input", { try TableFile.guess(bytes, named: "-", $0) })
        {
            return try ReaderImport(person, restoresDeleted: restoreDeleted, isForced: force)
                .run(bytes, from: "standard input", with: reader)
        }
        return try export("-", beginning: bytes, person)
    }

    /// The reader for a table, or `nil` if it isn't one.
    ///
    /// The columns of a table are shown first, and read only when the person says so.
    private func tableReader(_ name: String, _ guess: (ReaderAnswers) throws -> TableFile?) throws -> TableReader? {
        var answers = try table.roles.answers()
        guard var tables = try guess(answers) else { return nil }
        let isAsking = !yes && watch == nil
        let canAsk = isAsking && StandardError.isTerminal && Glibc.isatty(STDIN_FILENO) == 1
        if canAsk {
            while let question = tables.questions.first {
                answers = try answers.adding(ReaderDialog.answer(question), type: Names.type)
                tables = try guess(answers) ?? tables
            }
        }
        if isAsking || !format.json { Self.show(tables, name) }
        // Don't guess if nobody can be asked.
        if let doubt = TableRoles.doubt(tables, name) { throw doubt }
        if isAsking {
            guard canAsk else {
                throw CommandFailure(name, "add --yes to import the table this way", status: ExitStatus.badData)
            }
            guard try Confirmation.ask("Import it this way?") else {
                throw CommandFailure(name, "nothing was changed", status: ExitStatus.badData)
            }
        }
        return TableReader(tables, zone: zone.zone, source: "CSV")
    }

    /// Shows what the columns mean.
    private static func show(_ file: TableFile, _ name: String) {
        StandardError.line("\(name.printable):")
        for table in file.tables {
            let indent = file.tables.count > 1 ? "    " : "  "
            if file.tables.count > 1 {
                let note = table.problem.map { ", left out: \($0)" } ?? ""
                StandardError.line("  line \(table.firstLine), \(table.name.printable)\(note):")
            }
            for column in table.columns {
                StandardError.line("\(indent)\(column.name.printable): \(column.words.printable)")
            }
        }
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
