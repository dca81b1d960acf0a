import Foundation

@testable import HealthKit

/// A row that holds what a test puts in.
struct TestRow: FilterRow {
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

/// A sequence of pseudo-random numbers that a seed repeats.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The seed of a random test: from the environment, to repeat a failure, or new.
func newSeed() -> UInt64 {
    ProcessInfo.processInfo.environment["TEST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64(UInt32.max))
}
