import Foundation
import HealthKit

/// The length of time a chart shows.
package enum ChartSpan: Int, CaseIterable, Sendable, Hashable, Comparable {
    case day
    case week
    case month
    case halfYear
    case year
    case all

    package var label: String {
        switch self {
        case .day: FactStrings.day
        case .week: FactStrings.week
        case .month: FactStrings.month
        case .halfYear: FactStrings.halfYear
        case .year: FactStrings.year
        case .all: FactStrings.all
        }
    }

    /// The length of time of a name that is typed, such as `wk`.
    init?(named name: String) {
        let name = name.lowercased()
        guard let span = Self.allCases.first(where: { $0.spoken.names.contains(name) }) else { return nil }
        self = span
    }

    /// The shortest span that has room for a range of days.
    init(holding interval: DateInterval) {
        let days = interval.duration / 86_400
        self = days <= 7.1 ? .week : days <= 31.1 ? .month : days <= 184.1 ? .halfYear : .year
    }

    /// The name shown after a type's name, and the names by which it can be typed.
    var spoken: (text: String, names: [String]) {
        switch self {
        case .day: (PaletteStrings.overDay, PaletteStrings.dayNames)
        case .week: (PaletteStrings.overWeek, PaletteStrings.weekNames)
        case .month: (PaletteStrings.overMonth, PaletteStrings.monthNames)
        case .halfYear: (PaletteStrings.overHalfYear, PaletteStrings.halfYearNames)
        case .year: (PaletteStrings.overYear, PaletteStrings.yearNames)
        case .all: (PaletteStrings.overAll, PaletteStrings.allNames)
        }
    }

    /// The command that shows it.
    var command: Command {
        switch self {
        case .day: .spanDay
        case .week: .spanWeek
        case .month: .spanMonth
        case .halfYear: .spanHalfYear
        case .year: .spanYear
        case .all: .spanAll
        }
    }

    init?(_ command: Command) {
        switch command {
        case .spanDay: self = .day
        case .spanWeek: self = .week
        case .spanMonth: self = .month
        case .spanHalfYear: self = .halfYear
        case .spanYear: self = .year
        case .spanAll: self = .all
        default: return nil
        }
    }

    package static func < (left: ChartSpan, right: ChartSpan) -> Bool { left.rawValue < right.rawValue }

    func longer() -> ChartSpan { ChartSpan(rawValue: rawValue + 1) ?? self }
    func shorter() -> ChartSpan { ChartSpan(rawValue: rawValue - 1) ?? self }
}

/// The length of one bar's time.
package enum ChartStep: Sendable, Hashable {
    case hour
    case day
    case week
    case month
    case year

    var components: DateComponents {
        switch self {
        case .hour: DateComponents(hour: 1)
        case .day: DateComponents(day: 1)
        case .week: DateComponents(weekOfYear: 1)
        case .month: DateComponents(month: 1)
        case .year: DateComponents(year: 1)
        }
    }

    /// Whether a bar of values that add up shows the average day rather than the total (rule H5).
    var isAveragedByDay: Bool {
        switch self {
        case .hour, .day: false
        case .week, .month, .year: true
        }
    }
}

