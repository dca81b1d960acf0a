import HealthtuiEntry
import HealthtuiTerminalUI

/// The columns that dates and times take on the screen at most.
enum DateWidths {
    static func time(seconds: Bool = false) -> Int { widest(DateText.widestTimes(seconds: seconds)) }
    /// `28 Nov`.
    static var shortDate: Int { widest(DateText.widestShortDates) }
    /// `28 Nov 2026`.
    static var date: Int { widest(DateText.widestDates) }

    private static func widest(_ texts: [String]) -> Int { texts.map(\.displayWidth).max() ?? 0 }
}
