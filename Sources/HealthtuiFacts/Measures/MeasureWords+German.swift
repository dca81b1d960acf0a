import HealthKit
import HealthtuiEntry

// German words for measures, which are read in every language, as the German words of times are.
extension MeasureWords {
    /// German words and their meanings; an ambiguous one is rejected with these.
    static let german: [(words: [String], measures: [Measure])] = (ours + types)
        .map { (spelled($0.words), $0.measures) }

    /// The words as ``NameKey`` compares them.
    static let germanKeys = Set((german.flatMap(\.words) + germanActivities.flatMap(\.german)).map(NameKey.folded))

    /// The words, and those with umlauts also as typed on other keyboards.
    private static func spelled(_ words: String) -> [String] {
        words.components(separatedBy: ", ")
            .flatMap { word in
                let plain = word.replacing("ä", with: "ae").replacing("ö", with: "oe").replacing("ü", with: "ue")
                    .replacing("ß", with: "ss")
                return plain == word ? [word] : [word, plain]
            }
    }

    private static let ours: [(words: String, measures: [Measure])] = sleep + workouts + others

    private static let sleep: [(words: String, measures: [Measure])] = [
        ("schlaf, schlafdauer, gesamtschlaf", [Measure(.sleep(.sleep))]),
        ("nacht, nächte, nachtschlaf, hauptschlaf", [Measure(.sleep(.night))]),
        ("nickerchen, mittagsschlaf", [Measure(.sleep(.naps))]),
        ("dauer der nickerchen, nickerchendauer", [Measure(.sleep(.napTime))]),
        ("tiefschlaf, tief", [Measure(.sleep(.deep))]),
        ("kernschlaf, leichtschlaf", [Measure(.sleep(.core))]),
        ("rem schlaf, traumschlaf", [Measure(.sleep(.rem))]),
        ("wachzeit, wach", [Measure(.sleep(.awake))]),
        ("wachphasen", [Measure(.sleep(.awakenings))]),
        ("aufwachen", [Measure(.sleep(.awakenings)), Measure(.sleep(.wakeTime))]),
        ("zeit im bett, im bett", [Measure(.sleep(.inBed))]),
        ("bett, bettzeit", [Measure(.sleep(.inBed)), Measure(.sleep(.bedtime))]),
        ("schlafeffizienz", [Measure(.sleep(.efficiency))]),
        ("schlafenszeit, zubettgehzeit, einschlafzeit", [Measure(.sleep(.bedtime))]),
        ("aufwachzeit, aufstehzeit, aufstehen", [Measure(.sleep(.wakeTime))]),
    ]

    private static let workouts: [(words: String, measures: [Measure])] = [
        ("trainings", [Measure(.workouts(nil, .count))]),
        ("trainingszeit, trainingsdauer", [Measure(.workouts(nil, .time))]),
        ("läufe", [Measure(.workouts(.running, .count))]),
        ("laufstrecke, laufdistanz", [Measure(.workouts(.running, .distance))]),
        ("laufzeit, laufdauer", [Measure(.workouts(.running, .time))]),
        ("lauftempo", [Measure(.workouts(.running, .pace))]),
        ("spaziergänge", [Measure(.workouts(.walking, .count))]),
        ("radfahrten, radtouren", [Measure(.workouts(.cycling, .count))]),
        ("wanderungen", [Measure(.workouts(.hiking, .count))]),
        ("wanderstrecke", [Measure(.workouts(.hiking, .distance))]),
    ]

    private static let others: [(words: String, measures: [Measure])] = [
        ("ringe, aktivitätsringe", Measure.RingPart.allCases.map { Measure(.rings($0)) }),
        ("geschlossene ringe", [Measure(.rings(.closed))]), ("ring bewegen, bewegungsring", [Measure(.rings(.move))]),
        ("ring trainieren, trainingsring", [Measure(.rings(.exercise))]),
        ("ring stehen, stehring", [Measure(.rings(.stand))]),
        ("stimmung, laune", [Measure(.mind(.mood))]), ("gefühle, emotionen", [Measure(.mind(.emotions))]),
        ("dosen, dosis, therapietreue", [Measure(.doses(.adherence, of: nil))]),
        ("tabletten, pillen, medikamente, genommene dosen", [Measure(.doses(.taken, of: nil))]),
        ("zykluslänge, zyklusdauer", [Measure(.cycle(.length))]),
        ("periodenlänge, periodendauer", [Measure(.cycle(.period))]),
        ("ekg, ekgs", [Measure(.electrocardiograms(nil))]),
        ("achtsamkeit, achtsame minuten", [Measure(.minutes(HKCategoryType(.mindfulSession)))]),
        ("kopfschmerzen, kopfschmerz, kopfweh", [Measure(.events(HKCategoryType(.headache)))]),
        ("fieber", [Measure(.events(HKCategoryType(.fever)))]),
        ("husten", [Measure(.events(HKCategoryType(.coughing)))]),
        ("übelkeit", [Measure(.events(HKCategoryType(.nausea)))]),
        ("müdigkeit", [Measure(.events(HKCategoryType(.fatigue)))]),
        ("blutdruck", [Measure(.bloodPressure)]),
    ]

    private static let types: [(words: String, measures: [Measure])] =
        [
            ("schritte, schrittzahl", .stepCount), ("puls, herzfrequenz, herzschlag", .heartRate),
            ("ruhepuls, ruheherzfrequenz", .restingHeartRate),
            ("herzfrequenzvariabilität, herzratenvariabilität", .heartRateVariabilitySDNN),
            ("gewicht, körpergewicht", .bodyMass), ("körpergröße, größe", .height),
            ("körperfett, körperfettanteil", .bodyFatPercentage), ("bauchumfang, taillenumfang", .waistCircumference),
            ("körpertemperatur", .bodyTemperature), ("blutzucker", .bloodGlucose),
            ("sauerstoffsättigung, blutsauerstoff", .oxygenSaturation), ("atemfrequenz", .respiratoryRate),
            ("aktive energie", .activeEnergyBurned), ("ruheenergie", .basalEnergyBurned),
            ("stockwerke, etagen", .flightsClimbed), ("radstrecke, fahrradstrecke", .distanceCycling),
            ("schwimmstrecke", .distanceSwimming), ("gehgeschwindigkeit, gehtempo", .walkingSpeed),
            ("trainingsminuten", .appleExerciseTime), ("stehminuten", .appleStandTime),
            ("tageslicht", .timeInDaylight), ("wasser", .dietaryWater), ("koffein", .dietaryCaffeine),
            ("kohlenhydrate", .dietaryCarbohydrates), ("eiweiß", .dietaryProtein), ("ballaststoffe", .dietaryFiber),
            ("alkohol, alkoholische getränke", .numberOfAlcoholicBeverages),
        ]
        .map { (words: String, type: HKQuantityTypeIdentifier) in
            (words, [Measure(.quantity(HKQuantityType(type)))])
        }

    /// German words for activities, each of which means what the English one does.
    static let germanActivities: [(english: String, german: [String])] = [
        ("running", spelled("laufen, lauf, joggen")), ("walking", spelled("gehen, spazieren, spaziergang")),
        ("cycling", spelled("radfahren, rad, fahrrad")), ("swimming", spelled("schwimmen")),
        ("hiking", spelled("wandern, wanderung")),
    ]
}
