import Foundation
import HealthKit

// Days of doses: those taken, and the share taken of those due.
extension MeasureReader {
    /// A dose is logged at most so long before or after its time; one beyond counts as taken, and not among those due.
    private static let margin = 31

    /// The days of a number of doses, of one medication or of all.
    func doseDays(
        _ part: Measure.DosePart,
        _ name: String?,
        _ span: Range<CalendarDay>
    ) throws -> [CalendarDay: MeasureDay] {
        let wanted = try medications(named: name)
        let (start, end) = bounds(
            span.lowerBound.advanced(by: -Self.margin)..<span.upperBound.advanced(by: Self.margin)
        )
        var doses = DoseDays(on: clock, now: now)
        try visit(HKObjectType.medicationDoseEventType(), from: start, to: end) { sample in
            guard let dose = sample as? HKMedicationDoseEvent,
                wanted?.contains(dose.medicationConceptIdentifier) ?? true
            else { return }
            let isTaken = dose.logStatus == .taken
            doses.add(isTaken: isTaken, scheduled: dose.scheduledDate, logged: dose.startDate)
        }
        return doses.days.reduce(into: [:]) { days, found in
            guard span.contains(found.key) else { return }
            let doses = found.value
            switch part {
            case .taken: if doses.taken > 0 { days[found.key] = MeasureDay(Double(doses.taken)) }
            case .adherence:
                days[found.key] = MeasureDay(part: Double(doses.takenOfDue), of: Double(doses.due), factor: 100)
            }
        }
    }

    /// The medications that the person calls by a name; `nil` for all where no name is given.
    func medications(named name: String?) throws -> Set<HKHealthConceptIdentifier>? {
        guard let name else { return nil }
        let all = try caller.records { try $0.medications() }
        return Set(all.filter { $0.listedName == name }.map(\.medication.identifier))
    }

    /// Whether a number of doses of some medications, or of all, is made of a sample.
    static func isOf(
        _ part: Measure.DosePart,
        _ medications: Set<HKHealthConceptIdentifier>?,
        _ sample: HKSample
    ) -> Bool {
        guard let dose = sample as? HKMedicationDoseEvent,
            medications?.contains(dose.medicationConceptIdentifier) ?? true
        else { return false }
        return part == .taken ? dose.logStatus == .taken : dose.scheduledDate != nil
    }
}

extension HKUserAnnotatedMedication {
    /// The person's name for the medication, else its own.
    var listedName: String { nickname ?? medication.displayText }
}
