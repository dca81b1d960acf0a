import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The filter of samples, in the language of the console's `/`.
struct FilterArguments: ParsableArguments {
    @Option(
        name: .customLong("where"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only samples that a filter matches: '> 100 and not in workout'.",
            valueName: "filter"
        )
    )
    var filter: String?

    /// The filter's meaning for a type.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - person: Access to the store, for names.
    ///   - timeZone: The zone of clock times and days.
    ///   - unit: The unit of numbers without one; `nil` for the person's.
    /// - Returns: The filter, or `nil` if there is none.
    /// - Throws: ``CommandFailure`` with the usage exit code for a filter that can't be parsed.
    func expression(
        for type: HKSampleType,
        _ person: PersonAccess,
        in timeZone: TimeZone,
        unit: HKUnit? = nil
    ) throws -> FilterExpression? {
        guard let filter else { return nil }
        var units: [String: HKUnit] = [:]
        if let type = type as? HKQuantityType { units[type.identifier] = try unit ?? person.chosenUnit(for: type) }
        let phrase = SampleFilterPhrase(
            type: type,
            context: EntryContext(now: Date(), timeZone: timeZone, preferredUnits: units),
            calendar: .person(in: timeZone),
            names: try FilterNames(of: type, person)
        )
        do {
            guard let reading = try phrase.reading(filter) else {
                throw CommandFailure.usage("--where", "the filter is empty")
            }
            return reading.expression
        } catch let error as FilterError {
            throw CommandFailure.usage("--where", "\(error)")
        }
    }

    /// The condition for samples from the store, or `nil` if there is none.
    func matcher(
        _ expression: FilterExpression?,
        in timeZone: TimeZone,
        _ person: PersonAccess
    ) throws -> ((HKSample) -> Bool)? {
        guard let expression,
            let matcher = try SampleMatcher.matcher(expression, timeZone: timeZone, .person(person))
        else { return nil }
        return { matcher.matches($0) }
    }
}
