import Foundation

@testable import HealthKit

/// A row that holds what a test puts in.
struct TestRow: FilterSubject {
    var uuid = UUID()
    var start = 0.0
    var end = 0.0
    var revision = HKSourceRevision(source: HKSource(name: "A", bundleIdentifier: "a"), version: "1")
    var device: HKDevice?
    var metadata: Metadata?
    var quantity: (value: Double, unit: HKUnit)?
    var categoryValue: Int?
    var object: HKSample?
    var isInCorrelation = false
    var workouts: Set<UUID> = []

    func isAssociated(withWorkout workout: UUID) -> Bool { workouts.contains(workout) }
}

/// `predicateFormat` under a name that Foundation does not mark as deprecated.
protocol PrintedPredicate {
    var predicateFormat: String { get }
}

extension NSPredicate: PrintedPredicate {}

func printed(_ predicate: any PrintedPredicate) -> String { predicate.predicateFormat }

func time(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

func device(_ name: String?, model: String? = nil) -> HKDevice {
    HKDevice(
        name: name,
        manufacturer: nil,
        model: model,
        hardwareVersion: nil,
        firmwareVersion: nil,
        softwareVersion: nil,
        localIdentifier: nil,
        udiDeviceIdentifier: nil
    )
}

func someSteps(_ value: Double, from start: Double = 0, to end: Double? = nil, metadata: [String: Any]? = nil)
    -> HKQuantitySample
{
    HKQuantitySample(
        type: HKQuantityType(.stepCount),
        quantity: HKQuantity(unit: .count(), doubleValue: value),
        start: time(start),
        end: time(end ?? start),
        metadata: metadata
    )
}

/// Whether a predicate matches a row, as a query would ask.
func matches(_ predicate: NSPredicate, _ row: TestRow) throws -> Bool { try SampleFilter(predicate).matches(row) }
