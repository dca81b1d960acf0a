import HealthKit

/// The counts of imported and skipped rows of a Health Connect export, by table.
package struct HealthConnectReport: Sendable, Equatable {
    /// The counts of a table.
    package struct Count: Sendable, Equatable {
        /// The rows that were handed on.
        package var read = 0
        /// The rows that make no sense.
        package var refused = 0
        /// The first reasons for that, each with its table and row, and never a value.
        package var reasons: [String] = []
    }

    /// The rows of each table that has any, by its name.
    package internal(set) var tables: [String: Count] = [:]

    /// How many rows the tables have that HealthKit has no type for, or that aren't known.
    package internal(set) var counted: [String: Int] = [:]

    /// How many parts belong to no record, by table.
    package internal(set) var orphans: [String: Int] = [:]

    /// The tables that can't be read: the column that is missing, or the cell that is wrong.
    package internal(set) var unreadable: [String: String] = [:]

    /// How many reasons are kept of each table.
    static let reasonLimit = 5

    mutating func refuse(_ table: String, _ reason: String) {
        tables[table, default: Count()].refused += 1
        if tables[table, default: Count()].reasons.count < Self.reasonLimit {
            tables[table, default: Count()].reasons.append(reason)
        }
    }

    /// Reports what wasn't read.
    ///
    /// - Parameter sink: Receives it.
    func report(to sink: inout ReaderSink) {
        for (table, count) in tables.sorted(by: { $0.key < $1.key }) where count.refused > 0 {
            refuse(count, of: table, &sink)
        }
        for (table, count) in orphans.sorted(by: { $0.key < $1.key }) {
            sink.leaveOut(count, "table \(table): \(count) rows belong to no record")
        }
        for (table, reason) in unreadable.sorted(by: { $0.key < $1.key }) {
            let isColumn = !reason.contains(" ")
            sink.leaveOut(1, "table \(table) isn't read: " + (isColumn ? "column \(reason) is missing" : reason))
        }
        for (table, count) in counted.sorted(by: { $0.key < $1.key }) {
            // HealthKit has clinical records.
            let isUntyped = !table.hasPrefix("medical") && HealthConnectTable.all.contains { $0.name == table }
            sink.passOver(table, count, isData: !isUntyped)
        }
    }

    private func refuse(_ count: Count, of table: String, _ sink: inout ReaderSink) {
        let kind = HealthConnectTable.kind(of: table)
        guard let kind else {
            for reason in count.reasons { sink.leaveOut(1, reason) }
            let rest = count.refused - count.reasons.count
            if rest > 0 { sink.leaveOut(rest, "table \(table): \(rest) more rows make no sense") }
            return
        }
        sink.summary.counts[kind].read += count.refused
        for reason in count.reasons {
            // The reason begins with the table and the row.
            let parts = reason.split(separator: ": ", maxSplits: 1).map(String.init)
            sink.refuse(parts.last ?? reason, parts.count > 1 ? parts[0] : "table \(table)", kind)
        }
        let rest = count.refused - count.reasons.count
        if rest > 0 { sink.refuse("\(rest) more rows make no sense", "table \(table)", kind, count: rest) }
    }
}
