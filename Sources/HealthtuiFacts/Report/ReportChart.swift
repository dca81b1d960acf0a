import Foundation
import HealthKit

/// The pictures of a report, as SVG with inline styles: some programs that print pages don't apply the page's styles to
/// SVG.
enum ReportChart {
    /// The color of limits and of values beyond them; the only other color is the paper of electrocardiograms.
    static let red = "#b3261e"
    private static let black = "#111"

    // MARK: A line at a glance

    /// A trend over the whole period; empty for fewer than two points.
    static func spark(_ points: [ReportFacts.Point]) -> ReportMarkup {
        guard points.count > 1, let low = points.map(\.y).min(), let high = points.map(\.y).max(),
            let last = points.last
        else { return .empty }
        let (width, height) = (132.0, 22.0)
        func place(_ point: ReportFacts.Point) -> (x: Double, y: Double) {
            let share = high > low ? (point.y - low) / (high - low) : 0.5
            return (3 + point.x * (width - 6), height - 3 - share * (height - 6))
        }
        let end = place(last)
        return """
            <svg width="132" height="22" viewBox="0 0 132 22"><polyline fill="none" stroke="#111" stroke-width="1.2" \
            stroke-linejoin="round" points="\(line(points.map(place)))"/><circle cx="\(at: end.x)" cy="\(at: end.y)" r="2.2" fill="#111"/></svg>
            """
    }

    private static func line(_ places: [(x: Double, y: Double)]) -> ReportMarkup {
        ReportMarkup(places.enumerated().map { $0 == 0 ? "\(at: $1.x),\(at: $1.y)" : " \(at: $1.x),\(at: $1.y)" })
    }

    // MARK: Blood pressure

    /// Both pressures of each reading, over the limits.
    static func pressure(_ pressure: ReportFacts.Pressure, _ period: ReportPeriod, _ text: ReportText) -> ReportMarkup {
        let plot = PressurePlot(pressure, period)
        let limit = ReportFacts.Pressure.limit
        return """
            <svg width="680" height="224" viewBox="0 0 680 224" font-size="10" \
            font-family="Liberation Sans, Arial, Helvetica, sans-serif">\(plot.grid(text))\
            \(plot.limit(limit.systolic))\(plot.limit(limit.diastolic))\(plot.marks)\(plot.dates(text))</svg>
            """
    }

    private struct PressurePlot {
        let pressure: ReportFacts.Pressure
        let period: ReportPeriod
        let low: Double
        let high: Double

        private static let left = 34.0
        private static let right = 648.0
        private static let top = 10.0
        private static let bottom = 198.0

        init(_ pressure: ReportFacts.Pressure, _ period: ReportPeriod) {
            self.pressure = pressure
            self.period = period
            let least = pressure.marks.map(\.diastolic).min() ?? 80
            let most = pressure.marks.map(\.systolic).max() ?? 120
            low = min(60, ((least - 4) / 20).rounded(.down) * 20)
            high = max(140, ((most + 4) / 20).rounded(.up) * 20)
        }

        private func y(_ value: Double) -> Double {
            Self.bottom - (value - low) / (high - low) * (Self.bottom - Self.top)
        }

        private func x(_ date: Date) -> Double { Self.left + 8 + period.share(date) * (Self.right - Self.left - 16) }

        func grid(_ text: ReportText) -> ReportMarkup {
            let step = high - low > 200 ? 40.0 : 20.0
            return ReportMarkup(
                stride(from: low, through: high, by: step)
                    .map { value in
                        """
                        <line stroke="\(value == low ? black : "#e2e2e2")" x1="34" x2="648" y1="\(at: y(value))" \
                        y2="\(at: y(value))"/><text fill="#555" text-anchor="end" x="28" y="\(at: y(value) + 3.5)">\
                        \(text.number(value))</text>
                        """
                    }
            )
        }

        func limit(_ value: Double) -> ReportMarkup {
            """
            <line stroke="\(red)" stroke-width="0.9" stroke-dasharray="3 3" x1="34" x2="648" y1="\(at: y(value))" y2="\(at: y(value))"/>\
            <text fill="\(red)" x="654" y="\(at: y(value) + 3.5)">\(Int(value))</text>
            """
        }

        var marks: ReportMarkup {
            ReportMarkup(
                pressure.marks.map { mark in
                    let limit = ReportFacts.Pressure.limit
                    let upper = mark.systolic.rounded() >= limit.systolic ? red : black
                    let lower = mark.diastolic.rounded() >= limit.diastolic ? red : black
                    return """
                        <line stroke="#8a8a8a" x1="\(at: x(mark.date))" x2="\(at: x(mark.date))" y1="\(at: y(mark.systolic))" \
                        y2="\(at: y(mark.diastolic))"/><circle fill="\(upper)" cx="\(at: x(mark.date))" \
                        cy="\(at: y(mark.systolic))" r="2.8"/><circle fill="#fff" stroke="\(lower)" stroke-width="1.2" cx="\(at: x(mark.date))" \
                        cy="\(at: y(mark.diastolic))" r="2.6"/>
                        """
                }
            )
        }

