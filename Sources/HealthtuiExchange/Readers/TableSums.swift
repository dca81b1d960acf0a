import Foundation
import HealthKit

extension ReadSample {
    /// Marks a row of a table as the sum of a day or an hour: nobody knows whose samples it sums up (R5.29).
    ///
    /// - Parameters:
    ///   - grain: What the rows of the table are about.
    ///   - moment: The time of the row.
    ///   - namesSource: Whether a column names the sources of rows.
    ///   - posted: When the file was last changed.
    mutating func markSum(
        of grain: TableTimes.Grain?,
        _ moment: TableTimes.Moment,
        namesSource: Bool,
        posted: Date
    ) {
        let type = HKObjectType.type(identifier: self.type) as? HKQuantityType
        guard type?.admitsRelayedSums ?? false else { return }
        let spanEnd = grain == .hour ? moment.start + 3_600 : grain == .day ? moment.nextDay : nil
        guard let spanEnd else {
            let length = end.timeIntervalSince(start)
            let isHour = length == 3_600 && start.timeIntervalSinceReferenceDate.remainder(dividingBy: 900) == 0
            isRelayed = !namesSource && (isHour || length >= 82_800)
            return
        }
        isRelayed = true
        end = spanEnd
        if grain == .day {
            // A later file has the whole of a day that wasn't over.
            identity = ReadIdentity(["day", self.type, "\(start.timeIntervalSinceReferenceDate)"], changed: posted)
        }
        // Earlier versions stored it as an instant.
        if value.isFinite { superseded.append(Superseded(start: start, values: value...value)) }
    }
}
