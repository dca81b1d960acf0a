import ArgumentParser
import Foundation
import Glibc
import HealthExchange
import HealthKit

extension TableMapping.DateOrder: ExpressibleByArgument {}

/// Files of other programs than the Health app, and folders that are watched.
extension ImportCommand {
    /// What reads a file; `nil` for an export of the Health app.
    ///
    /// The columns of a table are shown first, and read only when the person says so.
    ///
    /// - Throws: ``CommandFailure`` for a table that makes no sense, or whose mapping is refused.
    func reader(for file: String) throws -> (any Reader)? {
        if let known = ReaderImport.reader(for: file) { return known }
        let ending = (file as NSString).pathExtension.lowercased()
        guard ["csv", "tsv"].contains(ending) else { return nil }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw CommandFailure(file, "it cannot be read", status: ExitStatus.noInput)
        }
        guard var mapping = TableMapping.guess([UInt8](data)) else {
            throw CommandFailure(file, "it is no table with a header", status: ExitStatus.badData)
        }
        if let dates { mapping.dateOrder = dates }
        for text in map { try apply(text, to: &mapping, file) }
        let isAsking = !yes && watch == nil
        if isAsking || !format.json {
            StandardError.line("\(file.printable):")
            for column in mapping.columns { StandardError.line("  \(column.name.printable): \(column.role.words)") }
        }
        if let problem = mapping.problem {
            throw CommandFailure(file, "\(problem); --map says what a column means", status: ExitStatus.badData)
        }
        if isAsking {
            guard StandardError.isTerminal, Glibc.isatty(STDIN_FILENO) == 1 else {
                throw CommandFailure(file, "say --yes to read the table so", status: ExitStatus.badData)
            }
            guard try Question.ask("Read it so?") else {
                throw CommandFailure(file, "nothing was changed", status: ExitStatus.badData)
            }
        }
        return TableReader(mapping, zone: zone.zone, source: "CSV")
    }

    /// Changes what a column means: `Weight=bodyMass:kg`, `When=start`, `Note=`.
    private func apply(_ text: String, to mapping: inout TableMapping, _ file: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let matches = mapping.columns.indices.filter { mapping.columns[$0].name == parts[0] }
        // Of several files each has its own columns.
        guard let place = matches.first else { return }
        mapping.columns[place].role = try role(parts.count > 1 ? parts[1] : "")
    }

    private func role(_ text: String) throws -> TableMapping.Role {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let unit = parts.count > 1 ? parts[1] : nil
        switch parts.first {
        case nil, "ignored": return .ignored
        case "start": return .start
        case "end": return .end
        case "type": return .type
        case "unit": return .unit
        case "source": return .source
        case "value": return .value(unit: unit)
        case .some(let name):
            guard let type = try Names.type(name) as? HKQuantityType else {
                throw CommandFailure.usage("--map", "\(name) is no type of quantities")
            }
            let shown = unit ?? type.displayUnit.unitString
            guard let known = HKUnit.named(shown), type.is(compatibleWith: known) else {
                throw CommandFailure.usage("--map", "\(shown) is no unit of \(type.entry.name)")
            }
            return .measure(type: type.identifier, unit: known.unitString)
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
                try tell(summary, file)
            } catch let error as HKError {
                throw CommandFailure(file, error.text)
            } catch let error as ImportInterruption {
                throw CommandFailure(file, error.description)
            } catch {
                StandardError.line("healthtui: \(error)")
            }
            try StandardOutput.shared.flush()
        }
    }
}