        /// Labels for the first days of months, or of years, as many as fit.
        func dates(_ text: ReportText) -> ReportMarkup {
            let first = text.dayAndMonth(period.start)
            guard period.days > 40 else {
                return label(period.start, first)
                    + label(period.end.addingTimeInterval(-43_200), text.day(period.end.addingTimeInterval(-1)))
            }
            // Steps that align with years, so that each label is a natural month or year.
            let months = period.days / 30
            let step = [1, 2, 3, 6, 12, 24, 60, 120, 600].first { months / $0 <= 6 } ?? 1_200
            let calendar = period.calendar
            let parts = calendar.dateComponents([.year, .month], from: period.start)
            let beginning = ((parts.year ?? 1) * 12 + (parts.month ?? 1) - 1) / step * step
            var labels: [ReportMarkup] = []
            for month in stride(from: beginning, through: beginning + step * 12, by: step) {
                let day = DateComponents(year: month / 12, month: month % 12 + 1, day: 1)
                guard let date = calendar.date(from: day).map({ calendar.civilStartOfDay(for: $0) }),
                    date >= period.start, date < period.end
                else { continue }
                let isNamed = labels.isEmpty || month % 12 == 0
                labels.append(label(date, isNamed ? text.day(date) : text.dayAndMonth(date)))
            }
            return ReportMarkup(labels)
        }

        private func label(_ date: Date, _ text: String) -> ReportMarkup {
            let place = x(date)
            let anchor = place > 590 ? "end" : "start"
            return """
                <line stroke="\(black)" x1="\(at: place)" x2="\(at: place)" y1="198" y2="202"/>\
                <text fill="#555" text-anchor="\(anchor)" x="\(at: place)" y="214">\(text)</text>
                """
        }
    }

    // MARK: A result and its range

    /// The position of a result relative to its reference range.
    ///
    /// A number that is only a bound is an arrow to the side on which the result lies.
    static func range(_ result: ClinicalResult, _ range: ReferenceRange) -> ReportMarkup {
        guard let main = result.main else { return .empty }
        let number = main.number
        let low = range.low ?? min(0, number)
        let high = range.high ?? max(low * 1.5, number)
        let width = max(high - low, abs(high) * 0.1, 1e-9)
        let start = min(low, number) - width * 0.25
        let end = max(high, number) + width * 0.25
        func x(_ value: Double) -> Double { (value - start) / (end - start) * 150 }
        let place = x(number)
        let tip = main.comparator.hasPrefix("<") ? place - 7 : place + 7
        let mark: ReportMarkup =
            main.exact == nil
            ? "<path fill=\"\(red)\" d=\"M\(at: place) 3L\(at: tip) 7L\(at: place) 11Z\"/>"
            : "<circle fill=\"\(red)\" cx=\"\(at: place)\" cy=\"7\" r=\"3.6\"/>"
        return """
            <svg width="150" height="14" viewBox="0 0 150 14"><rect fill="#ddd" x="0" y="6" width="150" \
            height="2"/><rect fill="#999" x="\(at: x(low))" y="5" width="\(at: max(1, x(high) - x(low)))" height="4"/>\
            \(mark)</svg>
            """
    }

    // MARK: An electrocardiogram

    /// The number of seconds in a strip: as much as fits the page at 25 mm per second.
    static let stripSeconds = 7.0

    /// The beginning of a recording on its paper, at one unit per millimeter.
    static func strip(_ trace: VoltageTrace) -> ReportMarkup {
        let seconds = min(stripSeconds, trace.length)
        let points = trace.points(from: 0, to: seconds).compactMap { $0 }.filter { $0.x <= seconds }
        let low = max(-2, min(-1, trace.range.lowerBound))
        let high = min(3, max(1.5, trace.range.upperBound))
        let height = ((high - low) * 10 / 5).rounded(.up) * 5
        func y(_ millivolts: Double) -> Double { (high - min(max(low, millivolts), high)) * 10 }
        func grid(_ step: Int) -> ReportMarkup {
            let columns = stride(from: 0, through: 175, by: step).map { x -> ReportMarkup in "M\(x) 0V\(at: height)" }
            let rows = stride(from: 0, through: Int(height), by: step).map { y -> ReportMarkup in "M0 \(y)H175" }
            return ReportMarkup(columns + rows)
        }
        let places = points.map { (x: $0.x * 25, y: y($0.y)) }
        return """
            <svg width="175mm" height="\(at: height)mm" viewBox="0 0 175 \(at: height)"><path fill="none" \
            stroke="#f3dcda" stroke-width="0.1" d="\(grid(1))"/><path fill="none" stroke="#dfa9a4" stroke-width="0.18" \
            d="\(grid(5))"/><polyline fill="none" stroke="\(black)" stroke-width="0.3" stroke-linejoin="round" \
            points="\(line(places))"/></svg>
            """
    }
}
