import Foundation
import Glibc
import HealthKit
import HealthtuiExchange

/// Files of other programs than the Health app, and folders that are watched.
extension ImportCommand {
    /// Whether the person can be asked: at a terminal, and without --yes or --watch.
    private var canAsk: Bool { isAsking && StandardError.isTerminal && Glibc.isatty(STDIN_FILENO) == 1 }

    private var isAsking: Bool { !yes && watch == nil }

    /// The person's answers to a file's questions; without a terminal the import reports the open questions.
    ///
    /// - Parameter question: The next open question, by the answers so far.
    /// - Returns: All answers.
    /// - Throws: ``CommandFailure`` if the person cancels, and any error of `question`.
    func answers(_ question: (ReaderAnswers) throws -> ReaderQuestion?) throws -> ReaderAnswers {
        var answers = try roles.answers()
        guard canAsk else { return answers }
        while let open = try question(answers) {
            answers = try answers.adding(ReaderDialog.answer(open), type: Names.type)
        }
        return answers
    }

    /// The person's answers to the questions of a container's files, and whether its tables are imported.
    func confirmed(
        _ name: String,
        _ inquire: (ReaderAnswers) throws -> FileInquiry
    ) throws -> (answers: ReaderAnswers, takesTables: Bool) {
        guard canAsk else { return (try roles.answers(), !isAsking) }
        var last = FileInquiry()
        let answers = try answers { answers in
            last = try inquire(answers)
            return last.questions.first
        }
        if last.tables.tables.isEmpty { return (answers, true) }
        Self.show(last.tables, name)
        guard try Confirmation.ask("Import it this way?") else {
            throw CommandFailure(name, "nothing was changed", status: ExitStatus.badData)
        }
        return (answers, true)
    }

    /// The reader for a table, or `nil` for an export of the Health app.
    ///
    /// - Throws: ``CommandFailure`` for an invalid table, or whose mapping is refused.
    func tableReader(for file: String) throws -> TableReader? {
        try tableReader(file) { try TableFile.guess(path: file, $0) }
    }

    /// Imports from standard input: an export, which is streamed, a container, or another program's file.
    func standardInput(_ person: PersonAccess) throws -> ImportSummary {
        let (bytes, isWhole) = try ReaderImport.standardInput()
        if let container = try FileContainer(standardInput: bytes) {
            if container.isExport { return try export(container, person) }
            return try summary(container, "standard input", person)
        }
        if isWhole,
            let reader = try ReaderImport.reader(for: bytes, named: "")
                ?? tableReader("standard input", { try TableFile.guess(bytes, named: "-", $0) })
        {
            return try importer(person).run(bytes, from: "standard input", with: reader)
        }
        return try export("-", beginning: bytes, person)
    }

    /// The reader for a table, or `nil` if it isn't one.
    ///
    /// The columns of a table are shown first, and read only if the person agrees.
    private func tableReader(_ name: String, _ guess: (ReaderAnswers) throws -> TableFile?) throws -> TableReader? {
        guard var tables = try guess(roles.answers()) else { return nil }
        _ = try answers { answers in
            tables = try guess(answers) ?? tables
            return tables.questions.first
        }
        if isAsking || !format.json { Self.show(tables, name) }
        // Don't guess if there is no way to ask.
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

    /// Shows the meaning of the columns.
    private static func show(_ file: TableFile, _ name: String) {
        StandardError.line("\(name.printable):")
        for table in file.tables {
            let indent = file.tables.count > 1 ? "    " : "  "
            if file.tables.count > 1 {
                let note = table.problem.map { ", left out: \($0)" } ?? ""
                StandardError.line("  line \(table.firstLine), \(table.name.printable)\(note):")
            }
            if let rules = table.rules {
                StandardError.line(
                    "\(indent)read as \(rules.maker.printable), by the mapping \(rules.origin.printable)"
                )
            }
            for column in table.columns {
                StandardError.line("\(indent)\(column.name.printable): \(column.words.printable)")
            }
        }
    }

    /// Imports the files in a folder, then each new file, until the folder is removed or the person ends the command.
    ///
    /// An unreadable file is reported and skipped; a store that cannot be written ends the watch.
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
