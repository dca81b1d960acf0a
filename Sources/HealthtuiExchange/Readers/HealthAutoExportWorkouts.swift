import CoreLocation
import Foundation
import HealthKit

/// Reads the workouts of Health Auto Export.
struct HealthAutoExportWorkouts {
    private let formatName: String
    /// The parts of workouts that aren't stored, with their numbers of values.
    private var passedOver: [String: Int] = [:]
    /// The series that statistics were computed from, with their numbers of values.
    private var summedUp: [String: Int] = [:]

    init(_ formatName: String) { self.formatName = formatName }

    /// The parts of a workout that are read, apart from its series.
    private static let parts: Set<String> = [
        "name", "start", "end", "duration", "activeEnergyBurned", "activeEnergy", "distance", "source", "isIndoor",
        "location", "elevationUp", "elevationDown", "elevation", "temperature", "humidity", "avgSpeed", "maxSpeed",
        "intensity", "intesity", "lapLength", "avgHeartRate", "maxHeartRate", "heartRate", "flightsClimbed",
        "totalSwimmingStrokeCount",
    ]

    /// The series, with the type of their statistics; `nil` for one that isn't used.
    private static let series: [String: HKQuantityTypeIdentifier?] = [
        "heartRateData": .heartRate, "heartRateRecovery": nil, "activeEnergy": .activeEnergyBurned,
        "basalEnergy": .basalEnergyBurned, "cyclingCadence": .cyclingCadence, "cyclingDistance": .distanceCycling,
        "cyclingPower": .cyclingPower, "cyclingSpeed": .cyclingSpeed, "swimDistance": .distanceSwimming,
        "swimStroke": .swimmingStrokeCount, "stepCount": .stepCount,
        "walkingAndRunningDistance": .distanceWalkingRunning,
    ]

    /// The parts that aren't measurements or are read separately.
    private static let passed: Set<String> = ["id", "metadata", "route"]

    /// Counts an unknown part of a workout: the values of a list, a quantity, a number.
    private mutating func passOver(_ name: String, _ part: Range<Int>, of walk: JSONWalk) throws {
        var count = 0
        try walk.forEachElement(of: part) { _, _ in count += 1 }
        if !walk.isList(part) {
            let value = walk.value(part)
            let quantity = (value as? [String: Any])?["qty"]
            // A Boolean value also converts to a number.
            count = HealthAutoExportNames.number(quantity ?? value) != nil && !(value is Bool) ? 1 : 0
        }
        if count > 0 { passedOver[name, default: 0] += count }
    }

    /// The largest number of locations read of a route.
    static let mostPlaces = 500_000

    /// Reports the parts of workouts that weren't read.
    func finish(_ sink: inout ReaderSink) {
        for (part, count) in summedUp.sorted(by: { $0.key < $1.key }) {
            sink.passOver("workouts.\(part)", count, isData: false)
        }
        for (part, count) in passedOver.sorted(by: { $0.key < $1.key }) { sink.passOver("workouts.\(part)", count) }
    }

    mutating func read(
        _ workout: Range<Int>,
        of walk: JSONWalk,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        var entry: [String: Any] = [:]
        var lists: [String: Range<Int>] = [:]
        var places: Range<Int>?
        try walk.forEachMember(of: workout) { name, part in
            if name == "route" { places = part }
            if walk.isList(part), Self.series.keys.contains(name) {
                lists[name] = part
            } else if Self.parts.contains(name) {
                entry[name] = walk.value(part)
            } else if !Self.passed.contains(name) {
                try passOver(name, part, of: walk)
            }
        }
        guard let name = entry["name"] as? String, let start = HealthAutoExportDate.read(entry["start"]),
            let end = HealthAutoExportDate.read(entry["end"])
        else { return sink.refuse("the workout has no name, no start or no end", at: place, as: .workouts) }
        let activity = HealthAutoExportActivity.named(name)
        var workout = ReadWorkout(
            activity: activity ?? .other,
            unknownName: activity == nil ? name : nil,
            start: start,
            end: end,
            duration: HealthAutoExportNames.number(entry["duration"]).flatMap { $0 > 0 ? $0 : nil },
            energy: Self.quantity(entry["activeEnergyBurned"] ?? entry["activeEnergy"], .kilocalorie()),
            distance: Self.quantity(entry["distance"], .meter()),
            source: ReadSource(name: entry["source"] as? String ?? formatName)
        )
        workout.strokes = Self.quantity(entry["totalSwimmingStrokeCount"], .count())
        workout.flights = Self.quantity(entry["flightsClimbed"], .count())
        workout.metadata = Self.metadata(entry)
        for (name, list) in lists.sorted(by: { $0.key < $1.key }) { try read(list, name, of: walk, to: &workout) }
        workout.heartRate = Self.heartRate(entry, or: workout.heartRate)
        if let places {
            let route = try Self.route(places, walk, at: place, &sink)
            if !route.isEmpty { workout.routes = [route] }
        }
        try sink.take(workout, at: place)
    }

