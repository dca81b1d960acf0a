import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts

/// Prints the year of a source or a device.
struct OriginLines {
    let origin: DataOrigin
    let environment: ConsoleEnvironment
    let format: OutputFormat
    let timestamps: Timestamps

    /// Reads and prints it.
    ///
    /// - Throws: `HKError`, and ``OutputError``.
    func write() throws {
        let content = try OriginContent.read(origin, environment)
        let rest = content.rest
        let facts = OriginFacts(content.page, gaps: rest?.gaps ?? [], software: rest?.software ?? [], timestamps)
        switch format {
        case .json, .jsonLines: try StandardOutput.shared.line(facts.json.line)
        case .csv:
            var writer = ListWriter(format, keys: OriginFacts.measureKeys, columns: [.left("")], emptyText: "")
            for row in content.page.rows { try writer.append(ListRow(fields: facts.fields(of: row), cells: [])) }
            try writer.finish()
        case .table:
            try StandardOutput.shared.line(name.printable)
            let columns = min(max(StandardOutput.shared.columns ?? 80, 40), 500)
            for line in content.lines(width: columns, environment) {
                try StandardOutput.shared.line(line.printable)
            }
        }
    }

    private var name: String {
        switch origin {
        case .source(let source): source.name
        case .device(let device): [device.name, device.hardwareVersion].compactMap { $0 }.joined(separator: ", ")
        }
    }
}
