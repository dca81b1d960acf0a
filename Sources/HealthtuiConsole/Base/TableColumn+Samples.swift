import HealthtuiTerminalUI

extension TableColumn {
    /// The column that says of how many samples a row is.
    ///
    /// - Parameter importance: The column's importance when room is short.
    /// - Returns: The column.
    static func samples(importance: Int) -> TableColumn {
        .figures(SharedStrings.samplesHeading, minimum: 7, maximum: 11, importance: importance)
    }
}
