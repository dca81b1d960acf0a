import Foundation

/// What a workout measures, whether it says so itself or its samples and routes do.
package struct WorkoutMeasures: Sendable {
    /// Metres; `nil` where nothing tells.
    package var distance: Double?
    /// Whether the distance is that of the routes, since the workout has none.
    package var isDistanceOfRoute = false
    /// What the routes measure; `nil` without a route.
    package var route: RouteMeasure?
    /// The time in zones, heart rate before power; those that the workout has, else worked out from its samples.
    package var zones: [HKWorkoutZoneGroup] = []
}

extension WorkoutContents {
    /// What a workout measures: its distance, splits and zones, from its routes and samples where it has none itself.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - routes: Its routes when they are at hand; else they are read.
    /// - Returns: The measures.
    /// - Throws: `HKError`.
    package func measures(of workout: HKWorkout, routes: [RouteData]? = nil) throws -> WorkoutMeasures {
        var measures = WorkoutMeasures()
        let routes = try routes ?? self.routes(of: workout)
        if !routes.isEmpty { measures.route = RouteMeasure(routes, running: workout.runningTime) }
        measures.distance = workout.measuredDistance
        if measures.distance == nil, let route = measures.route, route.distance > 0 {
            measures.distance = route.distance
            measures.isDistanceOfRoute = true
        }
        measures.zones = try HKWorkoutZoneConfiguration.types.compactMap { try zones(of: workout, $0) }
        return measures
    }

    /// The time of a workout in the zones of a type: as the workout has it; else of the samples in its time, in the zones
    /// that hold for the person.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - type: Heart rate or cycling power.
    /// - Returns: The zones and the time in each; `nil` without zones or values.
    /// - Throws: `HKError`.
    package func zones(of workout: HKWorkout, _ type: HKQuantityType) throws -> HKWorkoutZoneGroup? {
        if let own = workout.zoneGroup(for: type) { return own }
        guard let zones = try preferredZones(of: type, at: workout.startDate) else { return nil }
        let readings = try readings(type, of: workout)
        guard !readings.isEmpty else { return nil }
        var tally = WorkoutZoneTally(zones, running: workout.runningTime)
        tally.add(
            readings.values.indices.map {
                QuantitySeries.Element(start: readings.starts[$0], end: readings.ends[$0], value: readings.values[$0])
            }
        )
        return tally.group()
    }
}

extension HKWorkout {
    /// When the workout ran: pauses are left out.
    package var runningTime: RunningTime {
        RunningTime(from: startDate, to: endDate, events: workoutEvents ?? [])
    }

    /// The distance in metres that the workout came with, else what was added to it; `nil` for neither (R7.15).
    package var measuredDistance: Double? {
        if let total = totalDistance?.converted(to: .meter()) { return total }
        let sums =
            allStatistics
            .filter { $0.key.identifier.hasPrefix("HKQuantityTypeIdentifierDistance") }
            .compactMap { $0.value.sumQuantity()?.converted(to: .meter()) }
        return sums.isEmpty ? nil : sums.reduce(0, +)
    }
}
