import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange

/// The preview of an import by type and source, for the command and the console.
package struct ImportTable: Sendable {
    /// The data of one type and source, or unsupported data.
    package struct Row: Sendable, Hashable {
        /// The name of the type, in the person's language.
        package var name: String
        /// The source; `nil` where it isn't known.
        package var source: HKSource?
        /// The number that would be added.
        package var new = 0
        /// The number that the store already has.
        package var here = 0
        /// The number that stays out because the person deleted it.
        package var deleted = 0
        /// The number that the store has no place for.
        package var noPlace = 0
        /// Whether what has no place is data, so that the import is partial without it.
        package var isData = false
        /// The earliest start and the latest end.
        package var span: ClosedRange<Date>?
        /// The sum or the range of all values, with its unit; empty where there is none.
        package var values = ""
    }

    /// The rows, those with the most new objects first, then what has no place.
    package let rows: [Row]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - summary: The summary of a dry run.
    ///   - locale: The person's locale, for units.
    ///   - unit: How values of a type are shown.
    package init(_ summary: ImportSummary, locale: Locale, unit: (HKQuantityType) -> ValueUnit) {
        let workouts = WorkoutText(locale: locale)
        var stored = (summary.parts ?? []).map { Self.row($0, workouts, unit) }
        if summary.parts == nil {
            stored = summary.tallies.map { Self.row($0.name, $0.tally) }
        } else {
            stored.append(Self.row(ImportTableStrings.daySummaries, summary.activitySummaries))
            stored.append(Self.row(ImportTableStrings.attachments, summary.counts[.attachments]))
        }
        stored.removeAll { $0.new + $0.here + $0.deleted == 0 }
        stored.sort { left, right in
            let (first, second) = ([left.new, left.here, left.deleted], [right.new, right.here, right.deleted])
            if first != second { return second.lexicographicallyPrecedes(first) }
            return (left.name, left.source?.name ?? "") < (right.name, right.source?.name ?? "")
        }
        rows =
            stored
            + summary.notImported.map { skipped in
                var row = Row(name: skipped.words)
                (row.noPlace, row.isData) = (skipped.count, skipped.isData)
                return row
            }
    }

    /// The rows of what the store takes or has.
    package var stored: [Row] { rows.filter { $0.noPlace == 0 } }

    /// The earliest start and the latest end of all.
    package var span: ClosedRange<Date>? {
        rows.compactMap(\.span)
            .reduce(nil) { all, span in
                all.map { min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound) } ?? span
            }
    }

    /// The sum of one number of all rows.
    package func total(_ number: KeyPath<Row, Int>) -> Int { rows.reduce(0) { $0 + $1[keyPath: number] } }

    private static func row(_ name: String, _ tally: ImportTally) -> Row {
        var row = Row(name: name)
        (row.new, row.here, row.deleted) = (tally.added, tally.duplicate, tally.deleted)
        return row
    }

    private static func row(
        _ part: ImportPart,
        _ workouts: WorkoutText,
        _ unit: (HKQuantityType) -> ValueUnit
    ) -> Row {
        let type = HKSampleType.ofStored(part.key.type)
        var row = Row(name: type is UnknownSampleType ? part.key.type : type?.entry.name ?? part.key.type)
        (row.new, row.here, row.deleted) = (part.added, part.duplicate, part.deleted)
        row.source = HKSource(name: part.key.source, bundleIdentifier: part.key.bundleIdentifier)
        row.span = part.span
        if let activity = part.key.activity {
            row.name = ImportTableStrings.workouts(HKWorkout.label(ofActivity: activity))
            let kind = HKWorkoutActivityType(rawValue: activity) ?? .other
            if part.values > 0 { row.values = workouts.distance(part.sum, of: kind) }
        } else if let type = type as? HKQuantityType {
            row.values = values(of: part, type, unit(type))
        }
        return row
    }

    private static func values(of part: ImportPart, _ type: HKQuantityType, _ unit: ValueUnit) -> String {
        func number(_ value: Double) -> Double? {
            value.isFinite ? unit.number(HKQuantity(unit: type.canonicalUnit, doubleValue: value)) : nil
        }
        guard let range = part.range else { return "" }
        var text: String
        if type.aggregationStyle == .cumulative {
            guard let sum = number(part.sum) else { return "" }
            text = unit.text(sum)
        } else {
            guard let least = number(range.lowerBound), let most = number(range.upperBound) else { return "" }
            let (first, last) = (unit.text(least), unit.text(most))
            text = first == last ? first : "\(first)–\(last)"
        }
        if !unit.label.isEmpty { text += " " + unit.label }
        return text
    }
}

extension ImportPart {
    /// The earliest start and the latest end.
    package var span: ClosedRange<Date>? {
        guard start <= end else { return nil }
        return Date(timeIntervalSinceReferenceDate: start)...Date(timeIntervalSinceReferenceDate: end)
    }
}
