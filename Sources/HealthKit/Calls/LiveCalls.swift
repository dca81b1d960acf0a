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

/// Computes statistics of consecutive intervals.
package struct CollectionCall: StoreCall {
    package typealias Answer = CollectionAnswer
    package static let name = "collection"

    package var selection: SampleSelection
    /// Raw value of the options.
    package var options: UInt
    package var intervals: IntervalCalendar

    package func check() throws {
        try selection.check()
        try selection.checkStatistics(options)
    }
}

extension CollectionCall {
    /// Statistics of intervals as requested by an app, checked once for queries and descriptors.
    ///
    /// - Throws: `errorInvalidArgument` for options that do not fit the type and for intervals without length (R5.1, R5.7).
    init(
        _ type: HKQuantityType,
        _ filter: SampleFilter,
        _ options: HKStatisticsOptions,
        anchor: Date,
        _ components: DateComponents
    ) throws {
        try StatisticsCalculator.check(options, for: type)
        self.init(
            selection: SampleSelection(type, filter),
            options: options.rawValue,
            intervals: try IntervalCalendar(anchor: anchor, components: components)
        )
    }
}

/// The statistics of all intervals that have samples.
package struct CollectionAnswer: Sendable {
    package var filled: [HKStatistics]
    /// The statistics of the one changed interval, or `nil` at first, and when several changed.
    package var single: HKStatistics?
}

extension IntervalCalendar: Codable {
    private enum CodingKeys: CodingKey { case anchor, components }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            anchor: try values.decode(Date.self, forKey: .anchor),
            components: try values.decode(DateComponents.self, forKey: .components)
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(anchor, forKey: .anchor)
        try values.encode(components, forKey: .components)
    }
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
