import ArgumentParser
import Foundation
import HealthExchange
import HealthKit

extension TableMapping.DateOrder: ExpressibleByArgument {}
extension TableNumbers.Decimal: ExpressibleByArgument {}

/// What the columns of tables mean, where the guess is wrong.
struct TableArguments: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Say what a column of a table means.", valueName: "column=role"))
    var map: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The order of day, month and year in a table's dates: dmy, mdy or ymd.", valueName: "order")
    )
    var dates: TableMapping.DateOrder?

    @Option(
        name: .long,
        help: ArgumentHelp("What stands before the decimals of a table's numbers: point or comma.", valueName: "mark")
    )
    var decimal: TableNumbers.Decimal?

    func validate() throws {
        for text in map where !text.contains("=") {
            throw ValidationError("--map: invalid “\(text)”; write COLUMN=ROLE")
        }
    }

    var roles: TableRoles { TableRoles(map: map, dates: dates, decimal: decimal) }
}

/// What a person says of the columns of tables.
struct TableRoles: Sendable {
    /// Texts such as `Weight=bodyMass:kg`.
    let map: [String]
    let dates: TableMapping.DateOrder?
    let decimal: TableNumbers.Decimal?

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
        var reported: [String: TableMapping.Role] = [:]
        for text in map {
            // The name of a column may have an equals sign itself; a role has none.
            guard let sign = text.lastIndex(of: "=") else { continue }
            reported[String(text[..<sign])] = try Self.role(String(text[text.index(after: sign)...]))
        }
        // Of several files each has its own columns.
        guard let mapping = TableMapping.guess(bytes, stated: reported, dateOrder: dates, decimal: decimal) else {
            throw CommandFailure(name, "not a table with a header row", status: ExitStatus.badData)
        }
        return mapping
    }

    /// What is passed over the questions of a table that nobody answers.
    ///
    /// - Parameters:
    ///   - mapping: What the columns mean.
    ///   - name: What the table is called in errors.
    /// - Returns: The error; `nil` where the table says all that is needed.
    static func doubt(_ mapping: TableMapping, _ name: String) -> CommandFailure? {
        if let problem = mapping.problem {
            return CommandFailure(name, "\(problem); --map says what a column means", status: ExitStatus.badData)
        }
        guard !mapping.questions.isEmpty else { return nil }
        let text = mapping.questions.joined(separator: "; ")
        return CommandFailure(name, "the table can be read in several ways: \(text)", status: ExitStatus.badData)
    }

    private static func role(_ text: String) throws -> TableMapping.Role {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let unit = parts.count > 1 ? parts[1] : nil
        switch parts.first {
        case nil, "ignored": return .ignored
        case "start": return .start
        case "time": return .time
        case "end": return .end
        case "endtime": return .endTime
        case "duration": return .duration(unit: unit)
        case "activity": return .activity
        case "timezone": return .zone
        case "distance": return .measure(type: TableMapping.activityDistance, unit: unit ?? "")
        case "type": return .type
        case "unit": return .unit
        case "source": return .source
        case "value": return .value(unit: unit)
        case .some(let name):
            guard let type = try Names.type(name) as? HKQuantityType else {
                throw CommandFailure.usage("--map", "\(name) isn't a quantity type")
            }
            guard let unit else { return .measure(type: type.identifier, unit: "") }
            guard let known = TableMapping.unit(unit), type.is(compatibleWith: known) else {
                throw CommandFailure.usage("--map", "\(unit) isn't a unit of \(type.entry.name)")
            }
            return .measure(type: type.identifier, unit: known.unitString)
        }
    }
}
