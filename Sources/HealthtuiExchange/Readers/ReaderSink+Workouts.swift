import CoreLocation
import Foundation
import HealthKit

extension ReaderSink {
    /// The most samples of a workout in one part of it.
    private static let membersOfPart = 8_192

    /// Stores a workout with its routes, samples and heartbeats.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - place: Its location in the file, for warnings.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ workout: ReadWorkout, at place: String) throws {
        summary.counts[.workouts].read += 1
        guard workout.start <= workout.end else { return refuse("the workout ends before it starts", place, .workouts) }
        let content = workout.content
        var identity = workout.identity?.imported
        var values = workout.values
        var routes: [EncodedRoute] = []
        if let named = identity {
            routes = workout.routes.map { EncodedRoute($0) }
            identity?.digest = digest(of: workout, content, routes)
            try builder.begin(named)
            for entry in named.metadata { values[entry.key] = entry.value }
        } else {
            builder.noteUnnamed()
        }
        let metadata = define(workout.metadata, values)
        let header = header(workout.start, workout.end, workout.source, workout.device, metadata)
        let hasParts = !workout.routes.isEmpty || !workout.samples.isEmpty || !workout.heartbeats.isEmpty
        let owner = hasParts || identity != nil ? builder.makeOwner() : nil
        let imported = ImportedWorkout(header: header, content: content, number: owner, identity: identity)
        if let reason = ImportGate.refusal(of: imported) { return refuse(reason, place, .workouts) }
        builder.chunk.workouts.append(imported)
        workoutTimes.add(from: header.start, to: header.end)
        if let owner {
            try addParts(of: workout, routes, owner, identity, at: place)
            if identity != nil {
                builder.chunk.completed.append(owner)
                builder.weigh(1)
            }
        }
        try builder.flushIfFull()
    }

    /// Adds a workout's parts.
    private mutating func addParts(
        of workout: ReadWorkout,
        _ routes: [EncodedRoute],
        _ owner: ImportNumber.Owner,
        _ identity: ImportedIdentity?,
        at place: String
    ) throws {
        for (index, route) in workout.routes.enumerated() {
            if index < routes.count, route.count <= GPXReader.mostPlaces {
                try add(routes[index], of: workout, owner, identity, at: place)
                try builder.flushIfFull()
                continue
            }
            var rest = route[...]
            while !rest.isEmpty {
                let part = rest.prefix(GPXReader.mostPlaces)
                rest = rest.dropFirst(part.count)
                try add(EncodedRoute(Array(part)), of: workout, owner, identity, at: place)
                try builder.flushIfFull()
            }
        }
        for heartbeats in workout.heartbeats {
            let source = heartbeats.source ?? workout.source
            try add(heartbeats, source, heartbeats.device ?? workout.device, of: owner, at: place)
        }
        for series in workout.samples {
            let source = series.source ?? workout.source
            var rest = rows(of: series, source, series.device ?? workout.device, at: place)[...]
            while !rest.isEmpty {
                let part = rest.prefix(Self.membersOfPart)
                rest = rest.dropFirst(part.count)
                builder.chunk.members.append(ImportedMembers(workout: owner, rows: Array(part)))
                builder.weigh(part.count)
                try builder.flushIfFull()
            }
        }
    }

    /// A route as the store has it: made once, for the digest of a workout and for the store.
    private struct EncodedRoute {
        let bytes: [UInt8]
        /// The times of its places, in order.
        let times: [Double]

        init(_ places: [LocationFields]) {
            let data = RouteData(exported: places.map { RoutePoint(fields: $0) })
            bytes = data.bytes
            times = data.points.map(\.fields.timestamp)
        }
    }

    /// Adds a route of a workout.
    private mutating func add(
        _ route: EncodedRoute,
        of workout: ReadWorkout,
        _ owner: ImportNumber.Owner,
        _ identity: ImportedIdentity?,
        at place: String
    ) throws {
        guard let first = route.times.first, let last = route.times.last else { return }
        summary.counts[.workoutRoutes].read += 1
        let text =
            identity.map { ExportSpelling.form(ofRoute: route.bytes, ofWorkout: $0.identifier) }
            ?? ExportSpelling.form(ofRouteFrom: workout.source.lastingName, times: route.times)
        let object = ImportedObject(
            kind: .workoutRoutes,
            type: HKSeriesType.workoutRoute().identifier,
            header: header(
                Date(timeIntervalSinceReferenceDate: first),
                Date(timeIntervalSinceReferenceDate: last),
                workout.source,
                workout.device
            ),
            content: .route(PackedRoute(bytes: route.bytes, count: route.times.count)),
            text: text,
            workout: owner
        )
        if let reason = try builder.add(object, weight: 2 * route.times.count) { refuse(reason, place, .workoutRoutes) }
    }

    /// Adds a series of heartbeats.
    mutating func add(
        _ heartbeats: ReadHeartbeats,
        _ source: ReadSource,
        _ device: HKDevice?,
        of workout: ImportNumber.Owner?,
        at place: String
    ) throws {
        summary.counts[.heartbeatSeries].read += 1
        let series = HeartbeatSeries(heartbeats.beats)
        let end = heartbeats.start.addingTimeInterval(series.beats.last?.time ?? 0)
        let object = ImportedObject(
            kind: .heartbeatSeries,
            type: HKDataTypeIdentifierHeartbeatSeries,
            header: header(heartbeats.start, end, source, device),
            content: .heartbeats(series),
            text: ExportSpelling.form(
                ofHeartbeats: series,
                from: source.lastingName,
                start: heartbeats.start.timeIntervalSinceReferenceDate
            ),
            workout: workout
        )
        if let reason = try builder.add(object, weight: series.beats.count) { refuse(reason, place, .heartbeatSeries) }
    }

    /// The digest of everything that a file says of a workout.
    private func digest(
        of workout: ReadWorkout,
        _ content: WorkoutContent,
        _ routes: [EncodedRoute]
    ) -> [UInt8] {
        var digest = ImportedIdentity.Digest()
        digest.add(numbers: [workout.start, workout.end].map(\.timeIntervalSinceReferenceDate))
        digest.add(content.json)
        digest.add(ReaderSink.metadata(workout.metadata, workout.values)?.bytes ?? [])
        digest.add(device: workout.device)
        for route in routes { digest.add(route.bytes) }
        for series in workout.samples {
            digest.add("\(series.type)\u{1F}\(series.unit)\u{1F}\(series.source?.lastingName ?? "")\u{1F}".utf8)
            digest.add(device: series.device)
            digest.add(ImportMetadata.make(series.values)?.bytes ?? [])
            // A point is three numbers, whose layout is that of the digest.
            series.points.withUnsafeBytes { digest.add(words: $0) }
        }
        for heartbeats in workout.heartbeats {
            digest.add(numbers: [heartbeats.start.timeIntervalSinceReferenceDate])
            digest.add(HeartbeatSeries(heartbeats.beats).bytes)
        }
        return digest.value
    }
}