    private static func metadata(_ entry: [String: Any]) -> [String: String] {
        var metadata: [String: String] = [:]
        let isIndoor = entry["isIndoor"] as? Bool
        switch (entry["location"] as? String)?.lowercased() {
        case "indoor": metadata[HKMetadataKeyIndoorWorkout] = "1"
        case "outdoor": metadata[HKMetadataKeyIndoorWorkout] = "0"
        default: if let isIndoor { metadata[HKMetadataKeyIndoorWorkout] = isIndoor ? "1" : "0" }
        }
        let elevation = entry["elevation"] as? [String: Any]
        func climb(_ key: String) -> Any? {
            elevation.map { ["qty": $0[key] ?? NSNull(), "units": $0["units"] ?? "m"] }
        }
        let quantities: [(String, Any?, HKUnit)] = [
            (HKMetadataKeyElevationAscended, entry["elevationUp"] ?? climb("ascent"), .meter()),
            (HKMetadataKeyElevationDescended, entry["elevationDown"] ?? climb("descent"), .meter()),
            (HKMetadataKeyWeatherTemperature, entry["temperature"], .degreeCelsius()),
            (HKMetadataKeyWeatherHumidity, entry["humidity"], .percent()),
            (HKMetadataKeyAverageSpeed, entry["avgSpeed"], .meter().unitDivided(by: .second())),
            (HKMetadataKeyMaximumSpeed, entry["maxSpeed"], .meter().unitDivided(by: .second())),
            (HKMetadataKeyLapLength, entry["lapLength"], .meter()),
            (
                HKMetadataKeyAverageMETs, entry["intensity"] ?? entry["intesity"],
                .kilocalorie().unitDivided(by: .gramUnit(with: .kilo).unitMultiplied(by: .hour()))
            ),
        ]
        for (key, value, kind) in quantities {
            guard let quantity = quantity(value, kind) else { continue }
            // Exports write percentages a hundred times as large, and so does everything that is read from them.
            let scale = quantity.unit == .percent() ? 100.0 : 1
            let number = quantity.doubleValue(for: quantity.unit) * scale
            metadata[key] = "\(HKQuantity.text(number)) \(quantity.unit.unitString)"
        }
        return metadata
    }

    /// Reads a series of a workout and computes statistics from it.
    private mutating func read(
        _ list: Range<Int>,
        _ name: String,
        of walk: JSONWalk,
        to workout: inout ReadWorkout
    ) throws {
        var values = HealthAutoExportSeries()
        try walk.forEachElement(of: list) { _, element in
            values.add(try walk.object(element, only: HealthAutoExportSeries.parts))
        }
        guard values.count > 0 else { return }
        guard let type = Self.series[name] ?? nil, values.sumUp(type, to: &workout) else {
            passedOver[name, default: 0] += values.count
            return
        }
        summedUp[name, default: 0] += values.count
    }

    /// The heart rate during a workout: the file's summary, otherwise from its values.
    private static func heartRate(
        _ entry: [String: Any],
        or values: ReadWorkout.HeartRate?
    ) -> ReadWorkout.HeartRate? {
        let reported = entry["heartRate"] as? [String: Any]
        func rate(_ value: Any?) -> Double? {
            HealthAutoExportNames.number((value as? [String: Any])?["qty"] ?? value).flatMap { $0 > 0 ? $0 : nil }
        }
        let rates = ReadWorkout.HeartRate(
            average: rate(entry["avgHeartRate"]) ?? rate(reported?["avg"]) ?? values?.average,
            minimum: rate(reported?["min"]) ?? values?.minimum,
            maximum: rate(entry["maxHeartRate"]) ?? rate(reported?["max"]) ?? values?.maximum
        )
        return rates.average == nil && rates.maximum == nil ? nil : rates
    }

    private static let placeParts: Set<String> = [
        "latitude", "longitude", "lat", "lon", "altitude", "timestamp", "course", "courseAccuracy", "speed",
        "speedAccuracy", "horizontalAccuracy", "verticalAccuracy",
    ]

    private static func route(
        _ list: Range<Int>,
        _ walk: JSONWalk,
        at place: String,
        _ sink: inout ReaderSink
    ) throws -> [LocationFields] {
        var places: [LocationFields] = []
        var (all, invalid) = (0, 0)
        try walk.forEachElement(of: list) { _, element in
            all += 1
            guard places.count < mostPlaces else { return }
            let entry = try walk.object(element, only: placeParts) ?? [:]
            func number(_ keys: String...) -> Double? {
                keys.lazy.compactMap { HealthAutoExportNames.number(entry[$0]) }.first
            }
            guard let time = HealthAutoExportDate.read(entry["timestamp"]),
                let latitude = number("latitude", "lat"), abs(latitude) <= 90,
                let longitude = number("longitude", "lon"), abs(longitude) <= 180
            else {
                invalid += 1
                return
            }
            places.append(
                LocationFields(
                    coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
                    altitude: number("altitude") ?? 0,
                    horizontalAccuracy: number("horizontalAccuracy") ?? 0,
                    verticalAccuracy: number("verticalAccuracy") ?? (number("altitude") == nil ? -1 : 0),
                    course: number("course") ?? -1,
                    courseAccuracy: number("courseAccuracy") ?? -1,
                    speed: number("speed") ?? -1,
                    speedAccuracy: number("speedAccuracy") ?? -1,
                    timestamp: time
                )
            )
        }
        if invalid > 0 {
            sink.leaveOut(invalid, "\(place).route: \(invalid) of \(all) locations are invalid. Skipped")
        }
        let surplus = all - invalid - places.count
        if surplus > 0 {
            sink.leaveOut(surplus, "\(place).route: only the first \(mostPlaces) of \(all) locations are stored")
        }
        return places
    }

    /// A quantity of this format, `{"qty": 5.2, "units": "km"}`, or `nil` if it isn't one of that kind.
    private static func quantity(_ value: Any?, _ kind: HKUnit) -> HKQuantity? {
        guard let entry = value as? [String: Any], let number = HealthAutoExportNames.number(entry["qty"]),
            let word = entry["units"] as? String, let unit = HKUnit.named(HealthAutoExportNames.unit(word)),
            unit.conversion(to: kind) != nil
        else { return nil }
        return HKQuantity(unit: unit, doubleValue: unit == .percent() ? number / 100 : number)
    }
}
