// Apple's HealthKitUI brings HealthKit with it.
@_exported public import HealthKit

/// The rings of an activity summary.
///
/// On Apple's platforms it is a `UIView`. Linux has no views: here it is a plain object, so that code that names it, makes
/// it and sets its summary compiles and works, and ``cells(columns:rows:)`` draws it for a terminal.
open class HKActivityRingView: NSObject {
    /// The summary whose rings are shown; `nil` for empty rings.
    open var activitySummary: HKActivitySummary?

    /// Makes a view with empty rings.
    public override init() { super.init() }

    /// Sets the summary.
    ///
    /// - Parameters:
    ///   - activitySummary: The summary; `nil` for empty rings.
    ///   - animated: Whether the rings would move to their new places. On Linux they are there at once.
    open func setActivitySummary(_ activitySummary: HKActivitySummary?, animated: Bool) {
        self.activitySummary = activitySummary
    }

    /// Draws the rings into the cells of a terminal; Linux only.
    ///
    /// - Parameters:
    ///   - columns: The number of cells in a row; about twice as many as rows make a circle that fills them.
    ///   - rows: The number of rows.
    /// - Returns: The cells.
    public func cells(columns: Int, rows: Int) -> ActivityRingCells {
        guard let activitySummary else { return ActivityRingCells(shares: [], columns: columns, rows: rows) }
        let rings = ActivityRings(activitySummary)
        return ActivityRingCells(
            shares: [rings.move.share, rings.exercise.share, rings.stand.share],
            columns: columns,
            rows: rows
        )
    }
}
