import Foundation
import HealthKit

/// A sample found by a reader.
package struct ReadSample: Sendable {
    /// The identifier of a quantity or category type; one that HealthKit doesn't know is kept as it is.
    package var type: String
    /// The unit of the value, as HealthKit or the file spells it; empty for none.
    package var unit: String
    package var value: Double
    package var start: Date
    package var end: Date
    /// The recording source.
    package var source: ReadSource
    package var device: HKDevice?
    /// Metadata as an Apple Health export has it: texts, which HealthKit's keys give their types.
    package var metadata: [String: String]
    /// Metadata with types.
    package var values: [String: MetadataValue] = [:]
    /// The name by which files know the sample, or `nil` for one that is recognized by its content.
    package var identity: ReadIdentity?
    /// The app that computed or copied the value, if it isn't the source's own, or `nil` if the source recorded it.
    package var relay: Relay?
    /// Whether the value is a sum of an hour or more whose sources the file doesn't name, such as a day's steps.
    ///
    /// Then only its excess over the samples of its span counts (R5.29). Shorter spans, other types than sums, and
    /// insulin are stored as samples.
    package var isRelayed = false
    /// The samples that earlier versions stored for the same text, of the same type and source.
    package var superseded: [Superseded] = []

    /// The way another app relays a value.
    package struct Relay: Sendable {
        /// The value's identifier among the aggregates of its type and source, or `nil` for a copy, which is identified
        /// by its content.
        package var bucket: String?
        /// Whether the bounds of single samples apply to it.
        package var isBounded = true
    }

    /// An instantaneous sample that an earlier version stored.
    package struct Superseded: Sendable {
        package var start: Date
        package var values: ClosedRange<Double>
        /// The name of the source that it was stored with, or `nil` for that of the sample.
        package var source: String?
    }

    package init(
        type: String,
        unit: String = "",
        value: Double,
        start: Date,
        end: Date,
        source: ReadSource,
        metadata: [String: String] = [:]
    ) {
        self.type = type
        self.unit = unit
        self.value = value
        self.start = start
        self.end = end
        self.source = source
        self.metadata = metadata
    }

    package init(
        type: String,
        unit: String = "",
        value: Double,
        start: Date,
        end: Date,
        source: String,
        metadata: [String: String] = [:]
    ) {
        self.init(
            type: type,
            unit: unit,
            value: value,
            start: start,
            end: end,
            source: ReadSource(name: source),
            metadata: metadata
        )
    }
}

/// Many samples of one type, unit, source and device, such as the heart rates of a workout.
package struct ReadSeries: Sendable {
    /// The identifier of a quantity or category type; one that HealthKit doesn't know is kept as it is.
    package var type: String
    /// The unit of the values, as HealthKit or the file spells it; empty for none.
    package var unit: String
    /// The samples.
    package var points: [Point]
    /// The recording source, or `nil` for that of the workout.
    package var source: ReadSource?
    /// The device, or `nil` for that of the workout.
    package var device: HKDevice?
    /// The metadata of each sample.
    package var values: [String: MetadataValue] = [:]
    /// Whether the values are sums whose sources the file doesn't name; see ``ReadSample/isRelayed``.
    package var isRelayed = false

    /// A sample: its times in seconds since the reference date, and its value.
    package struct Point: BitwiseCopyable, Hashable, Sendable {
        package var start: Double
        package var end: Double
        package var value: Double

        package init(start: Double, end: Double, value: Double) {
            (self.start, self.end, self.value) = (start, end, value)
        }

        package init(at time: Double, value: Double) { self.init(start: time, end: time, value: value) }
    }

    package init(
        type: HKQuantityTypeIdentifier,
        unit: String,
        points: [Point] = [],
        source: ReadSource? = nil,
        device: HKDevice? = nil
    ) {
        self.type = type.rawValue
        self.unit = unit
        self.points = points
        self.source = source
        self.device = device
    }
}
