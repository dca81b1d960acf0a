import Foundation
import HealthKit

/// What the names of columns mean.
enum TableNames {
    /// What a name says of a column.
    struct Meaning {
        var role: TableMapping.Role
        /// Why a column is left out, or whose value it is.
        var note: String?
        /// What the name leaves open; the type and unit to pass.
        var question: (text: String, pass: String)?
        var isDistance = false
    }

    private static let roles: [TableMapping.Role: Set<String>] = [
        .start: [
            "start", "startdate", "starttime", "begin", "date", "time", "datetime", "timestamp", "day", "recorded",
            "devicetimestamp", "cyclestarttime", "workoutstarttime", "sleeponset", "measuredat", "recordedat",
            "measurementdate", "dateandtime", "daytime", "createtime", "starttimestamp", "dateoftheday",
        ],
        .end: ["end", "enddate", "endtime", "until", "cycleendtime", "workoutendtime", "wakeonset", "endtimestamp"],
        .type: ["type", "metric", "measurement", "identifier"],
        .unit: ["unit", "units"],
        .source: ["source", "sourcename", "app"],
        .activity: ["activity", "activitytype", "activityname", "sport", "sporttype", "exercisetype", "workouttype"],
        .zone: ["timezone", "timeoffset", "utcoffset", "cycletimezone", "timezoneoffset", "zone"],
        .value(unit: nil): ["value", "qty", "quantity"],
        .duration(unit: nil): ["duration", "elapsedtime", "movingtime", "activitytime"],
    ]

    /// Energy that is active and resting together, or of which it is not said.
    private static let totalEnergy: Set<String> = [
        "calories", "caloriesburned", "totalcalories", "totalcaloriesburned", "energy", "energyburned", "totalenergy",
        "totalenergyburned", "kcal", "burnedcalories", "totalkcal",
    ]
    private static let activeEnergy: Set<String> = [
        "activecalories", "activitycalories", "activecaloriesburned", "activeenergy", "moveenergy",
    ]
    private static let restingEnergy: Set<String> = [
        "restingcalories", "basalcalories", "bmrcalories", "caloriesbmr", "restingenergy",
    ]
    private static let foodEnergy: Set<String> = ["caloriesin", "caloriesconsumed", "dietarycalories"]
    private static let muscle: Set<String> = [
        "musclemass", "skeletalmusclemass", "muscle", "skeletalmuscle", "musclerate", "musclepercentage",
    ]
    private static let variability: Set<String> = [
        "hrv", "heartratevariability", "averagehrv", "avghrv", "overnighthrv", "restinghrv", "hrvms",
    ]
    private static let distances: Set<String> = ["distance", "totaldistance", "distanz", "strecke"]

    /// What a column is called, without the name of its table, folded.
    static func folded(_ name: String) -> String {
        name.lowercased().folding(options: .diacriticInsensitive, locale: nil).filter { $0.isLetter || $0.isNumber }
    }

    /// What a column means by its name.
    ///
    /// - Parameters:
    ///   - header: The name.
    ///   - all: The folded names of all columns.
    /// - Returns: What it means; a column that is left out for a name that is not known.
    static func meaning(_ header: String, among all: Set<String>) -> Meaning {
        let (name, unit) = parts(own(header))
        let folded = folded(name)
        if let known = roles.first(where: { $0.value.contains(folded) })?.key {
            switch known {
            case .value: return Meaning(role: .value(unit: unit))
            case .duration: return Meaning(role: .duration(unit: unit))
            default: return Meaning(role: known)
            }
        }
        if let trap = trap(folded, header, unit, all) { return trap }
        var words = name.replacing("_", with: " ").trimmingCharacters(in: .whitespaces)
        for word in ["historic ", "scan ", "strip "] where words.lowercased().hasPrefix(word) {
            words = String(words.dropFirst(word.count))
        }
        if words.lowercased() == "glucose" { words = "blood glucose" }
        guard let type = TypeCatalogue.resolve(words)?.type as? HKQuantityType else { return Meaning(role: .ignored) }
        return measure(type, unit)
    }

