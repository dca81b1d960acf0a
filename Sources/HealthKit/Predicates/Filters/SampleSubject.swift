import Foundation

/// A sample as a row, with the fields known from the object alone.
package struct SampleSubject: FilterSubject {
    package let sample: HKSample

    package init(_ sample: HKSample) { self.sample = sample }

    package var uuid: UUID { sample.uuid }
    package var start: Double { sample.startDate.timeIntervalSinceReferenceDate }
    package var end: Double { sample.endDate.timeIntervalSinceReferenceDate }
    package var revision: HKSourceRevision { sample.sourceRevision }
    package var device: HKDevice? { sample.device }
    package var metadata: Metadata? { sample.metadataValues }
    package var quantity: (value: Double, unit: HKUnit)? {
        (sample as? HKQuantitySample).map { ($0.value, $0.unit) }
    }
    package var categoryValue: Int? { (sample as? HKCategorySample)?.value }
    package var object: HKSample? { sample }
    /// The store knows; an object does not.
    package var isInCorrelation: Bool { false }

    /// The store knows; an object does not.
    package func isAssociated(withWorkout workout: UUID) -> Bool { false }
}
