import CoreLocation
import Foundation
import HealthKit

/// A marathon, and what is read when somebody opens it.
extension Subject {
    /// How long it takes, in seconds: a place a second.
    private static let marathonLength = 15_000
    /// The samples of each type: 50,000 together.
    private static let marathonSamples: [(type: HKQuantityTypeIdentifier, unit: HKUnit, value: Double, count: Int)] = [
        (.heartRate, perMinute, 150, 15_000), (.runningSpeed, .meter().unitDivided(by: .second()), 2.8, 15_000),
        (.distanceWalkingRunning, .meter(), 6, 7_000), (.activeEnergyBurned, .kilocalorie(), 0.4, 7_000),
        (.stepCount, .count(), 5, 6_000),
    ]

    /// Saves a marathon with its samples and its route, unless there is one.
    private func marathon() async throws -> UUID {
        let query = SampleListQuery(type: HKObjectType.workoutType())
        if let known = try person.samples(query, limit: 1).first { return known.uuid }
        let types: [HKObjectType] =
            Self.marathonSamples.map { HKQuantityType($0.type) } + [.workoutType(), HKSeriesType.workoutRoute()]
        let grants = types.map { ($0.identifier, Grant(read: true, share: true)) }
        try person.setGrants(Dictionary(uniqueKeysWithValues: grants), app: "bench.app")
        let boundaries = [120.0, 140, 150, 165].map { HKQuantity(unit: Self.perMinute, doubleValue: $0) }
        try person.setZones(boundaries, of: Self.heartRate)

        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        configuration.locationType = .outdoor
        let builder = HKWorkoutBuilder(healthStore: app, configuration: configuration, device: nil)
        let start = Self.end - Double(Self.marathonLength)
        try await builder.beginCollection(at: start)
        for (type, unit, value, count) in Self.marathonSamples {
            let step = Double(Self.marathonLength) / Double(count)
            let samples = (0..<count)
                .map { index in
                    HKQuantitySample(
                        type: HKQuantityType(type),
                        quantity: HKQuantity(unit: unit, doubleValue: value * (1 + 0.2 * sin(Double(index) / 50))),
                        start: start + Double(index) * step,
                        end: start + Double(index + 1) * step
                    )
                }
            try await builder.addSamples(samples)
        }
        let route = builder.seriesBuilder(for: HKSeriesType.workoutRoute()) as? HKWorkoutRouteBuilder
        try await route?.insertRouteData((0..<Self.marathonLength).map { Self.place($0, start) })
        try await builder.endCollection(at: Self.end)
        guard let workout = try await builder.finishWorkout() else { throw UnknownWork(name: "a marathon") }
        return workout.uuid
    }

    private static func place(_ second: Int, _ start: Date) -> CLLocation {
        let turn = Double(second) / Double(marathonLength) * 2 * .pi
        return CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 52.5 + 0.06 * sin(turn), longitude: 13.4 + 0.1 * cos(turn)),
            altitude: 40 + 15 * sin(turn * 9),
            horizontalAccuracy: 4,
            verticalAccuracy: 3,
            timestamp: start + Double(second)
        )
    }

    /// Reads the marathon as a screen shows it: statistics, heart rate, zones, route, splits, and how many samples it has.
    func openMarathon() async throws -> Run {
        let uuid = try await marathon()
        return try await Run.measure {
            guard let workout = try person.sample(uuid) as? HKWorkout else { throw UnknownWork(name: "a marathon") }
            let routes = try person.routes(of: workout)
            let measures = try person.measures(of: workout, routes: routes)
            let rates = try person.readings(Self.heartRate, of: workout)
            let splits = measures.route?.splits(every: 1_000) ?? []
            let counts = try person.memberCounts(of: workout)
            return [
                Double(counts.filter { $0.type is HKQuantityType }.reduce(0) { $0 + $1.count }),
                Double(routes.reduce(0) { $0 + $1.points.count }), Double(rates.count), Double(splits.count),
                Double(measures.zones.count), Double(workout.allStatistics.count),
            ]
        } found: {
            $0
        }
    }
}
