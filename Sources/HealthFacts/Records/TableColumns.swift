extension String {
    /// The text as a cell of a table: with blanks behind it up to a width, or before it where it stands to the right.
    ///
    /// - Parameters:
    ///   - width: The width of the column; a longer text stays whole.
    ///   - isRight: Whether it stands to the right.
    /// - Returns: The cell.
    func cell(_ width: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - count))
        return isRight ? blanks + self : self + blanks
    }
}
