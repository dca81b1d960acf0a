import HealthKit
import HealthtuiFacts

/// The default contents of a report until the user changes them.
package enum ReportDefaults {
    /// The types of the summary, and others that doctors usually want, as far as there is data: medications, laboratory
    /// results and electrocardiograms.
    ///
    /// - Parameter person: The store.
    /// - Returns: The types, in the order of the summary.
    /// - Throws: `HKError` when the store cannot be read.
    package static func types(_ person: PersonAccess) throws -> [HKObjectType] {
        let summaries = try person.types()
        let stored = Set(summaries.map(\.identifier))
        var types: [HKObjectType] = try Pins.types(person, summaries: summaries)
        if try person.medications().contains(where: { !$0.isArchived }) {
            types.append(HKObjectType.userAnnotatedMedicationType())
        }
        let others: [HKObjectType] = [HKClinicalType(.labResultRecord), HKObjectType.electrocardiogramType()]
        types += others.filter { other in stored.contains(other.identifier) && !types.contains(other) }
        return types
    }
}
