import CoreLocation
import Foundation
import Testing

@testable import HealthKit

/// What a workout's routes measure.
@Suite("Measures of routes")
struct RouteMeasureTests {
    /// On the equator a degree of longitude is as long as the Earth's radius says.
    private static let metresPerDegree = 6_378_137.0 * .pi / 180

    private func place(
        _ time: Double,
        _ metres: Double,
        altitude: Double = 0,
        accuracy: Double = 5,
        vertical: Double = -1
    ) -> RoutePoint {
        RoutePoint(
            CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: 0, longitude: metres / Self.metresPerDegree),
                altitude: altitude,
                horizontalAccuracy: accuracy,
                verticalAccuracy: vertical,
                timestamp: at(time)
            )
        )
    }

    private func running(_ from: Double, _ to: Double, _ events: [(HKWorkoutEventType, Double)] = []) -> RunningTime {
        let events = events.map { type, time in
            HKWorkoutEvent(type: type, dateInterval: DateInterval(start: at(time), duration: 0), metadata: nil)
        }
        return RunningTime(from: at(from), to: at(to), events: events)
    }

    private func near(_ one: Double?, _ other: Double, _ within: Double = 0.01) -> Bool {
        one.map { abs($0 - other) <= within } ?? false
    }

    @Test("R7.23 the distance follows the line from place to place, and splits are of equal length but for the last")
    func splits() throws {
        // Five metres a second, every ten seconds; the second kilometre half as fast.
        var points: [RoutePoint] = []
        var (time, metres) = (0.0, 0.0)
        while metres <= 2_500 {
            points.append(place(time, metres))
            time += (1_000..<2_000).contains(metres) ? 20 : 10
            metres += 50
        }
        let measure = RouteMeasure([RouteData(points)], running: running(0, 10_000))
        #expect(near(measure.distance, 2_500))
        #expect(measure.ascent == nil && measure.descent == nil)
        let splits = measure.splits(every: 1_000)
        #expect(splits.map(\.number) == [1, 2, 3])
        #expect(near(splits[0].distance, 1_000) && near(splits[2].distance, 500))
        #expect(near(splits[0].duration, 200) && near(splits[1].duration, 400) && near(splits[2].duration, 100))
        #expect(near(splits[1].pace, 0.4, 1e-6))
        #expect(abs(splits[1].start.timeIntervalSince(at(200))) < 0.01 && splits[1].start == splits[0].end)
        let miles = measure.splits(every: 1_609.344)
        #expect(miles.count == 2)
        #expect(near(miles.map(\.distance).reduce(0, +), measure.distance, 1e-6), "nothing is lost")
        #expect(measure.splits(every: 0).isEmpty && measure.splits(every: -1).isEmpty)
        #expect(measure.splits(every: 5_000).count == 1)
        #expect(measure.splits(every: .nan).isEmpty)
    }

    @Test("R7.23 one long leg holds many splits, and the other side of the Earth no endless number of them")
    func longLeg() {
        let measure = RouteMeasure([RouteData([place(0, 0), place(100, 5_000)])], running: running(0, 100))
        #expect(measure.splits(every: 1_000).count == 5)
        #expect(near(measure.splits(every: 1_000).last?.duration, 20))
        let far = RouteMeasure([RouteData([place(0, 0), place(100, 19_000_000)])], running: running(0, 100))
        let splits = far.splits(every: 1)
        #expect(splits.count == RouteMeasure.mostSplits)
        #expect(near(splits.map(\.distance).reduce(0, +), far.distance, 1))
    }

    @Test("R7.23 of what was walked during a pause nothing counts, of a leg over its edge the part that ran")
    func pauses() {
        let points = [place(0, 0), place(100, 300), place(200, 400), place(300, 700)]
        let events: [(HKWorkoutEventType, Double)] = [(.pause, 100), (.resume, 200)]
        let measure = RouteMeasure([RouteData(points)], running: running(0, 300, events))
        #expect(near(measure.distance, 600))
        let splits = measure.splits(every: 400)
        #expect(near(splits[0].duration, 100 + 100.0 / 3))
        let half = RouteMeasure([RouteData(points)], running: running(50, 300))
        #expect(near(half.distance, 150 + 100 + 300))
    }

    @Test("R7.23 places that are none or hardly known are passed over; between two routes nothing counts")
    func odd() {
        let points = [
            place(0, 0), place(10, 50_000, accuracy: -1), place(20, 90_000, accuracy: 500), place(30, 100),
        ]
        var far = place(15, 0)
        far.fields.coordinate.latitude = 91
        let measure = RouteMeasure([RouteData(points + [far])], running: running(0, 100))
        #expect(near(measure.distance, 100))
        let two = RouteMeasure(
            [RouteData([place(0, 0), place(10, 100)]), RouteData([place(20, 5_000), place(30, 5_100)])],
            running: running(0, 100)
        )
        #expect(near(two.distance, 200))
        let unreported = [place(0, 0, accuracy: -1), place(10, 100, accuracy: -1)]
        #expect(
            near(RouteMeasure([RouteData(unreported)], running: running(0, 100)).distance, 100),
            "a file without any"
        )
        #expect(RouteMeasure([], running: running(0, 1)).splits(every: 10).isEmpty)
    }

    @Test("R7.23 climbs count from two metres on, each split its own")
    func heights() throws {
        let heights = [10.0, 11, 10.5, 20, 19, 5]
        let points = heights.enumerated().map { place(Double($0) * 10, Double($0) * 100, altitude: $1, vertical: 3) }
        let measure = RouteMeasure([RouteData(points)], running: running(0, 50))
        #expect(measure.ascent == 10 && measure.descent == 15)
        let splits = measure.splits(every: 300)
        #expect(near(splits[0].ascent, 10) && near(splits[1].descent, 15))
    }

    @Test(
        "R7.15 a workout's distance is its total, else its statistics, else its route; zones its own, else its samples'"
    )
    func workout() async throws {
        let test = TestStore()
        let builder = HKWorkoutRouteBuilder(healthStore: test.store, device: nil)
        try await builder.insertRouteData([place(0, 0).location, place(100, 500).location])
        let run = HKWorkout(activityType: .running, start: at(0), end: at(100))
        try await test.store.save(run)
        #expect(try test.person.measures(of: run).distance == nil)
        _ = try await builder.finishRoute(with: run, metadata: nil)
        let measures = try test.person.measures(of: run)
        #expect(near(measures.distance, 500) && measures.isDistanceOfRoute)
        #expect(measures.route?.splits(every: 250).count == 2)
        #expect(measures.zones.isEmpty)

        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let boundaries = [110.0, 130].map { HKQuantity(unit: perMinute, doubleValue: $0) }
        try test.person.setZones(boundaries, of: heartRate)
        try await test.store.save([pulse(100, 10), pulse(120, 40), pulse(120, 400)])
        let worked = try test.person.measures(of: run).zones
        #expect(worked.map { $0.zoneDurations.map(\.duration) } == [[30, 60, 0]], "of the samples in its time")

        let reported = HKWorkout(
            activityType: .running,
            start: at(0),
            end: at(100),
            duration: 100,
            totalEnergyBurned: nil,
            totalDistance: HKQuantity(unit: .meter(), doubleValue: 480),
            metadata: nil
        )
        #expect(try test.person.measures(of: reported).distance == 480)
    }
}
