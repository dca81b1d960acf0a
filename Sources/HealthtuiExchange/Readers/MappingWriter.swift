import Foundation
import HealthKit

/// Writes mappings from the guesses about a table.
package enum MappingWriter {
    /// The text of a mapping that reads tables of the same columns as this one is read.
    ///
    /// Questions that the table leaves open are comments in it, and are asked again for each file.
    ///
    /// - Parameters:
    ///   - table: The meaning of the columns.
    ///   - maker: The maker's name.
    ///   - decimal: What the person says is before the decimals of numbers.
    /// - Returns: The text.
    package static func text(_ table: TableMapping, maker: String, decimal: TableNumbers.Decimal? = nil) -> String {
        var lines = ["name \(MappingText.quoted(maker))", "source \(word(maker))"]
        let read = table.columns.filter { $0.role != .ignored && !isBlank($0.name) }
        lines.append((["has"] + read.map { MappingText.quoted($0.name) }).joined(separator: " "))
        lines.append("")
        if table.isInUTC { lines.append("times utc") }
        if let order = table.dateOrder { lines.append("dates \(order.rawValue)") }
        if let decimal { lines.append("decimal \(decimal.rawValue)") }
        var seen: Set<String> = []
        for column in table.columns where !isBlank(column.name) && seen.insert(column.name).inserted {
            var line = "column \(MappingText.quoted(column.name)) \(MappingText.quoted(role(column)))"
            // An unconfirmed guess stays a guess.
            if table.questions.contains(where: { $0.column == column.name }) { line = "# " + line }
            if let note = column.note { line += "  # " + String(note.map { $0.isNewline ? " " : $0 }) }
            lines.append(line)
        }
        for question in table.questions { lines.append("# Open: " + question.description.printable) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func isBlank(_ name: String) -> Bool { name.allSatisfy(\.isWhitespace) }

    /// The word that identifies a maker: its name in letters of ASCII, digits and hyphens.
    private static func word(_ maker: String) -> String {
        let plain = maker.lowercased().folding(options: .diacriticInsensitive, locale: nil)
        let parts = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let word = String(parts.joined(separator: "-").prefix(64))
        return word.isEmpty ? "table" : word
    }

    /// A column's role as `column` and `--map` take it.
    private static func role(_ column: TableMapping.Column) -> String {
        func with(_ name: String, _ unit: String?) -> String {
            guard let unit, !unit.isEmpty else { return name }
            return "\(name):\(unit.hasPrefix("mmol<") ? "mmol/L" : unit)"
        }
        switch column.role {
        case .start: return "start"
        case .time: return "time"
        case .end: return "end"
        case .endTime: return "endtime"
        case .duration(let unit): return with("duration", unit ?? column.pairs?.rawValue)
        case .type: return "type"
        case .value(let unit): return with("value", unit)
        case .unit: return "unit"
        case .source: return "source"
        case .activity: return "activity"
        case .zone: return "timezone"
        case .ignored: return "ignored"
        case .measure(let type, let unit):
            if column.followsActivity { return with("distance", unit) }
            let isParts = unit == HKUnit.percent().unitString && column.scale == 1
            let name = TypeCatalogue.shared.entry(identifier: type)?.shortName ?? type
            return with(name, isParts ? TableMapping.partsOfOne : unit)
        }
    }
}
