import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The length of each point of a comparison, as a person types it.
enum ComparisonPeriodArgument: String, ExpressibleByArgument, CaseIterable {
    case day
    case week
    case month

    fileprivate var period: StatisticsPeriod {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        }
    }
}

/// Compares two measures over time.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two measures over time: coefficients, lag, and what they don't prove.",
        discussion: """
              healthtui compare caffeine sleep
              healthtui compare sleep heartRateVariability since 1 sep
            Compares the values of days, or the mean of a week's or month's days. The second follows the first: a day goes \
            with the night after it, a night with the day on which it ends. A day that isn't over is left out. Pearson's \
            coefficient is of the values, Spearman's of their order, and that of changes of the differences from one point \
            to the next, without any drift. JSON has null for a coefficient that needs ten pairs or values that vary. By \
            default the last year.
            """
    )

    @Argument(help: "One measure.", completion: .measure)
    var first: String

    @Argument(help: "The other measure.", completion: .measure)
    var second: String

    @Argument(
        help: ArgumentHelp("The time: last month, since 1 sep, the name of a mark.", valueName: "when"),
        completion: .time(behind: 2)
    )
    var when: [String] = []

    @Option(name: .long, help: "The length of each point.")
    var by = ComparisonPeriodArgument.day

    @OptionGroup var gaps: ZeroArguments
    @OptionGroup var span: SpanArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        try span.check(in: zone.zone)
        try Asked.check(when, in: zone.zone)
        guard when.isEmpty || (span.from == nil && span.to == nil) else {
            throw ValidationError("name the time once: in words, or by --from and --to")
        }
    }

    func run() throws {
        let asked = Asked(try store.environment(zone.zone))
        let (one, two) = (try asked.measure(first), try asked.measure(second))
        guard one != two else { throw CommandFailure.usage(second, "the two measures are the same") }
        let dates = try span.dates(in: zone.zone, marksOf: asked.environment.person)
        let days = try asked.days(when) ?? asked.days(from: dates) ?? asked.lastYear
        let request = TypeComparison.Request(one, two, by: by.period, in: days)
        let comparison = try TypeComparison.read(request, gaps.reader(asked.reader, one, two)) {
            asked.format($0).number($1)
        }
        if format.json { return try writeJSON(comparison, request, asked) }
        let words = ComparisonWords(comparison, first: one.name, second: two.name)
        try StandardOutput.shared.line("\(one.name) and \(two.name)")
        for (label, value) in [
            ("Pearson", ComparisonFigures.coefficient(comparison.pearson)),
            ("Spearman", ComparisonFigures.coefficient(comparison.spearman)),
            ("Changes", ComparisonFigures.coefficient(comparison.changes)),
            ("Pairs", ComparisonFigures.pairs(comparison)),
            ("Lag", ComparisonFigures.lag(comparison, one.name, two.name)),
        ] {
            try StandardOutput.shared.line(label.fitted(to: 10) + value)
        }
        try StandardOutput.shared.line("")
        try StandardOutput.shared.line(words.pairing)
        try StandardOutput.shared.line(words.found)
        try StandardOutput.shared.line(words.limits)
    }

    private func writeJSON(_ comparison: TypeComparison, _ request: TypeComparison.Request, _ asked: Asked) throws {
        func named(_ measure: Measure) -> JSONValue {
            .object([
                ("measure", .text(measure.id)), ("type", .text(measure.type?.identifier)),
                ("name", .text(measure.name)), ("unit", .text(asked.unit(asked.format(measure)))),
            ])
        }
        let words = ComparisonWords(comparison, first: request.first.name, second: request.second.name)
        let lag: JSONValue =
            comparison.lag.map { .object([("steps", .integer($0.steps)), ("pearson", .number($0.pearson))]) } ?? .null
        let points = comparison.points.filter { $0.first != nil || $0.second != nil }
            .map { point -> JSONValue in
                .object([
                    ("start", zone.timestamps.json(point.start)), ("first", .number(point.first)),
                    ("second", .number(point.second)),
                ])
            }
        let value = JSONValue.object([
            ("first", named(request.first)), ("second", named(request.second)), ("by", .text(by.rawValue)),
            ("pairing", .text(comparison.pairing.rawValue)), ("pairs", .integer(comparison.pairs)),
            ("pearson", .number(comparison.pearson)), ("spearman", .number(comparison.spearman)),
            ("changes", .number(comparison.changes)), ("lag", lag), ("found", .text(words.found)),
            ("limits", .text(words.limits)), ("points", .array(points)),
        ])
        try StandardOutput.shared.line(value.line)
    }
}
