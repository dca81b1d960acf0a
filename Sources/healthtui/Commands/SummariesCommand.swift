import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Lists the activity summaries of days.
struct SummariesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summaries",
        abstract: "List imported activity summaries: the rings of each day.",
        discussion:
            "Energy comes in the unit of the export, time in minutes. Days are those of the calendar, without a zone."
    )

    @Option(name: .long, help: ArgumentHelp("The first day, such as 2024-01-31 or 'last month'.", valueName: "day"))
    var from: String?

    @Option(name: .long, help: ArgumentHelp("The day after the last; of a month, its first.", valueName: "day"))
    var to: String?

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        try TimeReading(in: .current).check([from, to], days)
    }

    private func days(_ phrase: TimeRangePhrase) throws -> (from: CalendarDay?, to: CalendarDay?) {
        try DayArgument.span(from, to, to: .first, phrase)
    }

    func run() throws {
        let person = try store.openForReading()
        let (first, end) = try TimeReading(in: .current).times(person, days)
        var writer = ListWriter(
            format.format,
            keys: DaySummaryFacts.keys,
            columns: [.left("Day"), .right("Move"), .right("Exercise"), .right("Stand")],
            emptyText: "There are no activity summaries."
        )
        for summary in try person.activitySummaries() {
            // Days are written as texts that sort as days do.
            if let first, summary.day < first.text { continue }
            if let end, summary.day >= end.text { continue }
            try writer.append(SummaryRows.row(summary))
        }
        try writer.finish()
    }
}
