/// A table of another program's database, with the columns that it stores.
package struct ForeignTable: Sendable, Equatable {
    package let name: String

    /// The names of the columns that the table stores: no generated ones.
    package let columns: [String]

    /// The name by which statements ask for a row's number; nil for a table whose rows have none.
    let key: String?

    /// The names under which SQLite asks whether a row's number may be read.
    let keyNames: Set<String>

    /// A name in SQL, whatever is in it.
    static func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
