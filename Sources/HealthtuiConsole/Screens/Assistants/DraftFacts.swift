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
        // The draft was checked when it was made. If it can no longer be a sample, the screen shows a dash and refuses to save it.
        sample = try? draft.sample()
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
}
