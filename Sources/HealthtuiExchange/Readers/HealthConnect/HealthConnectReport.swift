/// What was read of a Health Connect export and what wasn't, by table.
package struct HealthConnectReport: Sendable, Equatable {
    /// What there was in a table.
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
}
