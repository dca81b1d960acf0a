import ArgumentParser
import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiStudy

/// Queries a study's collected data.
struct StudyQueryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Ask what a study collected: daily, hourly, summary, or your own SQL.",
        discussion: """
              healthtui study query sleep daily
              healthtui study query sleep summary --publish --csv
              healthtui study query sleep mine.sql --engine local
            The reports hold back every cell of too few people; Documentation/Studies.md says what that protects and what \
            it doesn't. --publish notes that a report is going to be published: later ones are compared with it. The \
            result of your own SQL is neither checked nor held back. A file has one statement, on the tables days, hours, \
            samples, categories and workouts.
            """
    )

    @Argument(help: "The researcher's folder.")
    var folder: String

    @Argument(help: "daily, hourly, summary, or a file that ends in .sql.")
    var query: String

    @Flag(name: .long, help: "Note that the report is going to be published.")
    var publish = false

    @OptionGroup var engine: EngineArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        let isReport = StudyReport(rawValue: query) != nil
        guard isReport || query.hasSuffix(".sql") else {
            throw ValidationError("“\(query)” isn't a report; use daily, hourly, summary or a file that ends in .sql")
        }
        guard isReport || !publish else { throw ValidationError("--publish is for reports, which are checked") }
    }

    func run() throws {
        let study = try StudyFolder(folder)
        try EngineWork.run { scratch, started in
            let query = StudyQuery(
                study,
                engine: engine.engine,
                python: try StudyPython(),
                scratch: scratch,
                started: started
            )
            if let report = StudyReport(rawValue: self.query) {
                let (cells, entry) = try query.report(report, isPublished: publish)
                try write(cells, report)
                try note(entry)
            } else {
                try run(query)
            }
        }
    }

    private func note(_ entry: StudyLedger.Entry) throws {
        try StandardOutput.shared.flush()
        let state = entry.isPublished ? "published" : "not published"
        StandardError.line(
            "healthtui: query \(entry.number), \(state), on dataset \(entry.dataset) by \(entry.engine): "
                + "\(entry.shown.grouped) cells shown, \(entry.heldBack.grouped) held back or empty"
        )
    }

    private func write(_ cells: [ReportCell], _ report: StudyReport) throws {
        var writer = ListWriter(
            format.format,
            keys: ["type", "cell", "people", "mean", "total", "quarter", "half", "three_quarters", "unit"],
            columns: [
                .flexible("Type"), .left(report == .daily ? "Day" : report == .hourly ? "Hour" : "Cell"),
                .right("People"),
                .right("Mean"), .right("Total"), .right("25 %"), .right("50 %"), .right("75 %"), .left("Unit"),
            ],
            emptyText: "The study asks for no quantities."
        )
        // A table for people needs no hundred lines that say nothing.
        let isShort = format.format == .table
        let filled = Set(cells.filter { $0.shown != nil }.map(\.type))
        for cell in cells where !isShort || cell.shown != nil || !filled.contains(cell.type) || report != .daily {
            let type = StudyType(cell.type)
            let unit = type?.unit?.unitString ?? ""
            let shown = cell.shown
            // A total counts days or hours, and one person may be in all of them.
            let people = cell.cell == "total" ? nil : shown?.people
            let values =
                [shown.map(\.mean), shown?.total, shown?.low.map { Int128($0) }, shown?.middle.map { Int128($0) }]
                + [shown?.high.map { Int128($0) }]
            let texts = values.map { $0.map { Self.text($0) } }
            try writer.append(
                ListRow(
                    fields: [
                        ("type", .text(cell.type)), ("cell", .text(cell.cell)),
                        ("people", people.map { .integer($0) } ?? .null), ("mean", .text(texts[0])),
                        ("total", .text(texts[1])), ("quarter", .text(texts[2])), ("half", .text(texts[3])),
                        ("three_quarters", .text(texts[4])), ("unit", .text(unit)),
                    ],
                    cells: [type?.name ?? cell.type, cell.cell, people.map { $0.grouped } ?? "—"]
                        + texts.map { $0 ?? "—" } + [unit]
                )
            )
        }
        try writer.finish()
    }

    /// A decimal of millionths.
    private static func text(_ value: Int128) -> String {
        guard let small = Int64(exactly: value) else { return "\(value / 1_000_000)" }
        return Micros.text(small)
    }

    private func run(_ query: StudyQuery) throws {
        guard let data = FileManager.default.contents(atPath: self.query) else {
            throw CommandFailure(self.query, "file not found", status: ExitStatus.noInput)
        }
        guard data.count <= 1 << 20, let sql = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(self.query, "not a text, or longer than 1 MiB", status: ExitStatus.noInput)
        }
        StandardError.line("healthtui: \(self.query): your own SQL; nothing of its result is checked or held back")
        let entry = try query.run(sql, named: (self.query as NSString).lastPathComponent) { result in
            var writer = ListWriter(
                format.format,
                keys: result.columns,
                columns: result.columns.map { .flexible($0) },
                emptyText: "No rows."
            )
            try result.forEachRow { row in
                let fields = zip(result.columns, row).map { (key: $0, value: Self.json($1)) }
                try writer.append(ListRow(fields: fields, cells: row.map { $0 is NSNull ? "" : "\($0)" }))
            }
            try writer.finish()
        }
        try StandardOutput.shared.flush()
        StandardError.line(
            "healthtui: query \(entry.number) on dataset \(entry.dataset) by \(entry.engine): "
                + "\((entry.rows ?? 0).grouped) rows"
        )
    }

    private static func json(_ value: Any) -> JSONValue {
        if let text = value as? String { return .text(text) }
        guard let number = value as? NSNumber else { return .null }
        // A Boolean value is a number too.
        if String(cString: number.objCType) == "c" { return .bool(number.boolValue) }
        return (value as? Int).map { .integer($0) } ?? .number(number.doubleValue)
    }
}
