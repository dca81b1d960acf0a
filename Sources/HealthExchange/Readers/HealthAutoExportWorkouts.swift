import CoreLocation
import Foundation
import HealthKit

/// Reads the workouts of Health Auto Export.
struct HealthAutoExportWorkouts {
    private let formatName: String
    /// What workouts have and is not stored, and how many values there are.
    private var passedOver: [String: Int] = [:]

    init(_ formatName: String) { self.formatName = formatName }

    /// What is read of a workout, apart from its series.
    private static let parts: Set<String> = [
        "name", "start", "end", "duration", "activeEnergyBurned", "activeEnergy", "distance", "source", "isIndoor",
        "location", "elevationUp", "elevationDown", "elevation", "temperature", "humidity", "avgSpeed", "maxSpeed",
        "intensity", "intesity", "lapLength", "avgHeartRate", "maxHeartRate", "heartRate", "flightsClimbed",
        "totalSwimmingStrokeCount",
    ]

    /// The series that are metrics too, or that nothing is made of.
    private static let series: Set<String> = [
        "heartRateData", "heartRateRecovery", "activeEnergy", "basalEnergy", "cyclingCadence", "cyclingDistance",
        "cyclingPower", "cyclingSpeed", "swimDistance", "swimStroke", "stepCount", "walkingAndRunningDistance",
    ]

    /// The most places that are read of a route.
    static let mostPlaces = 500_000

    /// Says what of the workouts was not read.
    func finish(_ sink: inout ReaderSink) {
        for (part, count) in passedOver.sorted(by: { $0.key < $1.key }) { sink.passOver("workouts.\(part)", count) }
    }

    mutating func read(
        _ workout: Range<Int>,
        of walk: JSONWalk,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        var entry: [String: Any] = [:]
        var rates: Range<Int>?
        var places: Range<Int>?
        try walk.forEachMember(of: workout) { name, part in
            if name == "route" { places = part }
            if name == "heartRateData" { rates = part }
            if walk.isList(part), Self.series.contains(name) {
                var count = 0
                try walk.forEachElement(of: part) { _, _ in count += 1 }
                if count > 0 { passedOver[name, default: 0] += count }
            } else if Self.parts.contains(name) {
                entry[name] = walk.value(part)
            }
        }
        guard let name = entry["name"] as? String, let start = HealthAutoExportDate.read(entry["start"]),
            let end = HealthAutoExportDate.read(entry["end"])
        else { return sink.refuse("the workout has no name, no start or no end", at: place, as: .workouts) }
        let activity = HealthAutoExportNames.activity(name)
        var workout = ReadWorkout(
            activity: activity ?? .other,
            unknownName: activity == nil ? name : nil,
            start: start,
            end: end,
            duration: HealthAutoExportNames.number(entry["duration"]).flatMap { $0 > 0 ? $0 : nil },
            energy: Self.quantity(entry["activeEnergyBurned"] ?? entry["activeEnergy"], .kilocalorie()),
            distance: Self.quantity(entry["distance"], .meter()),
            source: entry["source"] as? String ?? formatName
        )
        workout.strokes = Self.quantity(entry["totalSwimmingStrokeCount"], .count())
        workout.flights = Self.quantity(entry["flightsClimbed"], .count())
        workout.metadata = Self.metadata(entry)
        workout.heartRate = try Self.heartRate(entry, rates, walk)
        if let places { workout.route = try Self.route(places, walk, at: place, &sink) }
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
            // In exports, and so in what is read of them, a percentage stands a hundred times as large.
            let scale = quantity.unit == .percent() ? 100.0 : 1
            let number = quantity.doubleValue(for: quantity.unit) * scale
            metadata[key] = "\(HKQuantity.text(number)) \(quantity.unit.unitString)"
        }
        return metadata
    }

    /// The heart rate while a workout lasted: as the file sums it up, else from its values.
    private static func heartRate(
        _ entry: [String: Any],
        _ values: Range<Int>?,
        _ walk: JSONWalk
    ) throws -> ReadWorkout.HeartRate? {
        let reported = entry["heartRate"] as? [String: Any]
        func rate(_ value: Any?) -> Double? {
            HealthAutoExportNames.number((value as? [String: Any])?["qty"] ?? value).flatMap { $0 > 0 ? $0 : nil }
        }
        var rates = ReadWorkout.HeartRate(
            average: rate(entry["avgHeartRate"]) ?? rate(reported?["avg"]),
            minimum: rate(reported?["min"]),
            maximum: rate(entry["maxHeartRate"]) ?? rate(reported?["max"])
        )
        var (sum, count) = (0.0, 0.0)
        var least: Double?
        var most: Double?
        if let values {
            try walk.forEachElement(of: values) { _, element in
                guard let value = try walk.object(element, only: ["Min", "Avg", "Max", "qty"]) else { return }
                guard let mean = rate(value["Avg"]) ?? rate(value["qty"]) else { return }
                (sum, count) = (sum + mean, count + 1)
                least = min(least ?? .infinity, rate(value["Min"]) ?? mean)
                most = max(most ?? 0, rate(value["Max"]) ?? mean)
            }
        }
        rates.average = rates.average ?? (count > 0 ? sum / count : nil)
        rates.minimum = rates.minimum ?? least
        rates.maximum = rates.maximum ?? most
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
        if invalid > 0 { sink.note("\(place).route: \(invalid) of \(all) locations are invalid. Skipped") }
        if all - invalid > places.count {
            sink.note("\(place).route: only the first \(mostPlaces) of \(all) locations are stored")
        }
        return places
    }

    /// A quantity of this format, `{"qty": 5.2, "units": "km"}`; `nil` when it is none of a kind.
    private static func quantity(_ value: Any?, _ kind: HKUnit) -> HKQuantity? {
        guard let entry = value as? [String: Any], let number = HealthAutoExportNames.number(entry["qty"]),
            let word = entry["units"] as? String, let unit = HKUnit.named(HealthAutoExportNames.unit(word)),
            unit.conversion(to: kind) != nil
        else { return nil }
        return HKQuantity(unit: unit, doubleValue: unit == .percent() ? number / 100 : number)
    }
}
