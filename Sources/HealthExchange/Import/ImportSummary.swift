import Foundation
import HealthKit

/// What an import brought.
package struct ImportSummary: Codable, Sendable, Hashable {
    /// Something in a file that is not imported.
    package struct Skipped: Codable, Sendable, Hashable {
        package var kind: String
        package var count: Int
        /// The line of the first; `nil` for a file beside the export's main one.
        package var firstLine: Int?
        /// Whether it is data that HealthKit has a place for, so that without it the import is partial.
        ///
        /// Notes, row numbers and devices are no measurements, and HealthKit has no type for bones: they are listed, and
        /// the import is complete without them.
        package var isData = true

        /// What it is, for people.
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

        /// The kind of files and folders of an export that the system does not let be read.
        static let closedFiles = "closedFile"
        /// The kind of links and members of an archive that lead out of it.
        static let outsideFiles = "outsideFile"
    }

    /// What became of the elements of each kind.
    package var counts = ImportTallies()
    /// How many types the records have.
    package var types = 0
    /// Records that say, apart from their metadata, what another record says; all are kept.
    package var duplicates = 0
    /// How many members of correlations were linked to their records.
    package var linkedMembers = 0
    package var notImported: [Skipped] = []
    /// Whether what was added stands for all that was taken, as nothing is said of what the store had without the person's secret.
    package var isUnseen = false
    /// Bytes of the export's main file.
    package var bytes: UInt64 = 0
    package var seconds = 0.0
    /// The first warnings, each with file and line.
    package var warnings: [String] = []
    /// How many warnings there were.
    package var warningCount = 0
    /// How many elements of the main file were skipped, and parts of objects, such as an event of a workout or locations of
    /// a route, because they can't be read; each has a warning.
    package var unreadable = 0
    /// Whether the export ended too early; what came before is imported.
    package var isTruncated = false

    /// What was wrong with the file, and with which one inside an archive; `nil` when nothing was.
    package var damage: String?

    /// What came along in the copy of a store that an export of this program holds, beside the objects.
    package struct Copy: Codable, Sendable, Hashable {
        /// Deletions, so that what was deleted stays deleted.
        package var deletions: Int
        /// Whether apps' rights, the order of sources and other settings were taken over, as only an empty store does.
        package var hasSettings: Bool
    }

    /// What came along in the copy of a store; `nil` where the export itself was read.
    package var copy: Copy?

    /// How much of a file came in.
    package enum Outcome: String, Sendable, Hashable {
        /// All data of it is in the store; a file without data is complete too.
        case complete
        /// A part: the file is cut or damaged, or data in it was refused or left out.
        case partial
        /// Nothing of it, although there is something.
        case nothing
    }

    /// How much of the file came in.
    package var outcome: Outcome {
        if copy != nil { return .complete }
        let isWhole = !isTruncated && damage == nil && total(\.refused) == 0 && unreadable == 0 && dataLeftOut == 0
        if isWhole { return .complete }
        return total(\.added) + total(\.duplicate) + total(\.deleted) == 0 ? .nothing : .partial
    }

    /// How many things were left out that HealthKit has a place for, because this version does not read them.
    package var dataLeftOut: Int { notImported.reduce(0) { $0 + ($1.isData ? $1.count : 0) } }

    /// How many warnings are kept one by one.
    package static let warningLimit = 500

    package init() {}

    /// Whether a further warning is kept, or only counted.
    var keepsWarnings: Bool { warnings.count < Self.warningLimit }

    mutating func warn(_ text: String) {
        if keepsWarnings { warnings.append(text) }
        countWarning()
    }

    mutating func countWarning() { warningCount += 1 }

    /// Notes parts of an object that are left out.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - text: Where they stand and what is wrong with them; never what the file says of a person's health.
    mutating func leaveOut(_ count: Int = 1, _ text: @autoclosure () -> String) {
        unreadable += count
        if keepsWarnings { warnings.append(text()) }
        countWarning()
    }

    /// Lists what is not imported, unless there is none of it.
    mutating func skip(_ kind: String, _ count: Int, line: Int? = nil, isData: Bool = true) {
        if count > 0 { notImported.append(Skipped(kind: kind, count: count, firstLine: line, isData: isData)) }
    }
}

/// How far an import is.
package struct ImportProgress: Sendable, Hashable {
    package var bytesRead: UInt64
    /// The size of the file; `nil` when it is not known before its end.
    package var bytesTotal: UInt64?
    package var records: Int

    package init(bytesRead: UInt64, bytesTotal: UInt64?, records: Int) {
        self.bytesRead = bytesRead
        self.bytesTotal = bytesTotal
        self.records = records
    }
}

/// Why an import stopped half-way: the store could not be written.
package struct ImportInterruption: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// What the store says.
    package let cause: HKError
    /// How many records of the file are in the store.
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
