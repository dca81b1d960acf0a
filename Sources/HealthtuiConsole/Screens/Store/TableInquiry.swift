import HealthKit
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiTerminalUI

/// The open questions about files and the meaning of tables before an import: one question at a time, then the columns.
struct TableInquiry: Sendable {
    let path: String
    let inquiry: FileInquiry
    /// The person's answers so far.
    let answers: ReaderAnswers
    /// Whether it is for a dry run.
    let isDry: Bool
    private(set) var list = ListState()

    private static let name = "import.table"

    init(path: String, _ inquiry: FileInquiry, answers: ReaderAnswers, isDry: Bool) {
        (self.path, self.inquiry, self.answers, self.isDry) = (path, inquiry, answers, isDry)
    }

    private var file: TableFile { inquiry.tables }

    /// The current question; `nil` if only the columns have to be confirmed.
    private var question: ReaderQuestion? { inquiry.questions.first }

    /// The answers with the one under the cursor; `nil` if there is no question, or no answer under the cursor.
    ///
    /// - Throws: ``Failure`` for an answer that names a type that there is not.
    func answered() throws -> ReaderAnswers? {
        guard let question, question.choices.indices.contains(list.selected) else { return nil }
        return try answers.adding(question.choices[list.selected].answer) { text in
            guard let type = TypeCatalogue.resolve(text)?.type else { throw Failure(TableStrings.unknownType(text)) }
            return type
        }
    }

    /// Whether a question is open, so that nothing is imported yet.
    var isAsking: Bool { question != nil }

    mutating func obey(_ command: Command) -> Bool { list.obey(command, count: rows.count) }

    mutating func mouse(_ event: MouseEvent) { _ = list.handle(event, name: Self.name, count: rows.count) }

    mutating func laidOut(_ layout: Layout) {
        if let frame = layout.frames[Self.name] { list.fit(height: frame.height, count: rows.count) }
    }

    private enum Row {
        case choice(String)
        case column(String, String)
        case heading(String)
        case text(String)
    }

    private var rows: [Row] {
        if let question {
            let choices = question.choices.map { Row.choice($0.meaning) }
            return choices + (question.hint.map { [.text(TableStrings.hint($0))] } ?? [])
        }
        var rows: [Row] = []
        for table in file.tables {
            if file.tables.count > 1 {
                rows.append(
                    .heading(TableStrings.table(table.name.printable, line: table.firstLine, problem: table.problem))
                )
            }
            if let rules = table.rules {
                rows.append(.text(TableStrings.mapped(rules.maker.printable, by: rules.origin.printable)))
            }
            rows += table.columns.map { .column($0.name.printable, Self.words($0).printable) }
        }
        return rows
    }

    /// The meaning of a column, in the person's language.
    private static func words(_ column: TableMapping.Column) -> String {
        var words = column.meaning ?? Self.words(column.role)
        if column.followsActivity, case .measure(_, let unit) = column.role { words = TableStrings.distance(unit) }
        if let pairs = column.pairs { words += ", \(pairs.rawValue)" }
        return column.note.map { "\(words) (\($0))" } ?? words
    }

    private static func words(_ role: TableMapping.Role) -> String {
        switch role {
        case .start: TableStrings.start
        case .time: TableStrings.time
        case .end: TableStrings.end
        case .endTime: TableStrings.endTime
        case .duration: TableStrings.duration
        case .type: TableStrings.type
        case .value(let unit?): TableStrings.value(unit)
        case .value: TableStrings.value
        case .unit: TableStrings.unit
        case .source: TableStrings.source
        case .activity: TableStrings.activity
        case .zone: TableStrings.zone
        case .measure(let identifier, let unit): measure(identifier, unit)
        case .ignored: TableStrings.ignored
        }
    }

    private static func measure(_ identifier: String, _ unit: String) -> String {
        let name = TypeCatalogue.shared.entry(identifier: identifier)?.type?.entry.name ?? identifier
        // HealthKit writes a substance with its molar mass.
        return unit.isEmpty ? name : TableStrings.measure(name, unit.hasPrefix("mmol<") ? "mmol/L" : unit)
    }

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        if rect.height > 12 { _ = body.cutTop(1) }
        let name = path.split(separator: "/").last.map { $0.printable } ?? path
        let title =
            inquiry.isOfTable
            ? TableStrings.head(name) : isAsking ? TableStrings.questions(name) : TableStrings.tables(name)
        let head = Line(title, .bold)
        grid.write(head.truncated(to: body.width - 2, ellipsis: theme.glyphs.ellipsis), in: body.cutTop(1), x: 1)
        let text = question?.text.printable ?? (isDry ? TableStrings.confirmDryRun : TableStrings.confirm)
        for line in text.wrapped(to: body.width - 2).prefix(max(1, body.height / 2)) {
            grid.write(Line(line, theme.dim), in: body.cutTop(1), x: 1)
        }
        if body.height > 4 { _ = body.cutTop(1) }
        let rows = rows
        let table = Table(
            name: Self.name,
            columns: question == nil
                ? [
                    TableColumn(TableStrings.column, minimum: 10, maximum: 40, importance: 9),
                    TableColumn(TableStrings.meaning, minimum: 16, importance: 8),
                ] : [TableColumn("", minimum: 20, importance: 9)],
            count: rows.count,
            state: list
        ) { index in
            switch rows[index] {
            case .choice(let text): TableRow([Line(text.printable)])
            case .column(let name, let words): TableRow([Line(name), Line(words)])
            case .heading(let text): .heading(text)
            case .text(let text): .line(Line(text, theme.dim))
            }
        }
        table.draw(in: body, on: &grid, theme: theme)
    }
}
