import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

/// A chart of a type as lines of text, as on the chart's screen, for pipes and mail.
package struct PlainChart: Sendable {
    /// The numbers.
    package let data: ChartData
    /// The format of the numbers.
    package let unit: ChartUnit

    private let type: HKSampleType
    private let environment: ConsoleEnvironment
    private let goal: GoalFacts?
    private let marks: [DayMark]

    /// Reads the numbers of a chart.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - span: The length of time.
    ///   - date: A date on the last day; `nil` for the last day that has data.
    ///   - environment: The store, the time and the place.
    /// - Returns: The chart; `nil` when the type has no data.
    /// - Throws: ``Failure`` and `HKError` for a store that cannot be read.
    package static func read(
        _ type: HKSampleType,
        _ span: ChartSpan,
        ending date: Date?,
        _ environment: ConsoleEnvironment
    ) async throws -> PlainChart? {
        let source = ChartSource(type: type, environment: environment)
        guard let extent = try await source.extent() else { return nil }
        let window = source.window(span, ending: date ?? extent.upperBound, data: extent)
        return PlainChart(
            data: try await source.chart(window, separatesSources: false),
            unit: source.unit,
            type: type,
            environment: environment,
            goal: try await GoalFacts.read(type, environment),
            marks: try await environment.ask { try $0.marks() }.get()
        )
    }

    /// Whether a bar's time is not over yet, as in the chart.
    package func isPartial(_ bar: ChartBar, at now: Date) -> Bool {
        bar.interval.start > now || bar.isPartial(at: now)
    }

    /// The figures and the time that they are of, as a part of a sentence.
    var sentence: String {
        let text = ChartText(data: data, unit: unit, dates: environment.dates)
        let figures = text.figures.map { $0.name.lowercased() + " " + $0.value }
        let aims = goal.map { goal in
            [GoalStrings.goal(GoalText(type, environment).text(goal.goal))]
                + goal.facts(from: data.window.start, to: data.window.end)
        }
        return
            ([text.time + (figures.isEmpty ? "" : ": " + figures.joined(separator: ", "))]
            + (aims.map { [$0.joined(separator: ", ")] } ?? []))
            .joined(separator: ". ")
    }

    /// The chart, drawn.
    ///
    /// - Parameters:
    ///   - width: The columns there are.
    ///   - height: The lines there are.
    /// - Returns: At most that number of lines, without trailing spaces.
    package func lines(width: Int, height: Int) -> [String] {
        var view = ChartView(
            type: type,
            data: data,
            cursor: nil,
            unit: unit,
            environment: environment,
            separatesSources: false,
            goal: goal
        )
        view.marks = marks
        return view.lines(Size(width: width, height: height))
    }
}

extension SummaryRow {
    /// Reads the summary's contents: the pinned types with the latest data of each.
    ///
    /// - Parameter environment: The store, the time and the place.
    /// - Returns: A row a type.
    /// - Throws: ``Failure`` and `HKError` for a store that cannot be read.
    package static func read(_ environment: ConsoleEnvironment) async throws -> [SummaryRow] {
        try await SummaryReader(environment: environment).read().rows
    }
}
