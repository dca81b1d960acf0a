import Foundation

extension SampleFilter {
    /// The filter as `NSPredicate` prints it.
    package var format: String { format(prefix: "") }

    private func format(prefix: String) -> String {
        switch self {
        case .everything: "TRUEPREDICATE"
        case .nothing: "FALSEPREDICATE"
        case .all(let parts): parts.isEmpty ? "TRUEPREDICATE" : joined(parts, " AND ", prefix)
        case .any(let parts): parts.isEmpty ? "FALSEPREDICATE" : joined(parts, " OR ", prefix)
        case .not(let part): "NOT \(part.partFormat(prefix))"
        case .compare(let comparison): prefix + comparison.format
        case .activity(.compare(let comparison)): "ANY \(HKPredicateKeyPathWorkoutActivity).\(comparison.format)"
        case .activity(let part):
            "SUBQUERY(\(HKPredicateKeyPathWorkoutActivity), $activity, \(part.format(prefix: "$activity."))).@count > 0"
        }
    }

    private func joined(_ parts: [SampleFilter], _ separator: String, _ prefix: String) -> String {
        parts.map { $0.partFormat(prefix) }.joined(separator: separator)
    }

    /// The format of a part of a compound, in parentheses where it needs them.
    private func partFormat(_ prefix: String) -> String {
        isCompound ? "(\(format(prefix: prefix)))" : format(prefix: prefix)
    }

    private var isCompound: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.count > 1
        default: false
        }
    }
}

extension FilterComparison {
    /// The comparison as `NSPredicate` prints it.
    var format: String { "\(field.keyPath) \(relation.rawValue)\(folding.modifier) \(value.format)" }
}

extension FilterValue {
    /// The constant as `NSPredicate` prints it; constants without a literal are described.
    var format: String {
        switch self {
        case .none: "nil"
        case .integer(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .text(let text): Self.quoted(text)
        case .date(let time): "CAST(\(String(format: "%.6f", time)), \"NSDate\")"
        case .quantity(let value, let unit): HKQuantity(unit: unit, doubleValue: value).description
        case .uuid(let uuid): uuid.uuidString
        case .source(let source): source.description
        case .revision(let revision): revision.description
        case .device(let device): device.description
        case .workout(let uuid): "<HKWorkout \(uuid.uuidString)>"
        case .electrocardiogram(let uuid): "<HKElectrocardiogram \(uuid.uuidString)>"
        case .noDay: "<NSDateComponents>"
        case .day(let day): String(format: "<NSDateComponents %04d-%02d-%02d>", day.year, day.month, day.day)
        case .set(let members): "{\(members.map(\.format).sorted().joined(separator: ", "))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.map { character in
            switch character {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: String(character)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
