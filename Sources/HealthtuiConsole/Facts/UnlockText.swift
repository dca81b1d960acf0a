import HealthKit
import HealthtuiEntry

/// Messages about an unlocked store.
package enum UnlockText {
    /// One line for each fact in the report.
    ///
    /// - Parameter report: The result of the pending saves; `nil` when it was unlocked already.
    /// - Returns: At least one line.
    package static func lines(_ report: UnlockReport?) -> [String] {
        guard let report else { return [FactStrings.unlockedAlready] }
        var lines = [report.stored == 0 ? FactStrings.unlocked : FactStrings.unlocked(report.stored)]
        if report.refused > 0 { lines.append(FactStrings.savesRefused(report.refused)) }
        if report.damaged > 0 { lines.append(FactStrings.savesDamaged(report.damaged)) }
        if report.later > 0 { lines.append(FactStrings.savesOfLaterVersion(report.later)) }
        if report.foreign > 0 { lines.append(FactStrings.savesToOtherKey(report.foreign)) }
        if report.misplaced > 0 { lines.append(FactStrings.savesMisplaced(report.misplaced)) }
        if report.earlier > 0 { lines.append(FactStrings.savesOfEarlierVersion(report.earlier)) }
        if report.isOtherKey { lines.append(FactStrings.otherKey) }
        if report.isCut { lines.append(FactStrings.lastSaveIsLost) }
        if let obstacle = report.obstacle { lines.append(FactStrings.savesStillWait(obstacle)) }
        return lines
    }

    /// Whether something was lost, or still waits.
    package static func isLoss(_ report: UnlockReport?) -> Bool {
        guard let report else { return false }
        return report.damaged > 0 || report.foreign > 0 || report.later > 0 || report.obstacle != nil
    }
}
