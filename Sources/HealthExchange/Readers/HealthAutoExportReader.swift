import Foundation
import HealthKit

/// Reads what the phone app Health Auto Export writes: JSON with metrics, each a list of values by date.
package struct HealthAutoExportReader: Reader {
    package init() {}

    package var name: String { "Health Auto Export" }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        let text = String(decoding: beginning.prefix(4_096), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return start.hasPrefix("{") && text.contains("\"data\"")
            && (text.contains("\"metrics\"") || text.contains("\"workouts\""))
    }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        let root: Any
        do {
            root = try JSONSerialization.jsonObject(with: Data(bytes))
        } catch {
            let line = FHIRReader.line(of: error, in: Data(bytes))
            throw ImportError("line \(line): it is no JSON, or it is cut short")
        }
        guard let data = (root as? [String: Any])?["data"] as? [String: Any] else {
            throw ImportError("it has no object \"data\"")
        }
        for (index, metric) in (data["metrics"] as? [Any] ?? []).enumerated() {
            try read(metric, at: "data.metrics[\(index)]", &sink)
        }
        for index in (data["workouts"] as? [Any] ?? []).indices {
            sink.refuse("workouts of this format are not read", at: "data.workouts[\(index)]")
        }
    }

    /// The metrics whose names are not those of HealthKit's types in small letters.
    private static let named: [String: HKQuantityTypeIdentifier] = [
        "active_energy": .activeEnergyBurned, "resting_energy": .basalEnergyBurned,
        "weight_body_mass": .bodyMass, "blood_oxygen_saturation": .oxygenSaturation,
        "walking_running_distance": .distanceWalkingRunning, "cycling_distance": .distanceCycling,
        "swimming_distance": .distanceSwimming, "heart_rate_variability": .heartRateVariabilitySDNN,
        "walking_heart_rate_average": .walkingHeartRateAverage, "vo2_max": .vo2Max, "vo2max": .vo2Max,
        "dietary_energy": .dietaryEnergyConsumed, "carbohydrates": .dietaryCarbohydrates,
        "protein": .dietaryProtein, "total_fat": .dietaryFatTotal, "dietary_sugar": .dietarySugar,
        "fiber": .dietaryFiber, "sodium": .dietarySodium, "cholesterol": .dietaryCholesterol,
        "caffeine": .dietaryCaffeine, "dietary_water": .dietaryWater, "apple_stand_time": .appleStandTime,
        "apple_exercise_time": .appleExerciseTime, "physical_effort": .physicalEffort,
    ]

    /// Units of this format that HealthKit spells otherwise.
    private static let units: [String: String] = [
        "bpm": "count/min", "count/min": "count/min", "steps": "count", "ml/(kg·min)": "mL/kg·min",
        "mL/min·kg": "mL/kg·min", "breaths/min": "count/min", "°C": "degC", "ºC": "degC", "°F": "degF", "ºF": "degF",
        "dBASPL": "dBASPL", "mi/hr": "mi/hr", "km/hr": "km/hr", "lb": "lb", "fl_oz_us": "fl_oz_us",
    ]

    private func read(_ value: Any, at place: String, _ sink: inout ReaderSink) throws {
        guard let metric = value as? [String: Any], let name = metric["name"] as? String,
            let values = metric["data"] as? [Any]
        else { return sink.refuse("it has no name or no data", at: place) }
        let unit = metric["units"] as? String ?? ""
        for (index, value) in values.enumerated() {
            let place = "\(place).data[\(index)]"
            guard let entry = value as? [String: Any], let date = Self.date(entry["date"]) else {
                sink.refuse("\(name) without a date", at: place)
                continue
            }
            let source = entry["source"] as? String ?? self.name
            if name == "blood_pressure" {
                try pressure(entry, date, source, place, &sink)
                continue
            }
            guard let type = Self.type(name) else {
                sink.refuse("\(name) is no metric that is known", at: place)
                continue
            }
            guard let number = Self.number(entry["qty"]) ?? Self.number(entry["Avg"]) ?? Self.number(entry["avg"])
            else {
                sink.refuse("\(name) without a number", at: place)
                continue
            }
            let isPart = unit == "%"
            let sample = ReadSample(
                type: type.rawValue,
                unit: Self.units[unit] ?? unit,
                value: isPart ? number / 100 : number,
                start: date,
                end: date,
                source: source
            )
            try sink.take(sample, at: place)
        }
    }

    private func pressure(
        _ entry: [String: Any],
        _ date: Date,
        _ source: String,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        let parts: [(String, HKQuantityTypeIdentifier)] = [
            ("systolic", .bloodPressureSystolic), ("diastolic", .bloodPressureDiastolic),
        ]
        for (key, type) in parts {
            guard let number = Self.number(entry[key]) else {
                sink.refuse("blood_pressure without \(key)", at: place)
                continue
            }
            let sample = ReadSample(
                type: type.rawValue,
                unit: "mmHg",
                value: number,
                start: date,
                end: date,
                source: source
            )
            try sink.take(sample, at: place)
        }
    }

    /// The type of a metric: by its name here, else the type of HealthKit with that name.
    static func type(_ name: String) -> HKQuantityTypeIdentifier? {
        if let known = named[name] { return known }
        let words = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        for prefix in ["HKQuantityTypeIdentifier", "HKQuantityTypeIdentifierDietary"] {
            let identifier = prefix + words.joined()
            if HKObjectType.type(identifier: identifier) is HKQuantityType {
                return HKQuantityTypeIdentifier(rawValue: identifier)
            }
        }
        return nil
    }

    private static func number(_ value: Any?) -> Double? {
        guard let number = (value as? NSNumber)?.doubleValue, number.isFinite else { return nil }
        return number
    }

    /// A date as the format writes it, `2024-02-06 14:30:00 -0800`.
    private static func date(_ value: Any?) -> Date? {
        guard let text = value as? String else { return nil }
        var dates = ExportDateParser()
        let plain = text.replacing("T", with: " ")
        return withByteSlice(of: plain) { dates.seconds($0) }.map { Date(timeIntervalSinceReferenceDate: $0) }
    }
}
