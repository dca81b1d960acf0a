import CoreLocation
import Foundation
import Testing

@testable import HealthKit

@Suite("Workout routes")
struct WorkoutRouteTests {
    private let checks = RecordChecks()
    private var store: HKHealthStore { checks.test.store }

    private func location(_ time: Double, _ latitude: Double = 52, accuracy: Double = 5) -> CLLocation {
        CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: 13.4),
            altitude: 34.5,
            horizontalAccuracy: accuracy,
            verticalAccuracy: -1,
            course: 90.5,
            courseAccuracy: 3,
            speed: 2.75,
            speedAccuracy: 0.5,
            timestamp: at(time),
            sourceInfo: CLLocationSourceInformation(softwareSimulationState: true, andExternalAccessoryState: false)
        )
    }

    private func workout() async throws -> HKWorkout {
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(1000))
        try await store.save(workout)
        return workout
    }

    private func locations(_ route: HKWorkoutRoute) async throws -> [CLLocation] {
        var found: [CLLocation] = []
        for try await each in HKWorkoutRouteQueryDescriptor(route).results(for: store) { found.append(each) }
        return found
    }

    private func builder(_ times: Double...) async throws -> HKWorkoutRouteBuilder {
        let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
        if !times.isEmpty { try await builder.insertRouteData(times.map { location($0) }) }
        return builder
    }

    private func sync(_ version: Int) -> [String: Any] {
        [HKMetadataKeySyncIdentifier: "route", HKMetadataKeySyncVersion: version]
    }

    @Test("a route comes back from the store and from an archive as it was")
    func roundTrip() async throws {
        let points = [location(3), location(1), location(2)].map { RoutePoint($0) }
        let route = try HKWorkoutRoute(route: RouteData(points), device: device("Watch"), metadata: nil)
        try await checks.pass(route) { $0.count == 3 && $0.startDate == at(1) && $0.endDate == at(3) }
        try checkIncompleteArchives(of: route)
    }

    @Test("R7.13 locations come back bit by bit and by time; of equal times the last insertion stays; none is left out")
    func building() async throws {
        let builder = try await builder()
        let odd = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 91, longitude: .nan),
            altitude: .infinity,
            horizontalAccuracy: -1,
            verticalAccuracy: 0.1 + 0.2,
            timestamp: at(5000.123456789)
        )
        try await builder.insertRouteData([location(3, 1), odd, location(1, 2)])
        try await builder.insertRouteData([location(2, 3), location(3, 4)])
        let route = try await builder.finishRoute(with: try await workout(), metadata: nil)
        let found = try await locations(route)
        #expect(found.map(\.timestamp) == [at(1), at(2), at(3), at(5000.123456789)])
        #expect(found.map(\.coordinate.latitude) == [2, 3, 4, 91])
        #expect(found[3].coordinate.longitude.isNaN && found[3].altitude == .infinity)
        #expect(found[3].horizontalAccuracy == -1 && found[3].verticalAccuracy == 0.1 + 0.2)
        #expect(found[3].sourceInformation == nil && found[3].speed == -1)
        let plain = found[0]
        #expect(plain.altitude == 34.5 && plain.course == 90.5 && plain.courseAccuracy == 3)
        #expect(plain.speed == 2.75 && plain.speedAccuracy == 0.5 && plain.verticalAccuracy == -1)
        #expect(plain.sourceInformation?.isSimulatedBySoftware == true)
        #expect(plain.sourceInformation?.isProducedByAccessory == false)
        #expect(route.count == 4 && route.startDate == at(1) && route.endDate == at(5000.123456789))
    }

    @Test("floors, ellipsoidal altitudes and locations of an app's own class are kept")
    func fields() throws {
        final class Here: CLLocation, @unchecked Sendable {
            override var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: 7, longitude: 8) }
        }
        var fields = location(1).fields
        fields.ellipsoidalAltitude = 70.25
        let upstairs = RoutePoint(CLLocation(fields: fields, floor: CLFloor(level: -2)))
        let here = RoutePoint(Here(latitude: 1, longitude: 1))
        let read = try #require(RouteData(bytes: RouteData([upstairs, here]).bytes)).points.map(\.location)
        #expect(read[0].floor?.level == -2 && read[0].ellipsoidalAltitude == 70.25)
        #expect(read[1].coordinate.latitude == 7 && read[1].floor == nil)
    }

    @Test("R7.13 the route belongs to its workout, which must be stored")
    func workouts() async throws {
        let workout = try await workout()
        let other = try await self.workout()
        let builder = try await builder(1)
        let missing = HKWorkout(activityType: .running, start: at(0), end: at(1))
        #expect(await code { _ = try await builder.finishRoute(with: missing, metadata: nil) } == .errorInvalidArgument)
        let route = try await builder.finishRoute(with: workout, metadata: ["a": 1])
        let query = HKSampleQueryDescriptor(
            predicates: [.workoutRoute(HKQuery.predicateForObjects(from: workout))],
            sortDescriptors: []
        )
        let found: [HKWorkoutRoute] = try await query.result(for: store)
        #expect(found.map(\.uuid) == [route.uuid])
        #expect(found.first?.metadata?["a"] as? Int == 1)
        #expect(try await store.all(route.sampleType, HKQuery.predicateForObjects(from: other)).isEmpty)
        #expect(try await store.all(.workoutType()).count == 2)
    }

    @Test("R7.13 no locations, a second finish, and anything after discarding are errors")
    func finishing() async throws {
        let workout = try await workout()
        let empty = try await builder()
        await #expect(throws: HKError.invalid("No data was added to the workout route.")) {
            _ = try await empty.finishRoute(with: workout, metadata: nil)
        }
        await #expect(throws: HKError.self) { try await empty.insertRouteData([]) }
        await #expect(throws: HKError.self) {
            try await empty.insertRouteData([
                CLLocation(
                    fields: LocationFields(
                        coordinate: CLLocationCoordinate2D(latitude: 0, longitude: 0),
                        timestamp: Date(timeIntervalSinceReferenceDate: .nan)
                    )
                )
            ])
        }
        let twice = try await builder(1)
        _ = try await twice.finishRoute(with: workout, metadata: nil)
        await #expect(throws: HKError.invalid("Workout route already finished.")) {
            _ = try await twice.finishRoute(with: workout, metadata: nil)
        }
        await #expect(throws: HKError.self) { try await twice.insertRouteData([location(2)]) }
        let discarded = try await builder(1)
        discarded.discard()
        await #expect(throws: HKError.self) { _ = try await discarded.finishRoute(with: workout, metadata: nil) }
        #expect(try await store.all(HKSeriesType.workoutRoute()).count == 1)
    }

    @Test("Q1 R2.18 R2.19 an equal or higher sync version replaces a route, a lower one gives the stored one")
    func syncVersions() async throws {
        let first = try await workout()
        let second = try await workout()
        let one = try await builder(1).finishRoute(with: first, metadata: sync(1))
        let again = try await builder(1, 2).finishRoute(with: second, metadata: sync(1))
        #expect(one.uuid != again.uuid)
        #expect(try await store.all(one.sampleType).map(\.uuid) == [again.uuid])
        for workout in [first, second] {
            let routes = try await store.all(one.sampleType, HKQuery.predicateForObjects(from: workout))
            #expect(routes.map(\.uuid) == [again.uuid])
        }
        let lower = try await builder(1, 2, 3).finishRoute(with: second, metadata: sync(0))
        #expect(lower.uuid == again.uuid && lower.count == 2)
        let higher = try await builder(1, 2, 3).finishRoute(with: second, metadata: sync(2))
        #expect(try await store.all(one.sampleType).map(\.uuid) == [higher.uuid])
    }

    @Test("the query gives batches within a time, and tells of a route that is not stored or not allowed")
    func query() async throws {
        let builder = try await builder()
        try await builder.insertRouteData((0..<1200).map { location(Double($0)) })
        let route = try await builder.finishRoute(with: try await workout(), metadata: nil)
        func run(_ interval: DateInterval?, _ store: HKHealthStore) async -> [String] {
            let (stream, continuation) = AsyncStream<String>.makeStream()
            let handler = {
                (_: HKWorkoutRouteQuery, found: [CLLocation]?, done: Bool, error: (any Error)?) in
                continuation.yield(found.map { "\($0.count)" } ?? "error \((error as? HKError)?.code.rawValue ?? 0)")
                if done { continuation.finish() }
            }
            if let interval {
                store.execute(HKWorkoutRouteQuery(route: route, dateInterval: interval, dataHandler: handler))
            } else {
                store.execute(HKWorkoutRouteQuery(route: route, dataHandler: handler))
            }
            return await stream.reduce(into: []) { $0.append($1) }
        }
        #expect(await run(nil, store) == ["500", "500", "200"])
        #expect(await run(DateInterval(start: at(10), end: at(19)), store) == ["10"])
        #expect(await run(DateInterval(start: at(5000), end: at(5001)), store) == ["0"])
        #expect(await run(nil, checks.test.app("stranger")) == ["error 5"])
        try await store.delete(route)
        #expect(await run(nil, store) == ["error 11"])
    }

    @Test("an app without permission, or while the machine is locked, cannot finish a route; then it can")
    func refusals() async throws {
        let app = checks.test.app("runner")
        try checks.test.grant("runner", .workoutType(), read: nil, share: true)
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(3600))
        try await app.save(workout)
        let builder = HKWorkoutRouteBuilder(healthStore: app, device: nil)
        try await builder.insertRouteData([location(1)])
        func finish() async -> HKError.Code? {
            await code { _ = try await builder.finishRoute(with: workout, metadata: nil) }
        }
        #expect(await finish() == .errorAuthorizationNotDetermined)
        try checks.test.grant("runner", HKSeriesType.workoutRoute(), read: nil, share: true)
        let database = try store.database()
        database.lock()
        #expect(await finish() == .errorDatabaseInaccessible)
        database.unlock()
        #expect(await finish() == nil)
    }

    @Test("completion handlers tell the same")
    func completions() async throws {
        let workout = try await workout()
        let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
        #expect(
            await withCheckedContinuation { continuation in
                builder.insertRouteData([location(1)]) { success, error in
                    continuation.resume(returning: success && error == nil)
                }
            }
        )
        #expect(
            await withCheckedContinuation { continuation in
                builder.addMetadata(["a": [1]]) { success, error in
                    continuation.resume(returning: !success && error != nil)
                }
            }
        )
        #expect(
            await withCheckedContinuation { continuation in
                builder.finishRoute(with: workout, metadata: nil) { route, error in
                    continuation.resume(returning: route?.count == 1 && error == nil)
                }
            }
        )
    }

    @Test("places that an earlier version kept one by one come back")
    func earlier() throws {
        let points = [location(3, 51.5), location(4)].map { RoutePoint($0) }
        var writer = ByteWriter()
        writer.varint(UInt64(points.count))
        for point in points {
            let fields = point.fields
            // Where the location came from, simulated; then an altitude above the ellipsoid and a level.
            writer.byte(1 | 2 | 4 | 8)
            for number in [
                fields.timestamp, fields.coordinate.latitude, fields.coordinate.longitude, fields.altitude,
                fields.horizontalAccuracy, fields.verticalAccuracy, fields.course, fields.courseAccuracy, fields.speed,
                fields.speedAccuracy, 70.25,
            ] { writer.double(number) }
            writer.varint(UInt64(bitPattern: -2))
        }
        let read = try #require(RouteData(bytes: writer.bytes)).points
        #expect(read.map(\.fields.timestamp) == points.map(\.fields.timestamp))
        #expect(read.map(\.fields.coordinate.latitude) == [51.5, 52])
        #expect(read.map(\.fields.ellipsoidalAltitude) == [70.25, 70.25] && read.map(\.floor) == [-2, -2])
        #expect(read.allSatisfy { $0.source?.isSimulated == true && $0.source?.isAccessory == false })
        for length in writer.bytes.indices { #expect(RouteData(bytes: Array(writer.bytes[..<length])) == nil) }
        // What is read is kept anew, and says the same.
        let again = try #require(RouteData(bytes: RouteData(exported: read).bytes)).points
        #expect(again.map(\.fields.ellipsoidalAltitude) == [70.25, 70.25] && again.map(\.floor) == [-2, -2])
        #expect(again.map(\.fields.courseAccuracy) == [3, 3] && again.map(\.fields.speedAccuracy) == [0.5, 0.5])
        #expect(again.map(\.fields.verticalAccuracy) == [-1, -1] && again.map(\.fields.altitude) == [34.5, 34.5])
        #expect(again.map(\.fields.speed) == [2.75, 2.75] && again.map(\.fields.course) == [90.5, 90.5])
        #expect(
            again.map(\.fields.horizontalAccuracy) == [5, 5]
                && again.map(\.fields.coordinate.longitude) == [13.4, 13.4]
        )
        #expect(again.allSatisfy { $0.source?.isSimulated == true && $0.source?.isAccessory == false })
    }

    @Test("damaged routes are read as none")
    func damage() {
        let bytes = RouteData([RoutePoint(location(1)), RoutePoint(location(2))]).bytes
        for length in bytes.indices { #expect(RouteData(bytes: Array(bytes[..<length])) == nil) }
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0xFF
            #expect(RouteData(bytes: damaged) == nil)
        }
    }
}
