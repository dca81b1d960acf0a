import CoreLocation
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts
import Testing

/// What screens and commands say of workouts, as values.
@Suite("Facts of workouts")
struct WorkoutFactsTests {
    @Test("A route of a hundred thousand places is drawn with a bounded number, from its start to its end")
    func longRoute() throws {
        let points = (0..<100_000)
            .map { index in
                let angle = Double(index) / 900
                let radius = 0.01 + Double(index) / 1e7
                return RoutePoint(
                    CLLocation(
                        coordinate: CLLocationCoordinate2D(
                            latitude: 48 + radius * sin(angle * 7),
                            longitude: 11 + radius * cos(angle * 11)
                        ),
                        altitude: 500,
                        horizontalAccuracy: 5,
                        verticalAccuracy: 5,
                        timestamp: Date(timeIntervalSinceReferenceDate: Double(index))
                    )
                )
            }
        let track = try #require(RouteTrack([RouteData(points)]))
        #expect(track.count == 100_000)
        #expect(track.places.count <= RouteTrack.limit)
        #expect(track.places.count > 1_000)
        let many = try #require(RouteTrack((0..<9_000).map { RouteData([points[$0], points[$0 + 1]]) }))
        #expect(many.places.count <= RouteTrack.limit)
    }

    @Test("A route over the date line stays in one piece, and one of no sound place is none")
    func dateLine() throws {
        func point(_ longitude: Double, _ seconds: Double) -> RoutePoint {
            RoutePoint(
                CLLocation(
                    coordinate: CLLocationCoordinate2D(latitude: 0, longitude: longitude),
                    altitude: 0,
                    horizontalAccuracy: 5,
                    verticalAccuracy: 5,
                    timestamp: Date(timeIntervalSinceReferenceDate: seconds)
                )
            )
        }
        let track = try #require(RouteTrack([RouteData([point(179.99, 0), point(-179.99, 10)])]))
        let xs = track.places.map(\.x)
        #expect(xs.max().map { $0 - (xs.min() ?? 0) < 3_000 } == true)
        #expect(RouteTrack([RouteData([point(.nan, 0), point(400, 1)])]) == nil)
        #expect(RouteTrack([]) == nil)
    }

    @Test("Paces, speeds and distances are in the person's units and suit the activity")
    func texts() {
        let german = WorkoutText(locale: Locale(identifier: "de_DE"))
        let american = WorkoutText(locale: Locale(identifier: "en_US"))
        #expect(WorkoutText.clock(2_892) == "48:12")
        #expect(WorkoutText.clock(5_560) == "1:32:40")
        #expect(WorkoutText.clock(.nan) == "–")
        #expect(german.speed(8_410, in: 2_892, .running) == "5:44 /km")
        #expect(american.speed(8_410, in: 2_892, .running)?.hasSuffix("/mi") == true)
        #expect(german.speed(31_200, in: 5_560, .cycling) == "20.2 km/h")
        #expect(german.speed(1_500, in: 1_800, .swimming)?.hasPrefix("2:00 /100") == true)
        #expect(german.speed(0, in: 600, .running) == nil)
        #expect(german.speed(100, in: 0, .running) == nil)
        #expect(german.height(84) == "84 m")
        #expect(american.height(84) == "276 ft")
    }

    @Test("A ring that isn't closed is never shown as closed")
    func rings() {
        #expect(RingText.percent(0.9999) == "99 %")
        #expect(RingText.percent(1) == "100 %")
        #expect(RingText.percent(0) == "0 %")
    }

    @Test("Activities are understood by name, stem and part; what may be several is asked back")
    func activities() throws {
        #expect(try WorkoutDraft.activity(named: "Run") == .running)
        #expect(try WorkoutDraft.activity(named: "yoga") == .yoga)
        #expect(try WorkoutDraft.activity(named: "traditional strength") == .traditionalStrengthTraining)
        #expect(throws: EntryError.self) { try WorkoutDraft.activity(named: "s") }
        #expect(throws: EntryError.self) { try WorkoutDraft.activity(named: "quidditch") }
        #expect(throws: EntryError.self) { try WorkoutDraft.activity(named: " ") }
    }

    @Test("Treadmill splits come from distances over time: each kilometre, and what remains")
    func measuredSplits() async throws {
        let store = TestStore()
        let workout = try await store.run(places: 0)
        let page = try WorkoutPage(
            workout,
            .person(store.person),
            text: WorkoutText(locale: Locale(identifier: "de_DE"))
        )
        #expect(page.track == nil)
        #expect(page.splits.count == 6)
        #expect(page.splits.allSatisfy { abs($0.distance - 1_000) < 1 })
        // Fifty metres in twenty seconds are a kilometre in four hundred; a minute of the fourth was paused.
        #expect(page.splits.map { $0.duration.rounded() } == [400, 400, 400, 340, 400, 400])
        #expect(page.splits[0].heartRate == 110)
        #expect(page.splits[5].heartRate == 165)
        #expect(page.heartRate?.minimum == 110)
        #expect(page.members.map(\.count) == [120, 120])
    }

    @Test("The average heart rate of a workout is that of the statistics: the time that a value holds counts")
    func averageHeartRate() throws {
        let readings = [(0.0, 60.0, 100.0), (60, 70, 140), (70, 80, 150)]
        let store = TestStore()
        let start = TestStore.time(0, 9)
        let unit = HKUnit.count().unitDivided(by: .minute())
        let samples = try readings.map { from, to, value in
            try HKQuantitySample(
                validating: HKQuantityType(.heartRate),
                quantity: HKQuantity(unit: unit, doubleValue: value),
                start: start.addingTimeInterval(from),
                end: start.addingTimeInterval(to)
            )
        }
        try store.save(samples, from: TestStore.watch)
        let workout = try HKWorkout(
            validating: .running,
            start: start,
            end: start.addingTimeInterval(80),
            totalEnergyBurned: nil,
            totalDistance: nil,
            metadata: nil
        )
        let page = try WorkoutPage(
            workout,
            .person(store.person),
            text: WorkoutText(locale: Locale(identifier: "en_GB"))
        )
        // (100 · 60 s + 140 · 10 s + 150 · 10 s) / 80 s, not the mean of three numbers.
        #expect(page.averageHeartRate == 111.25)
        #expect(page.heartRateRange == 100...150)
    }
}