    /// Names that look like one type and mean another, or none.
    private static func trap(_ name: String, _ header: String, _ unit: String?, _ all: Set<String>) -> Meaning? {
        if totalEnergy.contains(name) {
            return Meaning(
                role: .ignored,
                note: "active and resting energy together, which HealthKit has no type for"
            )
        }
        for (names, type) in [
            (activeEnergy, HKQuantityTypeIdentifier.activeEnergyBurned), (restingEnergy, .basalEnergyBurned),
            (foodEnergy, .dietaryEnergyConsumed),
        ] where names.contains(name) {
            let usual = name.contains("calories") && unit?.lowercased() != "kj" ? "kcal" : unit
            return measure(HKQuantityType(type), usual ?? unit)
        }
        if muscle.contains(name) {
            return Meaning(role: .ignored, note: "muscle mass is not lean body mass, and HealthKit has no type for it")
        }
        if ["spo2", "bloodoxygen", "oxygensaturation", "averagespo2", "avgspo2"].contains(name) {
            return measure(HKQuantityType(.oxygenSaturation), unit)
        }
        let isScale = !all.isDisjoint(with: ["weight", "bmi", "bodymass", "bodyweight", "gewicht", "bodymassindex"])
        if isScale, ["fat", "bodyfat", "fatpercentage", "bodyfatpercentage"].contains(name) {
            return measure(HKQuantityType(.bodyFatPercentage), unit)
        }
        if isScale, ["water", "bodywater", "fatmass", "bonemass"].contains(name) {
            return Meaning(role: .ignored, note: "a part of the body, which HealthKit has no type for")
        }
        if name.contains("rmssd") { return measure(HKQuantityType(.heartRateVariabilityRMSSD), unit ?? "ms") }
        if name.contains("sdnn") { return measure(HKQuantityType(.heartRateVariabilitySDNN), unit ?? "ms") }
        if variability.contains(name) {
            var meaning = measure(HKQuantityType(.heartRateVariabilityRMSSD), unit ?? "ms")
            let isWHOOP = all.contains { $0.hasPrefix("recoveryscore") || $0 == "daystrain" }
            let isOura = all.contains { $0.hasPrefix("readiness") }
            if isWHOOP || isOura {
                meaning.note = "\(isWHOOP ? "WHOOP" : "Oura") measures RMSSD"
            } else {
                meaning.question = (
                    "SDNN or RMSSD is not said", "heartRateVariabilitySDNN:ms or heartRateVariabilityRMSSD:ms"
                )
            }
            return meaning
        }
        if distances.contains(name) {
            var meaning = measure(HKQuantityType(.distanceWalkingRunning), unit)
            meaning.isDistance = true
            return meaning
        }
        return nil
    }

    private static func measure(_ type: HKQuantityType, _ unit: String?) -> Meaning {
        Meaning(role: .measure(type: type.identifier, unit: unit ?? ""))
    }

    /// A name without that of its table, `com.samsung.health.heart_rate.start_time`.
    private static func own(_ header: String) -> String {
        let text = header.trimmingCharacters(in: .whitespaces)
        guard text.hasPrefix("com."), let last = text.split(separator: ".").last else { return text }
        return String(last)
    }

    /// A header without the unit behind it, and the unit: in parentheses or brackets, behind a comma, or its last word.
    static func parts(_ header: String) -> (name: String, unit: String?) {
        let text = header.trimmingCharacters(in: .whitespaces)
        for (open, close) in [("(", ")"), ("[", "]")] {
            guard text.hasSuffix(close), let start = text.range(of: open, options: .backwards) else { continue }
            let unit = text[start.upperBound...].dropLast().trimmingCharacters(in: .whitespaces)
            return (text[..<start.lowerBound].trimmingCharacters(in: .whitespaces), unit.isEmpty ? nil : unit)
        }
        guard let place = text.lastIndex(where: { $0 == " " || $0 == "_" || $0 == "," }) else { return (text, nil) }
        let last = text[text.index(after: place)...].trimmingCharacters(in: .whitespaces)
        let name = text[..<place].trimmingCharacters(in: CharacterSet(charactersIn: " _,"))
        guard !name.isEmpty, TableUnits.isUnitWord(last) else { return (text, nil) }
        return (name, last)
    }
}
