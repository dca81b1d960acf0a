import Foundation

/// A person's action, or lack of one, for a dose of a medication.
///
/// Apps read doses and cannot make them.
open class HKMedicationDoseEvent: HKSample, NSCopying, @unchecked Sendable {
    let content: DoseContent

    /// Creates a dose from its content; `nil` for one with an unknown unit, which no other unit can replace.
    package convenience init?(_ parts: SampleParts, content: DoseContent) {
        guard let unit = content.knownUnit else { return nil }
        self.init(parts, content: content, unit: unit)
    }

    private init(_ parts: SampleParts, content: DoseContent, unit: HKUnit) {
        self.unit = unit
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The type of the dose.
    public var medicationDoseEventType: HKMedicationDoseEventType { HKObjectType.medicationDoseEventType() }

    /// Whether the dose was part of a schedule.
    public var scheduleType: HKMedicationDoseEvent.ScheduleType { content.knownSchedule ?? .asNeeded }

    /// The medication of the dose.
    public var medicationConceptIdentifier: HKHealthConceptIdentifier { HKHealthConceptIdentifier(content.concept) }

    /// The time at which the dose was due; `nil` for one taken as needed.
    public var scheduledDate: Date? { content.scheduledDate.map { Date(timeIntervalSinceReferenceDate: $0) } }

    /// The amount that was due, in ``unit``; `nil` for a dose taken as needed.
    public var scheduledDoseQuantity: Double? { content.scheduledQuantity }

    /// The amount that the person took, in ``unit``; `nil` for none.
    public var doseQuantity: Double? { content.quantity }

    /// The person's action.
    public var logStatus: HKMedicationDoseEvent.LogStatus { content.knownStatus ?? .notLogged }

    /// The unit of the quantities.
    public let unit: HKUnit

    /// Creates a dose from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no dose.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(DoseContent.self, of: HKMedicationDoseEventType.self),
            let unit = content.knownUnit
        else { return nil }
        self.unit = unit
        self.content = content
        super.init(coder: coder)
    }

    override var archivedContent: (any RecordContent)? { content }

    /// The dose itself: samples never change.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This dose.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    override var contentDescription: String { "dose, \(logStatus)" }
}

extension HKMedicationDoseEvent {
    /// A person's action for a dose.
    public enum LogStatus: Int, Sendable {
        /// The person didn't react to a reminder.
        case notInteracted = 1

        /// The person could not be reminded.
        case notificationNotSent = 2

        /// The person postponed a reminder.
        case snoozed = 3

        /// The person took the dose.
        case taken = 4

        /// The person skipped the dose.
        case skipped = 5

        /// The person withdrew an earlier statement.
        case notLogged = 6
    }

    /// Whether a dose is part of a schedule.
    public enum ScheduleType: Int, Sendable {
        /// The person took it as needed.
        case asNeeded = 1

        /// The person was reminded of it.
        case schedule = 2
    }

    /// Makes a dose, as only the system does.
    ///
    /// The amount taken is the amount due unless `quantity` differs, and 1 for a dose taken as needed (R4.21).
    ///
    /// - Throws: `errorInvalidArgument` for invalid numbers and metadata.
    package convenience init(
        of concept: HKHealthConceptIdentifier,
        status: LogStatus,
        at date: Date,
        due: (date: Date, quantity: Double)? = nil,
        quantity: Double? = nil,
        unit: HKUnit = .count(),
        metadata: [String: Any]? = nil
    ) throws {
        let content = DoseContent(
            concept: concept.content,
            schedule: (due == nil ? ScheduleType.asNeeded : .schedule).rawValue,
            scheduledDate: due?.date.timeIntervalSinceReferenceDate,
            scheduledQuantity: due?.quantity,
            quantity: status == .taken ? quantity ?? due?.quantity ?? 1 : quantity,
            status: status.rawValue,
            unit: unit.unitString
        )
        let type = HKObjectType.medicationDoseEventType()
        let draft = try RecordDraft(checking: content, type: type, start: date, end: date, metadata: metadata)
        self.init(draft.parts, content: draft.content, unit: unit)
    }
}

extension HKMedicationDoseEvent: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        // The reader reports content that no initializer would accept.
        guard let content = DoseContent(bytes: bytes), (try? content.check()) != nil else { return nil }
        return HKMedicationDoseEvent(parts, content: content)
    }
}

extension DoseContent {
    /// Makes a dose that is counted, not measured.
    package init(
        concept: ConceptIdentifierContent,
        schedule: HKMedicationDoseEvent.ScheduleType,
        scheduledDate: Double?,
        scheduledQuantity: Double?,
        quantity: Double?,
        status: HKMedicationDoseEvent.LogStatus
    ) {
        self.init(
            concept: concept,
            schedule: schedule.rawValue,
            scheduledDate: scheduledDate,
            scheduledQuantity: scheduledQuantity,
            quantity: quantity,
            status: status.rawValue,
            unit: HKUnit.count().unitString
        )
    }

    var knownSchedule: HKMedicationDoseEvent.ScheduleType? { HKMedicationDoseEvent.ScheduleType(rawValue: schedule) }
    var knownStatus: HKMedicationDoseEvent.LogStatus? { HKMedicationDoseEvent.LogStatus(rawValue: status) }
    /// The unit; `nil` for a text that isn't one, which the check rejects.
    var knownUnit: HKUnit? { try? HKUnit(validating: unit) }
}
