import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

/// One entry of a list: its facts by name, and their texts in a table.
struct ListRow {
    /// The facts, in the order of the list's keys; a fact may be omitted.
    var fields: JSONValue.Fields
    /// Lines below the row in a table; a line of one cell is a note that runs across all columns.
    var details: [[String]]
    private let makeCells: () -> [String]

    /// An entry.
    ///
    /// - Parameters:
    ///   - fields: The facts, in the order of the list's keys.
    ///   - cells: What a table shows, a text a column; made only where it is shown.
    ///   - details: Lines below the row in a table.
    init(
        fields: JSONValue.Fields,
        cells: @autoclosure @escaping () -> [String],
        details: [[String]] = []
    ) {
        self.fields = fields
        self.details = details
        makeCells = cells
    }

    /// The cells of a table row, one text per column.
    var cells: [String] { makeCells() }
}

/// Prints a list row by row, in any format; buffers only the rows needed to find the widths of a table.
struct ListWriter {
    private let format: OutputFormat
    private let keys: [String]
    private let columns: [ListColumn]
    private let emptyText: String
    private let output: StandardOutput
    private var count = 0
    private var waiting: [[String]] = []
    private var layout: ListLayout?

    /// The rows of a table that its widths are taken from.
    private static let sampleSize = 500

    /// A writer.
    ///
    /// - Parameters:
    ///   - format: How to print.
    ///   - keys: The names of all facts, for the header of CSV.
    ///   - columns: The columns of a table.
    ///   - emptyText: The text in place of a table without rows.
    ///   - output: Where to print.
    init(
        _ format: OutputFormat,
        keys: [String],
        columns: [ListColumn],
        emptyText: String,
        output: StandardOutput = .shared
    ) {
        self.format = format
        self.keys = keys
        self.columns = columns
        self.emptyText = emptyText
        self.output = output
    }

    /// Prints a row.
    ///
    /// - Throws: ``OutputError``.
    mutating func append(_ row: ListRow) throws {
        defer { count += 1 }
        switch format {
        case .json: try output.write((count == 0 ? "[\n" : ",\n") + JSONValue.object(row.fields).line)
        case .jsonLines: try output.line(JSONValue.object(row.fields).line)
        case .csv:
            if count == 0 { try writeHeader() }
            try writeCSV(keys.map { key in JSONValue.csv(row.fields.first { $0.key == key }?.value) })
        case .table:
            for cells in [row.cells] + row.details { try appendToTable(cells) }
        }
    }

    /// Ends the list.
    ///
    /// - Throws: ``OutputError``.
    mutating func finish() throws {
        switch format {
        case .json: try output.write(count == 0 ? "[]\n" : "\n]\n")
        case .jsonLines: break
        case .csv: if count == 0 { try writeHeader() }
        case .table:
            if count == 0 { try output.line(emptyText) }
            if layout == nil, !waiting.isEmpty { try beginTable() }
        }
    }

    // MARK: CSV

    private func writeHeader() throws { try writeCSV(keys) }

    /// Ends each record as in RFC 4180.
    ///
    /// Programs get the text unchanged; on a terminal, control characters are replaced.
    private func writeCSV(_ fields: [String]) throws {
        let fields = output.isTerminal ? fields.map { $0.printable } : fields
        try output.write(fields.joined(separator: ",") + "\r\n")
    }

    // MARK: Table

    private mutating func appendToTable(_ cells: [String]) throws {
        let cells = cells.map { $0.printable }
        if let layout { return try output.line(layout.line(cells)) }
        waiting.append(cells)
        if waiting.count >= Self.sampleSize { try beginTable() }
    }

    private mutating func beginTable() throws {
        let layout = ListLayout(columns, waiting, room: output.columns)
        self.layout = layout
        try output.line(layout.heading)
        for cells in waiting { try output.line(layout.line(cells)) }
        waiting = []
    }
}
