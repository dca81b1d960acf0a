import Foundation

/// The amount of data of a type.
package struct TypeSummary: Codable, Sendable, Hashable {
    package var identifier: String
    package var count: Int
    /// The start of the first sample.
    package var first: Date
    /// The end of the last sample.
    package var last: Date
    package var sources: Int
}

/// The amount of data from a source.
package struct SourceSummary: Sendable, Hashable {
    package var source: HKSource
    package var versions: [String]
    package var count: Int
    package var last: Date
    /// Samples by type identifier.
    package var types: [String: Int]
}

/// The amount of data from a device.
package struct DeviceSummary: Sendable, Hashable {
    package var device: HKDevice
    package var count: Int
    /// Samples by type identifier.
    package var types: [String: Int]
    /// Samples by the bundle identifier of the source that recorded them.
    package var sources: [String: Int] = [:]
}

/// One source's contribution to the statistics of one interval.
package struct SourceShare: Sendable, Hashable {
    package var source: HKSource
    /// The number of its samples that overlap the interval.
    package var samples: Int
    /// The sum of its quantities, in the canonical unit; `nil` for discrete types.
    package var recorded: Double?
    /// The part of the sum that counts in the total, or `nil` for discrete types, whose sources are pooled.
    package var counted: Double?
    /// Whether the person excluded the source.
    package var isExcluded: Bool
    /// The number of its instants that a source before reports too, and that therefore don't count (R5.30).
    package var doubled = 0
}

/// An explanation of the statistics of one interval.
package struct StatisticsExplanation: Sendable, Hashable {
    /// The start of the interval, or `-infinity` for all of time.
    package var start: Double
    /// The sources with samples in the interval, in order of priority.
    package var shares: [SourceShare]
}
