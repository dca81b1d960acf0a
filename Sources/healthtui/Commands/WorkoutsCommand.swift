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
        _ = try span.dates(in: zone.zone)
    }

    func run() throws {
        let dates = try span.dates(in: zone.zone)
        let environment = try store.environment(zone.zone)
        var writer = ListWriter(
            format.format,
            keys: WorkoutSummary.keys,
            columns: [
                .left("Start"), .flexible("Workout"), .right("Time"), .right("Distance"), .right("Speed"),
                .right("BPM"), .right("Energy"), .left("ID"),
            ],
            emptyText: "There are no workouts."
        )
        var list = WorkoutList(calendar: environment.calendar)
        var left = limit ?? .max
        try WorkoutSummary.pages(.person(environment.person), from: dates.from, to: dates.to) { page in
            list.append(page.prefix(left).map { WorkoutSummary($0) })
            left -= page.count
            return left > 0
        }
        let text = WorkoutText(locale: environment.locale)
        for row in list.rows {
            switch row {
            case .month(let month):
                // Programs add up for themselves.
                if format.format == .table { try writer.append(ListRow(fields: [], cells: [heading(month, text)])) }
            case .workout(let workout): try writer.append(self.row(workout, text))
            }
        }
        try writer.finish()
    }

    private func heading(_ month: WorkoutMonth, _ text: WorkoutText) -> String {
        let parts: [String?] = [
            zone.timestamps.day(month.start).prefix(7) + ":", month.count.of("workout"),
            NumberText.duration(month.duration), month.distance.map { text.distance($0) },
            month.energy.map(text.energy),
        ]
        return parts.compactMap { $0 }.joined(separator: "  ")
    }

    private func row(_ workout: WorkoutSummary, _ text: WorkoutText) -> ListRow {
        ListRow(
            fields: workout.fields(zone.timestamps),
            cells: [
                zone.timestamps.minute(workout.start), workout.title, WorkoutText.clock(workout.duration),
                workout.distance.map { text.distance($0, of: workout.activity) } ?? "",
                text.speed(workout.distance, in: workout.duration, workout.activity) ?? "",
                workout.heartRate.map { NumberText.text($0) } ?? "", workout.energy.map(text.energy) ?? "",
                String(workout.uuid.uuidString.prefix(8)),
            ]
        )
    }
}
