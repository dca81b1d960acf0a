import Foundation
import HealthKit

/// The span of each row of a table, if its times are all alike.
enum TableGrain {
    case day
    case hour
}

extension TableMapping {
    /// Whether nothing but a start says when a row was.
    var hasOnlyStarts: Bool {
        columns.allSatisfy { column in
            switch column.role {
            case .time, .end, .endTime, .duration: false
            default: true
            }
        }
    }

    /// Whether rows are about days or hours, by all of their times; `nil` for neither.
    ///
    /// - Days: all have dates without a time of day, or at midnight, and none of its type and source is about the same day, as
    ///   meals would be.
    /// - Hours: all are on the hour, and most an hour from the row before. Of these few repeat, as clocks do.
    func grain(_ text: SeparatedText) -> TableGrain? {
        guard hasOnlyStarts else { return nil }
        let (start, type, source) = (place(.start), place(.type), place(.source))
        var known: Set<[String]> = []
        var (rows, following, areMidnights, last) = (0, 0, true, Double.nan)
        var text = text
        while let row = text.next() {
            if let endLine, text.line >= endLine { break }
            guard let field = TableTimes.field(start, row), let moment = TableDate.moment(field, dateOrder) else {
                continue
            }
            let clock = moment.clock ?? 0
            guard let day = moment.day, clock.truncatingRemainder(dividingBy: 3_600) == 0 else { return nil }
            areMidnights = areMidnights && clock == 0
            let time = Double(day.daysSinceReferenceDate) * 86_400 + clock
            known.insert(["\(time)", TableTimes.field(type, row) ?? "", TableTimes.field(source, row) ?? ""])
            rows += 1
            if abs(time - last) == 3_600 { following += 1 }
            last = time
        }
        if areMidnights { return rows > 0 && known.count == rows ? .day : nil }
        return rows >= 12 && following * 2 > rows && (rows - known.count) * 500 <= rows ? .hour : nil
    }
}

extension ReadSample {
    /// Marks a row of a table as the sum of a day or an hour: the sources of the sum are unknown (R5.29).
    ///
    /// - Parameters:
    ///   - grain: What the rows of the table are about.
    ///   - moment: The time of the row.
    ///   - namesSource: Whether a column names the sources of rows.
    ///   - posted: When the file was last changed.
    mutating func markSum(
        of grain: TableGrain?,
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
            // A later file has the complete data of an unfinished day.
            identity = ReadIdentity(["day", self.type, "\(start.timeIntervalSinceReferenceDate)"], changed: posted)
        }
        // Earlier versions stored it as an instant.
        if value.isFinite { superseded.append(Superseded(start: start, values: value...value)) }
    }
}
