import ArgumentParser
import Foundation
import HealthExchange
import HealthKit

extension TableMapping.DateOrder: ExpressibleByArgument {}
extension TableNumbers.Decimal: ExpressibleByArgument {}

/// The meaning of tables' columns, where the guess is wrong.
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

/// A person's roles for the columns of tables.
struct TableRoles: Sendable {
    /// Texts such as `Weight=bodyMass:kg`.
    private(set) var map: [String]
    private(set) var dates: TableMapping.DateOrder?
    private(set) var decimal: TableNumbers.Decimal?

    /// Whether the file's name marks it as a table.
    static func isTable(_ name: String) -> Bool {
        ["csv", "tsv"].contains((name as NSString).pathExtension.lowercased())
    }

    /// Whether the file's name allows a table, so that its text decides.
    static func mayBeTable(_ name: String) -> Bool {
        ["txt", "text", ""].contains((name as NSString).pathExtension.lowercased())
    }

    /// These roles, with one more answer.
    func adding(_ answer: TableQuestion.Answer) -> TableRoles {
        var roles = self
        switch answer {
        case .decimal(let mark): roles.decimal = mark
        case .dates(let order): roles.dates = order
        case .column(let name, let role): roles.map.append("\(name)=\(role)")
        }
        return roles
    }

    /// The meaning of the columns of a file's tables.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: The file's name, also for errors.
    /// - Returns: The guess, changed as was said; `nil` for a file that is none by its name nor by its text.
    /// - Throws: ``CommandFailure`` for what is named like a table and is none, and for a role that there is not.
    func tables(_ bytes: [UInt8], _ name: String) throws -> TableFile? {
        let isNamed = Self.isTable(name)
        guard isNamed || Self.mayBeTable(name) && ReaderImport.mayBeTable(bytes) else { return nil }
        var answers = TableAnswers(dateOrder: dates, decimal: decimal)
        for text in map {
            // A column's name may contain an equals sign; a role can't.
            guard let sign = text.lastIndex(of: "=") else { continue }
            answers.roles[String(text[..<sign])] = try Self.role(String(text[text.index(after: sign)...]))
        }
        // Of several files each has its own columns.
        guard let file = TableFile.guess(bytes, answers), isNamed || file.hasTimes else {
            if !isNamed { return nil }
            throw CommandFailure(name, "not a table with a header row", status: ExitStatus.badData)
        }
        return file
    }

    /// What is passed over the questions of tables that nobody answers.
    ///
    /// - Parameters:
    ///   - file: What the columns mean.
    ///   - name: The file's name in errors.
    /// - Returns: The error; `nil` where the tables say all that is needed.
    static func doubt(_ file: TableFile, _ name: String) -> CommandFailure? {
        let questions = file.questions.map(\.description)
        if let problem = file.problem {
            let texts = ["\(problem); --map says what a column means"] + questions
            return CommandFailure(name, texts.joined(separator: "; "), status: ExitStatus.badData)
        }
        guard !questions.isEmpty else { return nil }
        let text = questions.joined(separator: "; ")
        return CommandFailure(name, "the table can be read in several ways: \(text)", status: ExitStatus.badData)
    }

    /// The role that a text such as `bodyMass:kg` names.
    ///
    /// - Throws: ``CommandFailure`` for a role that there is not.
    static func role(_ text: String) throws -> TableMapping.Role {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let unit = parts.count > 1 ? parts[1] : nil
        switch parts.first {
        case nil, "ignored": return .ignored
        case "start": return .start
        case "time": return .time
        case "end": return .end
        case "endtime": return .endTime
        case "duration":
            guard let unit, TableDuration.Format(named: unit) == nil else { return .duration(unit: unit) }
            guard let known = TableMapping.unit(unit), known.isCompatible(with: .second()) else {
                throw CommandFailure.usage(
                    "--map",
                    "\(unit) isn't a unit of a duration; write min, s, hr, h:mm or m:ss"
                )
            }
            return .duration(unit: known.unitString)
        case "activity": return .activity
        case "timezone": return .zone
        case "distance": return .measure(type: TableMapping.activityDistance, unit: unit ?? "")
        case "type": return .type
        case "unit": return .unit
        case "source": return .source
        case "value": return .value(unit: unit)
        case .some(let name):
            let object = try Names.type(name)
            let isPressure = object.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue
            guard let type = isPressure ? HKQuantityType(.bloodPressureSystolic) : object as? HKQuantityType else {
                throw CommandFailure.usage("--map", "\(name) isn't a quantity type")
            }
            guard let unit else { return .measure(type: object.identifier, unit: "") }
            if type.canonicalUnit == .percent(), unit == TableMapping.partsOfOne {
                return .measure(type: object.identifier, unit: unit)
            }
            guard let known = TableMapping.unit(unit), type.is(compatibleWith: known) else {
                throw CommandFailure.usage("--map", "\(unit) isn't a unit of \(type.entry.name)")
            }
            return .measure(type: object.identifier, unit: known.unitString)
        }
    }
}
