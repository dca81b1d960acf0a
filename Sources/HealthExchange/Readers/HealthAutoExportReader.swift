import Foundation
import HealthKit

/// Reads what the phone app Health Auto Export writes: JSON with metrics, each a list of values by date.
package struct HealthAutoExportReader: Reader {
    package init() {}

    package var name: String { "Health Auto Export" }

    /// What the format has beside metrics and workouts, which is counted and not read.
    private static let otherParts = [
        "stateOfMind", "medications", "symptoms", "cycleTracking", "ecg", "heartRateNotifications",
    ]

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        let text = String(decoding: beginning.prefix(4_096), as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return start.hasPrefix("{") && text.contains("\"data\"")
            && (["metrics", "workouts"] + Self.otherParts).contains { text.contains("\"\($0)\"") }
    }

    /// Reads a file value by value, so that it takes little more memory than its text.
    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        try bytes.withUnsafeBufferPointer { buffer in
            let walk = JSONWalk(buffer)
            do {
                try read(walk, &sink)
            } catch let failure as JSONWalk.Failure {
                throw ImportError("line \(failure.line): invalid JSON, or the file is cut short")
            }
        }
    }

    private func read(_ walk: JSONWalk, _ sink: inout ReaderSink) throws {
        var data: Range<Int>?
        try walk.forEachMember(of: walk.root()) { name, place in
            if name == "data", walk.isObject(place) { data = place }
        }
        guard let data else { throw ImportError("it has no object \"data\"") }
        try walk.forEachMember(of: data) { part, place in
            var count = 0
            try walk.forEachElement(of: place) { index, element in
                count += 1
                let place = "data.\(part)[\(index)]"
                if part == "metrics" { try read(metric: element, of: walk, at: place, &sink) }
                if part == "workouts" { try read(workout: element, of: walk, at: place, &sink) }
            }
            if count > 0, part != "metrics", part != "workouts" { sink.passOver(part, count) }
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

    private func read(
        metric: Range<Int>,
        of walk: JSONWalk,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        // The name may stand behind the values.
        var (values, name, unit): (Range<Int>?, String?, String?)
        try walk.forEachMember(of: metric) { member, place in
            switch member {
            case "data" where walk.isList(place): values = place
            case "name": name = walk.value(place) as? String
            case "units": unit = walk.value(place) as? String
            default: break
            }
        }
        guard let name, let values else { return sink.refuse("it has no name or no data", at: place) }
        try walk.forEachElement(of: values) { index, element in
            let place = "\(place).data[\(index)]"
            guard let value = walk.value(element) else { return sink.refuse("invalid JSON", at: place) }
            if name == "sleep_analysis" {
                try read(sleep: value, at: place, &sink)
            } else {
                try read(value, of: name, unit ?? "", at: place, &sink)
            }
        }
    }

    private func read(
        _ value: Any,
        of name: String,
        _ unit: String,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        guard let entry = value as? [String: Any], let date = HealthAutoExportDate.read(entry["date"]) else {
            return sink.refuse("\(name) without a date", at: place)
        }
        let source = entry["source"] as? String ?? self.name
        if name == "blood_pressure" { return try pressure(entry, date, source, place, &sink) }
        guard let type = Self.type(name) else { return sink.refuse("unknown metric \(name)", at: place) }
        guard let number = Self.number(entry["qty"]) ?? Self.number(entry["Avg"]) ?? Self.number(entry["avg"]) else {
            return sink.refuse("\(name) without a number", at: place)
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

    /// The stages of sleep by their names here, without blanks and in small letters.
    private static let stages: [String: HKCategoryValueSleepAnalysis] = [
        "inbed": .inBed, "asleep": .asleepUnspecified, "unspecified": .asleepUnspecified, "awake": .awake,
        "core": .asleepCore, "deep": .asleepDeep, "rem": .asleepREM,
    ]

    /// Reads a stage of sleep; a night as a whole does not say when a stage was.
    private func read(sleep value: Any, at place: String, _ sink: inout ReaderSink) throws {
        guard let entry = value as? [String: Any], let name = entry["value"] as? String,
            let start = HealthAutoExportDate.read(entry["startDate"]),
            let end = HealthAutoExportDate.read(entry["endDate"])
        else {
            return sink.refuse(
                "a night in sums says of no stage when it was; export sleep without summarising it",
                at: place
            )
        }
        let letters = name.lowercased().filter(\.isLetter)
        guard let stage = Self.stages[letters] ?? Self.stages[String(letters.trimmingPrefix("asleep"))] else {
            return sink.refuse("the stage of sleep is none that is known", at: place)
        }
        let sample = ReadSample(
            type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue,
            value: Double(stage.rawValue),
            start: start,
            end: end,
            source: entry["source"] as? String ?? self.name
        )
        try sink.take(sample, at: place)
    }

    /// What is read of a workout; its route and its series, which may be long, are not made.
    private static let workoutParts: Set<String> = [
        "name", "start", "end", "duration", "activeEnergyBurned", "activeEnergy", "distance", "source", "isIndoor",
    ]

    private func read(
        workout: Range<Int>,
        of walk: JSONWalk,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        guard let entry = try walk.object(workout, only: Self.workoutParts), let name = entry["name"] as? String,
            let start = HealthAutoExportDate.read(entry["start"]), let end = HealthAutoExportDate.read(entry["end"])
        else { return sink.refuse("the workout has no name, no start or no end", at: place, as: .workouts) }
        let activity = Self.activity(name)
        var workout = ReadWorkout(
            activity: activity ?? .other,
            unknownName: activity == nil ? name : nil,
            start: start,
            end: end,
            duration: Self.number(entry["duration"]).flatMap { $0 > 0 ? $0 : nil },
            energy: Self.quantity(entry["activeEnergyBurned"] ?? entry["activeEnergy"], .kilocalorie()),
            distance: Self.quantity(entry["distance"], .meter()),
            source: entry["source"] as? String ?? self.name
        )
        if let isIndoor = entry["isIndoor"] as? Bool {
            workout.metadata[HKMetadataKeyIndoorWorkout] = isIndoor ? "1" : "0"
        }
        try sink.take(workout, at: place)
    }

    /// Words for what was done that are not HealthKit's, without blanks and in small letters.
    private static let activities: [String: HKWorkoutActivityType] = [
        "run": .running, "walk": .walking, "cycle": .cycling, "swim": .swimming, "hike": .hiking, "rower": .rowing,
        "strengthtraining": .traditionalStrengthTraining, "hiit": .highIntensityIntervalTraining,
        "stairstepper": .stairClimbing,
    ]

    /// Says where it was done, not what.
    private static let places = ["outdoor", "indoor", "pool", "openwater"]

    /// What was done, by its name here, such as `Outdoor Run`; `nil` for one that is not known.
    static func activity(_ name: String) -> HKWorkoutActivityType? {
        let letters = name.lowercased().filter(\.isLetter)
        let rest = places.first { letters.hasPrefix($0) }.map { String(letters.dropFirst($0.count)) } ?? letters
        if let known = activities[rest] { return known }
        let found = TypeCatalogue.shared.workoutActivities?.cases
            .first { known in
                [known.name, known.label].contains { $0.lowercased().filter(\.isLetter) == rest }
            }
        return found.flatMap { HKWorkoutActivityType(rawValue: UInt($0.value)) }
    }

    /// A quantity of this format, `{"qty": 5.2, "units": "km"}`; `nil` when it is none of a kind.
    private static func quantity(_ value: Any?, _ kind: HKUnit) -> HKQuantity? {
        guard let entry = value as? [String: Any], let number = number(entry["qty"]),
            let word = entry["units"] as? String, let unit = HKUnit.named(units[word] ?? word),
            unit.conversion(to: kind) != nil
        else { return nil }
        return HKQuantity(unit: unit, doubleValue: number)
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
}
