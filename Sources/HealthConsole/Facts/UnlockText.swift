import HealthEntry
import HealthKit

/// What is said of a store that was unlocked.
package enum UnlockText {
    /// One line for what is there to say, each.
    ///
    /// - Parameter report: What became of the saves that waited; `nil` when it was unlocked already.
    /// - Returns: At least one line.
    package static func lines(_ report: UnlockReport?) -> [String] {
        guard let report else { return ["it was unlocked already"] }
        var lines = [report.stored == 0 ? "unlocked" : "unlocked; \(saves(report.stored)) came in"]
        if report.refused > 0 {
            lines.append("\(saves(report.refused)) refused: the app may not share it, or it breaks a rule")
        }
        if report.damaged > 0 { lines.append("\(saves(report.damaged)) damaged in the journal: lost") }
        if report.isCut { lines.append("the last save was cut off while it was written: lost") }
        if let obstacle = report.obstacle { lines.append("saves still wait: \(obstacle)") }
        return lines
    }

    /// Whether something was lost, or still waits.
    package static func isLoss(_ report: UnlockReport?) -> Bool {
        guard let report else { return false }
        return report.damaged > 0 || report.obstacle != nil
    }

    private static func saves(_ count: Int) -> String { NumberText.count(count, "save") }
}
