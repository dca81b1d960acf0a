import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

extension SaveFileRequest {
    /// A measure before and after a day as it is seen, or, under a name that ends in `.csv`, its numbers.
    static func change(_ view: ChangeView) -> SaveFileRequest {
        var view = view
        view.cursor = nil
        let shown = view
        return picture(
            shown.facts.measure.name,
            head: shown.head,
            numbers: { shown.numbers },
            draw: { shown.draw(in: $0, on: &$1) }
        )
    }
}

extension ChangeView {
    /// The measure, with the mark or the day.
    fileprivate var head: String {
        let day = environment.dates.longDay(start(of: facts.since))
        let when = mark.map { ChangeStrings.mark($0.printable, day) } ?? day
        return ChangeStrings.title(facts.measure.name) + ": " + when
    }

    private static let keys = [
        "row", "start", "end", "unit", "value", "mean", "second", "days", "of", "spread", "beyond",
    ]

    /// The spans and the weeks as CSV, with the words of `healthtui change --json`.
    fileprivate var numbers: String {
        let spans = [("after", change.after), ("before", change.before), ("earlier", change.earlier)]
            .map { fields($0, $1) }
        let past = (change.weeksOlder + change.weeksBefore).map { fields($0, isSince: false) }
        return JSONValue.csv(spans + past + change.weeks.map { fields($0, isSince: true) }, keys: Self.keys)
    }

    private func fields(_ name: String, _ span: MeasureChange.Span) -> JSONValue.Fields {
        var fields = ends(name, span.days)
        fields += [
            ("value", .number(span.value?.value)), ("mean", .number(span.value?.mean)),
            ("second", .number(span.value?.second)), ("days", .integer(span.known)),
            ("of", .integer(span.days.count)), ("spread", .number(span.spread)),
        ]
        return fields
    }

    private func fields(_ week: MeasureChange.Week, isSince: Bool) -> JSONValue.Fields {
        let days = week.start..<week.start.advanced(by: 7)
        var fields = ends("week", days)
        fields += [
            ("mean", .number(week.mean)), ("second", .number(week.second)), ("days", .integer(week.days)),
            ("of", .integer(days.count)),
        ]
        if isSince { fields.append(("beyond", .bool(week.isBeyond))) }
        return fields
    }

    private func ends(_ name: String, _ days: Range<CalendarDay>) -> JSONValue.Fields {
        let zone = environment.calendar.timeZone
        return [
            ("row", .text(name)), ("start", .text(start(of: days.lowerBound).text(in: zone))),
            ("end", .text(start(of: days.upperBound).text(in: zone))), ("unit", .text(facts.unit)),
        ]
    }
}
