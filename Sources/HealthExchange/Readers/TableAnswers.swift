/// What a person says of a table, where its own guess is wrong or leaves something open.
package struct TableAnswers: Sendable {
    /// What columns are, by their names.
    package var roles: [String: TableMapping.Role]
    package var dateOrder: TableMapping.DateOrder?
    package var decimal: TableNumbers.Decimal?

    /// Makes answers.
    ///
    /// - Parameters:
    ///   - roles: What columns are, by their names.
    ///   - dateOrder: The order of dates.
    ///   - decimal: What stands before decimals.
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
