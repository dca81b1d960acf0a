import Foundation
import HealthKit

/// The meanings of column names.
enum TableNames {
    /// The meaning of one name.
    struct Meaning {
        var role: TableMapping.Role
        /// The reason a column is left out, or the type of its value.
        var note: String?
        /// The question that the name leaves open, and the roles to pass.
        var question: (text: String, roles: [String])?
        var isDistance = false
        /// The type that the name stands for.
        var type: CatalogueEntry?
        /// The unit in the name.
        var unit: String?

        /// Whether HealthKit has no type for it, or it isn't a measurement.
        var isNone: Bool { role == .ignored && note != nil }

        /// Whether it can only be a measurement, if anything.
        var isMeasure: Bool {
            switch role {
            case .measure, .ignored: true
            default: false
            }
        }
    }

    private static let roles: [TableMapping.Role: Set<String>] = [
        .start: [
            "start", "startdate", "starttime", "begin", "date", "time", "datetime", "timestamp", "day", "recorded",
            "devicetimestamp", "cyclestarttime", "workoutstarttime", "sleeponset", "measuredat", "recordedat",
            "measurementdate", "dateandtime", "daytime", "createtime", "starttimestamp", "dateoftheday",
            "datum", "datumuhrzeit", "zeitstempel", "datumundzeit", "messdatum",
        ],
        .end: ["end", "enddate", "endtime", "until", "cycleendtime", "workoutendtime", "wakeonset", "endtimestamp"],
        .type: ["type", "metric", "measurement", "identifier"],
        .unit: ["unit", "units"],
        .source: ["source", "sourcename", "app"],
        .activity: ["activity", "activitytype", "activityname", "sport", "sporttype", "exercisetype", "workouttype"],
        .zone: ["timezone", "timeoffset", "utcoffset", "cycletimezone", "timezoneoffset", "zone"],
        .value(unit: nil): ["value", "qty", "quantity"],
        .duration(unit: nil): ["duration", "elapsedtime", "movingtime", "activitytime", "dauer"],
    ]

