import Foundation
import HealthKit

/// The outcome of an import.
package struct ImportSummary: Codable, Sendable, Hashable {
    /// Contents of a file that aren't imported.
    package struct Skipped: Codable, Sendable, Hashable {
        package var kind: String
        package var count: Int
        /// The line of the first one; `nil` for a file next to the export's main one.
        package var firstLine: Int?
        /// Whether it is data that HealthKit can store, so that the import is partial without it.
        ///
        /// Notes, row numbers and devices aren't measurements, and HealthKit has no type for bones: they are listed,
        /// and the import is complete without them.
        package var isData = true

        /// A readable description.
        package var words: String {
            switch kind {
            case ExportContents.Kind.furtherExport.rawValue: "another export in the same place"
            case ExportContents.Kind.other.rawValue: "files that aren't part of an export"
            case ExportContents.Kind.attachment.rawValue: "pictures and documents that nothing names"
            case Self.closedFiles: "files that can't be read"
            case Self.outsideFiles: "files outside the export"
            default: kind
            }
        }

        /// The kind for an export's files and folders that the system doesn't allow to be read.
        static let closedFiles = "closedFile"
        /// The kind for links and archive members that lead out of the export.
        static let outsideFiles = "outsideFile"
    }

    /// The tallies of elements, by kind.
    package var counts = ImportTallies()
    /// The number of types among the records.
    package var types = 0
    /// The number of records that equal another one except for their metadata; all are kept.
    package var duplicates = 0
    /// The number of correlation members that were linked to their records.
    package var linkedMembers = 0
    package var notImported: [Skipped] = []
    /// Whether `added` counts everything accepted, since what the store already had isn't revealed without the person's
    /// secret.
    package var isUnseen = false
    /// The size of the export's main file, in bytes.
    package var bytes: UInt64 = 0
    package var seconds = 0.0
    /// The first warnings, each with file and line.
    package var warnings: [String] = []
    /// The number of warnings.
    package var warningCount = 0
    /// The number of elements of the main file, and of parts of objects, such as an event of a workout or locations of
    /// a route, that were skipped because they can't be read; each has a warning.
    package var unreadable = 0
    /// Whether the export ended too early; the part before that is imported.
    package var isTruncated = false

    /// The damage to the file, with the member's name inside an archive, or `nil` if it is intact.
    package var damage: String?

    /// The extra contents of the copy of a store in an export of this program, in addition to the objects.
    package struct Copy: Codable, Sendable, Hashable {
        /// The number of deletions, imported so that deleted samples stay deleted.
        package var deletions: Int
        /// Whether apps' permissions, the order of sources and other settings were imported, which only happens for an
        /// empty store.
        package var hasSettings: Bool
    }

    /// The extra contents of the copy of a store, or `nil` if the export itself was read.
    package var copy: Copy?

    /// The result for each type and source of a dry run; `nil` for other imports, and for the copy of a store.
    ///
    /// Summaries of days and attachments are of no type: they are only counted.
    package var parts: [ImportPart]?
    /// The explained result of each file; `nil` if not requested.
    package var files: [FileExplanation]?

    /// The extent to which a file was imported.
    package enum Outcome: String, Sendable, Hashable {
        /// All its data is in the store; a file without data is complete too.
        case complete
        /// Partly: the file is cut off or damaged, or data in it was refused or left out.
        case partial
        /// Nothing of it, although it has data.
        case nothing
    }

    /// The extent to which the file was imported.
    package var outcome: Outcome {
        if copy != nil { return .complete }
        let isWhole = !isTruncated && damage == nil && total(\.refused) == 0 && unreadable == 0 && dataLeftOut == 0
        if isWhole { return .complete }
        return total(\.added) + total(\.duplicate) + total(\.deleted) == 0 ? .nothing : .partial
    }

    /// The number of items that HealthKit can store but that this version doesn't read.
    package var dataLeftOut: Int { notImported.reduce(0) { $0 + ($1.isData ? $1.count : 0) } }

    /// The largest number of warnings kept individually.
    package static let warningLimit = 500

    package init() {}

    /// Whether another warning is kept, or only counted.
    var keepsWarnings: Bool { warnings.count < Self.warningLimit }

    mutating func warn(_ text: String) {
        if keepsWarnings { warnings.append(text) }
        countWarning()
    }

    mutating func countWarning() { warningCount += 1 }

    /// Notes parts of an object that are left out.
    ///
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - text: Their location and their problem; never the health data itself.
    mutating func leaveOut(_ count: Int = 1, _ text: @autoclosure () -> String) {
        unreadable += count
        if keepsWarnings { warnings.append(text()) }
        countWarning()
    }

    /// Adds the summary of another file of the same import.
    ///
    /// - Parameters:
    ///   - part: What was read of it.
    ///   - path: Its path in messages.
    mutating func add(_ part: ImportSummary, of path: String) {
        counts = counts + part.counts
        unreadable += part.unreadable
        notImported += part.notImported
        warnings += part.warnings.prefix(max(0, Self.warningLimit - warnings.count))
        warningCount += part.warningCount
        if part.damage != nil { unreadable += 1 }
        if part.isTruncated { leaveOut(1, "\(path): the export ends too early; what came before is imported") }
    }

    /// Lists the contents of several files once: where their lines are is no longer said.
    mutating func joinSkipped() {
        var joined: [Skipped] = []
        for skipped in notImported {
            if let index = joined.firstIndex(where: { $0.kind == skipped.kind && $0.isData == skipped.isData }) {
                joined[index].count += skipped.count
                joined[index].firstLine = nil
            } else {
                joined.append(skipped)
            }
        }
        notImported = joined
    }

    /// Lists contents that aren't imported, unless the count is zero.
    mutating func skip(_ kind: String, _ count: Int, line: Int? = nil, isData: Bool = true) {
        if count > 0 { notImported.append(Skipped(kind: kind, count: count, firstLine: line, isData: isData)) }
    }
}

