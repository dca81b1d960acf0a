import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The columns and the rows of the list.
extension WorkoutsScreen {
    private static var leastTitle: Int { 12 }

    /// The columns; sorted workouts have no month headings, so their dates include the month.
    static func columns(isSorted: Bool, hasParts: Bool) -> [TableColumn] {
        let columns = [
            isSorted
                ? .dates(WorkoutStrings.day, minimum: DateWidths.date, maximum: 15, importance: 8)
                : TableColumn(WorkoutStrings.day, minimum: 6, maximum: 6, importance: 8),
            TableColumn(WorkoutStrings.workout, minimum: leastTitle, maximum: 44, importance: 9),
            TableColumn.figures(WorkoutStrings.time, minimum: 7, maximum: 8, importance: 10),
            TableColumn.figures(SampleStrings.distance, minimum: 8, maximum: 9, importance: 7),
            TableColumn.figures(WorkoutStrings.speed, minimum: 9, maximum: 12, importance: 5),
            TableColumn.figures(WorkoutStrings.heart, minimum: 7, maximum: 7, importance: 4),
            TableColumn.figures(SampleStrings.energy, minimum: 8, maximum: 9, importance: 6),
            TableColumn(SharedStrings.source, minimum: 10, maximum: 40, importance: 1),
        ]
        let counts = TableColumn.figures(WorkoutStrings.counts, minimum: 6, maximum: 7, importance: 7)
        return hasParts ? columns + [counts] : columns
    }

    /// A month and the totals of its workouts, as many as fit.
    static func heading(
        _ month: WorkoutMonth,
        _ text: WorkoutText,
        _ environment: ConsoleEnvironment,
        width: Int
    ) -> Line {
        let dates = environment.dates
        let sums: [String?] = [
            WorkoutStrings.workouts(month.count), NumberText.duration(month.duration),
            month.distance.map { text.distance($0) }, month.energy.map(text.energy),
            month.repeated > 0 ? WorkoutStrings.repeated(month.repeated) : nil,
        ]
        let name = dates.monthAndYear(month.start)
        let facts = [Line(name, .bold)] + sums.compactMap { $0 }.map { Line($0, environment.theme.dim) }
        return Line.fitting(facts, by: "  ", in: width)
    }

    static func row(
        _ workout: WorkoutSummary,
        _ text: WorkoutText,
        _ environment: ConsoleEnvironment,
        isMarked: Bool,
        isSorted: Bool
    ) -> TableRow {
        let dates = environment.dates
        let day = environment.calendar.component(.day, from: workout.start)
        let date =
            isSorted ? dates.longDay(workout.start) : dates.weekday(workout.start) + (day < 10 ? "  " : " ") + "\(day)"
        let cells =
            [
                Line(date, environment.theme.dim), Line(workout.title),
                Line(WorkoutText.clock(workout.duration), .bold),
            ] + figures(workout, text, environment)
        let days = dates.dayMonthAndYear(workout.start)
        let shorter = [days, dates.monthAndYear(workout.start)]
        return TableRow(
            cells,
            isMarked: isMarked,
            shorter: isSorted ? [0: shorter.map { Line($0, environment.theme.dim) }] : [:]
        )
    }

    /// A workout grouped under the one above, which counts in its place.
    static func rowBeneath(
        _ workout: WorkoutSummary,
        _ text: WorkoutText,
        _ environment: ConsoleEnvironment,
        isMarked: Bool
    ) -> TableRow {
        let theme = environment.theme
        let title = theme.glyphs.corner + " " + WorkoutStrings.alsoRecorded(by: workout.source)
        let cells =
            [Line(""), Line(title, theme.dim), Line(WorkoutText.clock(workout.duration))]
            + figures(workout, text, environment)
        // The source is the most important part if there is little room.
        let name = Line(theme.glyphs.corner + " " + workout.source, theme.dim)
        let shorter = [name, name.truncated(to: leastTitle, ellipsis: theme.glyphs.ellipsis)]
        return TableRow(cells, isMarked: isMarked, style: theme.dim, shorter: [1: shorter])
    }

    /// The cells from the distance on.
    private static func figures(
        _ workout: WorkoutSummary,
        _ text: WorkoutText,
        _ environment: ConsoleEnvironment
    ) -> [Line] {
        // Programs write a distance and an energy of zero where they measured none.
        func measured(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? $0 : nil } }
        return [
            Line(measured(workout.distance).map { text.distance($0, of: workout.activity) } ?? ""),
            Line(text.speed(workout.distance, in: workout.duration, workout.activity) ?? ""),
            Line(workout.heartRate.map { WorkoutStrings.narrowBeats($0) } ?? ""),
            Line(measured(workout.energy).map(text.energy) ?? ""), Line(workout.source, environment.theme.dim),
            Line(WorkoutStrings.part(workout.counted)),
        ]
    }
}