    /// Names for active and resting energy together, or for energy of unstated kind.
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
        "muskeln", "muskelmasse", "muskelanteil",
    ]
    private static let variability: Set<String> = [
        "hrv", "heartratevariability", "averagehrv", "avghrv", "overnighthrv", "restinghrv", "hrvms",
    ]
    /// Names for the daily energy at rest, as scales and formulas give it.
    private static let metabolicRate: Set<String> = [
        "bmr", "rmr", "basalmetabolicrate", "restingmetabolicrate", "metabolicrate", "basalmetabolism", "metabolism",
        "grundumsatz", "bmrkcal", "amr", "activemetabolicrate", "aktivumsatz",
    ]
    /// Body parts that scales report and HealthKit has no type for.
    private static let bodyParts: Set<String> = [
        "water", "bodywater", "totalbodywater", "fatmass", "bone", "bones", "bonemass", "boneminerals", "protein",
        "visceralfat", "visceralfatrating", "visceralfatlevel", "subcutaneousfat", "metabolicage", "bodyage",
        "wasser", "korperwasser", "knochen", "knochenmasse", "viszeralfett", "fettmasse", "metabolischesalter",
    ]
    /// Words for things that aren't measurements with a HealthKit type, whatever their unit.
    private static let noMeasures = [
        "score", "goal", "target", "battery", "humidity", "zone", "efficiency", "consistency", "performance", "strain",
        "readiness", "elevation", "ascent", "descent", "altitude", "percentile", "confidence", "signal", "punkte",
        "ziel", "akku", "batterie", "hohenmeter",
    ]
    private static let names: [String: HKQuantityTypeIdentifier] = [
        "bodyweight": .bodyMass, "korpergewicht": .bodyMass, "bodyfat": .bodyFatPercentage,
        "fatpercentage": .bodyFatPercentage, "bodyfatpercentage": .bodyFatPercentage,
        "korperfett": .bodyFatPercentage, "pulserate": .heartRate, "puls": .heartRate, "pulsrate": .heartRate,
        "pulsfrequenz": .heartRate, "ruhepuls": .restingHeartRate, "spo2": .oxygenSaturation,
        "bloodoxygen": .oxygenSaturation, "oxygensaturation": .oxygenSaturation, "averagespo2": .oxygenSaturation,
        "avgspo2": .oxygenSaturation, "oxygenlevel": .oxygenSaturation, "bloodoxygenlevel": .oxygenSaturation,
        "sauerstoffsattigung": .oxygenSaturation, "totalsteps": .stepCount, "dailysteps": .stepCount,
        "stepstotal": .stepCount, "glucose": .bloodGlucose, "glukose": .bloodGlucose,
    ]
    /// Words that people search types by, but which mean something else as a column's name.
    private static let loose: Set<String> = [
        "stress", "speed", "pace", "light", "sun", "basal", "bolus", "size", "tall", "move", "burned", "recovery",
        "volume", "sound", "intensity", "intake", "scale", "mass", "fitness", "balance", "effort", "food", "diet",
        "variability", "sweat", "depth", "power", "gait", "stride", "training load", "nutrition", "noise", "decibels",
        "walking", "walk", "running", "run", "step",
    ]
    private static let distances: Set<String> = ["distance", "totaldistance", "distanz", "strecke"]

    /// The meaning of a column by its name.
    ///
    /// - Parameters:
    ///   - header: The name.
    ///   - all: The folded names of all columns.
    /// - Returns: The meaning; a column with an unknown name is left out.
    static func meaning(_ header: String, among all: Set<String>) -> Meaning {
        let (name, unit) = parts(own(header))
        let folded = FoldedName.of(name)
        if let known = roles.first(where: { $0.value.contains(folded) })?.key {
            switch known {
            case .value: return Meaning(role: .value(unit: unit))
            case .duration: return Meaning(role: .duration(unit: unit))
            case .type, .source, .activity:
                // With a unit, it is a measurement of that name: `Activity (steps)`.
                guard let unit, TableUnits.isMeasured(unit) else { return Meaning(role: known) }
                if TableUnits.unit(unit) == .count(), unit.lowercased() != "count" {
                    return measure(HKQuantityType(.stepCount), unit)
                }
                return Meaning(role: .ignored, unit: unit)
            default: return Meaning(role: known)
            }
        }
        if let trap = trap(folded, header, unit, all) { return trap }
        if let pressure = PressureNames.type(folded, among: all) {
            let entry = TypeCatalogue.shared.entry(identifier: pressure)
            return Meaning(role: .measure(type: pressure, unit: unit ?? ""), type: entry, unit: unit)
        }
        if noMeasures.contains(where: { folded.contains($0) }) {
            return Meaning(role: .ignored, note: "not a measurement that HealthKit has a type for")
        }
        var words = name.replacing("_", with: " ").trimmingCharacters(in: .whitespaces)
        for word in ["historic ", "scan ", "strip "] where words.lowercased().hasPrefix(word) {
            words = String(words.dropFirst(word.count))
        }
        if let known = type(words, among: all) {
            guard let quantity = known as? HKQuantityType else {
                return Meaning(
                    role: .ignored,
                    type: TypeCatalogue.shared.entry(identifier: known.identifier),
                    unit: unit
                )
            }
            return measure(quantity, unit)
        }
        // Some columns are named only by their unit.
        return Meaning(role: .ignored, unit: unit ?? (TableUnits.isUnitWord(header) ? header : nil))
    }

    /// The type named by a column, or by a cell in a row.
    ///
    /// - Parameters:
    ///   - words: The name.
    ///   - all: The folded names of all columns; `nil` for the name of a type in a row.
    /// - Returns: The type, or `nil` for an unknown name.
    static func type(_ words: String, among all: Set<String>? = nil) -> HKObjectType? {
        let folded = FoldedName.of(words)
        if let known = names[folded] { return HKQuantityType(known) }
        if let pressure = PressureNames.type(folded, among: all) { return HKObjectType.type(identifier: pressure) }
        guard !loose.contains(words.lowercased()) else { return nil }
        if let known = TypeCatalogue.resolve(words) {
            // A search word of a type that isn't a single number is weak evidence.
            let isNamed = [known.englishName, known.name, known.shortName, known.identifier]
                .contains {
                    FoldedName.of($0) == folded
                }
            if known.type is HKQuantityType || isNamed { return known.type }
        }
        return TypeNames.type(folded)
    }

    /// The meaning of names that look like one type and mean another, or none.
    private static func trap(_ name: String, _ header: String, _ unit: String?, _ all: Set<String>) -> Meaning? {
        if totalEnergy.contains(name) {
            return Meaning(
                role: .ignored,
                note: "active and resting energy together, which HealthKit has no type for"
            )
        }
        let isScale = !all.isDisjoint(
            with: ["weight", "bmi", "bodymass", "bodyweight", "gewicht", "korpergewicht", "bodymassindex"]
        )
        if metabolicRate.contains(name) || isScale && restingEnergy.contains(name) {
            return Meaning(role: .ignored, note: "what a body burns in a day at rest, not energy that was burned then")
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
        if isScale, ["fat", "fett"].contains(name) { return measure(HKQuantityType(.bodyFatPercentage), unit) }
        let isPart = bodyParts.contains(name)
        if isPart, isScale || !["water", "wasser", "protein"].contains(name) {
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
                    "SDNN or RMSSD is not said", ["heartRateVariabilitySDNN:ms", "heartRateVariabilityRMSSD:ms"]
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
        Meaning(
            role: .measure(type: type.identifier, unit: unit ?? ""),
            type: TypeCatalogue.shared.entry(identifier: type.identifier),
            unit: unit
        )
    }

    /// Whether a column of times is about when its row was written.
    static func isOfWriting(_ header: String) -> Bool { FoldedName.of(own(header)) == "createtime" }

    /// A name without the prefix of its table, as in `com.samsung.health.heart_rate.start_time`.
    private static func own(_ header: String) -> String {
        let text = header.trimmingCharacters(in: .whitespaces)
        guard text.hasPrefix("com."), let last = text.split(separator: ".").last else { return text }
        return String(last)
    }

    /// A header without its unit, and the unit: in parentheses or brackets, after a comma, or the last word.
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
