import Foundation

// Predicates over medications and their doses.
extension HKQuery {
    /// The doses of a medication.
    ///
    /// - Parameter medicationConceptIdentifier: The identity of the medication.
    /// - Returns: A predicate for queries of doses.
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifier: HKHealthConceptIdentifier
    ) -> NSPredicate {
        equality(.doseConcept, .text(medicationConceptIdentifier.content.text))
    }

    /// The doses of some medications.
    ///
    /// - Parameter medicationConceptIdentifiers: The identities of the medications.
    /// - Returns: A predicate for queries of doses.
    public class func predicateForMedicationDoseEvent(
        medicationConceptIdentifiers: Set<HKHealthConceptIdentifier>
    ) -> NSPredicate {
        membership(.doseConcept, medicationConceptIdentifiers.map { .text($0.content.text) })
    }

    /// The doses with a status.
    ///
    /// - Parameter status: The person's action.
    /// - Returns: A predicate for queries of doses.
    public class func predicateForMedicationDoseEvent(status: HKMedicationDoseEvent.LogStatus) -> NSPredicate {
        equality(.doseStatus, .integer(status.rawValue))
    }

    /// The doses with one of some statuses.
    ///
    /// - Parameter statuses: Raw values of `HKMedicationDoseEvent.LogStatus`.
    /// - Returns: A predicate for queries of doses.
    public class func predicateForMedicationDoseEvent(statuses: Set<NSNumber>) -> NSPredicate {
        membership(.doseStatus, statuses.map { .integer($0.intValue) })
    }

    /// The doses that were due at a time.
    ///
    /// - Parameter scheduledDate: The time.
    /// - Returns: A predicate for queries of doses.
    public class func predicateForMedicationDoseEvent(scheduledDate: Date) -> NSPredicate {
        equality(.doseScheduledDate, .date(scheduledDate))
    }

    /// The doses that were due at one of some times.
    ///
    /// - Parameter scheduledDates: The times.
    /// - Returns: A predicate for queries of doses.
    public class func predicateForMedicationDoseEvent(scheduledDates: Set<Date>) -> NSPredicate {
        membership(.doseScheduledDate, scheduledDates.map { .date($0) })
    }

    /// The doses that were due in a period.
    ///
    /// Doses taken as needed were never due: they match only when both limits are `nil`.
    ///
    /// - Parameters:
    ///   - startDate: The start of the period; `nil` for no limit.
    ///   - endDate: The end of the period, excluded; `nil` for no limit.
    /// - Returns: A predicate for queries of doses.
    public class func predicateForMedicationDoseEvent(scheduledStart startDate: Date?, end endDate: Date?)
        -> NSPredicate
    {
        let due = FilterField.record(.doseScheduledDate)
        let lower = startDate.map { FilterComparison(due, .greaterOrEqual, .date($0)) }
        let upper = endDate.map { FilterComparison(due, .less, .date($0)) }
        let limits = [lower, upper].compactMap { $0.map { SampleFilter.compare($0) } }
        return FilterPredicate(limits.isEmpty ? .everything : limits.count == 1 ? limits[0] : .all(limits))
    }

    /// The medications that the person takes, or does not take, by a schedule.
    ///
    /// - Parameter hasSchedule: Whether there is a schedule.
    /// - Returns: A predicate for queries of medications.
    public class func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> NSPredicate {
        equality(.medicationHasSchedule, .integer(hasSchedule ? 1 : 0))
    }

    /// The medications that the person put aside, or did not.
    ///
    /// - Parameter isArchived: Whether they were put aside.
    /// - Returns: A predicate for queries of medications.
    public class func predicateForUserAnnotatedMedications(isArchived: Bool) -> NSPredicate {
        equality(.medicationIsArchived, .integer(isArchived ? 1 : 0))
    }
}
