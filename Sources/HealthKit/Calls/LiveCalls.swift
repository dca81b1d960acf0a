import Foundation

/// Hears of samples that come and go.
package struct ObserveCall: StoreCall {
    /// The types of which something came or went.
    package typealias Answer = Set<HKSampleType>
    package static let name = "observe"

    package var selections: [SampleSelection]

    package func check() throws { try selections.check() }
}

/// Finds what was added and deleted since an anchor.
package struct AnchoredCall: StoreCall {
    package typealias Answer = AnchoredAnswer
    package static let name = "anchored"

    package var selections: [SampleSelection]
    package var anchor: CallAnchor
    /// The most samples and deleted objects together; `nil` for all.
    package var limit: Int?

    package func check() throws { try selections.check() }
}

/// An anchor as the caller has it: opaque to the caller, and not a place until the gate opens it.
package struct CallAnchor: Codable, Hashable, Sendable {
    /// What the caller holds; 0 for the beginning.
    package var value: Int64
    /// How much the caller was given up to here; `nil` for an anchor of an older version.
    package var given: Int64?
    /// What shows that the store gave it to the caller; `nil` for an anchor of an older version.
    package var tag: Int64?

    package init(_ anchor: HKQueryAnchor?) {
        value = anchor?.value ?? 0
        tag = anchor?.tag
        given = anchor == nil ? 0 : anchor?.given
    }
}

/// What was added and deleted, and where to go on.
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
    /// Statistics of intervals as an app asks for them, checked once for queries and descriptors.
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
    /// The statistics of the one interval that changed; `nil` at first, and when several did.
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

/// Finds how hard workouts were.
package struct EffortCall: StoreCall {
    package typealias Answer = EffortAnswer
    package static let name = "effort"

    /// Which workouts.
    package var filter: SampleFilter
    package var anchor: CallAnchor
    package var isMostRelevantOnly: Bool

    package func check() throws { try filter.checkSize() }
}

/// Relationships of workouts and effort scores, and where to go on.
package struct EffortAnswer: Sendable {
    package var relationships: [HKWorkoutEffortRelationship]
    package var anchor: HKQueryAnchor
}
