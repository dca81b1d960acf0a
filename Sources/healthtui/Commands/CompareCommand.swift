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

/// Compares two types over time.
struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two types over time: coefficients, lag, and what they don't prove.",
        discussion: """
            Compares each day's total or average, or the mean of a week's or month's days. A day that isn't over is \
            left out. Pearson's coefficient is of the values, Spearman's of their order, and that of changes of the \
            differences from one point to the next, without any drift. JSON has null for a coefficient that needs more \
            than two pairs or values that vary. By default the last year.
            """
    )

    @Argument(help: "One type, a quantity.")
    var first: String

    @Argument(help: "The other type, a quantity.")
    var second: String

    @Option(name: .long, help: "The length of each point.")
    var by = ComparisonPeriodArgument.day

    @OptionGroup var span: SpanArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws { _ = try span.dates(in: zone.zone) }

    func run() async throws {
        let (one, two) = (try Self.quantity(first), try Self.quantity(second))
        guard one != two else { throw CommandFailure.usage(second, "the two types are the same") }
        let asked = try span.dates(in: zone.zone)
        let environment = try store.environment(zone.zone)
        let yearAgo = environment.calendar.civilDate(
            byAdding: .year,
            value: -1,
            to: environment.calendar.civilStartOfDay(for: environment.now)
        )
        let request = TypeComparison.Request(
            one,
            two,
            by: by.period,
            from: asked.from ?? (asked.to == nil ? yearAgo : nil),
            to: asked.to,
            calendar: environment.calendar
        )
        let comparison = try await TypeComparison.read(request, .person(environment.person), now: environment.now) {
            environment.unit($0).number($1)
        }
        if format.json { return try writeJSON(comparison, one, two, environment) }
        let words = ComparisonWords(comparison, first: one.entry.name, second: two.entry.name)
        for (label, value) in [
            ("Pearson", ComparisonFigures.coefficient(comparison.pearson)),
            ("Spearman", ComparisonFigures.coefficient(comparison.spearman)),
            ("Changes", ComparisonFigures.coefficient(comparison.changes)),
            ("Pairs", ComparisonFigures.pairs(comparison)),
            ("Lag", ComparisonFigures.lag(comparison, one.entry.name, two.entry.name)),
        ] {
            try StandardOutput.shared.line(label.fitted(to: 10) + value)
        }
        try StandardOutput.shared.line("")
        try StandardOutput.shared.line(words.found)
        try StandardOutput.shared.line(words.limits)
    }

    private func writeJSON(
        _ comparison: TypeComparison,
        _ one: HKQuantityType,
        _ two: HKQuantityType,
        _ environment: ConsoleEnvironment
    ) throws {
        func type(_ type: HKQuantityType) -> JSONValue {
            .object([
                ("type", .text(type.identifier)), ("name", .text(type.entry.name)),
                ("unit", .text(environment.unit(type).label)),
            ])
        }
        let words = ComparisonWords(comparison, first: one.entry.name, second: two.entry.name)
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
            ("first", type(one)), ("second", type(two)), ("by", .text(by.rawValue)),
            ("pairs", .integer(comparison.pairs)), ("pearson", .number(comparison.pearson)),
            ("spearman", .number(comparison.spearman)), ("changes", .number(comparison.changes)), ("lag", lag),
            ("found", .text(words.found)), ("limits", .text(words.limits)), ("points", .array(points)),
        ])
        try StandardOutput.shared.line(value.line)
    }

    private static func quantity(_ text: String) throws -> HKQuantityType {
        let named = try Names.type(text)
        guard let type = named as? HKQuantityType else {
            throw CommandFailure.usage(
                named.identifier,
                "\(named.entry.name) isn't a quantity, so it can't be compared"
            )
        }
        return type
    }
}
