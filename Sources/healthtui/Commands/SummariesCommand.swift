import ArgumentParser
import Foundation
import HealthKit

/// Lists the activity summaries of days.
struct SummariesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summaries",
        abstract: "List the activity summaries that imports brought: the rings of each day.",
        discussion:
            "Energy comes in the unit of the export, time in minutes. Days are those of the calendar, without a zone."
    )

    @Option(name: .long, help: ArgumentHelp("The first day, such as 2024-01-31.", valueName: "day"))
    var from: String?

    @Option(name: .long, help: ArgumentHelp("The day to end before.", valueName: "day"))
    var to: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        for (name, day) in [("--from", from), ("--to", to)] {
            if let day, CalendarDay(text: day) == nil {
                throw ValidationError("\(name): \(day) is no day like 2024-01-31")
            }
        }
    }

    func run() throws {
        var writer = ListWriter(
            format.format,
            keys: SummaryRows.keys,
            columns: [.left("Day"), .right("Move"), .right("Exercise"), .right("Stand")],
            emptyText: "There are no activity summaries."
        )
        for summary in try store.openForReading().activitySummaries() {
            if let from, summary.day < from { continue }
            if let to, summary.day >= to { continue }
            try writer.append(SummaryRows.row(summary))
        }
        try writer.finish()
    }
}
