import Foundation

/// The properties of a sample that a filter may test, so that stored rows can be matched without creating objects.
///
/// Times are seconds since the reference date.
package protocol FilterSubject {
    var uuid: UUID { get }
    var start: Double { get }
    var end: Double { get }
    var revision: HKSourceRevision { get }
    var device: HKDevice? { get }
    var metadata: Metadata? { get }
    /// The quantity of a quantity sample (a series' sum or average).
    var quantity: (value: Double, unit: HKUnit)? { get }
    /// The value of a category sample.
    var categoryValue: Int? { get }
    /// The sample as an object, for fields that only some samples have (workouts, series).
    var object: HKSample? { get }
    /// The value of a field that only samples of special classes have.
    func value(of field: RecordField) -> FilterValue
    /// Whether the sample is a member of a correlation.
    var isInCorrelation: Bool { get }

    /// Whether the sample was added to a workout, or noted with an electrocardiogram.
    func isAssociated(withWorkout workout: UUID) -> Bool
}

extension FilterSubject {
    package func value(of field: RecordField) -> FilterValue {
        (object as? any RecordFieldProviding)?.value(of: field) ?? .none
    }
}
