import Foundation

/// How much data of a type there is.
package struct TypeSummary: Codable, Sendable, Hashable {
    package var identifier: String
    package var count: Int
    /// The start of the first sample.
    package var first: Date
    /// The end of the last sample.
    package var last: Date
    package var sources: Int
}

/// How much data a source brought.
package struct SourceSummary: Sendable, Hashable {
    package var source: HKSource
    package var versions: [String]
    package var count: Int
    package var last: Date
    /// Samples by type identifier.
    package var types: [String: Int]
}

/// How much data a device brought.
package struct DeviceSummary: Sendable, Hashable {
    package var device: HKDevice
    package var count: Int
    /// Samples by type identifier.
    package var types: [String: Int]
}

/// What one source contributed to the statistics of one interval.
package struct SourceShare: Sendable, Hashable {
    package var source: HKSource
    /// How many of its samples touch the interval.
    package var samples: Int
    /// The sum of its quantities, in the canonical unit; `nil` for discrete types.
    package var recorded: Double?
    /// How much of the sum counts in the total; `nil` for discrete types, whose sources are pooled.
    package var counted: Double?
    /// Whether the person left the source out.
    package var isExcluded: Bool
}

/// How the statistics of one interval came about.
package struct StatisticsExplanation: Sendable, Hashable {
    /// The start of the interval; `-infinity` where all of time is one.
    package var start: Double
    /// The sources with samples in the interval, in the order in which they count.
    package var shares: [SourceShare]
}
