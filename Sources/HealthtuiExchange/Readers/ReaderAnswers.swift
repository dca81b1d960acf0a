import Foundation
import HealthKit

/// A person's answers about a file, where it leaves something open, or the guess of a table is wrong.
package struct ReaderAnswers: Sendable, Hashable {
    /// The roles of columns, by their names.
    package var roles: [String: TableMapping.Role]
    package var dateOrder: TableMapping.DateOrder?
    package var decimal: TableNumbers.Decimal?
    /// The zone of times that name none, or `nil` if the person didn't say.
    package var zone: TimeZone?
    /// The answers to readers' own questions, by their keys.
    package var choices: [String: String] = [:]
    /// The person's mappings of tables, which go before those of the program.
    package var mappings = KnownMappings.own

    /// Makes answers.
    ///
    /// - Parameters:
    ///   - roles: The roles of columns, by their names.
    ///   - dateOrder: The order of dates.
    ///   - decimal: The decimal separator.
    package init(
        roles: [String: TableMapping.Role] = [:],
        dateOrder: TableMapping.DateOrder? = nil,
        decimal: TableNumbers.Decimal? = nil
    ) {
        self.roles = roles
        self.dateOrder = dateOrder
        self.decimal = decimal
    }

    /// The answers, with one more.
    ///
    /// - Parameters:
    ///   - answer: The answer to a question.
    ///   - type: The type that a text names.
    /// - Returns: All answers.
    /// - Throws: ``ImportError`` for a column's role that there is not, and what `type` throws.
    package func adding(
        _ answer: ReaderQuestion.Answer,
        type: (String) throws -> HKObjectType
    ) throws -> ReaderAnswers {
        var answers = self
        switch answer {
        case .decimal(let mark): answers.decimal = mark
        case .dates(let order): answers.dateOrder = order
        case .zone(let zone): answers.zone = zone
        case .choice(let value, let key): answers.choices[key] = value
        case .column(let name, let role): answers.roles[name] = try TableMapping.Role(role, type: type)
        }
        return answers
    }
}

extension TableMapping.Role {
    /// The role that a text such as `bodyMass:kg` names.
    ///
    /// - Parameters:
    ///   - text: A role, or a type and a unit.
    ///   - type: The type that a text names.
    /// - Throws: ``ImportError`` for a role that there is not, and what `type` throws.
    package init(_ text: String, type: (String) throws -> HKObjectType) throws {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let unit = parts.count > 1 ? parts[1] : nil
        switch parts.first {
        case nil, "ignored": self = .ignored
        case "start": self = .start
        case "time": self = .time
        case "end": self = .end
        case "endtime": self = .endTime
        case "duration":
            guard let unit, TableDuration.Format(named: unit) == nil else {
                self = .duration(unit: unit)
                return
            }
            guard let known = TableMapping.unit(unit), known.isCompatible(with: .second()) else {
                throw ImportError("\(unit) isn't a unit of a duration; write min, s, hr, h:mm or m:ss")
            }
            self = .duration(unit: known.unitString)
        case "activity": self = .activity
        case "timezone": self = .zone
        case "distance": self = .measure(type: TableMapping.activityDistance, unit: unit ?? "")
        case "type": self = .type
        case "unit": self = .unit
        case "source": self = .source
        case "value": self = .value(unit: unit)
        case .some(let name): self = try Self.measure(type(name), name, unit)
        }
    }

    private static func measure(_ object: HKObjectType, _ name: String, _ unit: String?) throws -> Self {
        let isPressure = object.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue
        guard let type = isPressure ? HKQuantityType(.bloodPressureSystolic) : object as? HKQuantityType else {
            throw ImportError("\(name) isn't a quantity type")
        }
        guard let unit else { return .measure(type: object.identifier, unit: "") }
        if type.canonicalUnit == .percent(), unit == TableMapping.partsOfOne {
            return .measure(type: object.identifier, unit: unit)
        }
        guard let known = TableMapping.unit(unit), type.is(compatibleWith: known) else {
            let named = TypeCatalogue.shared.entry(identifier: type.identifier)?.name ?? name
            throw ImportError("\(unit) isn't a unit of \(named)")
        }
        return .measure(type: object.identifier, unit: known.unitString)
    }
}
