import CoreLocation
import Foundation
import HealthKit

/// A simulated watch: a separate app that saves its measurements like any app, and makes a workout of them.
///
/// It only uses HealthKit's public interface, with the permissions that the person grants.
final class SimulatedWatch: Sendable {
    static let bundleIdentifier = "local.simulated-watch"
    static let name = "Simulated Watch"

    private let store: HKHealthStore
    private let kind: SimulatedMovement.Kind

    init(location: HKHealthStoreConfiguration.Location, kind: SimulatedMovement.Kind) {
        var configuration = HKHealthStoreConfiguration(location: location)
        configuration.principal = .app(AppIdentity(bundleIdentifier: Self.bundleIdentifier, name: Self.name))
        store = HKHealthStore(configuration: configuration)
        self.kind = kind
    }

    private static let device = HKDevice(
        name: name,
        manufacturer: "healthtui",
        model: "Watch",
        hardwareVersion: "simulated",
        firmwareVersion: nil,
        softwareVersion: Version.current,
        localIdentifier: nil,
        udiDeviceIdentifier: nil
    )

    /// The types that it saves.
    static func sharedTypes(_ kind: SimulatedMovement.Kind) -> Set<HKSampleType> {
        [
            HKQuantityType(.heartRate), HKQuantityType(.activeEnergyBurned), HKQuantityType(.stepCount),
            kind.distanceType, HKObjectType.workoutType(), HKSeriesType.workoutRoute(),
        ]
    }

    /// Requests its permissions; the person has answered before, so no sheet appears.
    func ask() async throws {
        let types = Self.sharedTypes(kind)
        try await store.requestAuthorization(toShare: types, read: Set(types.map { $0 as HKObjectType }))
    }

    /// Saves the measurements of an interval together.
    ///
    /// - Parameters:
    ///   - reading: The measurements.
    ///   - start: When it began.
    ///   - end: When it ended.
    /// - Returns: The samples.
    /// - Throws: Any error that saving throws.
    func save(_ reading: SimulatedMovement.Reading, from start: Date, to end: Date) async throws -> [HKSample] {
        func sample(_ type: HKQuantityType, _ unit: HKUnit, _ value: Double, _ start: Date) throws -> HKSample {
            try HKQuantitySample(
                validating: type,
                quantity: HKQuantity(unit: unit, doubleValue: value),
                start: start,
                end: end,
                device: Self.device
            )
        }
        var samples = [
            try sample(
                HKQuantityType(.heartRate),
                .count().unitDivided(by: .minute()),
                reading.heartRate,
                end
            ),
            try sample(kind.distanceType, .meter(), reading.distance, start),
            try sample(HKQuantityType(.activeEnergyBurned), .kilocalorie(), reading.energy, start),
        ]
        if reading.steps > 0 { samples.append(try sample(HKQuantityType(.stepCount), .count(), reading.steps, start)) }
        try await store.save(samples)
        return samples
    }

    /// The place at the end of an interval of time.
    func location(_ reading: SimulatedMovement.Reading, at date: Date) -> CLLocation {
        CLLocation(
            coordinate: reading.coordinate,
            altitude: reading.altitude,
            horizontalAccuracy: 5,
            verticalAccuracy: 4,
            course: reading.course,
            speed: reading.speed,
            timestamp: date
        )
    }

    /// Creates a workout from the measurements, with its route.
    ///
    /// - Returns: The workout; nil when the store is locked and keeps it for later.
    /// - Throws: Any error that the builders throw.
    func finish(_ samples: [HKSample], _ places: [CLLocation], from start: Date, to end: Date) async throws
        -> HKWorkout?
    {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = kind.activity
        configuration.locationType = .outdoor
        let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: Self.device)
        try await builder.beginCollection(at: start)
        // The watch's own samples, which are stored already, a part at a time.
        for part in stride(from: 0, to: samples.count, by: 1_000) {
            try await builder.addSamples(Array(samples[part..<min(part + 1_000, samples.count)]))
        }
        try await builder.endCollection(at: end)
        guard let workout = try await builder.finishWorkout() else { return nil }
        try await addRoute(places, to: workout)
        return workout
    }

    /// Saves a route with a workout, as far as it lies in its time.
    ///
    /// - Parameters:
    ///   - places: Where the watch was.
    ///   - workout: The workout.
    ///   - owner: The store of the app that saved the workout, since no other app may add to it; nil for the watch
    ///     itself.
    /// - Returns: How many places the route has.
    /// - Throws: Any error that the builder throws.
    @discardableResult
    func addRoute(_ places: [CLLocation], to workout: HKWorkout, of owner: HKHealthStore? = nil) async throws -> Int {
        let within = places.filter { $0.timestamp >= workout.startDate && $0.timestamp <= workout.endDate }
        guard within.count > 1 else { return 0 }
        let builder = HKWorkoutRouteBuilder(healthStore: owner ?? store, device: Self.device)
        try await builder.insertRouteData(within)
        _ = try await builder.finishRoute(with: workout, metadata: nil)
        return within.count
    }

    /// The saved workout of another app around a time; nil if there is none.
    func workout(around date: Date) async throws -> HKWorkout? {
        let near = HKQuery.predicateForSamples(
            withStart: date.addingTimeInterval(-1),
            end: date.addingTimeInterval(1),
            options: []
        )
        let query = HKSampleQueryDescriptor(
            predicates: [.workout(near)],
            sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)],
            limit: 1
        )
        return try await query.result(for: store).first
    }
}
