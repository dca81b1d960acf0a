/// The reason that another program's database, or a cell of it, can't be read.
///
/// Match on ``code``. The message never carries a health value.
package struct ForeignDatabaseError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: String, Sendable, CaseIterable {
        /// The file can't be opened or read.
        case cannotOpen
        /// The file isn't an SQLite database, or an encrypted one.
        case notADatabase
        /// The latest changes are in a file next to it.
        case incomplete
        /// The contents contradict themselves.
        case damaged
        /// A definition or a cell is larger than any that is sound, or reading takes longer.
        case tooLarge
        /// The file was written while it was read.
        case changed
        /// A table or a column isn't there, or isn't one that a table stores.
        case notFound
        /// A cell isn't of the type that is expected of it.
        case cell
    }

    /// The kind of error.
    package let code: Code

    /// The file's name.
    package let name: String

    /// A sentence with the problem and its solution; for a cell with its table, row and column.
    package let reason: String

    init(_ code: Code, _ name: String, _ reason: String) {
        self.code = code
        self.name = name
        self.reason = reason
    }

    package var description: String { "\(name): \(reason)" }

    /// The words for a cell.
    static func place(_ table: String, _ row: Int64, _ column: String) -> String {
        "table \(printable(table)), row \(row): \(printable(column))"
    }

    /// A name or a message of a file as it can be printed: no control characters, and cut where it is long.
    static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200)
            .map { scalar in
                let isPlain = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                return isPlain && !scalar.properties.isBidiControl ? scalar : "?"
            }
        return String(String.UnicodeScalarView(scalars))
    }
}