/// The explained result of a file in an import.
package struct FileExplanation: Codable, Sendable, Hashable {
    /// The file, with its path in an archive or folder.
    package var path: String
    /// The name of the format that it was read as; `nil` for a file that nothing reads.
    package var reader: String?
    /// Why this reader took it, or none.
    package var reason: String
    /// The interpretation of its parts: for a table, the meaning of each column.
    package var mapping: [String] = []
    /// The number of objects that were read of it.
    package var read = 0
    /// Those of them that can't be imported.
    package var refused = 0
    /// The number of objects by the identifier of their type; empty for an export of the Health app, and without workouts.
    package var types: [String: Int] = [:]
    /// Contents that aren't imported.
    package var notImported: [ImportSummary.Skipped] = []
    /// Warnings, with their locations.
    package var warnings: [String] = []

    package init(path: String, reader: String?, because reason: String, mapping: [String] = []) {
        self.path = path
        self.reader = reader
        self.reason = reason
        self.mapping = mapping
    }

    /// Adds the changes of a summary since before the file.
    mutating func take(_ after: ImportSummary, since before: Mark) {
        read = after.total(\.read) - before.read
        refused = after.total(\.refused) - before.refused
        notImported = Array(after.notImported.dropFirst(before.notImported))
        warnings = Array(after.warnings.dropFirst(before.warnings))
    }

    /// How much a summary has at a moment.
    struct Mark {
        fileprivate var read = 0
        fileprivate var refused = 0
        fileprivate var notImported = 0
        fileprivate var warnings = 0

        /// An empty summary.
        init() {}

        init(_ summary: ImportSummary) {
            read = summary.total(\.read)
            refused = summary.total(\.refused)
            notImported = summary.notImported.count
            warnings = summary.warnings.count
        }
    }
}

/// The progress of an import.
package struct ImportProgress: Sendable, Hashable {
    package var bytesRead: UInt64
    /// The size of the file, or `nil` if it isn't known before the end.
    package var bytesTotal: UInt64?
    package var records: Int

    package init(bytesRead: UInt64, bytesTotal: UInt64?, records: Int) {
        self.bytesRead = bytesRead
        self.bytesTotal = bytesTotal
        self.records = records
    }
}

/// The reason an import stopped halfway: the store couldn't be written.
package struct ImportInterruption: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The store's error.
    package let cause: HKError
    /// The number of the file's records that are in the store.
    package let recordsIn: Int

    package var description: String {
        let count = recordsIn == 1 ? "1 record is" : "\(Self.grouped(recordsIn)) records are"
        return "\(cause.text) \(count) in; run it again to go on."
    }

    package var errorDescription: String? { description }

    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
