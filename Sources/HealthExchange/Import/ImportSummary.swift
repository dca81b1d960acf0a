import Foundation
import HealthKit

/// What an import brought.
package struct ImportSummary: Codable, Sendable, Hashable {
    /// Something in the export that is not imported yet.
    package struct Skipped: Codable, Sendable, Hashable {
        package var kind: String
        package var count: Int
        /// The line of the first; `nil` for a file beside the export's main one.
        package var firstLine: Int?

        /// What it is, for people.
        package var words: String {
            switch kind {
            case ExportContents.Kind.furtherExport.rawValue: "another export in the same place"
            case ExportContents.Kind.other.rawValue: "files that aren't part of an export"
            case ExportContents.Kind.attachment.rawValue: "pictures and documents that nothing names"
            default: kind
            }
        }
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
    /// Bytes of the export's main file.
    package var bytes: UInt64 = 0
    package var seconds = 0.0
    /// The first warnings, each with file and line.
    package var warnings: [String] = []
    /// How many warnings there were.
    package var warningCount = 0
    /// How many elements of the main file, or parts of them, could not be read.
    package var unreadable = 0
    /// How many objects or rows were left out because they weren't understood.
    package var leftOut = 0
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

    /// How much of an export came in.
    package enum Outcome: String, Sendable, Hashable {
        /// All of it is in the store.
        case complete
        /// A part: the export is cut or damaged, or something in it was refused.
        case partial
        /// Nothing of it.
        case nothing
    }

    /// How much of the export came in.
    package var outcome: Outcome {
        if copy != nil { return .complete }
        let taken = total(\.added) + total(\.duplicate) + total(\.deleted)
        let refused = total(\.refused)
        if taken == 0 { return .nothing }
        return isTruncated || damage != nil || refused > 0 || unreadable > 0 || leftOut > 0 ? .partial : .complete
    }

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
