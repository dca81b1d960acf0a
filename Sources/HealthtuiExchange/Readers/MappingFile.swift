import Foundation
import HealthKit

/// The meaning of one maker's tables, from a text file.
///
/// The documentation page "Mappings" describes its lines.
package struct MappingFile: Sendable, Hashable {
    /// The role of the columns of a name.
    struct ColumnLine: Sendable, Hashable {
        let pattern: TextPattern
        let role: TableMapping.Role
        /// Whether the unit is what the `*` of the pattern stands for.
        let takesUnit: Bool
    }

    /// The most bytes of a file.
    package static let largest = 1 << 18

    /// The file's name in messages: its path, or its name in the program.
    package let path: String
    /// The maker's name.
    package internal(set) var name = ""
    /// The names of columns that a table must have.
    var signature: [TextPattern] = []
    /// Whether the table has these columns only, in this order.
    var isWhole = false
    /// How such files are called.
    var fileName: TextPattern?
    /// The first field of the file.
    var preamble: TextPattern?
    var columns: [ColumnLine] = []
    /// Whether columns that no line names are left out.
    var ignoresOthers = false
    var dateOrder: TableMapping.DateOrder?
    var decimal: TableNumbers.Decimal?
    var rules: TableRules

    /// The most rows before a header.
    static let mostPreamble = 40

    init(path: String, rules: TableRules) { (self.path, self.rules) = (path, rules) }

    /// The row of column names in a file that the mapping is for.
    ///
    /// - Parameters:
    ///   - rows: The first rows of the file.
    ///   - fileName: The file's name without folders; empty if it has none.
    /// - Returns: The row's index, or `nil` if it isn't such a file.
    func header(in rows: [[String]], named fileName: String) -> Int? {
        if let own = self.fileName, !own.matches(fileName) { return nil }
        if let preamble, !preamble.matches(rows.first?.first ?? "") { return nil }
        return rows.prefix(Self.mostPreamble).firstIndex { isHeader($0) }
    }

    private func isHeader(_ row: [String]) -> Bool {
        guard isWhole else { return signature.allSatisfy { name in row.contains { name.matches($0) } } }
        var row = row[...]
        // A line may end with a separator.
        while row.count > signature.count, row.last?.allSatisfy(\.isWhitespace) ?? false { row = row.dropLast() }
        return row.count == signature.count && zip(signature, row).allSatisfy { $0.matches($1) }
    }

    /// The roles of a table's columns, by their names.
    ///
    /// - Parameter header: The names of the columns.
    /// - Returns: The roles; a column that the mapping leaves open has none.
    func roles(of header: [String]) -> [String: TableMapping.Role] {
        var roles: [String: TableMapping.Role] = [:]
        let rules = rules(of: header)
        for (index, name) in header.enumerated() {
            guard let line = columns.first(where: { $0.pattern.matches(name) }) else {
                if ignoresOthers || rules.words(index) != nil { roles[name] = .ignored }
                continue
            }
            roles[name] = line.role
            guard line.takesUnit, case .measure(let type, _) = line.role else { continue }
            // The guess asks for a unit that isn't known.
            let unit = line.pattern.matched(in: name).flatMap { TableMapping.unit($0) }
            roles[name] = .measure(type: type, unit: unit?.unitString ?? "")
        }
        return roles
    }

    /// The mapping's other rules for a table.
    ///
    /// - Parameter header: The names of the columns.
    /// - Returns: The rules.
    func rules(of header: [String]) -> TableRules {
        var rules = rules
        rules.settle(header)
        return rules
    }
}
