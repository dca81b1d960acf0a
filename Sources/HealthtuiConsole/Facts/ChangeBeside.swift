import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// How another measure changed since the same day.
struct ChangeBeside: Sendable, Hashable {
    let measure: Measure
    let found: MeasureChange.Found
    /// The change with its sign and unit.
    let difference: String

    private static let most = 12

    /// Reads the pinned measures, and of sleep the deep one too; those without numbers on both sides are left out.
    ///
    /// - Parameters:
    ///   - measure: The measure that they stand beside.
    ///   - day: The day.
    ///   - length: How many days before it are compared; `nil` for as many as there are since.
    ///   - environment: The store, the person's calendar and units.
    /// - Returns: The others.
    /// - Throws: `HKError` if the store can't be read.
    static func read(
        _ measure: Measure,
        since day: CalendarDay,
        length: Int?,
        _ environment: ConsoleEnvironment
    ) throws -> [ChangeBeside] {
        let person = environment.person
        let reader = MeasureReader(.person(person), calendar: environment.calendar, now: environment.now)
        let others = try Pins.types(person, summaries: person.types()).compactMap { Measure(of: $0) }
            .flatMap { $0 == Measure(.sleep(.sleep)) ? [$0, Measure(.sleep(.deep))] : [$0] }
            .filter { $0 != measure }
        return try others.prefix(most)
            .compactMap { other in
                let (days, change) = try ChangeFacts.compare(other, since: day, length: length, reader)
                let format = MeasureFormat(other, resultUnit: days.resultUnit) { environment.unit($0) }
                guard let difference = MeasureChangeWords(change, format).difference else { return nil }
                let labelled = [difference, format.label].filter { !$0.isEmpty }.joined(separator: " ")
                return ChangeBeside(measure: other, found: change.found, difference: labelled)
            }
    }
}
