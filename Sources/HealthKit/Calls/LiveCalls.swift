import Foundation

/// Observes samples that are added and removed.
package struct ObserveCall: StoreCall {
    /// The types with added or removed samples.
    package typealias Answer = Set<HKSampleType>
    package static let name = "observe"

    package var selections: [SampleSelection]

    package func check() throws { try selections.check() }
}

/// Finds objects added and deleted since an anchor.
package struct AnchoredCall: StoreCall {
    package typealias Answer = AnchoredAnswer
    package static let name = "anchored"

    package var selections: [SampleSelection]
    package var anchor: CallAnchor
    /// The maximum number of samples and deleted objects together, or `nil` for all.
    package var limit: Int?

    package func check() throws { try selections.check() }
}

/// The caller's form of an anchor: opaque to the caller, and not a change number until the gate opens it.
package struct CallAnchor: Codable, Hashable, Sendable {
    /// The caller's value; 0 for the beginning.
    package var value: Int64
    /// The number of objects given to the caller so far, or `nil` for an anchor of an older version.
    package var given: Int64?
    /// The tag proving that the store gave it to the caller, or `nil` for an anchor of an older version.
    package var tag: Int64?

    package init(_ anchor: HKQueryAnchor?) {
        value = anchor?.value ?? 0
        tag = anchor?.tag
        given = anchor == nil ? 0 : anchor?.given
    }
}

/// The added and deleted objects, and the anchor to continue from.
package struct AnchoredAnswer: Sendable {
    package var added: [HKSample]
    package var deleted: [HKDeletedObject]
    package var anchor: HKQueryAnchor
}

/// Finds the activity summaries of days.
package struct SummariesCall: StoreCall {
    package typealias Answer = [ActivitySummaryContent]
    package static let name = "summaries"

    package var days: SummaryFilter
}

/// Finds the effort scores of workouts.
package struct EffortCall: StoreCall {
    package typealias Answer = EffortAnswer
    package static let name = "effort"

    /// The filter for the workouts.
    package var filter: SampleFilter
    package var anchor: CallAnchor
    package var isMostRelevantOnly: Bool

    package func check() throws { try filter.checkSize() }
}

/// Relationships of workouts and effort scores, and the anchor to continue from.
package struct EffortAnswer: Sendable {
    package var relationships: [HKWorkoutEffortRelationship]
    package var anchor: HKQueryAnchor
}
