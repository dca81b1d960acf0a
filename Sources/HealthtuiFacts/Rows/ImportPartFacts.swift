import HealthKit
import HealthtuiExchange

/// The JSON of dry runs and explained imports.
package enum ImportPartFacts {
    /// The result for one type and source.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - times: How times are written.
    /// - Returns: Its facts.
    package static func json(_ part: ImportPart, _ times: Timestamps) -> JSONValue {
        let type = HKSampleType.ofStored(part.key.type) as? HKQuantityType
        let unit = part.values == 0 ? nil : part.key.activity == nil ? type?.canonicalUnit.unitString : "m"
        let isSummed = part.key.activity != nil || type?.aggregationStyle == .cumulative
        let activity: JSONValue = part.key.activity.map { .text(HKWorkout.label(ofActivity: $0)) } ?? .null
        return .object([
            ("type", .text(part.key.type)), ("source", .text(part.key.source)),
            ("bundleIdentifier", .text(part.key.bundleIdentifier)), ("activity", activity),
            ("kind", .text(part.key.kind.rawValue)), ("count", .integer(part.count)),
            ("added", .integer(part.added)), ("duplicate", .integer(part.duplicate)),
            ("deleted", .integer(part.deleted)), ("start", part.span.map { times.json($0.lowerBound) } ?? .null),
            ("end", part.span.map { times.json($0.upperBound) } ?? .null), ("unit", .text(unit)),
            ("sum", unit != nil && isSummed ? .number(part.sum) : .null),
            ("least", .number(part.range?.lowerBound)), ("most", .number(part.range?.upperBound)),
        ])
    }

    /// The explained result of a file.
    ///
    /// - Parameter file: The file.
    /// - Returns: Its facts.
    package static func json(_ file: FileExplanation) -> JSONValue {
        .object([
            ("path", .text(file.path)), ("reader", .text(file.reader)), ("reason", .text(file.reason)),
            ("mapping", .texts(file.mapping)), ("read", .integer(file.read)), ("refused", .integer(file.refused)),
            ("types", .counts(file.types)), ("notImported", .array(file.notImported.map(json))),
            ("warnings", .texts(file.warnings)),
        ])
    }

    /// Contents of a file that aren't imported.
    package static func json(_ skipped: ImportSummary.Skipped) -> JSONValue {
        let line: JSONValue = skipped.firstLine.map { .integer($0) } ?? .null
        return .object([
            ("kind", .text(skipped.kind)), ("count", .integer(skipped.count)), ("firstLine", line),
            ("data", .bool(skipped.isData)),
        ])
    }
}
