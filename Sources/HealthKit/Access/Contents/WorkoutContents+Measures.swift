import Foundation

/// A workout's measures, either its own or derived from its samples and routes.
package struct WorkoutMeasures: Sendable {
    /// Metres, or `nil` if unknown.
    package var distance: Double?
    /// Whether the distance is measured along the routes, since the workout itself has no distance.
    package var isDistanceOfRoute = false
    /// The measures of the routes, or `nil` without a route.
    package var route: RouteMeasure?
    /// The time in zones, heart rate before power; the workout's own, or calculated from its samples.
    package var zones: [HKWorkoutZoneGroup] = []
}

extension WorkoutContents {
    /// A workout's measures: its distance, splits and zones, derived from its routes and samples if it has none itself.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - routes: Its routes if available; otherwise they are read.
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

    /// A workout's time in the zones of a type.
    ///
    /// The workout's own, or calculated from the samples within its time and the zones that apply to the person.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - type: Heart rate or cycling power.
    /// - Returns: The zones and the time in each, or `nil` without zones or values.
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
    /// The time that the workout ran, without pauses.
    package var runningTime: RunningTime {
        RunningTime(from: startDate, to: endDate, events: workoutEvents ?? [])
    }

    /// The workout's own distance in metres, or that of the samples added to it, or `nil` for neither (R7.15).
    package var measuredDistance: Double? {
        if let total = totalDistance?.converted(to: .meter()) { return total }
        let sums =
            allStatistics
            .filter { $0.key.identifier.hasPrefix("HKQuantityTypeIdentifierDistance") }
            .compactMap { $0.value.sumQuantity()?.converted(to: .meter()) }
        return sums.isEmpty ? nil : sums.reduce(0, +)
    }
}
