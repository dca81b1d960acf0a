import Foundation
import HealthKit
import HealthtuiEntry

/// The person's medications, the doses of today, and how regularly each was taken.
package struct MedicationPlan: Sendable {
    /// A medication, with its log of the last twelve weeks.
    package struct Entry: Sendable {
        package let medication: HKUserAnnotatedMedication
        /// The numbers of due and taken doses in each of twelve weeks, the last one ending today.
        package let weeks: [(due: Int, taken: Int)]
        /// The time it was last taken.
        package let last: Date?

        package var name: String { medication.nickname ?? medication.medication.displayText }
        package var due: Int { weeks.reduce(0) { $0 + $1.due } }
        package var taken: Int { weeks.reduce(0) { $0 + $1.taken } }
    }

    /// A dose of today: its log event, and the name of the medication.
    package struct Dose: Sendable {
        package let event: HKMedicationDoseEvent
        package let name: String

        /// Whether nothing has been logged for it yet.
        package var isOpen: Bool { event.logStatus != .taken && event.logStatus != .skipped }

        /// When it is due, or was taken.
        package var date: Date { event.scheduledDate ?? event.startDate }
    }

    package let entries: [Entry]
    package let today: [Dose]

    package static let weekCount = 12

    /// Reads the plan.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - now: The current time, which defines today.
    ///   - calendar: The person's calendar.
    /// - Throws: `HKError` if the store can't be read.
    package init(_ caller: Caller, now: Date, calendar: Calendar) throws {
        var all: [HKUserAnnotatedMedication] = []
        let start = calendar.civilStartOfDay(for: now)
        let tomorrow = calendar.civilDate(byAdding: .day, value: 1, to: start)
        let first = calendar.civilDate(byAdding: .day, value: 1 - 7 * Self.weekCount, to: start)
        var doses: [HKMedicationDoseEvent] = []
        try caller.records(from: first, to: tomorrow) { contents in
            all = try contents.medications()
            try Self.add(from: contents, to: &doses)
        }
        let medications = all.filter { !$0.isArchived }
        let byMedication = Dictionary(grouping: doses, by: \.medicationConceptIdentifier)
        entries = medications.map { medication in
            let own = byMedication[medication.medication.identifier] ?? []
            var weeks = Array(repeating: (due: 0, taken: 0), count: Self.weekCount)
            for dose in own where dose.scheduledDate != nil {
                let week = calendar.civilDays(from: first, to: dose.scheduledDate ?? dose.startDate) / 7
                guard weeks.indices.contains(week), Self.isDue(dose, by: now) else { continue }
                weeks[week].due += 1
                if dose.logStatus == .taken { weeks[week].taken += 1 }
            }
            let last = own.filter { $0.logStatus == .taken }.map(\.startDate).max()
            return Entry(medication: medication, weeks: weeks, last: last)
        }
        let names = Dictionary(
            all.map { ($0.medication.identifier, $0.nickname ?? $0.medication.displayText) },
            uniquingKeysWith: { first, _ in first }
        )
        today = doses.filter { calendar.isDate($0.scheduledDate ?? $0.startDate, inSameDayAs: now) }
            .map { Dose(event: $0, name: names[$0.medicationConceptIdentifier] ?? RecordDoseStrings.notInListShort) }
            .sorted { ($0.date, $0.name, $0.event.uuid.uuidString) < ($1.date, $1.name, $1.event.uuid.uuidString) }
    }

    /// The doses that overlap a span, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - from: The start of the span.
    ///   - to: The end of the span.
    /// - Returns: The doses.
    /// - Throws: `HKError` if the store can't be read.
    package static func doses(_ caller: Caller, from: Date, to: Date) throws -> [HKMedicationDoseEvent] {
        var doses: [HKMedicationDoseEvent] = []
        try caller.records(from: from, to: to) { try Self.add(from: $0, to: &doses) }
        return doses
    }

    private static func add(from contents: any RecordContents, to doses: inout [HKMedicationDoseEvent]) throws {
        try contents.forEachRecord(of: HKObjectType.medicationDoseEventType().identifier) { sample in
            if let dose = sample as? HKMedicationDoseEvent { doses.append(dose) }
        }
    }

    /// Whether a dose was scheduled and its time has come: only then does it count as due.
    package static func isDue(_ dose: HKMedicationDoseEvent, by now: Date) -> Bool {
        dose.scheduledDate.map { $0 <= now } ?? false
    }

    /// A medication of the person's list.
    ///
    /// - Parameters:
    ///   - name: Its name, which is also its identity.
    ///   - nickname: The person's name for it.
    ///   - form: Its form.
    /// - Returns: The medication.
    package static func medication(
        _ name: String,
        nickname: String?,
        form: HKMedicationGeneralForm = .tablet
    ) -> HKUserAnnotatedMedication {
        HKUserAnnotatedMedication(
            AnnotatedMedicationContent(
                concept: MedicationConceptContent(
                    identifier: ConceptIdentifierContent(domain: .medication, identifier: name),
                    displayText: name,
                    generalForm: form,
                    codings: []
                ),
                nickname: nickname,
                isArchived: false,
                hasSchedule: false
            )
        )
    }

    /// The event to log when a dose is taken or skipped.
    ///
    /// - Parameters:
    ///   - dose: The dose that is due; nil for one taken as needed.
    ///   - medication: The medication.
    ///   - status: Taken or skipped.
    ///   - now: The current time.
    /// - Returns: The dose to store.
    /// - Throws: `HKError.errorInvalidArgument` for a dose whose quantity isn't a number.
    package static func logged(
        _ dose: HKMedicationDoseEvent?,
        of medication: HKHealthConceptIdentifier,
        _ status: HKMedicationDoseEvent.LogStatus,
        now: Date
    ) throws -> HKMedicationDoseEvent {
        try HKMedicationDoseEvent(
            of: medication,
            status: status,
            at: now,
            due: dose.flatMap { dose in dose.scheduledDate.map { ($0, dose.scheduledDoseQuantity ?? 1) } },
            unit: dose?.unit ?? .count(),
            metadata: [HKMetadataKeyWasUserEntered: true]
        )
    }
}
