import ArgumentParser
import Foundation
import HealthExchange
import HealthKit

extension TableMapping.DateOrder: ExpressibleByArgument {}

/// What the columns of tables mean, where the guess is wrong.
struct TableArguments: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Say what a column of a table means.", valueName: "column=role"))
    var map: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Read dates that end with the year as dmy or mdy.", valueName: "order")
    )
    var dates: TableMapping.DateOrder?

    func validate() throws {
        for text in map where !text.contains("=") {
            throw ValidationError("--map: invalid “\(text)”; write COLUMN=ROLE")
        }
    }

    var roles: TableRoles { TableRoles(map: map, dates: dates) }
}

/// What a person says of the columns of tables.
struct TableRoles: Sendable {
    /// Texts such as `Weight=bodyMass:kg`.
    let map: [String]
    let dates: TableMapping.DateOrder?

    /// Whether a file is a table by its name.
    static func isTable(_ name: String) -> Bool {
        ["csv", "tsv"].contains((name as NSString).pathExtension.lowercased())
    }

    /// What the columns of a table mean.
    ///
    /// - Parameters:
    ///   - bytes: The table.
    ///   - name: What it is called in errors.
    /// - Returns: The guess, changed as was said.
    /// - Throws: ``CommandFailure`` for what is no table, and for a role that there is not.
    func mapping(_ bytes: [UInt8], _ name: String) throws -> TableMapping {
        guard var mapping = TableMapping.guess(bytes) else {
            throw CommandFailure(name, "not a table with a header row", status: ExitStatus.badData)
        }
        if let dates { mapping.dateOrder = dates }
        for text in map {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            // Of several files each has its own columns.
            guard let place = mapping.columns.firstIndex(where: { $0.name == parts[0] }) else { continue }
            mapping.columns[place].role = try Self.role(parts.count > 1 ? parts[1] : "")
        }
        return mapping
    }

    private static func role(_ text: String) throws -> TableMapping.Role {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let unit = parts.count > 1 ? parts[1] : nil
        switch parts.first {
        case nil, "ignored": return .ignored
        case "start": return .start
        case "end": return .end
        case "type": return .type
        case "unit": return .unit
        case "source": return .source
        case "value": return .value(unit: unit)
        case .some(let name):
            guard let type = try Names.type(name) as? HKQuantityType else {
                throw CommandFailure.usage("--map", "\(name) isn't a quantity type")
            }
            let shown = unit ?? type.displayUnit.unitString
            guard let known = HKUnit.named(shown), type.is(compatibleWith: known) else {
                throw CommandFailure.usage("--map", "\(shown) isn't a unit of \(type.entry.name)")
            }
            return .measure(type: type.identifier, unit: known.unitString)
        }
    }
}
