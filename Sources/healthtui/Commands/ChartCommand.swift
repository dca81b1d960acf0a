import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiTerminalUI

/// The time span of a chart, as a person types it.
enum ChartSpanArgument: String, ExpressibleByArgument, CaseIterable {
    case day
    case week
    case month
    case halfYear
    case year
    case all

    fileprivate var span: ChartSpan {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        case .halfYear: .halfYear
        case .year: .year
        case .all: .all
        }
    }
}

/// Draws a chart of a type as text.
struct ChartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart",
        abstract: "Draw a chart of a type as text, or print its numbers.",
        discussion: """
            Numbers are in the unit you use for the type; healthtui stats prints the canonical unit. In a pipe the \
            chart is 80 columns wide. A bar whose time isn't over yet is marked partial.
            """
    )

    @Argument(help: "The type.", completion: .sampleType)
    var type: String

    @Option(name: .long, help: "The span of the chart.")
    var span = ChartSpanArgument.month

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "The last day shown; of a month, its last. By default the last day with data.",
            valueName: "time"
        ),
        completion: .time
    )
    var ending: String?

    @Option(name: .long, help: ArgumentHelp("The chart's width in columns, 30 to 500.", valueName: "count"))
    var width: Int?

    @Option(name: .long, help: ArgumentHelp("The chart's height in lines, 6 to 200.", valueName: "count"))
    var height = 20

    @Flag(name: .long, help: "Draw with ASCII characters only.")
    var ascii = false

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if let width, !(30...500).contains(width) {
            throw ValidationError("--width must be between 30 and 500, not \(width)")
        }
        guard (6...200).contains(height) else {
            throw ValidationError("--height must be between 6 and 200, not \(height)")
        }
        try TimeReading(in: zone.zone).check([ending], last)
    }

    /// The last day, when one was named.
    private func last(_ phrase: TimeRangePhrase) throws -> Date? {
        try ending.map { text in try SpanArguments.date("--ending") { try phrase.last(of: text) } }
    }

    func run() async throws {
        let type = try Names.sampleType(type)
        let environment = try store.environment(zone.zone, theme: ascii ? .ascii : .plain)
        let last = try TimeReading(in: zone.zone).times(environment.person, last)
        let chart = try await PlainChart.read(type, span.span, ending: last, environment)
        if format.format == .table {
            guard let chart else {
                return try StandardOutput.shared.line("There are no samples of \(type.entry.name).")
            }
            try StandardOutput.shared.line(type.entry.name)
            let columns = width ?? min(StandardOutput.shared.columns ?? 80, 500)
            for line in chart.lines(width: max(30, columns), height: height) {
                try StandardOutput.shared.line(line.printable)
            }
            return
        }
        var writer = ListWriter(format.format, keys: Self.keys, columns: [.left("")], emptyText: "")
        for bar in chart?.data.bars ?? [] where !bar.isEmpty {
            try writer.append(row(bar, chart?.unit, isPartial: chart?.isPartial(bar, at: Date()) ?? false))
        }
        try writer.finish()
    }

    private static let keys = [
        "start", "end", "partial", "unit", "value", "second", "total", "days", "sum", "average", "minimum", "maximum",
        "secondAverage", "secondMinimum",
        "secondMaximum",
    ]

    private func row(_ bar: ChartBar, _ unit: ChartUnit?, isPartial: Bool) -> ListRow {
        let times = zone.timestamps
        let label = unit?.json
        return ListRow(
            fields: [
                ("start", times.json(bar.interval.start)), ("end", times.json(bar.interval.end)),
                ("partial", .bool(isPartial)), ("unit", .text(label)),
                ("value", .number(bar.value?.value ?? bar.sum ?? bar.range?.average)),
                ("second", .number(bar.value.map(\.second) ?? bar.lower?.average)),
                ("total", .number(bar.value.map(\.total) ?? bar.sum)),
                ("days", bar.value.map { .integer($0.days) } ?? .null), ("sum", .number(bar.sum)),
                ("average", .number(bar.range?.average)),
                ("minimum", .number(bar.range?.minimum)), ("maximum", .number(bar.range?.maximum)),
                ("secondAverage", .number(bar.lower?.average)), ("secondMinimum", .number(bar.lower?.minimum)),
                ("secondMaximum", .number(bar.lower?.maximum)),
            ],
            cells: []
        )
    }
}

extension ChartUnit {
    /// The unit's name in JSON.
    var json: String {
        switch style {
        case .value(let unit): unit.label
        case .duration, .clock: "s"
        case .count: "count"
        case .valence: "valence"
        case .share: "%"
        }
    }
}

extension StoreArguments {
    /// Creates the screens' environment, for commands that print the contents of screens.
    ///
    /// - Parameters:
    ///   - zone: The zone of days and times.
    ///   - theme: The look; without colours.
    ///   - person: The store, where it is open already; `nil` opens it to look.
    /// - Returns: An environment that only looks.
    /// - Throws: ``CommandFailure`` when a store that was named does not exist.
    func environment(_ zone: TimeZone, theme: Theme = .plain, person: PersonAccess? = nil) throws
        -> ConsoleEnvironment
    {
        let person = try person ?? openForReading()
        let environment = ConsoleEnvironment(
            store: person.store,
            person: person,
            theme: theme,
            calendar: .person(in: zone),
            isReadOnly: true,
            importFile: ExportImporter(person).importFile
        )
        return environment.at(environment.now, units: try ProfileFacts.units(person))
    }
}
