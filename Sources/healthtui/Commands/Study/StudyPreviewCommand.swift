import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiStudy

/// Shows what a contribution would send.
struct StudyPreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show what a study would get of your data; nothing is sent.",
        discussion: """
              healthtui study preview study.json
              healthtui study preview study.json --rows days
            --rows prints every row of a table as it would go out.
            """
    )

    @Argument(help: "The study's file, study.json.")
    var study: String

    @Option(name: .long, help: ArgumentHelp("Print the rows of this table.", valueName: "table"))
    var rows: StudyTable?

    @OptionGroup var zone: TimeZoneArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func run() throws {
        let study = try StudyFile.read(study)
        let participant = Participant(try store.openForReading())
        let participation = try participant.participation(in: study)
        let tables = try participant.tables(for: study, participation, zone: zone.zone, now: Date())
        if let rows { return try write(rows, tables) }
        try TableList.write(tables, participation, format.format)
        try TableList.warn(tables)
    }

    private func write(_ table: StudyTable, _ tables: PersonTables) throws {
        let output = StandardOutput.shared
        try output.line((["type"] + table.columns.map(\.name)).joined(separator: ","))
        for each in tables.tables where each.key.table == table {
            for line in each.bytes.split(separator: UInt8(ascii: "\n")) {
                try output.write(each.key.type + ",")
                try output.write(line)
                try output.write("\n")
            }
        }
    }
}

extension StudyTable: ExpressibleByArgument {}

/// The tables that go out, month by month.
enum TableList {
    static func write(_ tables: PersonTables, _ participation: Participation?, _ format: OutputFormat) throws {
        var writer = ListWriter(
            format,
            keys: ["table", "type", "month", "rows", "bytes", "state"],
            columns: [
                .left("Table"), .flexible("Type"), .left("Month"), .right("Rows"), .right("Bytes"), .left("State"),
            ],
            emptyText: "Nothing: the store has no data that the study asks for."
        )
        for table in tables.tables {
            let state = participation?.state(of: table) ?? .new
            try writer.append(
                ListRow(
                    fields: [
                        ("table", .text(table.key.table.rawValue)), ("type", .text(table.key.type)),
                        ("month", .text(table.key.month)), ("rows", .integer(table.rows)),
                        ("bytes", .integer(table.bytes.count)), ("state", .text(state.rawValue)),
                    ],
                    cells: [
                        table.key.table.rawValue, StudyType(table.key.type)?.name ?? table.key.type, table.key.month,
                        table.rows.grouped, table.bytes.count.grouped, state.rawValue,
                    ]
                )
            )
        }
        try writer.finish()
    }

    /// Warns about data that a study can't use.
    static func warn(_ tables: PersonTables) throws {
        try StandardOutput.shared.flush()
        for (type, left) in tables.leftOut.sorted(by: { $0.key < $1.key }) {
            let reasons = [
                (left.tooLarge, "larger than a study takes"), (left.tooLong, "longer than four days"),
                (left.beyondSources, "from a source beyond the first \(StudySample.mostSources)"),
            ]
            for (count, reason) in reasons where count > 0 {
                let samples = count == 1 ? "1 value" : "\(count.grouped) values"
                StandardError.line("healthtui: \(StudyType(type)?.name ?? type): \(samples) left out: \(reason)")
            }
        }
    }
}
