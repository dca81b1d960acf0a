import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// A draft beside what is recorded of its type.
struct DraftFacts: Sendable {
    let draft: AssistantDraft
    /// The sample that confirming saves; `nil` for a draft that makes none.
    let sample: HKSample?
    /// The latest sample of the type before the draft's time.
    let last: HKSample?
    /// The sample of the type that lies nearest to the draft, within ten minutes.
    let near: HKSample?

    /// How far apart two readings are that may be one.
    private static let apart: TimeInterval = 600

    /// Reads what is recorded beside a draft.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - person: The person.
    /// - Throws: `HKError` if the store can't be read.
    init(_ draft: AssistantDraft, _ person: PersonAccess) throws {
        self.draft = draft
        sample = Self.sample(draft)
        let date = Date(timeIntervalSinceReferenceDate: draft.date)
        guard let type = HKObjectType.type(identifier: draft.type) as? HKSampleType, date.timeIntervalSince1970.isFinite
        else {
            (last, near) = (nil, nil)
            return
        }
        let reader = SampleReader(.person(person))
        let before = SampleListQuery(type: type, to: date)
        last = try reader.samples(before, ascending: false, limit: 1).first
        let around = SampleListQuery(
            type: type,
            from: date.addingTimeInterval(-Self.apart),
            to: date.addingTimeInterval(Self.apart)
        )
        near = try reader.samples(around, ascending: true, limit: 50)
            .min { abs($0.startDate.timeIntervalSince(date)) < abs($1.startDate.timeIntervalSince(date)) }
    }

    /// The sample of a draft, marked as entered by the person; `nil` where the numbers don't fit the type.
    static func sample(_ draft: AssistantDraft) -> HKSample? {
        let date = Date(timeIntervalSinceReferenceDate: draft.date)
        let metadata: [String: Any] = [HKMetadataKeyWasUserEntered: true]
        // The store checked the draft: what fails here makes no sample, and the screen shows a dash.
        guard let unit = try? HKUnit(validating: draft.unit), draft.values.allSatisfy(\.isFinite) else { return nil }
        func part(_ type: HKQuantityType, _ value: Double) -> HKQuantitySample? {
            guard type.is(compatibleWith: unit) else { return nil }
            return try? HKQuantitySample(
                validating: type,
                // 97 percent is written 97, and stored as 0.97.
                quantity: HKQuantity(unit: unit, doubleValue: unit == .percent() ? value / 100 : value),
                start: date,
                end: date,
                metadata: metadata
            )
        }
        switch HKObjectType.type(identifier: draft.type) {
        case let type as HKQuantityType:
            return draft.values.count == 1 ? draft.values.first.flatMap { part(type, $0) } : nil
        case let type as HKCorrelationType where type == BloodPressure.type:
            guard draft.values.count == 2, let upper = part(BloodPressure.systolicType, draft.values[0]),
                let lower = part(BloodPressure.diastolicType, draft.values[1])
            else { return nil }
            return try? HKCorrelation(
                validating: type,
                start: date,
                end: date,
                objects: [upper, lower],
                metadata: metadata
            )
        default: return nil
        }
    }
}
