import Foundation

/// What a person did, or did not do, about one dose of a medication.
///
/// Apps read doses and cannot make them.
open class HKMedicationDoseEvent: HKSample, NSCopying, @unchecked Sendable {
    let content: DoseContent

    /// Makes a dose of its content; `nil` for one in an unknown unit, which no other may stand for.
    package init?(_ parts: SampleParts, content: DoseContent) {
        guard let unit = content.knownUnit else { return nil }
        self.unit = unit
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// The type of the dose.
    public var medicationDoseEventType: HKMedicationDoseEventType { HKObjectType.medicationDoseEventType() }

    /// Whether the dose was part of a schedule.
    public var scheduleType: HKMedicationDoseEvent.ScheduleType { content.knownSchedule ?? .asNeeded }

    /// Which medication it is a dose of.
    public var medicationConceptIdentifier: HKHealthConceptIdentifier { HKHealthConceptIdentifier(content.concept) }

    /// When the dose was due; `nil` for one taken as needed.
    public var scheduledDate: Date? { content.scheduledDate.map { Date(timeIntervalSinceReferenceDate: $0) } }

    /// How much was due, in ``unit``; `nil` for a dose taken as needed.
    public var scheduledDoseQuantity: Double? { content.scheduledQuantity }

    /// How much the person took, in ``unit``; `nil` for none.
    public var doseQuantity: Double? { content.quantity }

    /// What the person did.
    public var logStatus: HKMedicationDoseEvent.LogStatus { content.knownStatus ?? .notLogged }

    /// The unit of the quantities.
    public let unit: HKUnit

    /// Makes a dose from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` when it holds no dose.
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
    /// What a person did about a dose.
    public enum LogStatus: Int, Sendable {
        /// The person left a reminder alone.
        case notInteracted = 1

        /// The person could not be reminded.
        case notificationNotSent = 2

        /// The person put a reminder off.
        case snoozed = 3

        /// The person took it.
        case taken = 4

        /// The person left it out.
        case skipped = 5

        /// The person took back what had been said.
        case notLogged = 6
    }

    /// Whether a dose is part of a schedule.
    public enum ScheduleType: Int, Sendable {
        /// The person took it when there was a need.
        case asNeeded = 1

        /// The person was reminded of it.
        case schedule = 2
    }

    /// Makes a dose, as only the system does.
    ///
    /// What was taken is what was due unless `quantity` says otherwise, and 1 for a dose as needed (R4.21).
    ///
    /// - Throws: `errorInvalidArgument` for numbers that are none, and for wrong metadata.
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
        // The draft has checked the unit.
        self.init(draft.parts, content: draft.content)!
    }
}

extension HKMedicationDoseEvent: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        // The reader reports content that no initializer would take.
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
    /// The unit; `nil` for a text that is none, which the check refuses.
    var knownUnit: HKUnit? { try? HKUnit(validating: unit) }
}