/// The time that a chart shows, divided into bars.
package struct ChartWindow: Sendable, Hashable {
    package let span: ChartSpan
    package let step: ChartStep
    /// The starts of the bars, and the end of the last one.
    package let edges: [Date]

    package var start: Date { edges.first ?? .distantPast }
    package var end: Date { edges.last ?? .distantPast }
    package var count: Int { max(0, edges.count - 1) }

    /// The last moment of the window.
    package var lastMoment: Date { end.addingTimeInterval(-1) }

    /// The last bar of a day that isn't a whole number of hours long, as where clocks change by half an hour; else nil.
    package var cutBar: DateInterval? {
        guard step == .hour, let last = bar(count - 1), last.duration != 3_600 else { return nil }
        return last
    }

    /// The window of a span that ends with the day of a date.
    ///
    /// - Parameters:
    ///   - span: The length of time.
    ///   - date: A date on the last day.
    ///   - data: From the first to the last data of the type, for all of it.
    ///   - calendar: The person's calendar.
    ///   - weeks: The number of weeks that a week's span shows.
    package init(
        _ span: ChartSpan,
        ending date: Date,
        data: ClosedRange<Date>?,
        calendar: Calendar,
        weeks: Int = 1
    ) {
        self.span = span
        let day = calendar.civilStartOfDay(for: date)
        func shifted(_ component: Calendar.Component, _ count: Int, _ from: Date) -> Date {
            calendar.civilDate(byAdding: component, value: count, to: from)
        }
        let tomorrow = shifted(.day, 1, day)
        switch span {
        case .day: (step, edges) = (.hour, Self.edges(.hour, from: day, to: tomorrow, calendar))
        case .week:
            (step, edges) = (.day, Self.edges(.day, from: shifted(.day, 1 - 7 * weeks, day), to: tomorrow, calendar))
        case .month:
            (step, edges) = (.day, Self.edges(.day, from: shifted(.month, -1, tomorrow), to: tomorrow, calendar))
        case .halfYear:
            let week = Self.start(of: .week, day, calendar)
            let first = shifted(.day, -7 * 25, week)
            (step, edges) = (.week, Self.edges(.week, from: first, to: shifted(.day, 7, week), calendar))
        case .year:
            let month = Self.start(of: .month, day, calendar)
            let first = shifted(.month, -11, month)
            (step, edges) = (.month, Self.edges(.month, from: first, to: shifted(.month, 1, month), calendar))
        case .all:
            let data = data ?? day...tomorrow
            let length = data.upperBound.timeIntervalSince(data.lowerBound) / 86_400
            step = length < 45 ? .day : length < 400 ? .week : length < 3_700 ? .month : .year
            let first = Self.start(of: step, data.lowerBound, calendar)
            edges = Self.edges(step, from: first, to: data.upperBound.addingTimeInterval(1), calendar)
        }
    }

    /// The days or weeks from that of a date to that of another; the earliest are omitted if there are too many.
    init(_ step: ChartStep, from first: Date, through last: Date, calendar: Calendar) {
        var start = Self.start(of: step, first, calendar)
        let most = step == .week ? Self.limit / 7 : Self.limit - 1
        let earliest = Self.start(
            of: step,
            calendar.civilDate(byAdding: .day, value: -most * (step == .week ? 7 : 1), to: last),
            calendar
        )
        start = max(start, earliest)
        self.init(.month, step, Self.edges(step, from: start, to: last.addingTimeInterval(1), calendar))
    }

    private init(_ span: ChartSpan, _ step: ChartStep, _ edges: [Date]) {
        self.span = span
        self.step = step
        self.edges = edges
    }

    /// The same bars a year before; none for 29 February if that year has none.
    func yearBefore(_ calendar: Calendar) -> ChartWindow {
        ChartWindow(
            span,
            step,
            edges.map { edge in
                let before = calendar.civilDate(byAdding: .year, value: -1, to: edge)
                // The 29th of February would be the 28th, and leave that without its own.
                let isLeapDay = calendar.component(.day, from: edge) != calendar.component(.day, from: before)
                return isLeapDay ? calendar.civilDate(byAdding: .day, value: 1, to: before) : before
            }
        )
    }

    /// The last bars of the window.
    func suffix(_ count: Int) -> ChartWindow {
        ChartWindow(span, step, Array(edges.suffix(max(0, count) + 1)))
    }

    /// A date on the last day of the window before or after this one.
    package func neighbour(_ pages: Int, calendar: Calendar) -> Date {
        if pages < 0 { return start.addingTimeInterval(-1) }
        let (component, count): (Calendar.Component, Int) =
            switch span {
            case .day: (.day, 1)
            case .week: (.day, count)
            case .month: (.month, 1)
            case .halfYear: (.day, 7 * 26)
            case .year: (.month, 12)
            case .all: (.day, 0)
            }
        return calendar.civilDate(byAdding: component, value: count, to: lastMoment)
    }

    /// The bar that holds a date.
    package func index(of date: Date) -> Int? {
        guard date >= start, date < end else { return nil }
        var low = 0
        var high = count
        while low + 1 < high {
            let middle = (low + high) / 2
            if edges[middle] <= date { low = middle } else { high = middle }
        }
        return low
    }

    package func bar(_ index: Int) -> DateInterval? {
        guard index >= 0, index < count else { return nil }
        return DateInterval(start: edges[index], end: max(edges[index], edges[index + 1]))
    }

    private static func start(of step: ChartStep, _ date: Date, _ calendar: Calendar) -> Date {
        let component: Calendar.Component =
            switch step {
            case .hour, .day: .day
            case .week: .weekOfYear
            case .month: .month
            case .year: .year
            }
        return calendar.civilInterval(of: component, for: date).start
    }

    /// The most bars of a chart; a longer time is cut at its end.
    private static let limit = 4_000

    private static func edges(_ step: ChartStep, from start: Date, to end: Date, _ calendar: Calendar) -> [Date] {
        var edges = [start]
        let (component, size): (Calendar.Component, Int) =
            switch step {
            case .hour: (.hour, 1)
            case .day: (.day, 1)
            case .week: (.day, 7)
            case .month: (.month, 1)
            case .year: (.year, 1)
            }
        var count = 0
        while let last = edges.last, last < end, edges.count <= limit {
            count += 1
            // Counted from the start, so that a month that begins on the 31st does not drift. Hours are true hours, and
            // the last one ends with its day.
            let next =
                step == .hour
                ? min(last.addingTimeInterval(3_600), end)
                : calendar.civilDate(byAdding: component, value: size * count, to: start)
            // A day that the zone skipped is omitted; a date beyond the range of calendars ends the chart.
            if next > last { edges.append(next) } else if count > edges.count + 2 { break }
        }
        return edges
    }
}
