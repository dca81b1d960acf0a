import CoreLocation
import Foundation
import HealthKit
import HealthtuiConsole

extension TestStore {
    /// A run of 40 minutes on the evening of a day: heart rate, distance, energy, a pause, a lap and a route, made with
    /// HealthKit's public interface as an app would.
    @discardableResult
    func run(daysAgo: Int = 3, hour: Double = 18, places: Int = 481) async throws -> HKWorkout {
        let start = Self.time(daysAgo, hour)
        let end = start.addingTimeInterval(2_400)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        configuration.locationType = .outdoor
        let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: Self.watchDevice)
        try await builder.beginCollection(at: start)
        var samples: [HKSample] = []
        for second in stride(from: 0.0, to: 2_400, by: 20) {
            let at = start.addingTimeInterval(second)
            samples.append(
                try HKQuantitySample(
                    validating: HKQuantityType(.heartRate),
                    quantity: HKQuantity(
                        unit: .count().unitDivided(by: .minute()),
                        doubleValue: second < 600 ? 110 : second < 1_800 ? 140 : 165
                    ),
                    start: at,
                    end: at,
                    device: nil,
                    metadata: nil
                )
            )
            samples.append(
                try HKQuantitySample(
                    validating: HKQuantityType(.distanceWalkingRunning),
                    quantity: HKQuantity(unit: .meter(), doubleValue: 50),
                    start: at,
                    end: at.addingTimeInterval(20),
                    device: nil,
                    metadata: nil
                )
            )
        }
        try await builder.addSamples(samples)
        try await builder.addWorkoutEvents([
            try HKWorkoutEvent(validating: .lap, dateInterval: DateInterval(start: start, duration: 1_200)),
            try HKWorkoutEvent(
                validating: .pause,
                dateInterval: DateInterval(start: start.addingTimeInterval(1_200), duration: 0)
            ),
            try HKWorkoutEvent(
                validating: .resume,
                dateInterval: DateInterval(start: start.addingTimeInterval(1_260), duration: 0)
            ),
        ])
        try await builder.addMetadata([HKMetadataKeyIndoorWorkout: false])
        try await builder.endCollection(at: end)
        guard let workout = try await builder.finishWorkout() else { throw Missing() }
        guard places > 0 else { return workout }
        try await addRoute(to: workout, places: places)
        return workout
    }

    struct Missing: Error {}

    /// A route of six kilometres around a square.
    func addRoute(to workout: HKWorkout, places: Int) async throws {
        let length = workout.endDate.timeIntervalSince(workout.startDate)
        let route = HKWorkoutRouteBuilder(healthStore: store, device: nil)
        try await route.insertRouteData(
            (0..<places)
                .map { index in
                    let share = Double(index) / Double(max(1, places - 1))
                    let side = share * 4
                    // Each side is 1,500 metres long.
                    let degree = 1_500 / 111_195.0
                    let (x, y): (Double, Double) =
                        switch Int(side) {
                        case 0: (side, 0)
                        case 1: (1, side - 1)
                        case 2: (3 - side, 1)
                        default: (0, max(0, 4 - side))
                        }
                    return CLLocation(
                        coordinate: CLLocationCoordinate2D(
                            latitude: 52.5 + y * degree,
                            longitude: 13.4 + x * degree / cos(52.5 * .pi / 180)
                        ),
                        altitude: 40 + 20 * sin(share * .pi),
                        horizontalAccuracy: 4,
                        verticalAccuracy: 3,
                        timestamp: workout.startDate.addingTimeInterval(share * length)
                    )
                }
        )
        _ = try await route.finishRoute(with: workout, metadata: nil)
    }

    /// A service that runs are uploaded to.
    static let site = HKSourceRevision(
        source: HKSource(name: "Runsite", bundleIdentifier: "example.runsite"),
        version: nil
    )

    /// A run as a source recorded it, from an hour of a day on.
    @discardableResult
    func recorded(
        by revision: HKSourceRevision,
        daysAgo: Int,
        _ start: Double,
        minutes: Double,
        metres: Double,
        energy: Double? = nil
    ) throws -> HKWorkout {
        let start = Self.time(daysAgo, start)
        let workout = try HKWorkout(
            validating: .running,
            start: start,
            end: start.addingTimeInterval(minutes * 60),
            totalEnergyBurned: energy.map { HKQuantity(unit: .kilocalorie(), doubleValue: $0) },
            totalDistance: HKQuantity(unit: .meter(), doubleValue: metres),
            metadata: nil
        )
        try save([workout], from: revision)
        return workout
    }

    /// A run that three sources recorded, and one whose second recording goes on for 41 of its 64 minutes.
    static func repeated() throws -> TestStore {
        let store = TestStore()
        try store.recorded(by: site, daysAgo: 3, 18 - 8 / 3_600, minutes: 24.9, metres: 4_470)
        try store.recorded(by: polar, daysAgo: 3, 18 + 5 / 3_600, minutes: 25.2, metres: 4_440, energy: 351)
        try store.recorded(by: watch, daysAgo: 3, 18, minutes: 25, metres: 4_430, energy: 328)
        try store.recorded(by: polar, daysAgo: 10, 18 + 1 / 3, minutes: 64, metres: 11_220)
        try store.recorded(by: watch, daysAgo: 10, 18, minutes: 43, metres: 7_320)
        try store.order([watch, polar, site])
        return store
    }

    /// Sets the order of sources for workouts.
    func order(_ order: [HKSourceRevision], excluded: [HKSourceRevision] = []) throws {
        try person.setSourceOrder(
            HKObjectType.workoutType().identifier,
            order: order.map(\.source.bundleIdentifier),
            excluded: Set(excluded.map(\.source.bundleIdentifier))
        )
    }

    /// A workout with nothing but its times and totals.
    func plainWorkout(_ activity: HKWorkoutActivityType, daysAgo: Int, minutes: Double, metres: Double? = nil) throws {
        let start = Self.time(daysAgo, 7)
        let workout = try HKWorkout(
            validating: activity,
            start: start,
            end: start.addingTimeInterval(minutes * 60),
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: minutes * 8),
            totalDistance: metres.map { HKQuantity(unit: .meter(), doubleValue: $0) },
            metadata: nil
        )
        try save([workout], from: Self.polar)
    }
}
