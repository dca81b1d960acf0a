import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The views of a workout that are lists.
struct WorkoutTables {
    let page: WorkoutPage
    let environment: ConsoleEnvironment
    let view: WorkoutView

    static let name = "workout"

    private var theme: Theme { environment.theme }
    private var text: WorkoutText { WorkoutText(locale: environment.locale) }
    private var activity: HKWorkoutActivityType { page.summary.activity }

    /// The number of rows in a view.
    static func count(of view: WorkoutView, _ page: WorkoutPage) -> Int {
        switch view {
        case .overview, .route: 0
        case .splits: page.splits.count
        case .events: page.activities.count + page.workout.content.events.count
        case .statistics: page.statistics.count
        case .samples: page.members.count
        }
    }

    func draw(in rect: Rect, on grid: inout CellGrid, state: ListState) {
        let (columns, empty, row) = table
        Table(
            name: Self.name,
            columns: columns,
            count: Self.count(of: view, page),
            state: state,
            emptyText: empty,
            row: row
        )
        .draw(in: rect, on: &grid, theme: theme)
    }

    private var table: (columns: [TableColumn], empty: String, row: (Int) -> TableRow) {
        switch view {
        case .overview, .route: ([], "", { _ in TableRow([]) })
        case .splits: (splitColumns, WorkoutStrings.noSplits, split)
        case .events: (eventColumns, WorkoutStrings.noEvents, event)
        case .statistics: (statisticsColumns, WorkoutStrings.noStatistics, statistics)
        case .samples:
            (
                sampleColumns,
                WorkoutStrings.noSamples, member
            )
        }
    }

    // MARK: Splits

    private var splitColumns: [TableColumn] {
        [
            TableColumn("", alignment: .right, minimum: 3, maximum: 5, importance: 9),
            TableColumn(WorkoutStrings.time, alignment: .right, minimum: 8, maximum: 8, importance: 10),
            TableColumn(WorkoutStrings.speed, alignment: .right, minimum: 9, maximum: 12, importance: 7),
            TableColumn(WorkoutStrings.beatsColumn, alignment: .right, minimum: 4, maximum: 5, importance: 8),
            TableColumn(WorkoutStrings.up, alignment: .right, minimum: 6, maximum: 8, importance: 5),
            TableColumn(WorkoutStrings.down, alignment: .right, minimum: 6, maximum: 8, importance: 4),
            TableColumn(SharedStrings.length, alignment: .right, minimum: 8, maximum: 10, importance: 3),
            TableColumn("", minimum: 10, maximum: 10, importance: 2),
        ]
    }

    private func split(_ index: Int) -> TableRow {
        let split = page.splits[index]
        func pace(_ split: WorkoutSplit) -> Double? { split.distance > 0 ? split.duration / split.distance : nil }
        let slowest = page.splits.compactMap(pace).max() ?? 0
        // The longer the bar, the faster the split.
        let speed = pace(split).map { $0 > 0 ? 1 / $0 : 0 } ?? 0
        let fastest = page.splits.compactMap(pace).filter { $0 > 0 }.min().map { 1 / $0 } ?? 0
        let share = slowest > 0 && fastest > 0 ? speed / fastest : 0
        return TableRow([
            Line("\(split.number)"), Line(WorkoutText.clock(split.duration.rounded()), .bold),
            Line(text.speed(split.distance, in: split.duration, activity) ?? ""),
            Line(split.heartRate.map { NumberText.text($0) } ?? ""), Line(split.ascent.map(text.height) ?? ""),
            Line(split.descent.map(text.height) ?? ""), Line(text.distance(split.distance, of: activity), theme.dim),
            Gauge.line(share, width: 10, style: theme.style(.activity), theme: theme),
        ])
    }

    // MARK: Events and activities

    private var eventColumns: [TableColumn] {
        [
            TableColumn(SharedStrings.what, minimum: 14, maximum: 28, importance: 9),
            TableColumn(SharedStrings.when, minimum: DateWidths.time(seconds: true), maximum: 24, importance: 8),
            TableColumn(SharedStrings.length, alignment: .right, minimum: 8, maximum: 10, importance: 6),
        ]
    }

    /// Activities come first, then events.
    private func event(_ index: Int) -> TableRow {
        let activities = page.activities
        if activities.indices.contains(index) {
            let activity = activities[index]
            return TableRow([
                Line(SampleText.activity(activity.workoutConfiguration.activityType), .bold),
                Line(environment.dates.time(activity.startDate, seconds: true)),
                Line(WorkoutText.clock(activity.duration)),
            ])
        }
        let events = page.workout.content.events
        guard events.indices.contains(index - activities.count) else { return TableRow([]) }
        let event = events[index - activities.count]
        let interval = WorkoutPage.interval(of: event)
        return TableRow([
            Line(WorkoutPage.name(of: event)),
            Line(environment.dates.time(interval.start, seconds: true)),
            Line(interval.duration > 0 ? WorkoutText.clock(interval.duration) : ""),
        ])
    }

    // MARK: Statistics and samples

    private var statisticsColumns: [TableColumn] {
        [
            TableColumn(SharedStrings.type, minimum: 16, maximum: 32, importance: 9),
            TableColumn("", minimum: 14, maximum: 40, importance: 8),
        ]
    }

    private func statistics(_ index: Int) -> TableRow {
        let statistics = page.statistics[index]
        return TableRow([
            Line(statistics.quantityType.entry.name),
            Line(StatisticsText.line(statistics, environment.locale) ?? "", .bold),
        ])
    }

    private var sampleColumns: [TableColumn] {
        [
            TableColumn(SharedStrings.type, minimum: 16, maximum: 36, importance: 9),
            TableColumn(SharedStrings.samplesHeading, alignment: .right, minimum: 9, maximum: 11, importance: 8),
        ]
    }

    private func member(_ index: Int) -> TableRow {
        TableRow([Line(page.members[index].type.entry.name), Line(NumberText.text(page.members[index].count))])
    }
}
