import Foundation

/// Imports a file, blocking: its path, whether to stop, and how far it has come.
package typealias ImportFile =
    @Sendable (
        _ path: String,
        _ isCancelled: @escaping @Sendable () -> Bool,
        _ progress: @escaping @Sendable (ImportStep) -> Void
    ) throws -> ImportReport

/// How far an import has come.
package struct ImportStep: Sendable, Hashable {
    package var bytesRead: Int64
    /// The size of the file; nil when it is not known.
    package var bytesTotal: Int64?
    package var records: Int

    package init(bytesRead: Int64, bytesTotal: Int64?, records: Int) {
        self.bytesRead = bytesRead
        self.bytesTotal = bytesTotal
        self.records = records
    }
}

/// What an import brought.
package struct ImportReport: Sendable, Hashable {
    /// What became of one kind of elements.
    package struct Counts: Sendable, Hashable {
        package var name: String
        package var read: Int
        package var added: Int
        /// Those that were there already.
        package var duplicate: Int
        package var refused: Int

        package init(name: String, read: Int, added: Int, duplicate: Int, refused: Int) {
            self.name = name
            self.read = read
            self.added = added
            self.duplicate = duplicate
            self.refused = refused
        }
    }

    /// Elements of a kind that is not understood yet.
    package struct Skipped: Sendable, Hashable {
        package var kind: String
        package var count: Int
        package var firstLine: Int?

        package init(kind: String, count: Int, firstLine: Int?) {
            self.kind = kind
            self.count = count
            self.firstLine = firstLine
        }
    }

    package var counts: [Counts]
    package var skipped: [Skipped]
    package var types: Int
    package var warnings: [String]
    package var warningCount: Int
    package var bytes: Int64
    package var seconds: Double

    package init(
        counts: [Counts],
        skipped: [Skipped] = [],
        types: Int = 0,
        warnings: [String] = [],
        warningCount: Int = 0,
        bytes: Int64 = 0,
        seconds: Double = 0
    ) {
        self.counts = counts
        self.skipped = skipped
        self.types = types
        self.warnings = warnings
        self.warningCount = warningCount
        self.bytes = bytes
        self.seconds = seconds
    }

    package var added: Int { counts.reduce(0) { $0 + $1.added } }
}
