/// A person's answers about a table, where its own guess is wrong or incomplete.
package struct TableAnswers: Sendable {
    /// The roles of columns, by their names.
    package var roles: [String: TableMapping.Role]
    package var dateOrder: TableMapping.DateOrder?
    package var decimal: TableNumbers.Decimal?

    /// Makes answers.
    ///
    /// - Parameters:
    ///   - roles: The roles of columns, by their names.
    ///   - dateOrder: The order of dates.
    ///   - decimal: The decimal separator.
    package init(
        roles: [String: TableMapping.Role] = [:],
        dateOrder: TableMapping.DateOrder? = nil,
        decimal: TableNumbers.Decimal? = nil
    ) {
        self.roles = roles
        self.dateOrder = dateOrder
        self.decimal = decimal
    }
}
