import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Lists workouts.
struct WorkoutsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts",
        abstract: "List workouts, the newest first, with totals by month.",
        discussion: """
            JSON and CSV have meters and kilocalories; the table uses your units and shows each month's totals. \
            What several sources recorded counts once in them, by the order of sources. \
            healthtui workout ID shows one workout.
            """
    )

    @OptionGroup var span: SpanArguments

    @Option(name: .long, help: ArgumentHelp("The most rows to list.", valueName: "count"))
    var limit: Int?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit)") }
        try span.check(in: zone.zone)
    }

    func run() throws {
        let environment = try store.environment(zone.zone)
        let dates = try span.dates(in: zone.zone, marksOf: environment.person)
        let workouts = try WorkoutSummary.counted(environment.person, from: dates.from, to: dates.to, limit: limit)
        var list = WorkoutList(calendar: environment.calendar)
        list.append(workouts)
        let text = WorkoutText(locale: environment.locale)
        var writer = ListWriter(
            format.format,
            keys: WorkoutSummary.keys,
            columns: [
                .left("Start"), .flexible("Workout"), .right("Time"), .right("Distance"), .right("Speed"),
                .right("BPM"), .right("Energy"),
            ] + (list.hasParts ? [.right("Counts")] : []) + [.left("ID")],
            emptyText: "There are no workouts."
        )
        for row in list.rows {
            switch row {
            case .month(let month):
                // Programs add up for themselves.
                if format.format == .table { try writer.append(ListRow(fields: [], cells: [heading(month, text)])) }
            case .workout(let workout): try writer.append(self.row(workout, workout.title, text, list.hasParts))
            case .beneath(let workout):
                try writer.append(self.row(workout, "  also recorded by \(workout.source)", text, list.hasParts))
            }
        }
        try writer.finish()
    }

    private func heading(_ month: WorkoutMonth, _ text: WorkoutText) -> String {
        let parts: [String?] = [
            zone.timestamps.day(month.start).prefix(7) + ":", month.count.of("workout"),
            NumberText.duration(month.duration), month.distance.map { text.distance($0) },
            month.energy.map(text.energy),
            month.repeated > 0 ? "\(month.repeated.grouped) recorded by several sources" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: "  ")
    }

    private func row(
        _ workout: WorkoutSummary,
        _ title: String,
        _ text: WorkoutText,
        _ showsParts: Bool
    ) -> ListRow {
        ListRow(fields: workout.fields(zone.timestamps), cells: cells(workout, title, text, showsParts))
    }

    private func cells(
        _ workout: WorkoutSummary,
        _ title: String,
        _ text: WorkoutText,
        _ showsParts: Bool
    ) -> [String] {
        var cells = [
            zone.timestamps.minute(workout.start), title, WorkoutText.clock(workout.duration),
            workout.distance.map { text.distance($0, of: workout.activity) } ?? "",
            text.speed(workout.distance, in: workout.duration, workout.activity) ?? "",
            workout.heartRate.map { NumberText.text($0) } ?? "", workout.energy.map(text.energy) ?? "",
        ]
        if showsParts { cells.append(WorkoutLines.part(workout.counted)) }
        cells.append(String(workout.uuid.uuidString.prefix(8)))
        return cells
    }
}
