import Foundation
import HealthKit
import HealthtuiEntry

// Comparisons of measures: the second follows the first.
extension TypeComparison {
    /// The compared measures, and the days.
    package struct Request: Sendable {
        package var first: Measure
        package var second: Measure
        package var period: StatisticsPeriod
        /// The days of the first; `nil` for all since both have been recorded.
        package var span: Range<CalendarDay>?

        /// A request.
        ///
        /// - Parameters:
        ///   - first: One measure.
        ///   - second: The one that follows it.
        ///   - period: The length of each point: a day, a week or a month.
        ///   - span: The days of the first; `nil` for all.
        package init(_ first: Measure, _ second: Measure, by period: StatisticsPeriod, in span: Range<CalendarDay>?) {
            self.first = first
            self.second = second
            self.period = period
            self.span = span
        }

        /// Which day of the second goes with a day of the first.
        package var pairing: Pairing {
            switch (first.isOfNights, second.isOfNights) {
            case (false, true): .nightAfter
            case (true, false): .dayAfterNight
            default: .sameDay
            }
        }
    }

    /// Reads two measures: for a week or a month the mean of its days.
    ///
    /// Days that aren't over are left out.
    ///
    /// - Parameters:
    ///   - request: The measures and the days.
    ///   - reader: Reads the days of measures.
    ///   - number: Makes numbers in the unit that is shown of those of a measure.
    /// - Returns: The comparison.
    /// - Throws: `HKError`.
    package static func read(
        _ request: Request,
        _ reader: MeasureReader,
        number: (Measure, Double) -> Double = { $1 }
    ) throws -> TypeComparison {
        let later = request.pairing == .nightAfter ? 1 : 0
        let first = try reader.days(of: request.first, in: request.span)
        let second = try reader.days(of: request.second, in: request.span?.later(by: later))
        return TypeComparison(
            first,
            second,
            request,
            clock: reader.clock,
            number: { number(request.first, $0) },
            { number(request.second, $0) }
        )
    }

    /// Compares the days of two measures.
    ///
    /// - Parameters:
    ///   - first: The days of one.
    ///   - second: Those of the other.
    ///   - request: The measures, and the days of the first that are compared.
    ///   - clock: The clocks of the zone in which points begin.
    ///   - number: Makes numbers in the unit that is shown of those of the first.
    ///   - secondNumber: The same for the second.
    package init(
        _ first: MeasureDays,
        _ second: MeasureDays,
        _ request: Request,
        clock: CivilClock = CivilClock(.gmt),
        number: (Double) -> Double = { $0 },
        _ secondNumber: (Double) -> Double = { $0 }
    ) {
        let later = request.pairing == .nightAfter ? 1 : 0
        let spans = Self.spans(first, second, request, later)
        let asked = spans.map { span in request.span.map { span.clamped(to: $0) } ?? span }
        let ones = asked.map { first.level(of: $0) }
        let others = asked.map { second.level(of: $0.later(by: later)) }
        func points(_ ones: [Double?], _ others: [Double?]) -> [Point] {
            spans.indices.map { index in
                Point(
                    spans[index].lowerBound.start(on: clock),
                    ones[index].map(number),
                    others[index].map(secondNumber)
                )
            }
        }
        self.init(
            points(ones, others),
            period: request.period,
            pairing: request.pairing,
            lines: points(first.linear(ones), second.linear(others))
        )
    }

    /// The days of each point, from the first that both have to the last that either has.
    private static func spans(
        _ first: MeasureDays,
        _ second: MeasureDays,
        _ request: Request,
        _ later: Int
    ) -> [Range<CalendarDay>] {
        let ones = first.known(request.span ?? first.span).map(\.day)
        let others = second.known((request.span ?? second.span).later(by: request.span == nil ? 0 : later))
            .map { $0.day.advanced(by: -later) }
        guard let start = [ones.first, others.first].compactMap({ $0 }).max(),
            let last = [ones.last, others.last].compactMap({ $0 }).max(), start <= last
        else { return [] }
        var spans: [Range<CalendarDay>] = []
        var day = start.beginning(of: request.period, first.firstWeekday)
        while day <= last, spans.count < most {
            let next = day.next(request.period)
            guard day < next else { break }
            spans.append(day..<next)
            day = next
        }
        return spans
    }

    /// The largest number of points: the days of ten years.
    private static let most = 3_660
}

extension Measure {
    /// Whether its values are those of the night that ends on a day.
    fileprivate var isOfNights: Bool {
        guard case .sleep(let part) = subject else { return false }
        return part != .naps && part != .napTime
    }
}

extension MeasureDays {
    /// The mean of the days that are over; of a result the latest.
    fileprivate func level(of span: Range<CalendarDay>) -> Double? {
        let value = fold(over(span))
        return measure.kind == .result ? value?.value : value?.mean
    }

    /// Numbers on a line: times of day by how late they are around the usual one.
    fileprivate func linear(_ numbers: [Double?]) -> [Double?] {
        guard measure.kind == .clock else { return numbers }
        guard let usual = ClockMean(numbers.compactMap { $0 }).seconds else { return numbers.map { _ in nil } }
        return numbers.map { $0.map { ClockMean.distance($0, from: usual) } }
    }
}

extension Range<CalendarDay> {
    fileprivate func later(by days: Int) -> Range<CalendarDay> {
        lowerBound.advanced(by: days)..<upperBound.advanced(by: days)
    }
}

extension CalendarDay {
    /// The first day of the week or month that holds it.
    fileprivate func beginning(of period: StatisticsPeriod, _ firstWeekday: Int) -> CalendarDay {
        switch period {
        case .week: startOfWeek(firstWeekday)
        case .month: CalendarDay(era: era, year: year, month: month, day: 1)
        default: self
        }
    }

    /// The first day of the next day, week or month.
    fileprivate func next(_ period: StatisticsPeriod) -> CalendarDay {
        switch period {
        case .week: advanced(by: 7)
        case .month: advanced(by: 31).beginning(of: .month, 1)
        default: advanced(by: 1)
        }
    }
}
