import Foundation
import HealthKit
import HealthtuiExchange

/// One fact that samples of a kind have beyond those of every sample: a JSON key and a CSV column.
package struct SampleFact: Sendable {
    /// The name of the key, and of the column.
    package let key: String
    /// Its meaning, with its unit.
    package let meaning: String
    /// Reads it from a sample; null if the sample has none.
    let value: @Sendable (HKSample, Timestamps) -> JSONValue

    init(_ key: String, _ meaning: String, _ value: @escaping @Sendable (HKSample, Timestamps) -> JSONValue) {
        self.key = key
        self.meaning = meaning
        self.value = value
    }

    /// A fact of samples of one class; null for others.
    static func of<Sample: HKSample>(
        _: Sample.Type,
        _ key: String,
        _ meaning: String,
        _ value: @escaping @Sendable (Sample, Timestamps) -> JSONValue
    ) -> SampleFact {
        SampleFact(key, meaning) { sample, times in (sample as? Sample).map { value($0, times) } ?? .null }
    }

    /// The facts of a type's kind: always the same ones in the same order, regardless of the individual sample.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - sex: The sex whose reference ranges apply to the person.
    /// - Returns: The facts; empty for a type without further facts.
    package static func facts(of type: HKSampleType, sex: HKReferenceSex = .notSet) -> [SampleFact] {
        switch type {
        case is HKQuantityType: quantity
        case is HKCategoryType: category
        case is HKCorrelationType: correlation
        case is HKWorkoutType: workout
        default: records(of: type, sex)
        }
    }

    private static let quantity: [SampleFact] = [
        .of(HKQuantitySample.self, "count", "how many quantities the sample holds: more than 1 for a series") {
            sample,
            _ in
            .integer(sample.count)
        },
        .of(HKQuantitySample.self, "beats", "of heart-rate variability, the beats: bpm and time of day of each") {
            sample,
            _ in
            HeartBeatList(sample).map(beats) ?? .null
        },
    ]

    private static func beats(_ list: HeartBeatList) -> JSONValue {
        .array(
            list.beats.map { beat in
                let rate: JSONValue = Double(beat.rate).map { .number($0) } ?? .text(beat.rate)
                return .object([("bpm", rate), ("time", .text(beat.time))])
            }
        )
    }

    private static let category: [SampleFact] = [
        .of(HKCategorySample.self, "valueName", "the value's name, as exports write it") { sample, _ in
            .text(sample.categoryType.enumeration?.case(value: sample.value)?.constant)
        },
        .of(HKCategorySample.self, "valueLabel", "the value's name for people") { sample, _ in
            .text(sample.categoryType.enumeration?.case(value: sample.value)?.label)
        },
    ]
}
